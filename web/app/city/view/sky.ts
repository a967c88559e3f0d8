import type { SunState } from '@isobar/weather'
import { HOUR_MS, MINUTE_MS } from '../../../../src/time.ts'
import { formatNumber, formatPressure as pressureText, formatShare, formatSpeed, UNKNOWN } from '../../format/numbers.ts'
import { formatClock } from '../../format/times.ts'
import { roundCoordinate } from '../charts/curve.ts'
import { MOON_RADIUS, SUN_ARC } from '../charts/shapes.ts'
import type { PlaceWeather } from '../weather.ts'
import { formatCompassPoint, describeDirection, describeUvClass } from './now.ts'
import { type Fact, type Teller, computePlaceToday } from './teller.ts'

export type SkyView = ReturnType<typeof buildSkyView>

/** What is drawn of the sun: a day's arc, a sun that stays above or below the horizon, or only the horizon. */
export type SunCourse = 'arc' | 'above' | 'below' | 'unknown'

/** The phases of the moon, in order. */
const MOON_PHASES = [
  'new',
  'waxingCrescent',
  'firstQuarter',
  'waxingGibbous',
  'full',
  'waningGibbous',
  'lastQuarter',
  'waningCrescent',
] as const
const UV_TOP = 12
/** Closer to the equator the sun rises and sets every day: missing times there are unknown times. */
export const MIN_POLAR_LATITUDE = 65

/** The small cards of sun, moon, wind, UV and pressure. Unknown parts are left out, except for the sun. */
export function buildSkyView(weather: PlaceWeather, lat: number, teller: Teller) {
  return {
    sun: sunView(weather, teller),
    moon: moonView(weather, lat, teller),
    wind: windView(weather, teller),
    uv: uvView(weather, teller),
    pressure: pressureView(weather, teller),
  }
}

/** The forecast of the day that it is at the place. */
export function findTodayForecast({ daily }: Pick<PlaceWeather, 'daily'>, teller: Teller) {
  const today = computePlaceToday(teller)
  return daily?.points.find(({ date }) => date === today) ?? null
}

function sunView(weather: PlaceWeather, teller: Teller) {
  const { t, zone, now } = teller
  const timed = (name: 'city.sunrise' | 'city.sunset', instant: string | null): Fact[] =>
    instant === null ? [] : [[t(name), formatClock(instant, zone, teller)]]
  const { current } = weather
  const { sunrise, sunset, sun } = findTodayForecast(weather, teller) ?? current ?? { sunrise: null, sunset: null, sun: null }
  if (sun === 'up' || sun === 'down') {
    const course: SunCourse = sun === 'up' ? 'above' : 'below'
    return { text: t(sun === 'up' ? 'city.polarDay' : 'city.polarNight'), times: [], at: null, course }
  }
  if (sunrise === null || sunset === null) {
    // Next to polar day and polar night, one of the two falls on no day.
    const times = [...timed('city.sunrise', sunrise), ...timed('city.sunset', sunset)]
    return { text: times.length === 0 ? t('city.sunUnknown') : null, times, at: null, course: 'unknown' as SunCourse }
  }
  const length = computeDayLength(sunrise, sunset)
  const day = computeDaylightShare(sunrise, sunset, now)
  return {
    text: length === null ? null : t('city.daylight', length),
    times: [
      [t('city.sunrise'), formatClock(sunrise, zone, teller)],
      [t('city.sunset'), formatClock(sunset, zone, teller)],
    ] satisfies Fact[],
    at: day === null ? null : computeArcPoint(day, SUN_ARC),
    course: 'arc' as const,
  }
}

/** From sunrise to sunset; null if they are the wrong way round. */
export function computeDayLength(sunrise: string, sunset: string): { readonly hours: number; readonly minutes: number } | null {
  const minutes = Math.round((Date.parse(sunset) - Date.parse(sunrise)) / MINUTE_MS)
  return minutes > 0 ? { hours: Math.floor(minutes / 60), minutes: minutes % 60 } : null
}

/** The phase of the moon, and how much of it is lit. */
export function describeMoon(phase: number, { t, locale }: Teller): Fact {
  return [
    t(`city.moon.${MOON_PHASES[computeMoonPhaseIndex(phase)] ?? 'new'}`),
    t('city.lit', { share: formatShare(computeMoonIllumination(phase), locale) }),
  ]
}

/** A time of the moon, or `none` where it has none on that day: sun and moon are computed together, so that only older data does not know. */
export function formatMoonTime(instant: string | null, sun: SunState | null, none: string, teller: Teller): string {
  if (instant !== null) return formatClock(instant, teller.zone, teller)
  return sun === null ? UNKNOWN : none
}

