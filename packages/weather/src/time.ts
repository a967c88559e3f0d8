/** Milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
/** A UTC day; a local day may be longer or shorter. */
export const DAY_MS = 24 * HOUR_MS

/** Seconds, likewise. */
export const DAY_SECONDS = DAY_MS / 1_000

/** The UTC day of an instant in epoch milliseconds: `2026-11-21`. */
export function toUtcDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}

/** By how much the clocks of nodes, sources and the database may differ. */
export const CLOCK_TOLERANCE_MS = 5_000

/**
 * How long ago an instant was (both in epoch milliseconds), at least 0. What is further in the future than clocks differ was written while a
 * clock was wrong: nothing is known of its age, which is then Infinity, so that nothing written then counts as fresh, recent or done.
 */
export function computeAgeMs(instant: number, now: number): number {
  return instant > now + CLOCK_TOLERANCE_MS ? Infinity : Math.max(0, now - instant)
}

/**
 * Whether what lasts until an instant, and at most `longestMs`, still does. What would last longer began while a clock was ahead, and has
 * ended.
 */
export function isInForce(until: number, longestMs: number, now: number): boolean {
  return until > now && until <= now + longestMs + CLOCK_TOLERANCE_MS
}

/** The newest first, and instants from the future last; for sorting. */
export function compareAges(one: number, other: number, now: number): number {
  const [a, b] = [computeAgeMs(one, now), computeAgeMs(other, now)]
  return a === b ? 0 : a - b
}
