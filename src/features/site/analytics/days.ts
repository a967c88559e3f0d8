import { DAY_MS, HOUR_MS } from '../../../time.ts'

/** Epoch milliseconds of the start of the UTC hour or day that an instant falls in. */
export function floorToPeriod(period: 'hour' | 'day', epochMs: number): number {
  const ms = period === 'hour' ? HOUR_MS : DAY_MS
  return Math.floor(epochMs / ms) * ms
}
