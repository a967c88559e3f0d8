import type { Point } from '../../../src/domain/distance.ts'
import { boundsOfDay, type DayBounds } from '../../../src/domain/local-time.ts'
import { NOTHING_MEASURED } from '../../../src/domain/measurements.ts'
import { HOUR_MS } from '../../../src/time.ts'
import type { KnownPlace } from '../city/place.server.ts'
import { alertsView } from '../city/view/alerts.ts'
import { SKIES } from '../city/view/hero.ts'
import { hoursView } from '../city/view/hours.ts'
import { fallText as amountText, windShort } from '../city/view/now.ts'
import { attributionsOf } from '../city/view/provenance.ts'
import { localTimesText, type Teller } from '../city/view/teller.ts'
import { usualFacts, usualText } from '../city/view/usual.ts'
import type { PlaceWeather, Usual, WeatherHistory } from '../city/weather.ts'
import { cached } from '../format/cached.ts'
import { amount, degrees, share, speed, UNKNOWN } from '../format/numbers.ts'
import { daysBetween, hour } from '../format/times.ts'
import type { Units } from '../visit/preferences.ts'
import { calendarView, daysAfter, type Month, neighbours } from './calendar.ts'
import { dayFacts, sunFacts } from './facts.ts'
import { type Basis, type DayHour, type Hour, hoursOf } from './hours.ts'
import { leadsView } from './leads.ts'
import { fallText, partsView, skyOf } from './parts.ts'

interface DayOf {
  readonly date: string
  readonly today: string
  readonly earliest: string
  readonly place: KnownPlace
  readonly point: Point
  readonly path: string
  readonly month: Month
  readonly archive: WeatherHistory
  readonly issues: WeatherHistory['forecasts']['daily']
  readonly weather: PlaceWeather
  readonly usual: Usual | null
  /** The reader's. */
  readonly system: Units
}

export type DayView = Omit<ReturnType<typeof dayView>, 'head' | 'status'>

const dateIn = cached((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }))
const longDate = (day: string, locale: string): string => dateIn(locale).format(Date.parse(day))
/** A day of so many known hours is described by them, any other by its forecast as a whole. */
const MIN_HOURS = 12
const UNKNOWN_HOUR: Omit<Hour, 'time'> = {
  ...NOTHING_MEASURED,
  temperature: null,
  feelsLike: null,
  precipitationProbability: null,
  condition: null,
  providerCode: null,
  description: null,
  icon: null,
  isDay: null,
}

/** A day's page as finished texts, and its status. */
export function dayView(of: DayOf, teller: Teller) {
  const { date, today, earliest, place, point, path, month, archive, issues, weather, usual, system } = of
  const { t, locale, zone, now } = teller
  const { units, summary } = archive
  const bounds = boundsOfDay(date, zone)
  const hours = hoursOf({ bounds, now, hourly: weather.hourly, archive })
  const points = hours.flatMap(({ point: each }) => (each === null ? [] : [each]))
  const forecast =
    weather.daily?.points.find((day) => day.date === date) ?? archive.forecasts.daily.find((day) => day.date === date) ?? null
  const observed = summary.days.find((day) => day.date === date)
  const latest = [today, ...(weather.daily?.points ?? []).map((day) => day.date), ...month.forecasts.daily.map((day) => day.date)].reduce(
    (last, each) => (each > last ? each : last),
  )
  const range = { earliest, latest, path }
  const hasData = points.length > 0 || forecast !== null || observed !== undefined
  const isExpired = date < earliest
  const isBeyond = date > today && !hasData
  const isPast = date < today
  const [low, high] = [
    (isPast ? observed?.temperatureMin : null) ?? forecast?.temperatureMin ?? null,
    (isPast ? observed?.temperatureMax : null) ?? forecast?.temperatureMax ?? null,
  ]
  const isWhole = points.length === hours.length
  const described = points.length >= MIN_HOURS || forecast === null ? points : [forecast]
  const sky = skyOf(described, units)
  const condition = described.find(({ icon, description }) => icon === sky.icon && description === sky.words)?.condition ?? null
  const fall = described.length === 0 ? '' : fallText(described, described !== points || isWhole, units, teller)
  const name = longDate(date, locale)
  const values = [
    high === null ? null : t('city.high', { value: degrees(high, locale) }),
    low === null ? null : t('city.low', { value: degrees(low, locale) }),
    isPast && observed !== undefined && observed.precipitationTotal !== null
      ? amount(observed.precipitationTotal, units.precipitation, locale)
      : null,
    usualText(isPast ? (observed ?? null) : { temperatureMin: low, temperatureMax: high }, usual, teller),
  ].filter((text) => text !== null)
  const drawn = hours.map(({ time, point: each }) => each ?? { ...UNKNOWN_HOUR, time })
  const alerts = isPast || isBeyond ? null : alertsOf(weather, bounds, teller)
  const sun = [forecast, ...archive.observations].find((each) => each !== null && each.sunrise !== null) ?? { sunrise: null, sunset: null }
  const sentence = [sky.words, values.join(', '), fall].filter((text) => text !== null && text !== '').join('. ')
  /** Why there is nothing, or less than a day that has passed should have. */
  const note = () => {
    if (isExpired) return t('day.expired', { date: longDate(earliest, locale) })
    if (isBeyond) return t('day.beyond', { date: longDate(latest, locale) })
    if (!hasData) return t('day.gap')
    return isPast && observed === undefined ? t('day.onlyForecast') : null
  }
  return {
    status: isExpired || isBeyond ? 404 : 200,
    head: {
      title: t(place.isNamed ? 'day.title' : 'day.titleUnnamed', { place: place.name, date: name }),
      description: t('day.description', { place: place.name, date: name, summary: sentence }),
      hasData: hasData && !isExpired,
    },
    place: { name: place.name, region: place.region, path },
    name,
    relative: relativeName(date, today, teller),
    ...neighbours(daysAfter(date, -1), daysAfter(date, 1), range),
    note: note(),
    hero: { sky: SKIES[condition ?? 'overcast'], icon: sky.icon, words: sky.words, range: values, fall },
    alerts,
    parts: partsView(hours, units, teller),
    hours: points.length === 0 ? null : hoursView({ points: drawn, units }, teller, drawn.length),
    /** The hours as a table. */
    rows: drawn.map((each, index) => hourRow(each, hours[index]?.basis ?? null, units, teller)),
    basis: basisText(hours, now, teller),
    hoursNone: hasData && !isExpired ? t(isPast ? 'day.hoursGone' : 'day.hoursNone') : null,
    leads: isPast
      ? leadsView({ issues, startMs: bounds.startMs, observed, isMeasured: summary.kind === 'observation', units }, teller)
      : null,
    facts: forecast === null || isPast ? [] : dayFacts(forecast, points.length > 0, units, teller),
    sun: sunFacts(sun, forecast, point, (bounds.startMs + bounds.endMs) / 2, teller),
    calendar: calendarView({ date, today, month, daily: weather.daily, ...range }, teller),
    csv: hasData && !isExpired && date <= today ? csvLinks(point, date, system) : null,
    usual:
      usual === null || isExpired || isBeyond
        ? null
        : { facts: usualFacts(usual, teller), note: t('day.usualPeriod', periodOf(usual.period)) },
    credits: creditsOf(archive, weather, usual),
    times: localTimesText(teller),
  }
}

