import { HOUR_MS } from '../../../../time.ts'

/** How far back searches count. */
export const WINDOW_MS = 30 * 24 * HOUR_MS

/** Epoch milliseconds of the start of the hour (UTC). */
export function hourOf(epochMs: number): number {
  return Math.floor(epochMs / HOUR_MS) * HOUR_MS
}
