import { DAY_MS } from '@isobar/weather'
import { isObject, readObjects } from '../json.ts'

/** What is remembered of a message: the keys of its warnings, so that later messages continue them. */
export interface Remembered {
  readonly id: string
  readonly groups: readonly KeyedGroup[]
  /** When a reading last contained it, or a message that refers to it; epoch milliseconds. */
  readonly seenMs: number
}

/** One of a message's warnings. `areas` are ids of areas, empty if the message has one warning only. */
export interface KeyedGroup {
  readonly key: string
  readonly areas: readonly string[]
}

/** A warning of an issuer whose messages reference nothing: who says what where, and for which period. Epoch milliseconds. */
export interface Run {
  readonly key: string
  readonly subject: string
  readonly startMs: number
  readonly endMs: number
}

/** What a reader of messages stores between readings, as plain JSON. */
export interface Memory {
  readonly messages: readonly Remembered[]
  readonly runs: readonly Run[]
}

export const NOTHING_KNOWN: Memory = { messages: [], runs: [] }

/** Longer than any feed was down before it returned with the same warnings. */
const STORED_MS = 5 * DAY_MS
const MAX_REMEMBERED = 20_000

/** Drops entries that are too old or too many; of two entries about one thing, the first is kept. */
export function limitMemory(messages: readonly Remembered[], runs: readonly Run[], now: number): Memory {
  return {
    messages: firstOf(messages, ({ id }) => id)
      .filter(({ seenMs }) => seenMs > now - STORED_MS)
      .toSorted((a, b) => b.seenMs - a.seenMs)
      .slice(0, MAX_REMEMBERED),
    runs: firstOf(runs, ({ key }) => key)
      .filter(({ endMs }) => endMs > now - STORED_MS)
      .toSorted((a, b) => b.endMs - a.endMs)
      .slice(0, MAX_REMEMBERED),
  }
}

function firstOf<T>(all: readonly T[], idOf: (one: T) => string): T[] {
  return [...new Map(all.toReversed().map((one) => [idOf(one), one])).values()]
}

/** A memory stored as JSON; empty if another version wrote it. */
export function toMemory(value: unknown): Memory {
  if (!isObject(value)) return NOTHING_KNOWN
  const messages = readObjects(value['messages']).filter(
    ({ id, groups, seenMs }) =>
      typeof id === 'string' && typeof seenMs === 'number' && readObjects(groups).every(isKeyed) && readObjects(groups).length > 0,
  )
  const runs = readObjects(value['runs']).filter(
    ({ key, subject, startMs, endMs }) =>
      typeof key === 'string' && typeof subject === 'string' && typeof startMs === 'number' && typeof endMs === 'number',
  )
  return { messages: messages as unknown as Remembered[], runs: runs as unknown as Run[] }
}

function isKeyed({ key, areas }: Readonly<Record<string, unknown>>): boolean {
  return typeof key === 'string' && Array.isArray(areas)
}
