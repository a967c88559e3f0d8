import { ProviderFailure } from '@isobar/providers/port'
import type { Cell } from '@isobar/weather'
import type { ReportError } from '../errors.ts'
import type { Clock } from '../platform/clock.ts'
import { computeAgeMs, isInForce } from '../time.ts'
import { type CallContext, type Instigator, refreshContext } from './call-context.ts'
import type { CellCache } from './cell-cache.ts'
import { type CellEntry, findScopeRecord } from './cell-entry.ts'
import { type Caller, POLICIES } from './policy.ts'
import { toOutcome, awaitResultOrLate } from './race.ts'
import { type AlertRecord, buildAlertRecord } from './record.ts'
import type { OpenSource } from './source-fetch.ts'
import type { WarningStore } from './sources.ts'

/** The alerts of an answer that come from other sources than its weather. */
export type AnswerAlerts = ReturnType<typeof createAnswerAlerts>

export interface AnswerAlertsOptions {
  /** Of national feeds. */
  readonly feeds: readonly OpenSource[]
  /** The stored warnings and the source that reads them; undefined if the service stores none. */
  readonly stored: { readonly warnings: WarningStore; readonly source: OpenSource } | undefined
  readonly cells: CellCache
  readonly clock: Clock
  /** How long alerts are fresh, in milliseconds. */
  readonly freshMs: () => number
  /** How long an answer waits for the look-up of the stored warnings, which takes a millisecond or two. */
  readonly timeoutMs: number
  readonly onError: ReportError
}

type Requester = Instigator & Pick<CallContext, 'caller'>

const SCOPES = ['alert'] as const
const MAX_FEED_FETCHES = 16

/**
 * National feeds are read in the background, no more than `MAX_FEED_FETCHES` at a time: no answer waits for them. Answers wait for the look-up
 * of the stored warnings, since it is local, and one given without it says that its list may be incomplete.
 */
export function createAnswerAlerts({ feeds, stored, cells, clock, freshMs, timeoutMs, onError }: AnswerAlertsOptions) {
  const pending = stored && buildAlertRecord({ alerts: [], simulated: false, incomplete: true }, stored.warnings.id, 0)
  const marked = new WeakMap<readonly AlertRecord[], readonly AlertRecord[]>()
  let fetching = 0

  function isDue(
    { id, absence, absentMs, covers, fetching: fetch }: OpenSource,
    cell: Cell,
    caller: Caller,
    now: number,
    entry: CellEntry | undefined,
  ): boolean {
    const record = findScopeRecord(entry, 'alert', id)
    if (record !== undefined && computeAgeMs(record.fetchedAt, now) < freshMs()) return false
    if (isInForce(entry?.absentUntil[absence] ?? 0, absentMs, now) || !covers(cell) || fetching >= MAX_FEED_FETCHES) return false
    return !fetch.isInFlight(cell, SCOPES) && !fetch.isBackedOff(cell, SCOPES, { caller })
  }

  /** Whether the alerts include the current result of a look-up. */
  function isKnown(alerts: readonly AlertRecord[], now: number): boolean {
    if (stored?.warnings.isInUse() !== true) return true
    const record = alerts.find(({ source }) => source === stored.warnings.id)
    return (
      record !== undefined &&
      record.fetchedAt >= Math.min(now, stored.warnings.changedAt()) &&
      computeAgeMs(record.fetchedAt, now) < freshMs()
    )
  }

  return {
    /** Whether an answer with these alerts would start background work, or would have to say that they are incomplete. */
    isWaiting: (cell: Cell, entry: CellEntry | undefined, needsAlerts: boolean, now: number): boolean =>
      feeds.some((feed) => isDue(feed, cell, 'person', now, entry)) || (needsAlerts && !isKnown(entry?.alerts ?? [], now)),

    /** Reads the feeds that are due, behind an answer for this caller. */
    refresh(cell: Cell, requester: Requester): void {
      if (!POLICIES[requester.caller].refreshes) return
      const entry = cells.memory(cell)
      for (const feed of feeds.filter((each) => isDue(each, cell, requester.caller, clock.now(), entry))) {
        fetching += 1
        feed.fetching
          .fetch(cell, SCOPES, refreshContext(cell, requester, 'alert'), entry)
          .catch((error: unknown) => {
            if (!(error instanceof ProviderFailure)) onError(error, 'fetching national alerts')
          })
          .finally(() => {
            fetching -= 1
          })
      }
    },

    /** The stored warnings of the place unless `alerts` have them; undefined if the look-up fails or takes longer than `patienceMs` or the limit. */
    async lookUp(
      cell: Cell,
      requester: Requester,
      alerts: readonly AlertRecord[],
      patienceMs = Infinity,
    ): Promise<AlertRecord | undefined> {
      if (stored === undefined || patienceMs <= 0 || isKnown(alerts, clock.now())) return undefined
      const work = stored.source.fetching.fetch(cell, SCOPES, refreshContext(cell, requester, 'alert'), cells.peek(cell))
      const outcome = await awaitResultOrLate(Math.min(patienceMs, timeoutMs), toOutcome(work))
      if (outcome.kind === 'failed' && !(outcome.failure instanceof ProviderFailure))
        onError(outcome.failure, 'looking up official warnings')
      return outcome.kind === 'fulfilled' ? findScopeRecord(outcome.value, 'alert', stored.source.id) : undefined
    },

    /** The alerts, marked as incomplete unless the stored warnings are known; the same list for the same alerts. */
    withMark(alerts: readonly AlertRecord[], now: number): readonly AlertRecord[] {
      if (pending === undefined || isKnown(alerts, now)) return alerts
      const known = marked.get(alerts) ?? [...alerts, pending]
      marked.set(alerts, known)
      return known
    },
  }
}
