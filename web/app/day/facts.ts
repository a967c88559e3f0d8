import { type Point, isSunUp } from '@isobar/weather'
import { HOUR_MS } from '../../../src/time.ts'
import { type DayWeather, listTemperatureFacts, listWeatherFacts } from '../city/view/days.ts'
import { computeDayLength, MIN_POLAR_LATITUDE, describeMoon, formatMoonTime } from '../city/view/sky.ts'
import type { Fact, Teller } from '../city/view/teller.ts'
import type { Daily } from '../city/weather.ts'
import { UNKNOWN } from '../format/numbers.ts'
import { formatClock } from '../format/times.ts'

/** What is forecast of the day as a whole; temperatures by the time of day only without hours. Unknown values are left out. */
export function listDayFacts(point: DayWeather, hasHours: boolean, units: Daily['units'], teller: Teller): Fact[] {
  const facts = [...(hasHours ? [] : listTemperatureFacts(point, teller)), ...listWeatherFacts(point, units, teller)]
  return facts.filter(([, value]) => value !== UNKNOWN)
}

interface Sun {
  readonly sunrise: string | null
  readonly sunset: string | null
}

/** Sun and moon of a day, as far as they are known. `noonMs`: the middle of the day at the place. */
export function listSunFacts(
  sun: Sun,
  moon: Pick<DayWeather, 'sun' | 'moonrise' | 'moonset' | 'moonPhase'> | null,
  point: Point,
  noonMs: number,
  teller: Teller,
): Fact[] {
  const { t, zone } = teller
  const timed = (name: string, instant: string | null): Fact[] => (instant === null ? [] : [[name, formatClock(instant, zone, teller)]])
  const phase = moon?.moonPhase ?? null
  const state = moon?.sun ?? null
  return [
    ...(sun.sunrise === null && sun.sunset === null && Math.abs(point.lat) >= MIN_POLAR_LATITUDE
      ? polarFact(point, noonMs, teller)
      : [...timed(t('city.sunrise'), sun.sunrise), ...timed(t('city.sunset'), sun.sunset)]),
    ...daylight(sun, teller),
    ...(moon === null || state === null
      ? [...timed(t('city.moonrise'), moon?.moonrise ?? null), ...timed(t('city.moonset'), moon?.moonset ?? null)]
      : ([
          [t('city.moonrise'), formatMoonTime(moon.moonrise, state, t('city.noMoonrise'), teller)],
          [t('city.moonset'), formatMoonTime(moon.moonset, state, t('city.noMoonset'), teller)],
        ] satisfies Fact[])),
    ...(phase === null ? [] : [describeMoon(phase, teller)]),
  ]
}

/** Close to the poles, a day without sunrise and sunset is one of midnight sun or polar night, unless the sun's height at noon and midnight says otherwise. */
function polarFact(point: Point, noonMs: number, { t }: Teller): Fact[] {
  const [noon, midnight] = [isSunUp(point, noonMs), isSunUp(point, noonMs - 12 * HOUR_MS)]
  return noon === midnight ? [[t('cityPage.sun'), t(noon ? 'day.polarDay' : 'day.polarNight')]] : []
}

function daylight({ sunrise, sunset }: Sun, { t }: Teller): Fact[] {
  const length = sunrise === null || sunset === null ? null : computeDayLength(sunrise, sunset)
  return length === null ? [] : [[t('day.daylight'), t('day.hoursMinutes', length)]]
}
