import { DAY_MS, HOUR_MS } from '../../../time.ts'

/** Start of an instant's UTC hour, epoch milliseconds. */
export function floorToUsageHour(epochMs: number): number {
  return Math.floor(epochMs / HOUR_MS) * HOUR_MS
}

/** Start of an instant's UTC day, epoch milliseconds. */
export function floorToUsageDay(epochMs: number): number {
  return Math.floor(epochMs / DAY_MS) * DAY_MS
}
