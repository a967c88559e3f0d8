import { DAY_MS, HOUR_MS } from '../../../time.ts'

/** Epoch milliseconds of the start of the UTC hour that an instant falls in. */
export function hourOf(epochMs: number): number {
  return Math.floor(epochMs / HOUR_MS) * HOUR_MS
}

/** Epoch milliseconds of the start of the UTC day that an instant falls in. */
export function dayOf(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS) * DAY_MS
}
