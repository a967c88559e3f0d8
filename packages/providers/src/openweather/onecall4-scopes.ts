import { type AlertList, type Cell, type DailyPoint, HOUR_MS, identifyAlerts, toCalendarDay } from '@isobar/weather'
import type { Json } from '../json.ts'
import type { PaidCalls, WeatherBundle } from '../provider.ts'
import type { AlertBodies, AskAlert, Bodies } from './alert-bodies.ts'
import { buildInvalidBodyFailure } from './fetch.ts'
import type { Timeline } from './timeline.ts'
import { chooseDaylight, toCurrent, toDay, toHour, toMinutes } from './transform.ts'

/** Fetches a page of a resource, starting at `startMs` (epoch milliseconds) if given. */
export type AskTimeline = (resource: string, startMs?: number) => Promise<TimelinePage>
export type TimelinePage = Timeline & { readonly simulated: boolean }

const HOURS_WANTED = 48
/** Three pages of 20 hours make 48; the documentation promises "up to" 20. */
const MAX_PAGES = 5
const MAX_ALERTS = 20

/**
 * Current weather, in one call. Its alerts are included if none of them is due for a fetch; otherwise they arrive later through `follow`:
 * they are worth a call each, but not a wait. If a listed alert cannot be fetched, the list is marked incomplete.
 */
export async function fetchCurrent(
  ask: AskTimeline,
  cell: Cell,
  nowMs: number,
  bodies: AlertBodies,
  askAlert: (calls: PaidCalls) => AskAlert,
): Promise<WeatherBundle> {
  const { clock, records, simulated } = await ask('current')
  const [now] = records
  if (now === undefined) throw buildInvalidBodyFailure()
  const current = toCurrent(now, chooseDaylight(now, cell))
  const ids = alertIdsIn(now.fields)
  const listOf = ({ drafts, complete }: Bodies): AlertList => ({
    alerts: identifyAlerts(drafts, cell.id),
    ...(complete ? {} : { incomplete: true }),
  })
  const known = bodies.known(ids, nowMs)
  if (known !== undefined) return { ...clock, simulated, scopes: { current, alert: listOf(known) } }
  return {
    ...clock,
    simulated,
    scopes: { current },
    follow: async (later) => ({ alert: listOf(await bodies.get(ids, askAlert(later), nowMs)) }),
  }
}

/** Absent when there are none. */
function alertIdsIn(fields: Json): string[] {
  const ids = Array.isArray(fields['alerts']) ? fields['alerts'] : []
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))].slice(0, MAX_ALERTS)
}

/** From the current hour on, page by page. The next page begins after the last hour of this one. */
export async function fetchHours(ask: AskTimeline, cell: Cell, nowMs: number): Promise<WeatherBundle> {
  const { clock, simulated, records, hasMore } = await ask('timeline/1h')
  const hours = [...records]
  let more = hasMore
  for (let pages = 1; more && pages < MAX_PAGES && hours.length < HOURS_WANTED; pages++) {
    const lastMs = hours.at(-1)?.timeMs
    if (lastMs === undefined) break
    const page = await ask('timeline/1h', lastMs + HOUR_MS)
    const later = page.records.filter(({ timeMs }) => timeMs > lastMs)
    hours.push(...later)
    more = page.hasMore && later.length > 0
  }
  const daylight = chooseDaylight(null, cell)
  const points = hours.filter(({ timeMs }) => timeMs + HOUR_MS > nowMs).map((hour) => toHour(hour, daylight))
  if (points.length === 0) throw buildInvalidBodyFailure()
  return { ...clock, simulated, scopes: { hourly: { available: true, points } } }
}

/**
 * From today on, one page. `dt` is 00:00 UTC of the day's date, which is still the previous day west of Greenwich, so the date is read in
 * UTC; sunrise and sunset of the same record confirm this.
 */
export async function fetchDays(ask: AskTimeline, nowMs: number): Promise<WeatherBundle> {
  const { clock, simulated, records } = await ask('timeline/1day')
  const today = toCalendarDay(nowMs, clock.timezone)
  const points = records.map((day) => measured(toDay(day, toCalendarDay(day.timeMs, 'UTC'), clock))).filter(({ date }) => date >= today)
  if (points.length === 0) throw buildInvalidBodyFailure()
  return { ...clock, simulated, scopes: { daily: { available: true, points } } }
}

/**
 * In every recorded response, `uvi` was 0 and `feels_like` a copy of `temp`, whatever the day and place: they are placeholders and become
 * null. Any other value is kept, should the upstream begin to send real ones.
 */
function measured(day: DailyPoint): DailyPoint {
  return {
    ...day,
    uvIndex: day.uvIndex === 0 ? null : day.uvIndex,
    feelsLikeMorning: felt(day.feelsLikeMorning, day.temperatureMorning),
    feelsLikeDay: felt(day.feelsLikeDay, day.temperatureDay),
    feelsLikeEvening: felt(day.feelsLikeEvening, day.temperatureEvening),
    feelsLikeNight: felt(day.feelsLikeNight, day.temperatureNight),
  }
}

/** Null for a copy of the temperature. */
function felt(feelsLike: number | null, temperature: number | null): number | null {
  return feelsLike === temperature ? null : feelsLike
}

/** The next 60 minutes, in one call. */
export async function fetchMinutes(ask: AskTimeline): Promise<WeatherBundle> {
  const { clock, simulated, records } = await ask('timeline/1min')
  return { ...clock, simulated, scopes: { minutely: toMinutes(records) } }
}
