import { ProviderFailure } from '@isobar/providers/port'
import { type Cell, type CellScope, type FreshnessWindows, gradeFreshness } from '@isobar/weather'
import type { ReportError } from '../errors.ts'
import type { Clock } from '../platform/clock.ts'
import { computeAgeMs } from '../time.ts'
import type { CallContext } from './call-context.ts'
import type { CellCache } from './cell-cache.ts'
import { type CellEntry, findScopeRecord } from './cell-entry.ts'
import type { Choice } from './choose.ts'
import { isOwnShareSpent } from './failure.ts'
import { POLICIES } from './policy.ts'
import { hedgeAttempts, waitUntilLate } from './race.ts'
import type { ScopeRecord } from './record.ts'
import type { OpenSource } from './source-fetch.ts'
import { findScopeGroup, findScopeSource } from './sources.ts'

export interface WaitOptions {
  /** Every source that a choice may name. */
  readonly sources: readonly OpenSource[]
  readonly cells: CellCache
  readonly clock: Clock
  readonly windows: () => FreshnessWindows
  readonly upstreamTimeoutMs: number
  readonly onError: ReportError
}

/** What is waited for: the scope of a cell, of which `entry` was known. */
export interface Wanted<S extends CellScope> {
  readonly cell: Cell
  readonly scope: S
  readonly entry: CellEntry | undefined
  readonly choice: Extract<Choice<ScopeRecord<S>>, { kind: 'wait' }>
  readonly context: CallContext
  readonly deadlineMs: number
}

/** How waiting ended. `failure` of the first source, if none could answer; undefined if that was only late. */
export type Waited<S extends CellScope> =
  | {
      readonly isServed: true
      readonly record: ScopeRecord<S>
      /** The cell as fetched; undefined if the record was cached. */ readonly fetched: CellEntry | undefined
    }
  | { readonly isServed: false; readonly failure: unknown }

export type Waiting = ReturnType<typeof createWait>

/** Waits for providers. Holds no state but pending writes; the deadline and the caller come with each request. */
export function createWait({ sources, cells, clock, windows, upstreamTimeoutMs, onError }: WaitOptions) {
  const writing = new Set<Promise<void>>()

  /** Asks the sources of the choice in their order until one answers; ends within `deadlineMs`. */
  async function wait<S extends CellScope>(wanted: Wanted<S>): Promise<Waited<S>> {
    const { choice, context, deadlineMs } = wanted
    const [first, ...others] = choice.sources.map((id) => findScopeSource(sources, id, wanted.scope)) as [OpenSource, ...OpenSource[]]
    const timers = new AbortController()
    let firstFailure: unknown
    async function askFirst(): Promise<Waited<S>> {
      try {
        return { isServed: true, ...(await fetchFrom(first, wanted, context)) }
      } catch (error) {
        firstFailure = error
        throw error
      }
    }
    const askOther = (source: OpenSource) => () => ask(source, wanted, firstFailure)
    const attempts = [askFirst, ...others.map(askOther)]
    try {
      const work = hedgeAttempts(attempts, Math.min(upstreamTimeoutMs, deadlineMs) / 2, timers.signal, !first.isPartial)
      const outcome = await Promise.race([work, waitUntilLate(deadlineMs, timers.signal)])
      if (outcome.kind !== 'fulfilled') return { isServed: false, failure: outcome.kind === 'failed' ? outcome.failure : undefined }
      const waited = outcome.value
      if (waited.isServed && waited.fetched !== undefined && isAdmission(waited.record, wanted, firstFailure))
        admit(first, wanted, waited.record.source, waited.fetched)
      return waited
    } finally {
      timers.abort()
    }
  }

  /**
   * Another source than the first. A caller refused for its own limit gets any known record, however old, before a call is bought for it; all
   * others get a fresh record of the source before it is called again.
   */
  async function ask<S extends CellScope>(source: OpenSource, wanted: Wanted<S>, firstFailure: unknown): Promise<Waited<S>> {
    const { scope, entry, choice, context } = wanted
    const { reserve } = choice
    if (reserve !== undefined && isOwnShareSpent(firstFailure)) return { isServed: true, record: reserve, fetched: undefined }
    const known = findScopeRecord(entry, scope, source.id)
    const isFresh = known !== undefined && gradeFreshness(scope, computeAgeMs(known.fetchedAt, clock.now()), windows()) === 'fresh'
    const { record, fetched } = isFresh
      ? { record: known, fetched: undefined }
      : await fetchFrom(source, wanted, { ...context, purpose: 'fallback' })
    // A series that the source lacks is no better than the cached one.
    if (!record.available && reserve?.available === true) return { isServed: true, record: reserve, fetched: undefined }
    return { isServed: true, record, fetched }
  }

  /** @throws ProviderFailure, also if the fetch did not bring the requested scope */
  async function fetchFrom<S extends CellScope>(
    source: OpenSource,
    { cell, scope, entry }: Wanted<S>,
    context: CallContext,
  ): Promise<{ record: ScopeRecord<S>; fetched: CellEntry }> {
    const group = findScopeGroup(source, scope) ?? [scope]
    try {
      const sent = await source.fetching.fetch(cell, group, context, entry)
      const following = POLICIES[context.caller].awaitsFollowUps ? source.fetching.following(cell, group) : undefined
      const fetched = following === undefined ? sent : await following.then(() => cells.read(cell, scope === 'extended'))
      const record = findScopeRecord(fetched, scope, source.id)
      if (record === undefined || gradeFreshness(scope, computeAgeMs(record.fetchedAt, clock.now()), windows()) === 'expired')
        throw new ProviderFailure('invalid_body', `the answer lacks ${scope}`)
      return { record, fetched }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) onError(error, 'fetching a cell')
      throw error
    }
  }

  /** Admits the winner for all scopes that the first source would have fetched together and the winner has newer. */
  function admit<S extends CellScope>(first: OpenSource, { cell, scope, entry }: Wanted<S>, winner: string, fetched: CellEntry): void {
    const known = cells.peek(cell) ?? entry
    const records = (findScopeGroup(first, scope) ?? [scope]).flatMap((each) => {
      const record = findScopeRecord(fetched, each, winner)
      const shown = cells.shownIn(cell, known, each)
      if (record === undefined) return []
      // What is shown may be this record, under the admission of a former one.
      if (shown !== undefined && (shown.admittedAt ?? shown.fetchedAt) >= record.fetchedAt) return []
      return [{ ...record, admittedAt: record.fetchedAt }]
    })
    if (records.length === 0) return
    const written = cells.store(cell, records).written
    const tracked = written.catch((error: unknown) => onError(error, 'writing admitted records')).finally(() => writing.delete(tracked))
    writing.add(tracked)
  }

  return {
    wait,
    /** Resolves when every admission is in the second level. */
    async drain(): Promise<void> {
      await Promise.all(writing)
    },
  }
}

/**
 * Whether people are shown the winner from now on: the first source was called for a person and did not answer. A record that was fetched for
 * somebody else answers this person only: the next one causes a call to the first source again.
 */
function isAdmission<S extends CellScope>(record: ScopeRecord<S>, { choice, context }: Wanted<S>, firstFailure: unknown): boolean {
  return record.source !== choice.sources[0] && context.caller === 'person' && !isOwnShareSpent(firstFailure)
}
