import type { Point } from '../../../src/domain/distance.ts'
import { isSunUp } from '../../../src/domain/sun.ts'
import { HOUR_MS } from '../../../src/time.ts'
import { type DayWeather, temperatureFacts, weatherFacts } from '../city/view/days.ts'
import { dayLength, MIN_POLAR_LATITUDE, moonText } from '../city/view/sky.ts'
import type { Fact, Teller } from '../city/view/teller.ts'
import type { Daily } from '../city/weather.ts'
import { UNKNOWN } from '../format/numbers.ts'
import { clock } from '../format/times.ts'

/** What is forecast of the day as a whole; temperatures by the time of day only without hours. Unknown values are left out. */
export function dayFacts(point: DayWeather, hasHours: boolean, units: Daily['units'], teller: Teller): Fact[] {
  const facts = [...(hasHours ? [] : temperatureFacts(point, teller)), ...weatherFacts(point, units, teller)]
  return facts.filter(([, value]) => value !== UNKNOWN)
}

interface Sun {
  readonly sunrise: string | null
  readonly sunset: string | null
}

/** Sun and moon of a day, as far as they are known. `noonMs`: the middle of the day at the place. */
export function sunFacts(
  sun: Sun,
  moon: Pick<DayWeather, 'moonrise' | 'moonset' | 'moonPhase'> | null,
  point: Point,
  noonMs: number,
  teller: Teller,
): Fact[] {
  const { t, zone } = teller
  const timed = (name: string, instant: string | null): Fact[] => (instant === null ? [] : [[name, clock(instant, zone, teller)]])
  const phase = moon?.moonPhase ?? null
  return [
    ...(sun.sunrise === null && sun.sunset === null && Math.abs(point.lat) >= MIN_POLAR_LATITUDE
      ? polarFact(point, noonMs, teller)
      : [...timed(t('city.sunrise'), sun.sunrise), ...timed(t('city.sunset'), sun.sunset)]),
    ...daylight(sun, teller),
    ...timed(t('city.moonrise'), moon?.moonrise ?? null),
    ...timed(t('city.moonset'), moon?.moonset ?? null),
    ...(phase === null ? [] : [moonText(phase, teller)]),
  ]
}

/** Close to the poles, a day without sunrise and sunset is one of midnight sun or polar night, unless the sun's height at noon and midnight says otherwise. */
function polarFact(point: Point, noonMs: number, { t }: Teller): Fact[] {
  const [noon, midnight] = [isSunUp(point, noonMs), isSunUp(point, noonMs - 12 * HOUR_MS)]
  return noon === midnight ? [[t('cityPage.sun'), t(noon ? 'day.polarDay' : 'day.polarNight')]] : []
}

function daylight({ sunrise, sunset }: Sun, { t }: Teller): Fact[] {
  const length = sunrise === null || sunset === null ? null : dayLength(sunrise, sunset)
  return length === null ? [] : [[t('day.daylight'), t('day.hoursMinutes', length)]]
}
