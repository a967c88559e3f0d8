import { type AttemptResult, computeRequestedWaitMs } from '../../../platform/upstream/attempt-result.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time.ts'
import type { DeliveryState } from './tables.ts'

/** What becomes of a delivery after an attempt. Instants are epoch milliseconds. */
export interface Settlement {
  readonly id: string
  readonly state: DeliveryState
  readonly nextAttemptAt: number | null
  readonly status: number | null
  readonly error: string | null
  /** Why the webhook is switched off; null: it is not. `failures`: only if nothing has arrived since the delivery was written. */
  readonly disabledBy: 'receiver' | 'failures' | null
}

/** The delays that Standard Webhooks suggests, after the first, second … attempt: 75 hours in all. */
const RETRY_AFTER_MS = [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 14 * HOUR_MS, 20 * HOUR_MS, DAY_MS]
export const ATTEMPTS_ALLOWED = RETRY_AFTER_MS.length + 1
/** Nobody waits for a test that failed. */
export const TEST_ATTEMPTS_ALLOWED = 1
const GONE = 410

/** @param random 0 ≤ random < 1; jitter of up to a tenth spreads deliveries that failed together */
export function buildDeliverySettlement(
  delivery: { readonly id: string; readonly attempts: number; readonly attemptsAllowed: number },
  result: AttemptResult,
  now: number,
  random: number,
): Settlement {
  const { status } = result
  const settled = { id: delivery.id, status, nextAttemptAt: null, disabledBy: null }
  if (status !== null && status >= 200 && status < 300) return { ...settled, state: 'delivered', error: null }
  const error = result.status === null ? result.error : errorOf(result.status)
  if (status === GONE) return { ...settled, state: 'dead', error, disabledBy: 'receiver' }
  const attempts = delivery.attempts + 1
  if (attempts >= delivery.attemptsAllowed) {
    return { ...settled, state: 'dead', error, disabledBy: delivery.attemptsAllowed >= ATTEMPTS_ALLOWED ? 'failures' : null }
  }
  const wait = (RETRY_AFTER_MS[(attempts - 1) % RETRY_AFTER_MS.length] as number) * (1 + random / 10)
  return { ...settled, state: 'waiting', error, nextAttemptAt: Math.round(now + Math.max(wait, computeRequestedWaitMs(result, now))) }
}

function errorOf(status: number): string {
  if (status === GONE) return 'The receiver is gone'
  return status >= 300 && status < 400 ? 'The receiver redirects, which is not followed' : `The receiver answered ${status}`
}
