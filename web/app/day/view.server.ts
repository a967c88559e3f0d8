import { type DayBounds, NOTHING_MEASURED, type Point, getDayBounds } from '@isobar/weather'
import { HOUR_MS } from '../../../src/time.ts'
import type { KnownPlace } from '../city/place.server.ts'
import { buildAlertsView } from '../city/view/alerts.ts'
import type { DayWeather } from '../city/view/days.ts'
import { SKIES } from '../city/view/hero.ts'
import { buildHoursView } from '../city/view/hours.ts'
import { formatFall as amountText, formatShortWind } from '../city/view/now.ts'
import { describePeriod } from '../city/view/outlook.ts'
import { listAttributions, listSourceNames } from '../city/view/provenance.ts'
import { chooseSky, toDayStep, toSteps } from '../city/view/steps.ts'
import { describeLocalTimes, type Teller } from '../city/view/teller.ts'
import { listUsualFacts, describeUsualDifference } from '../city/view/usual.ts'
import type { Hourly, PlaceWeather, Usual, WeatherHistory } from '../city/weather.ts'
import { createKeyedCache } from '../format/cached.ts'
import { formatAmount, formatDegrees, formatShare, formatSpeed, UNKNOWN } from '../format/numbers.ts'
import { countDaysBetween, formatHour } from '../format/times.ts'
import type { Units } from '../visit/preferences.ts'
import { buildCalendarView, addCalendarDays, type Month, buildNeighbourLinks } from './calendar.ts'
import { listDayFacts, listSunFacts } from './facts.ts'
import { type Basis, type DayHour, type Hour, listDayHours } from './hours.ts'
import { buildLeadsView } from './leads.ts'
import { buildPartsView } from './parts.ts'
import { describeLikelyHigh } from './sureness.ts'

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

export type DayView = Omit<ReturnType<typeof buildDayView>, 'head' | 'status'>

const dateIn = createKeyedCache((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }))
const longDate = (day: string, locale: string): string => dateIn(locale).format(Date.parse(day))
/** A day that is over is described by its hours if so many are known, else by its last forecast as a whole. */
const MIN_HOURS = 12
const UNKNOWN_HOUR: Omit<Hour, 'time'> = {
  ...NOTHING_MEASURED,
  temperature: null,
  feelsLike: null,
  freshSnow: null,
  precipitationProbability: null,
  condition: null,
  providerCode: null,
  description: null,
  icon: null,
  isDay: null,
}

/** A day's page as finished texts, and its status. */
export function buildDayView(of: DayOf, teller: Teller) {
  const { date, today, earliest, place, point, path, month, archive, issues, weather, usual, system } = of
  const { t, locale, zone, now } = teller
  const { units, summary } = archive
  const bounds = getDayBounds(date, zone)
  const hours = listDayHours({ bounds, now, hourly: weather.hourly, archive })
  const points = pointsIn(hours)
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
  const sources = sourcesOf(weather, bounds, date, teller)
  const { sky, condition, fall } = summaryOf(
    { hours, forecast: isPast && points.length >= MIN_HOURS ? null : forecast, isToday: date === today, isOneSource: sources === null },
    bounds,
    units,
    teller,
  )
  // The sentence of a day to come has its amount; that of today has what is left of it.
  const total = (isPast ? observed?.precipitationTotal : date === today ? forecast?.precipitation : null) ?? null
  const name = longDate(date, locale)
  const likely = isPast ? null : describeLikelyHigh(weather.hourly, date, high, teller)
  const values = [
    high === null ? null : t('city.high', { value: formatDegrees(high, locale) }),
    low === null ? null : t('city.low', { value: formatDegrees(low, locale) }),
    likely,
    total === null ? null : formatAmount(total, units.precipitation, locale),
    describeUsualDifference(isPast ? (observed ?? null) : { temperatureMin: low, temperatureMax: high }, usual, teller),
  ].filter((text) => text !== null)
  const drawn = hours.map(({ time, point: each }) => each ?? { ...UNKNOWN_HOUR, time })
  const alerts = isPast || isBeyond ? null : alertsOf(weather, bounds, teller)
  const sun = [forecast, ...archive.observations].find((each) => each !== null && each.sunrise !== null) ?? { sunrise: null, sunset: null }
  const sentence = [sky.words, values.join(t('mail.comma')), fall].filter((text) => text !== null && text !== '').join(t('mail.stop'))
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
    ...buildNeighbourLinks(addCalendarDays(date, -1), addCalendarDays(date, 1), range),
    note: note(),
    made: likely === null ? null : `${path}/sources`,
    hero: { sky: SKIES[condition ?? 'overcast'], icon: sky.icon, words: sky.words, range: values, fall },
    alerts,
    parts: buildPartsView(hours, units, teller),
    hours: points.length === 0 ? null : buildHoursView({ points: drawn, units }, teller, drawn.length),
    /** The hours as a table. */
    rows: drawn.map((each, index) => hourRow(each, hours[index]?.basis ?? null, units, teller)),
    basis: [basisText(hours, now, teller), isPast || sources === null || points.length === 0 ? null : t('day.otherSource', sources)]
      .filter((text) => text !== null)
      .join(' '),
    hoursNone: hasData && !isExpired ? t(isPast ? 'day.hoursGone' : 'day.hoursNone') : null,
    leads: isPast
      ? buildLeadsView({ issues, startMs: bounds.startMs, observed, isMeasured: summary.kind === 'observation', units }, teller)
      : null,
    facts: forecast === null || isPast ? [] : listDayFacts(forecast, points.length > 0, units, teller),
    sun: listSunFacts(sun, forecast, point, (bounds.startMs + bounds.endMs) / 2, teller),
    calendar: buildCalendarView({ date, today, month, daily: weather.daily, ...range }, teller),
    csv: hasData && !isExpired && date <= today ? csvLinks(point, date, system) : null,
    usual:
      usual === null || isExpired || isBeyond
        ? null
        : { facts: listUsualFacts(usual, teller), note: t('day.usualPeriod', periodOf(usual.period)) },
    credits: creditsOf(archive, weather, usual),
    times: describeLocalTimes(teller),
  }
}