function moonView(weather: PlaceWeather, lat: number, teller: Teller) {
  const { t } = teller
  const today = findTodayForecast(weather, teller)
  if (today === null || today.moonPhase === null) return null
  const { moonPhase, moonrise, moonset } = today
  const [phase, lit] = describeMoon(moonPhase, teller)
  const time = (instant: string | null, none: string) => formatMoonTime(instant, today.sun, none, teller)
  return {
    phase,
    lit,
    path: drawMoonPath(moonPhase, MOON_RADIUS, lat < 0),
    times: [
      [t('city.moonrise'), time(moonrise, t('city.noMoonrise'))],
      [t('city.moonset'), time(moonset, t('city.noMoonset'))],
    ] satisfies Fact[],
  }
}

function windView({ current }: PlaceWeather, teller: Teller) {
  const { t, locale } = teller
  const point = formatCompassPoint(current?.windDirection ?? null, teller)
  if (current === null || current.windSpeed === null || current.windDirection === null || point === null) return null
  const value = formatSpeed(current.windSpeed, current.units.windSpeed, locale)
  return {
    speed: value,
    point,
    text:
      current.windGust === null
        ? t('city.windWords', { point: describeDirection(current.windDirection, teller) ?? point })
        : t('city.gusts', { speed: formatSpeed(current.windGust, current.units.windSpeed, locale) }),
    to: (Math.round(current.windDirection) + 180) % 360,
  }
}

function uvView(weather: PlaceWeather, teller: Teller) {
  const { t, locale } = teller
  const index = weather.current?.uvIndex ?? null
  if (index === null) return null
  const highest = findTodayForecast(weather, teller)?.uvIndex ?? null
  return {
    value: formatNumber(index, 0, locale),
    word: describeUvClass(index, teller),
    // “Up to 0 today” says nothing.
    today: highest === null || Math.round(highest) === 0 ? null : t('city.uvToday', { value: formatNumber(highest, 0, locale) }),
    share: Math.min(1, index / UV_TOP),
  }
}

/** Smaller changes of pressure in three hours count as steady (WMO: less than a hectopascal). */
const STEADY: Readonly<Record<string, number>> = { hPa: 1, inHg: 0.03 }

function pressureView({ current, hourly }: PlaceWeather, teller: Teller) {
  const { t, locale, now } = teller
  if (current === null || current.pressure === null) return null
  const value = pressureText(current.pressure, current.units.pressure, locale)
  const later = hourly?.points.find(({ time }) => Date.parse(time) >= now + 2.5 * HOUR_MS)?.pressure ?? null
  if (later === null) return { value, trend: null, turn: null }
  const change = later - current.pressure
  const isSteady = Math.abs(change) < (STEADY[current.units.pressure] ?? 1)
  const turn = isSteady ? 0 : change > 0 ? 1 : -1
  return { value, trend: t(turn === 0 ? 'city.steady' : turn > 0 ? 'city.rising' : 'city.falling'), turn }
}

/** The sun's position on its arc: the elapsed share of daylight. Null by night, and on a day without sunrise or sunset. */
export function computeDaylightShare(sunrise: string | null, sunset: string | null, nowMs: number): number | null {
  if (sunrise === null || sunset === null) return null
  const [start, end] = [Date.parse(sunrise), Date.parse(sunset)]
  return nowMs < start || nowMs > end || end <= start ? null : (nowMs - start) / (end - start)
}

/** The point of a half circle at a share from its left end. */
export function computeArcPoint(share: number, { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number }) {
  return { x: roundCoordinate(x - radius * Math.cos(Math.PI * share)), y: roundCoordinate(y - radius * Math.sin(Math.PI * share)) }
}

/** Index of the phase (0–1, both new moon) among the eight names. The four momentary phases last a day to either side. */
export function computeMoonPhaseIndex(phase: number): number {
  const quarter = ((phase % 1) + 1) % 1
  const nearest = Math.round(quarter * 4)
  // A day is a share of 1/29.53 of the month.
  if (Math.abs(quarter * 4 - nearest) <= 4 / 29.53) return (nearest % 4) * 2
  return Math.floor(quarter * 4) * 2 + 1
}

/** The illuminated share of the disc. */
export function computeMoonIllumination(phase: number): number {
  return (1 - Math.cos(2 * Math.PI * phase)) / 2
}

/** The lit part of a disc around 0,0. From the north the waxing moon is lit on its right, from the south on its left. */
export function drawMoonPath(phase: number, radius: number, isSouth: boolean): string {
  const share = ((phase % 1) + 1) % 1
  const isWaxing = share < 0.5
  const terminator = roundCoordinate(Math.abs(Math.cos(2 * Math.PI * share)) * radius)
  const isGibbous = share > 0.25 && share < 0.75
  const isRight = isWaxing !== isSouth
  const limb = isRight ? 1 : 0
  // Back along the terminator, which bulges to the dark side when more than half is lit.
  const back = isGibbous === isRight ? 1 : 0
  return `M0 ${-radius}A${radius} ${radius} 0 0 ${limb} 0 ${radius}A${terminator} ${radius} 0 0 ${back} 0 ${-radius}Z`
}