/** The warnings that are in force at any time of the day. */
function alertsOf(weather: PlaceWeather, { startMs, endMs }: DayBounds, teller: Teller) {
  const alerts =
    weather.alerts?.filter(({ start, end }) => Date.parse(start) < endMs && (end === null || Date.parse(end) > startMs)) ?? null
  const view = alertsView({ ...weather, alerts }, teller)
  return view.list.length === 0 && !view.isUnknown ? null : view
}

function relativeName(date: string, today: string, { t }: Teller): string | null {
  const ahead = daysBetween(today, date)
  if (ahead === 0) return t('city.today')
  return ahead === 1 ? t('city.tomorrow') : ahead === -1 ? t('day.yesterday') : null
}

/** A row of the table of hours: time, words, temperature, feels like, rain, chance, wind, gusts, and what they are. */
function hourRow(point: Hour, basis: Basis | null, units: WeatherHistory['units'], teller: Teller): [string, ...string[]] {
  const { locale, zone } = teller
  return [
    hour(point.time, zone, teller),
    point.description ?? UNKNOWN,
    degrees(point.temperature, locale),
    degrees(point.feelsLike, locale),
    amountText(point, units.precipitation, teller),
    share(point.precipitationProbability, locale),
    windShort(point, units.windSpeed, teller),
    speed(point.windGust, units.windSpeed, locale),
    basisName(basis, teller),
  ]
}

function basisName(basis: Basis | null, { t }: Teller): string {
  if (basis === null) return UNKNOWN
  return basis === 'forecast' ? t('day.forecast') : t(basis === 'measured' ? 'cityPage.observed' : 'cityPage.computed')
}

/** What the hours that have passed are; null if none has. */
function basisText(hours: readonly DayHour[], now: number, { t }: Teller): string | null {
  const passed = hours.filter(({ time }) => Date.parse(time) + HOUR_MS <= now)
  const known = passed.filter(({ basis }) => basis === 'measured' || basis === 'computed')
  if (passed.every(({ point }) => point === null)) return null
  if (known.length === 0) return t('day.basis.none')
  const isMeasured = known.every(({ basis }) => basis === 'measured')
  if (known.length === passed.length) return t(isMeasured ? 'day.basis.allMeasured' : 'day.basis.allComputed')
  return t(isMeasured ? 'day.basis.someMeasured' : 'day.basis.someComputed', { n: known.length, hours: passed.length })
}

function csvLinks({ lat, lon }: Point, date: string, units: Units) {
  const query = `lat=${lat}&lon=${lon}&from=${date}&to=${date}&format=csv&units=${units}`
  return {
    observations: `/api/weather/history?${query}&what=observations`,
    forecasts: `/api/weather/history?${query}&what=hourly&issues=all`,
  }
}

const periodOf = (period: string) => ({ from: period.slice(0, 4), to: period.slice(5) })

function creditsOf({ attributions }: WeatherHistory, { hourly, daily }: PlaceWeather, usual: Usual | null) {
  const all = [...attributions, ...attributionsOf([hourly, daily]), ...(usual === null ? [] : [usual.attribution])]
  return [...new Map(all.map(({ text, url, license }) => [text, { text, url, license }])).values()]
}
