import { type FreshnessWindow, gradeFreshnessInWindow } from '@isobar/weather'
import { computeAgeMs } from '../time.ts'
import { type Caller, POLICIES } from './policy.ts'

/** What `chooseRecord` needs to know about a record. */
export interface Candidate {
  readonly source: string
  /** Epoch milliseconds. */
  readonly fetchedAt: number
  readonly available: boolean
  readonly admittedAt?: number
}

/** What is known about one scope of a place, and who could be called for it. */
export interface Situation<R extends Candidate> {
  /** At most one of each source. */
  readonly records: readonly R[]
  readonly window: FreshnessWindow
  /** The sources of the scope that can be called at present, in their order. */
  readonly sources: readonly string[]
  /** The first provider of the whole list, which crawlers never cause a call to. */
  readonly primary: string
  /** Whether the primary has recently answered that it has nothing there. */
  readonly isAbsent: boolean
  /** Epoch milliseconds: when a scope that is fetched together with this one was last renewed. */
  readonly renewedAt: number
}

export interface Demand {
  readonly caller: Caller
  /** Data that is older is renewed before it is served. */
  readonly maxAgeMs?: number | undefined
  /** False: cached data only. */
  readonly mayCall: boolean
}

/**
 * What to do for one scope. `wait`: for the first of `sources` that can answer; `reserve` is served if none can. `refuse`: because the
 * primary has nothing there, because no source delivers the scope, because a crawler may not call the one that does, or because no call is
 * allowed, with what is known.
 */
export type Choice<R> =
  | { readonly kind: 'serve'; readonly record: R; readonly refresh: string | undefined }
  | { readonly kind: 'wait'; readonly sources: readonly [string, ...string[]]; readonly reserve: R | undefined }
  | { readonly kind: 'refuse'; readonly reason: 'absent' | 'undelivered' | 'uncalled' | 'deferred'; readonly record: R | undefined }

/**
 * Decides what is served, and who is called for it; the table in this folder's README lists the cases. Pure. What a budget, a breaker or a
 * backoff forbids is found out by calling: a source that may not be called fails at once, and the next one follows.
 */
export function chooseRecord<R extends Candidate>(situation: Situation<R>, { caller, maxAgeMs, mayCall }: Demand, now: number): Choice<R> {
  const { records, window, sources, primary, isAbsent, renewedAt } = situation
  const { accepts, calls, refreshes, minRefreshMs } = POLICIES[caller]
  const first = sources[0]
  const shown = findShownRecord(records, first, window, now)
  const freshness = shown && gradeFreshnessInWindow(window, computeRecordAge(shown, first, now))
  const newest = best(
    records.filter((record) => gradeFreshnessInWindow(window, computeAgeMs(record.fetchedAt, now)) !== 'expired'),
    (record) => record.fetchedAt,
  )
  if (accepts === 'anything' && newest !== undefined) return { kind: 'serve', record: newest, refresh: undefined }
  if (shown !== undefined && accepts !== 'anything') {
    const isYoung = maxAgeMs === undefined || computeRecordAge(shown, first, now) <= maxAgeMs || computeAgeMs(renewedAt, now) < minRefreshMs
    const isServable = isYoung && (freshness !== 'emergency' || (accepts === 'by age' && maxAgeMs !== undefined))
    if (isServable) return { kind: 'serve', record: shown, refresh: refreshes && freshness === 'acceptable' ? first : undefined }
  }
  if (shown === undefined && isAbsent) return { kind: 'refuse', reason: 'absent', record: undefined }
  if (first === undefined) return { kind: 'refuse', reason: 'undelivered', record: shown }
  if (!mayCall) return { kind: 'refuse', reason: 'deferred', record: shown }
  const callable = calls === 'none' ? [] : calls === 'all' ? sources : sources.filter((source) => source !== primary)
  const [next, ...others] = callable
  if (next === undefined) return { kind: 'refuse', reason: 'uncalled', record: shown }
  // Who only wants newer data than what could be served falls back on that.
  if (shown !== undefined && freshness !== 'emergency') return { kind: 'wait', sources: [next], reserve: shown }
  return { kind: 'wait', sources: [next, ...others], reserve: newest }
}

/**
 * The record that people are shown: of the scope's first source, or of one that was admitted in its place. Undefined if there is none that
 * has not expired.
 */
export function findShownRecord<R extends Candidate>(
  records: readonly R[],
  first: string | undefined,
  window: FreshnessWindow,
  now: number,
): R | undefined {
  const shown = records.filter((record) => gradeFreshnessInWindow(window, computeRecordAge(record, first, now)) !== 'expired')
  return best(shown, (record) => since(record, first))
}

/** The age of a record for people, in milliseconds; at least 0, and infinite for a source that they are not shown. */
export function computeRecordAge(record: Candidate, first: string | undefined, now: number): number {
  return computeAgeMs(since(record, first), now)
}

/** As old as its data, or as the last time when the sources before its own were asked. */
function since({ source, fetchedAt, admittedAt = -Infinity }: Candidate, first: string | undefined): number {
  return source === first ? fetchedAt : admittedAt
}

/** The newest; a record without a series never wins over one with a series. */
function best<R extends Candidate>(records: readonly R[], at: (record: R) => number): R | undefined {
  const [one, ...more] = records
  if (one === undefined) return undefined
  return more.reduce((winner, record) => {
    if (winner.available !== record.available) return winner.available ? winner : record
    return at(record) > at(winner) ? record : winner
  }, one)
}
