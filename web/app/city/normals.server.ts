import { type Point, toCell } from '@isobar/weather'
import { MINUTE_MS } from '../../../src/time.ts'
import { ApiFailure } from '../api/ask.ts'
import { createVisitApi } from '../api/server.ts'
import { visitContext, type Context } from '../visit/context.ts'
import type { Units } from '../visit/preferences.ts'
import { createTimedCache } from '../visit/timed-cache.ts'
import type { Usual } from './weather.ts'

/** Normals do not change, but a place's may become known at any time. */
const cache = createTimedCache<Usual | null>(10 * MINUTE_MS, 2_000)

/** What is usual at a place on a day of the year; null if it is not known, or cannot be had right now. Crawlers make no place wanted. */
export async function readUsual(context: Context, { lat, lon }: Point, date: string, units: Units): Promise<Usual | null> {
  const { isBot, hasNormals, now } = context.get(visitContext)
  if (isBot || !hasNormals) return null
  const key = `${toCell(lat, lon).id} ${date.slice(5)} ${units}`
  const cached = cache.get(key, now)
  if (cached !== undefined) return cached
  try {
    const {
      days,
      period,
      units: labels,
      attribution,
    } = await createVisitApi(context).get('/api/normals', { query: { lat, lon, date, units } })
    const [day] = days
    const usual = day === undefined || period === null || attribution === null ? null : { day, period, units: labels, attribution }
    cache.set(key, usual, now)
    return usual
  } catch (error) {
    if (error instanceof ApiFailure) return null
    throw error
  }
}
