import type { SunState } from '@isobar/weather'
import { HOUR_MS, MINUTE_MS } from '../../../../src/time.ts'
import { formatDegrees, formatDistance, formatNumber, formatPercent, formatPressure, formatShare, UNKNOWN } from '../../format/numbers.ts'
import { formatClock } from '../../format/times.ts'
import { roundCoordinate } from '../charts/curve.ts'
import { MOON_RADIUS } from '../charts/shapes.ts'
import type { PlaceWeather } from '../weather.ts'
import { describeUvClass, formatFall, nameLastHour } from './now.ts'
import { type Fact, type Teller, computePlaceToday } from './teller.ts'

/** A card of one value: what stands out, lines below it, and what is drawn. */
export interface CardView {
  readonly title: string
  readonly value: string
  readonly lines: readonly string[]
  /** A bar, 0–1. */
  readonly share?: number | null
  /** An arrow that rises, is level or falls. */
  readonly turn?: number
  /** The lit part of the moon. */
  readonly moon?: string
}

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

/** The cards below the week. What is not known has none, except for the sun. */
export function buildSkyView(weather: PlaceWeather, lat: number, teller: Teller): CardView[] {
  const cards = [
    uvCard(weather, teller),
    ...airCards(weather, teller),
    pressureCard(weather, teller),
    sunCard(weather, teller),
    moonCard(weather, lat, teller),
  ]
  return cards.filter((card) => card !== null)
}

/** The forecast of the day that it is at the place. */
export function findTodayForecast({ daily }: Pick<PlaceWeather, 'daily'>, teller: Teller) {
  const today = computePlaceToday(teller)
  return daily?.points.find(({ date }) => date === today) ?? null
}

function sunCard(weather: PlaceWeather, teller: Teller): CardView {
  const { t, zone, now } = teller
  const { sunrise, sunset, sun } = findTodayForecast(weather, teller) ?? weather.current ?? { sunrise: null, sunset: null, sun: null }
  if (sun === 'up' || sun === 'down')
    return { title: t('cityPage.sun'), value: t(sun === 'up' ? 'day.polarDay' : 'day.polarNight'), lines: [] }
  const time = (instant: string | null) => (instant === null ? UNKNOWN : formatClock(instant, zone, teller))
  // Next to polar day and polar night, one of the two falls on no day.
  const length = sunrise === null || sunset === null ? null : computeDayLength(sunrise, sunset)
  const card = buildCard([
    [t('city.sunrise'), time(sunrise)],
    [t('city.sunset'), time(sunset)],
    [t('day.daylight'), length === null ? UNKNOWN : t('day.hoursMinutes', length)],
  ])
  if (card === null) return { title: t('cityPage.sun'), value: UNKNOWN, lines: [t('city.sunUnknown')] }
  return { ...card, share: computeDaylightShare(sunrise, sunset, now) }
}

/** A card of what is known of some facts: the first one stands out. */
function buildCard(facts: readonly Fact[]): CardView | null {
  const [first, ...others] = facts.filter(([, value]) => value !== UNKNOWN)
  return first === undefined ? null : { title: first[0], value: first[1], lines: others.map((fact) => fact.join(' ')) }
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

function moonCard(weather: PlaceWeather, lat: number, teller: Teller): CardView | null {
  const { t } = teller
  const today = findTodayForecast(weather, teller)
  if (today === null || today.moonPhase === null) return null
  const { moonPhase, moonrise, moonset, sun } = today
  const [phase, lit] = describeMoon(moonPhase, teller)
  const times = buildCard([
    [t('cityPage.moon'), phase],
    [t('city.moonrise'), formatMoonTime(moonrise, sun, t('city.noMoonrise'), teller)],
    [t('city.moonset'), formatMoonTime(moonset, sun, t('city.noMoonset'), teller)],
  ])
  return times && { ...times, lines: [lit, ...times.lines], moon: drawMoonPath(moonPhase, MOON_RADIUS, lat < 0) }
}

/** The air: its moisture, how far one sees, and what fell. */
function airCards({ current }: PlaceWeather, teller: Teller): (CardView | null)[] {
  if (current === null) return []
  const { t, locale } = teller
  const { units, humidity, dewPoint, visibility, cloudCover } = current
  return [
    buildCard([
      [t('city.humidity'), formatPercent(humidity, locale)],
      [t('city.dewPoint'), formatDegrees(dewPoint, locale)],
    ]),
    buildCard([
      [t('city.visibility'), formatDistance(visibility, units.visibility, locale)],
      [t('city.cloud'), formatPercent(cloudCover, locale)],
    ]),
    buildCard([[nameLastHour(current, teller), formatFall(current, units, teller)]]),
  ]
}

function uvCard(weather: PlaceWeather, teller: Teller): CardView | null {
  const { t, locale } = teller
  const { uvIndex: index = null, isDay = null } = weather.current ?? {}
  if (index === null) return null
  const highest = findTodayForecast(weather, teller)?.uvIndex ?? null
  return {
    title: t('city.uv'),
    value: formatNumber(index, 0, locale),
    lines: [
      // By night there is none: that is no weak sun.
      ...(isDay === false && Math.round(index) === 0 ? [] : [describeUvClass(index, teller)]),
      ...(highest === null || Math.round(highest) <= Math.round(index)
        ? []
        : [t('city.uvToday', { value: formatNumber(highest, 0, locale) })]),
    ],
    share: Math.min(1, index / UV_TOP),
  }
}

/** Smaller changes of pressure in three hours count as steady (WMO: less than a hectopascal). */
const STEADY: Readonly<Record<string, number>> = { hPa: 1, inHg: 0.03 }

function pressureCard({ current, hourly }: PlaceWeather, teller: Teller): CardView | null {
  const { t, locale, now } = teller
  if (current === null || current.pressure === null) return null
  const card = { title: t('city.pressure'), value: formatPressure(current.pressure, current.units.pressure, locale), lines: [] }
  const later = hourly?.points.find(({ time }) => Date.parse(time) >= now + 2.5 * HOUR_MS)?.pressure ?? null
  if (later === null) return card
  const change = later - current.pressure
  const isSteady = Math.abs(change) < (STEADY[current.units.pressure] ?? 1)
  const turn = isSteady ? 0 : change > 0 ? 1 : -1
  return { ...card, lines: [t(turn === 0 ? 'city.steady' : turn > 0 ? 'city.rising' : 'city.falling')], turn }
}

/** The elapsed share of daylight. Null by night, and on a day without sunrise or sunset. */
export function computeDaylightShare(sunrise: string | null, sunset: string | null, nowMs: number): number | null {
  if (sunrise === null || sunset === null) return null
  const [start, end] = [Date.parse(sunrise), Date.parse(sunset)]
  return nowMs < start || nowMs > end || end <= start ? null : (nowMs - start) / (end - start)
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
