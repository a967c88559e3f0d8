import type { Api } from '../api/ask.ts'
import type { WeatherHistory } from '../city/weather.ts'
import type { Reader } from '../visit/reader.server.ts'

interface Point {
  readonly lat: number
  readonly lon: number
}

/** A place has at most one observation in five minutes of each source. */
const MOST_OF_DAY = 600
/** A month's days. */
const MOST_OF_MONTH = 31
/** A week of issues, one an hour, of two sources. */
const MOST_ISSUES = 336

type Reading = Pick<Reader, 'units' | 'lang'>

async function historyOf(api: Api, query: Point & Reading & { from: string; to: string; limit: number; issues?: 'all' }) {
  return (await api.get('/api/weather/history', { query })) as WeatherHistory
}

/**
 * The archive of the month of a day, by the calendar of the place: each day's summary and last forecast.
 * @throws ApiFailure
 */
export function readMonth(api: Api, { lat, lon }: Point, date: string, { units, lang }: Reading): Promise<WeatherHistory> {
  const first = Temporal.PlainDate.from(date).with({ day: 1 })
  const last = first.add({ months: 1 }).subtract({ days: 1 })
  return historyOf(api, { lat, lon, units, lang, from: first.toString(), to: last.toString(), limit: MOST_OF_MONTH })
}

/** The archive of a day: observations and last forecasts. @throws ApiFailure */
export function readDay(api: Api, { lat, lon }: Point, date: string, { units, lang }: Reading): Promise<WeatherHistory> {
  return historyOf(api, { lat, lon, units, lang, from: date, to: date, limit: MOST_OF_DAY })
}

/** Every forecast that was made of a day as a whole. @throws ApiFailure */
export async function readIssues(
  api: Api,
  { lat, lon }: Point,
  date: string,
  { units, lang }: Reading,
): Promise<WeatherHistory['forecasts']['daily']> {
  return (await historyOf(api, { lat, lon, units, lang, from: date, to: date, limit: MOST_ISSUES, issues: 'all' })).forecasts.daily
}
