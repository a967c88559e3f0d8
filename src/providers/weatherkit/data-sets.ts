import { LRUCache } from 'lru-cache'
import type { Cell } from '../../domain/cell.ts'
import { DAY_MS } from '../../time.ts'
import { epochMsOf, isObject, type Json } from '../json.ts'

/** What is asked for; one that is not available at a place is not sent. */
export const DATA_SETS = ['currentWeather', 'forecastHourly', 'forecastDaily', 'forecastNextHour'] as const
export type DataSetName = (typeof DATA_SETS)[number]

/** The data sets of a place by their names. */
export type DataSets = { readonly [Name in DataSetName]?: Json }

/** An answer, and whether it is simulated. */
export interface Sent {
  readonly sets: DataSets
  readonly simulated: boolean
}

interface Stored {
  /** As JSON; null: not available there. */
  readonly text: string | null
  readonly simulated: boolean
  readonly untilMs: number
}

/** About sixty places: their hours have some 100 kB. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * The data sets of places, each of which stands until the service's `expireTime`: only the others are asked for, and if there are none, no
 * call is made. This process remembers 8 MB of them.
 */
export function createDataSets() {
  const stored = new LRUCache<string, Stored>({ maxSize: MAX_BYTES, sizeCalculation: ({ text }) => text?.length ?? 1 })

  /** `ask` makes the call for the named sets. It throws if their answer is not usable; then nothing is stored. */
  return async function read(cell: Cell, nowMs: number, ask: (names: readonly DataSetName[]) => Promise<Sent>): Promise<Sent> {
    const standing = DATA_SETS.flatMap((name) => {
      const found = stored.get(keyOf(cell, name))
      return found !== undefined && nowMs < found.untilMs ? [{ name, ...found }] : []
    })
    const due = DATA_SETS.filter((name) => !standing.some((each) => each.name === name))
    const sent = due.length === 0 ? { sets: {}, simulated: false } : await ask(due)
    const untilMs = (name: DataSetName): number => nowMs + validMs(sent.sets[name])
    const longestMs = Math.max(...due.map(untilMs))
    for (const name of due) {
      const set = sent.sets[name]
      const text = set === undefined ? null : JSON.stringify(set)
      stored.set(keyOf(cell, name), { text, simulated: sent.simulated, untilMs: set === undefined ? longestMs : untilMs(name) })
    }
    const former = standing.flatMap(({ name, text }) => (text === null ? [] : [[name, JSON.parse(text) as Json] as const]))
    return {
      sets: { ...(Object.fromEntries(former) as DataSets), ...sent.sets },
      simulated: sent.simulated || standing.some(({ simulated }) => simulated),
    }
  }
}

const keyOf = ({ id }: Cell, name: DataSetName): string => `${id} ${name}`

/** For how long a set stands, by the service's own clock; 0 if it does not say, or more than a day. */
function validMs(set: Json | undefined): number {
  const metadata = isObject(set?.['metadata']) ? set['metadata'] : {}
  const ms = (epochMsOf(metadata['expireTime']) ?? 0) - (epochMsOf(metadata['readTime']) ?? Infinity)
  return ms > 0 && ms <= DAY_MS ? ms : 0
}
