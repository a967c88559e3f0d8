/** Milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
/** A UTC day; a local day may be longer or shorter. */
export const DAY_MS = 24 * HOUR_MS

/** Seconds, likewise. */
export const DAY_SECONDS = DAY_MS / 1_000

/** The UTC day of an instant in epoch milliseconds: `2026-11-21`. */
export function utcDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}
