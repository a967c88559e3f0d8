import { type Point, toCell } from '@isobar/weather'
import { MINUTE_MS } from '../../../src/time.ts'
import type { Api } from '../api/ask.ts'
import { YOUNG_HISTORY_MS } from '../city/weather.server.ts'
import type { WeatherHistory } from '../city/weather.ts'
import type { Reader } from '../visit/reader.server.ts'
import { createTimedCache } from '../visit/timed-cache.ts'
import type { Month } from './calendar.ts'

/** A place has at most one observation in five minutes of each source. */
const MAX_OF_DAY = 600
/** A month's days. */
const MAX_OF_MONTH = 31
/** A week of issues, one an hour, of two sources. */
const MAX_ISSUES = 336

type Reading = Pick<Reader, 'units' | 'lang'>

async function historyOf(api: Api, query: Point & Reading & { from: string; to: string; limit: number; issues?: 'all' }) {
  return (await api.get('/api/weather/history', { query })) as WeatherHistory
}

/** A month's sums are the dearest part of a page, and the same for all of its days. */
const months = createTimedCache<Month>(10 * MINUTE_MS, 300)

/**
 * The archive of the month of a day, by the calendar of the place: each day's summary and last forecast. Up to ten minutes old.
 * @throws ApiFailure
 */
export async function readMonth(api: Api, { lat, lon }: Point, date: string, { units, lang }: Reading, nowMs: number): Promise<Month> {
  const first = Temporal.PlainDate.from(date).with({ day: 1 })
  const key = `${toCell(lat, lon).id} ${first} ${units}`
  const cached = months.get(key, nowMs)
  if (cached !== undefined) return cached
  const last = first.add({ months: 1 }).subtract({ days: 1 })
  const query = { lat, lon, units, lang, from: first.toString(), to: last.toString(), limit: MAX_OF_MONTH }
  const { summary, forecasts, units: labels } = await historyOf(api, query)
  // The part that a calendar shows, so that the rest is not cached for each place.
  const month: Month = {
    units: labels,
    summary: { days: summary.days.map(({ date: day, temperatureMax, forecastMax }) => ({ date: day, temperatureMax, forecastMax })) },
    forecasts: { daily: forecasts.daily.map(({ date: day, temperatureMax }) => ({ date: day, temperatureMax })) },
  }
  months.set(key, month, nowMs, summary.observationCount > 1 ? undefined : YOUNG_HISTORY_MS)
  return month
}

/** The archive of a day: observations and last forecasts. @throws ApiFailure */
export function readDayHistory(api: Api, { lat, lon }: Point, date: string, { units, lang }: Reading): Promise<WeatherHistory> {
  return historyOf(api, { lat, lon, units, lang, from: date, to: date, limit: MAX_OF_DAY })
}

/** Every forecast that was made of a day as a whole. @throws ApiFailure */
export async function readIssues(
  api: Api,
  { lat, lon }: Point,
  date: string,
  { units, lang }: Reading,
): Promise<WeatherHistory['forecasts']['daily']> {
  return (await historyOf(api, { lat, lon, units, lang, from: date, to: date, limit: MAX_ISSUES, issues: 'all' })).forecasts.daily
}
