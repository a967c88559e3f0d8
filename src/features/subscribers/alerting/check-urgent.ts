import { mapBounded } from '../../../platform/bounded.ts'
import type { Clock } from '../../../platform/clock.ts'
import { MINUTE_MS } from '../../../time.ts'
import type { CellOutcome } from './cell-run.ts'
import type { UrgentCell, UrgentStore } from './urgent-store.ts'

export interface UrgentParts {
  readonly urgent: UrgentStore
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Checks one place; never rejects. */
  readonly check: (cell: number) => Promise<CellOutcome | null | 'failed'>
  /** Called with the time from a message's publication to the writing of its mails, and their number. */
  readonly onMailed: (latencyMs: number, mails: number) => void
}

/** Places checked in parallel; a place uses at most one database connection at a time. */
const AT_ONCE = 6
const PAGE = 200
/** Data about a place is dated to the second, so a change is looked at only in a later second. */
const SETTLED_MS = 1_000
const RETRY_MS = MINUTE_MS

/** Places that have been urgent since this instant (epoch milliseconds) or longer are due for a check. */
export const computeUrgentCutoff = (now: number): number => now - SETTLED_MS

/** Checks the places where official warnings have changed, longest urgent first. */
export async function checkUrgent({ urgent, clock, signal, check, onMailed }: UrgentParts): Promise<void> {
  const before = computeUrgentCutoff(clock.now())
  let after: UrgentCell | null = null
  while (!signal.aborted) {
    const page: readonly UrgentCell[] = await urgent.list(before, after, PAGE)
    if (page.length === 0) return
    const [checked, failed]: [UrgentCell[], UrgentCell[]] = [[], []]
    await mapBounded(page, AT_ONCE, async (one) => {
      if (signal.aborted) return
      const outcome = await check(one.cell)
      ;(outcome === 'failed' ? failed : checked).push(one)
      if (outcome !== 'failed' && outcome !== null && outcome.enqueued > 0) onMailed(clock.now() - one.sent, outcome.enqueued)
    })
    await urgent.release(checked)
    await urgent.postpone(failed, clock.now() + RETRY_MS)
    after = page.at(-1) ?? null
  }
}
