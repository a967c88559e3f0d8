import { DAY_MS } from '../../time.ts'
import type { RawAnswer } from './exchange.ts'

/** How an attempt to send a message ended: with an answer, or without one because of `error`. */
export type AttemptResult =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | { readonly status: null; readonly error: string }

/** The result of an attempt that was answered. */
export function toAttemptResult({ status, headers }: Pick<RawAnswer, 'status' | 'headers'>): AttemptResult {
  const retryAfter = headers['retry-after']
  return { status, retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined }
}

/** How long the receiver asks to wait before the next attempt, in milliseconds from `now`; 0: it does not. */
export function computeRequestedWaitMs(result: AttemptResult, now: number): number {
  return result.status === null ? 0 : retryAfterMs(result.retryAfter, now)
}

/** `Retry-After` (RFC 9110 §10.2.3) in milliseconds from `now`, at most a day; 0 if there is none that can be read. */
function retryAfterMs(text: string | undefined, now: number): number {
  if (text === undefined) return 0
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), DAY_MS) : 0
}
