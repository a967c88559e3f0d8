import { isSunUp } from '../../../src/domain/sun.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/time.ts'
import { moonLit, moonPhaseIndex } from '../city/charts/sky.ts'
import { uvText, windText } from '../city/view/now.ts'
import { MIN_POLAR_LATITUDE, MOON_PHASES } from '../city/view/sky.ts'
import type { Fact, Teller } from '../city/view/teller.ts'
import type { Daily } from '../city/weather.ts'
import { degrees, percent, pressure, share, UNKNOWN } from '../format/numbers.ts'
import { clock } from '../format/times.ts'

export type DayPoint = Omit<Daily['points'][number], 'time'>

/** What is forecast of the day as a whole; temperatures by the time of day only without hours. Unknown values are left out. */
export function dayFacts(point: DayPoint, hasHours: boolean, units: Daily['units'], teller: Teller): Fact[] {
  const { t, locale } = teller
  const times: Fact[] = [
    [t('city.morning'), degrees(point.temperatureMorning, locale)],
    [t('city.midday'), degrees(point.temperatureDay, locale)],
    [t('city.evening'), degrees(point.temperatureEvening, locale)],
    [t('city.night'), degrees(point.temperatureNight, locale)],
  ]
  const facts: Fact[] = [
    [t('city.wind'), windText(point, units.windSpeed, teller)],
    [t('city.humidity'), percent(point.humidity, locale)],
    [t('city.pressure'), pressure(point.pressure, units.pressure, locale)],
    [t('city.uv'), uvText(point.uvIndex, teller)],
  ]
  return [...(hasHours ? [] : times), ...facts].filter(([, value]) => value !== UNKNOWN)
}

interface Sun {
  readonly sunrise: string | null
  readonly sunset: string | null
}

/** Sun and moon of a day, as far as they are known. `noonMs`: the middle of the day at the place. */
export function sunFacts(
  sun: Sun,
  moon: Pick<DayPoint, 'moonrise' | 'moonset' | 'moonPhase'> | null,
  point: { readonly lat: number; readonly lon: number },
  noonMs: number,
  teller: Teller,
): Fact[] {
  const { t, zone, locale } = teller
  const timed = (name: string, instant: string | null): Fact[] => (instant === null ? [] : [[name, clock(instant, zone, teller)]])
  const phase = moon?.moonPhase ?? null
  return [
    ...(sun.sunrise === null && sun.sunset === null && Math.abs(point.lat) >= MIN_POLAR_LATITUDE
      ? polarFact(point, noonMs, teller)
      : [...timed(t('city.sunrise'), sun.sunrise), ...timed(t('city.sunset'), sun.sunset)]),
    ...daylight(sun, teller),
    ...timed(t('city.moonrise'), moon?.moonrise ?? null),
    ...timed(t('city.moonset'), moon?.moonset ?? null),
    ...(phase === null
      ? []
      : [
          [t(`city.moon.${MOON_PHASES[moonPhaseIndex(phase)] ?? 'new'}`), t('city.lit', { share: share(moonLit(phase), locale) })] as const,
        ]),
  ]
}

/** Close to the poles, a day without sunrise and sunset is one of midnight sun or polar night, unless the sun's height at noon and midnight says otherwise. */
function polarFact(point: { readonly lat: number; readonly lon: number }, noonMs: number, { t }: Teller): Fact[] {
  const [noon, midnight] = [isSunUp(point, noonMs), isSunUp(point, noonMs - 12 * HOUR_MS)]
  return noon === midnight ? [[t('cityPage.sun'), t(noon ? 'day.polarDay' : 'day.polarNight')]] : []
}

function daylight({ sunrise, sunset }: Sun, { t }: Teller): Fact[] {
  const minutes = sunrise === null || sunset === null ? 0 : Math.round((Date.parse(sunset) - Date.parse(sunrise)) / MINUTE_MS)
  return minutes <= 0 ? [] : [[t('day.daylight'), t('day.hoursMinutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })]]
}
