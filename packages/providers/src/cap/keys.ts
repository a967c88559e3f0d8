import { hash } from 'node:crypto'
import type { KeyedGroup, Run } from './memory.ts'

/**
 * The keys of a message's warnings, in the order of `groups` (the ids of each one's areas). A warning takes over the key of the one in
 * `former`, the warnings of the message that this one follows, with which it shares most areas. The first new one gets `base`, the key of
 * the chain; others append a hash of their areas. No key is given twice.
 */
export function assignWarningKeys(base: string, groups: readonly (readonly string[])[], former: readonly KeyedGroup[]): string[] {
  const keys = new Map<number, string>()
  const used = new Set<string>()
  const give = (index: number, key: string): void => {
    if (keys.has(index) || used.has(key)) return
    keys.set(index, key)
    used.add(key)
  }
  const pairs = groups.flatMap((areas, index) =>
    former.map((one) => ({ index, key: one.key, shared: sharedOf(areas, one.areas), size: areas.length })),
  )
  // A former warning without areas was its message's only one: the largest part continues it.
  for (const { index, key } of pairs.toSorted((a, b) => b.shared - a.shared || b.size - a.size || a.index - b.index)) give(index, key)
  return groups.map((areas, index) => {
    give(index, base)
    give(index, `${base}.${computeShortHash(areas.toSorted())}`)
    // Two warnings have the same areas.
    give(index, `${base}.${computeShortHash([...areas.toSorted(), index])}`)
    return keys.get(index) as string
  })
}

function sharedOf(areas: readonly string[], former: readonly string[]): number {
  const all = new Set(former)
  return [...new Set(areas)].filter((area) => all.has(area)).length
}

/** A piece of a warning before its identity is known. Epoch milliseconds. */
export interface Period {
  readonly subject: string
  readonly startMs: number
  readonly endMs: number
}

/**
 * The keys of warnings that are identified by content alone: the same subject (who, what, where) in a period that overlaps or adjoins a
 * former one is the same warning; if there are several, the one that shares most time.
 */
export function continueRuns(periods: readonly Period[], former: readonly Run[]): Run[] {
  const known = Map.groupBy(former, ({ subject }) => subject)
  const used = new Set<string>()
  const found = new Map<Period, Run>()
  const candidates = periods.flatMap((period) =>
    (known.get(period.subject) ?? []).map((run) => ({ period, run, shared: computeOverlapMs(period, run) })),
  )
  for (const { period, run, shared } of candidates.toSorted((a, b) => b.shared - a.shared)) {
    if (shared < 0 || used.has(run.key) || found.has(period)) continue
    used.add(run.key)
    found.set(period, { ...period, key: run.key })
  }
  return periods.map((period) => found.get(period) ?? { ...period, key: freshKey(period, used) })
}

/** Milliseconds that two periods share; 0 if they adjoin, negative if there is a gap. */
export function computeOverlapMs(a: Omit<Period, 'subject'>, b: Omit<Period, 'subject'>): number {
  return Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs)
}

function freshKey({ subject, startMs }: Period, used: Set<string>): string {
  let key = computeShortHash([subject, startMs])
  for (let salt = 1; used.has(key); salt++) key = computeShortHash([subject, startMs, salt])
  used.add(key)
  return key
}

/** 96 bits of a hash, for keys. */
export function computeShortHash(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url').slice(0, 16)
}
