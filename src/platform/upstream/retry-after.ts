import { DAY_MS } from '../../time.ts'

/** `Retry-After` (RFC 9110 §10.2.3) in milliseconds from `now`, at most a day; 0 if there is none that can be read. */
export function retryAfterMs(text: string | undefined, now: number): number {
  if (text === undefined) return 0
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 0), DAY_MS) : 0
}
