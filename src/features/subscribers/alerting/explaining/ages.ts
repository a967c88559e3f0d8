import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../time.ts'

/** `3 min`, `2 h 5 min`, `4 d 1 h`; less than a minute is `0 min`. */
export function describeAge(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS))
  if (ms < HOUR_MS) return `${minutes} min`
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h ${minutes % 60} min`
  return `${Math.floor(ms / DAY_MS)} d ${Math.floor(ms / HOUR_MS) % 24} h`
}