interface Described {
  readonly hours: readonly DayHour[]
  /** The day as a whole; null if it is unknown, or past and known by its hours. */
  readonly forecast: DayWeather | null
  readonly isToday: boolean
  /** Whether its hours are of the same source. */
  readonly isOneSource: boolean
}

/**
 * The sky and what falls. A day to come is what its source says of it as a whole, as everywhere, and its hours where that source has all of them, which
 * agree with it; of today, the sentence is about the hours that are left.
 */
function summaryOf({ hours, forecast, isToday, isOneSource }: Described, bounds: DayBounds, units: Hourly['units'], teller: Teller) {
  const points = pointsIn(hours)
  const sky =
    forecast === null || forecast.description === null
      ? chooseSky(points, toSteps(points, units))
      : { icon: forecast.icon, words: forecast.description }
  const described = [forecast, ...points].find((each) => each?.icon === sky.icon && each.description === sky.words)
  const summarised = isToday ? hours.filter(({ time }) => Date.parse(time) + HOUR_MS > teller.now) : hours
  const steps = toSteps(pointsIn(summarised), units)
  const isWhole = summarised.length > 0 && steps.length === summarised.length
  const chance = forecast?.precipitationProbability ?? null
  const isByHour = forecast === null || (isOneSource && isWhole)
  const text = isByHour
    ? steps.length === 0
      ? ''
      : describePeriod(steps, isWhole, units, teller, chance)
    : describePeriod([toDayStep(forecast, bounds, units)], true, units, teller)
  const fall = isToday && isByHour && text !== '' ? teller.t('day.restOfToday', { text }) : text
  return { sky, condition: described?.condition ?? null, fall }
}

function pointsIn(hours: readonly DayHour[]): Hour[] {
  return hours.flatMap(({ point }) => (point === null ? [] : [point]))
}

/** Whose the hours of a day to come are, and whose the day is; null if both are one source's, or one is unknown. */
function sourcesOf({ hourly, daily }: PlaceWeather, { startMs, endMs }: DayBounds, date: string, { t }: Teller) {
  if (hourly === null || daily === null) return null
  const ofHours = listSourceNames(hourly, ({ time }) => Date.parse(time) >= startMs && Date.parse(time) < endMs)
  const [ofDay] = listSourceNames(daily, (day) => day.date === date)
  if (ofDay === undefined || ofHours.every((name) => name === ofDay)) return null
  return { hours: ofHours.join(t('mail.comma')), day: ofDay }
}

/** The warnings that are in force at any time of the day. */
function alertsOf(weather: PlaceWeather, { startMs, endMs }: DayBounds, teller: Teller) {
  const alerts =
    weather.alerts?.filter(({ start, end }) => Date.parse(start) < endMs && (end === null || Date.parse(end) > startMs)) ?? null
  const view = buildAlertsView({ ...weather, alerts }, teller)
  return view.list.length === 0 && !view.isUnknown ? null : view
}

function relativeName(date: string, today: string, { t }: Teller): string | null {
  const ahead = countDaysBetween(today, date)
  if (ahead === 0) return t('city.today')
  return ahead === 1 ? t('city.tomorrow') : ahead === -1 ? t('day.yesterday') : null
}

/** A row of the table of hours: time, words, temperature, feels like, rain, chance, wind, gusts, and what they are. */
function hourRow(point: Hour, basis: Basis | null, units: WeatherHistory['units'], teller: Teller): [string, ...string[]] {
  const { locale, zone } = teller
  return [
    formatHour(point.time, zone, teller),
    point.description ?? UNKNOWN,
    formatDegrees(point.temperature, locale),
    formatDegrees(point.feelsLike, locale),
    amountText(point, units, teller),
    formatShare(point.precipitationProbability, locale),
    formatShortWind(point, units.windSpeed, teller),
    formatSpeed(point.windGust, units.windSpeed, locale),
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
  const all = [...attributions, ...listAttributions([hourly, daily]), ...(usual === null ? [] : [usual.attribution])]
  return [...new Map(all.map(({ text, url, license }) => [text, { text, url, license }])).values()]
}
