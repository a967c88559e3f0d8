import type { RawAnswer } from './exchange.ts'
import { retryAfterMs } from './retry-after.ts'

/** How an attempt to send a message ended: with an answer, or without one because of `error`. */
export type AttemptResult =
  | { readonly status: number; readonly retryAfter: string | undefined }
  | { readonly status: null; readonly error: string }

/** The result of an attempt that was answered. */
export function answeredResult({ status, headers }: Pick<RawAnswer, 'status' | 'headers'>): AttemptResult {
  const retryAfter = headers['retry-after']
  return { status, retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined }
}

/** How long the receiver asks to wait before the next attempt, in milliseconds from `now`; 0: it does not. */
export function requestedWaitMs(result: AttemptResult, now: number): number {
  return result.status === null ? 0 : retryAfterMs(result.retryAfter, now)
}
