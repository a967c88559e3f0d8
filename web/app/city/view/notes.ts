import { OUTLOOK_MS, computeSunElevation, isWetStep } from '@isobar/weather'
import { DAY_MS, HOUR_MS, MINUTE_MS, toUtcDay } from '../../../../src/time.ts'
import { formatAmount, formatDegrees } from '../../format/numbers.ts'
import { countDaysBetween, formatHour } from '../../format/times.ts'
import type { Daily, History, Hourly, PlaceWeather } from '../weather.ts'
import { writeSecondOpinion } from './second-opinion.ts'
import { toSteps } from './steps.ts'
import { type Teller, computePlaceToday } from './teller.ts'

/** What a device remembers of a day's forecast: its date, the word for it, and the values that are compared, as numbers and as texts. */
export type SeenDay = readonly [
  date: string,
  word: string,
  high: number | null,
  highText: string,
  amount: number | null,
  amountText: string,
]

export type NotesView = ReturnType<typeof buildNotesView>

const MAX_LINES = 3
const SEEN_DAYS = 3
/** The least changes of a forecast that are mentioned. */
const MIN_HIGH: Readonly<Record<string, number>> = { '°C': 3, '°F': 5 }
const MIN_AMOUNT: Readonly<Record<string, number>> = { mm: 5, in: 0.2 }

/** What is worth knowing in addition to the numbers: short sentences, each left out unless it is true and says something new. */
export function buildNotesView({ hourly, daily, history }: PlaceWeather, lat: number, teller: Teller) {
  const opinion = writeSecondOpinion(daily, history, teller)
  const lines = [dryWindowText(hourly, teller), yesterdayText(history, teller), daylightText(lat, teller)]
  return {
    /** At most three, with the next one. */
    lines: lines.filter((line) => line !== null).slice(0, opinion === null ? MAX_LINES : MAX_LINES - 1),
    /** The sentence on another source's forecast and what it opens, as HTML; null if there is nothing to say. */
    secondOpinion: opinion,
    seen: seenOf(daily, teller),
  }
}

/** A time without rain that is worth waiting for. */
const MIN_DRY_MS = 2 * HOUR_MS

/** The first dry hours between two spells of rain within the time of the outlook, which has the first hours of rain and its last. */
function dryWindowText(hourly: Hourly | null, teller: Teller): string | null {
  if (hourly === null) return null
  const all = toSteps(hourly.points, hourly.units)
  const steps = all.filter(({ startMs }) => startMs < (all[0]?.startMs ?? 0) + OUTLOOK_MS)
  const wet = steps.map(isWetStep)
  for (let start = wet.indexOf(true); start !== -1; start = wet.indexOf(true, start)) {
    start = wet.indexOf(false, start)
    const end = start === -1 ? -1 : wet.indexOf(true, start)
    const [first, last] = [steps[start], steps[end]]
    if (first === undefined || last === undefined) return null
    const isKnown = steps.slice(start, end).every(({ precipitation }) => precipitation !== null)
    if (last.startMs - first.startMs < MIN_DRY_MS || !isKnown) continue
    const [from, to] = [first, last].map(({ startMs }) => formatHour(new Date(startMs).toISOString(), teller.zone, teller))
    return teller.t('city.notes.dry', { time: from ?? '', end: to ?? '' })
  }
  return null
}

/** From this many values on, the highest of a day is taken for its high. */
const MIN_VALUES = 12

/** What had been forecast for yesterday, and what came. */
function yesterdayText(history: History | null, teller: Teller): string | null {
  const { t, locale } = teller
  const yesterday = toUtcDay(Date.parse(computePlaceToday(teller)) - DAY_MS)
  const day = history?.summary.days.find(({ date }) => date === yesterday)
  if (!history || day === undefined || day.observationCount < MIN_VALUES || day.forecastMax === null || day.temperatureMax === null)
    return null
  const [forecast, observed] = [day.forecastMax, day.temperatureMax].map((value) => formatDegrees(value, locale)) as [string, string]
  const kind = history.summary.kind === 'observation' ? 'measured' : 'computed'
  return forecast === observed ? t('city.notes.asForecast', { observed, kind }) : t('city.notes.yesterday', { forecast, observed, kind })
}

/** How much longer or shorter the day is than yesterday and at the last solstice; null where that is less than a minute, or the sun does not set. */
function daylightText(lat: number, teller: Teller): string | null {
  const noon = Date.parse(`${computePlaceToday(teller)}T12:00:00Z`)
  const [today = null, yesterday = null, solstice = null] = [noon, noon - DAY_MS, solsticeBefore(noon)].map((at) => dayLengthMs(lat, at))
  if (today === null || yesterday === null || solstice === null) return null
  const minutes = Math.round((today - yesterday) / MINUTE_MS)
  if (minutes === 0) return null
  const since = Math.round(Math.abs(today - solstice) / MINUTE_MS)
  const [hours, rest] = [Math.floor(since / 60), since % 60]
  const total = hours === 0 ? teller.t('day.minutes', { minutes: rest }) : teller.t('day.hoursMinutes', { hours, minutes: rest })
  return teller.t(minutes > 0 ? 'city.notes.longer' : 'city.notes.shorter', { n: Math.abs(minutes), total })
}

const RADIANS = Math.PI / 180
/** The sun's upper edge at the horizon, with refraction. */
const HORIZON = -0.833

/** The time from sunrise to sunset; null if there is none or no night. */
function dayLengthMs(lat: number, at: number): number | null {
  // Seen from the pole, the sun is as high as its declination.
  const declination = computeSunElevation({ lat: 90, lon: 0 }, at) * RADIANS
  const cosine =
    (Math.sin(HORIZON * RADIANS) - Math.sin(lat * RADIANS) * Math.sin(declination)) / (Math.cos(lat * RADIANS) * Math.cos(declination))
  return Math.abs(cosine) < 1 ? (Math.acos(cosine) / Math.PI) * DAY_MS : null
}

/** Noon of the last 21 June or December. */
function solsticeBefore(at: number): number {
  const year = new Date(at).getUTCFullYear()
  return [Date.UTC(year, 11, 21, 12), Date.UTC(year, 5, 21, 12)].find((each) => each <= at) ?? Date.UTC(year - 1, 11, 21, 12)
}

/** The days from today on, for the comparison with the next visit; `key`: values with another one cannot be compared. */
function seenOf(daily: Daily | null, teller: Teller) {
  const { locale } = teller
  const today = computePlaceToday(teller)
  const { temperature = '°C', precipitation = 'mm' } = daily?.units ?? {}
  const word = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const days: readonly SeenDay[] = (daily?.points ?? [])
    .filter(({ date }) => date >= today)
    .slice(0, SEEN_DAYS)
    .map(({ date, temperatureMax: high, precipitation: fall }) => [
      date,
      word.format(countDaysBetween(today, date), 'day'),
      high,
      formatDegrees(high, locale),
      fall,
      formatAmount(fall, precipitation, locale),
    ])
  const least = { high: MIN_HIGH[temperature] ?? Infinity, amount: MIN_AMOUNT[precipitation] ?? Infinity }
  return { key: `${temperature} ${precipitation} ${locale}`, least, days }
}
