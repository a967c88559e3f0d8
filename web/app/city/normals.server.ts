import { cellOf } from '../../../src/domain/cell.ts'
import { MINUTE_MS } from '../../../src/time.ts'
import { type Api, ApiFailure } from '../api/ask.ts'
import type { Units } from '../visit/preferences.ts'
import type { Usual } from './weather.ts'

/** Normals do not change, but a place's may become known at any time. */
const CACHE_MS = 10 * MINUTE_MS
const MAX_CACHED = 2_000
const cache = new Map<string, { readonly at: number; readonly usual: Usual | null }>()

/** What is usual at a place on a day of the year; null if it is not known, or cannot be had right now. */
export async function readUsual(
  api: Api,
  { lat, lon }: { readonly lat: number; readonly lon: number },
  date: string,
  units: Units,
  nowMs: number,
): Promise<Usual | null> {
  const key = `${cellOf(lat, lon).id} ${date.slice(5)} ${units}`
  const known = cache.get(key)
  if (known !== undefined && nowMs >= known.at && nowMs - known.at < CACHE_MS) return known.usual
  try {
    const { days, period, units: labels, attribution } = await api.get('/api/normals', { query: { lat, lon, date, units } })
    const [day] = days
    const usual = day === undefined || period === null || attribution === null ? null : { day, period, units: labels, attribution }
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(key, { at: nowMs, usual })
    return usual
  } catch (error) {
    if (error instanceof ApiFailure) return null
    throw error
  }
}
