import type { ReportError } from '../errors.ts'
import type { Cell } from '../domain/cell.ts'
import type { Clock } from '../platform/clock.ts'
import { ProviderFailure } from '../providers/provider.ts'
import { type CallContext, type Instigator, refreshContext } from './call-context.ts'
import type { CellCache } from './cell-cache.ts'
import type { CellFetch } from './cell-fetch.ts'
import { attempt, within } from './race.ts'
import { type AlertRecord, alertRecordOf, type ScopeRecord } from './record.ts'
import type { KeptWarnings } from './sources.ts'

/** The look-up of the stored official warnings of a place, without which no answer says that there are none. */
export type StoredWarnings = ReturnType<typeof createStoredWarnings>

export interface StoredWarningsOptions {
  readonly warnings: KeptWarnings
  readonly fetch: CellFetch
  readonly cells: CellCache
  readonly clock: Clock
  /** How long a look-up is valid if nothing changes, in milliseconds. */
  readonly freshMs: () => number
  readonly onError: ReportError
}

const SCOPES = ['official_alert'] as const
/** A look-up takes a millisecond or two. */
const PATIENCE_MS = 1_000

/** Answers wait for the look-up, since it is local; one given without it says that its list may be incomplete. */
export function createStoredWarnings({ warnings, fetch, cells, clock, freshMs, onError }: StoredWarningsOptions) {
  const pending = alertRecordOf('official_alert', { alerts: [], simulated: false, incomplete: true }, warnings.id, 0)
  const marked = new WeakMap<readonly AlertRecord[], readonly AlertRecord[]>()

  /** Whether the alerts include the current result of a look-up. */
  function isKnown(alerts: readonly AlertRecord[], now: number): boolean {
    if (!warnings.isInUse()) return true
    const record = alerts.find(({ scope }) => scope === 'official_alert')
    return record !== undefined && record.fetchedAt >= warnings.changedAt() && now - record.fetchedAt < freshMs()
  }

  return {
    isKnown,
    /** Looks the place up unless `alerts` are known; undefined if that fails or takes longer than `patienceMs`. */
    async lookUp(
      cell: Cell,
      instigator: Instigator & Pick<CallContext, 'caller'>,
      alerts: readonly AlertRecord[],
      patienceMs: number = PATIENCE_MS,
    ): Promise<ScopeRecord<'official_alert'> | undefined> {
      if (patienceMs <= 0 || isKnown(alerts, clock.now())) return undefined
      const work = fetch.fetch(cell, SCOPES, refreshContext(cell, instigator, 'alert'), cells.peek(cell))
      const outcome = await within(Math.min(patienceMs, PATIENCE_MS), attempt(work))
      if (outcome.kind === 'failed' && !(outcome.failure instanceof ProviderFailure))
        onError(outcome.failure, 'looking up official warnings')
      return outcome.kind === 'fulfilled' ? outcome.value.records.official_alert : undefined
    },
    /** The alerts, marked as incomplete unless they are known; the same list for the same alerts. */
    withMark(alerts: readonly AlertRecord[], now: number): readonly AlertRecord[] {
      if (isKnown(alerts, now)) return alerts
      const known = marked.get(alerts) ?? [...alerts, pending]
      marked.set(alerts, known)
      return known
    },
  }
}
