export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

/** Epoch milliseconds of the start of the UTC hour that an instant falls in. */
export function hourOf(epochMs: number): number {
  return Math.floor(epochMs / HOUR_MS) * HOUR_MS
}

/** Epoch milliseconds of the start of the UTC day that an instant falls in. */
export function dayOf(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS) * DAY_MS
}
