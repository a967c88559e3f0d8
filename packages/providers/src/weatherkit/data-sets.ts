import { type Cell, DAY_MS } from '@isobar/weather'
import { readEpochMs, readFields, isObject, type Json, readNumber } from '../json.ts'
import type { SharedMemory } from '../provider.ts'

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
  /** Null: not available there. */
  readonly set: Json | null
  readonly simulated: boolean
  readonly untilMs: number
}

type StoredSets = { readonly [Name in DataSetName]?: Stored }

/**
 * The data sets of places, each of which stands until the service's `expireTime` on all nodes: only the others are asked for, and if there are
 * none, no call is made.
 */
export function createDataSets(memory: SharedMemory) {
  /** `ask` makes the call for the named sets. It throws if their answer is not usable; then nothing is stored. */
  return async function read(cell: Cell, nowMs: number, ask: (names: readonly DataSetName[]) => Promise<Sent>): Promise<Sent> {
    const stored = parseStoredSets(await memory.get(String(cell.id)), nowMs)
    const standing = DATA_SETS.flatMap((name) => {
      const found = stored[name]
      return found !== undefined && nowMs < found.untilMs ? [[name, found] as const] : []
    })
    const due = DATA_SETS.filter((name) => !standing.some(([other]) => other === name))
    const sent = due.length === 0 ? { sets: {}, simulated: false } : await ask(due)
    // What is not available at a place is asked for again with what stands longest.
    const longestMs = Math.max(...due.map((name) => validMs(sent.sets[name])))
    const added = due.flatMap((name) => {
      const set = sent.sets[name] ?? null
      const forMs = set === null ? longestMs : validMs(set)
      return forMs > 0 ? [[name, { set, simulated: sent.simulated, untilMs: nowMs + forMs }] as const] : []
    })
    if (added.length > 0) {
      const all = [...standing, ...added]
      await memory.put(String(cell.id), Object.fromEntries(all), Math.max(...all.map(([, { untilMs }]) => untilMs)))
    }
    const former = standing.flatMap(([name, { set }]) => (set === null ? [] : [[name, set] as const]))
    return {
      sets: { ...(Object.fromEntries(former) as DataSets), ...sent.sets },
      simulated: sent.simulated || standing.some(([, { simulated }]) => simulated),
    }
  }
}

/** What the memory holds, without what this program cannot have written: no set stands for longer than a day. */
function parseStoredSets(value: unknown, nowMs: number): StoredSets {
  const fields = readFields(value)
  const sets = DATA_SETS.flatMap((name) => {
    const { set, simulated, untilMs: until } = readFields(fields[name])
    const untilMs = readNumber(until)
    const isValid = (set === null || isObject(set)) && typeof simulated === 'boolean' && untilMs !== null && untilMs <= nowMs + DAY_MS
    return isValid ? [[name, { set, simulated, untilMs }] as const] : []
  })
  return Object.fromEntries(sets)
}

/** For how long a set stands, by the service's own clock; 0 if it does not say, or more than a day. */
function validMs(set: Json | undefined): number {
  const metadata = readFields(set?.['metadata'])
  const ms = (readEpochMs(metadata['expireTime']) ?? 0) - (readEpochMs(metadata['readTime']) ?? Infinity)
  return ms > 0 && ms <= DAY_MS ? ms : 0
}
