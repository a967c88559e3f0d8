import {
  CONDITIONS,
  type CurrentWeather,
  type DailyPoint,
  type HourlyPoint,
  MEASUREMENTS,
  type Measurements,
  type ScopeData,
  findStartOfDay,
  formatInstant,
  getNextDay,
  toCalendarDay,
} from '@isobar/weather'
import { createRandom, type Random } from '../../../../../tools/random.ts'
import { HOUR_MS, MINUTE_MS } from '../../../../time.ts'

const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Auckland', 'Arctic/Longyearbyen'] as const
const PARTS = ['Morning', 'Day', 'Evening', 'Night'] as const

/** A place of a random world whose sources leave holes: single values, whole fields, whole days. */
export function buildRandomPlace(seed: number) {
  const random = createRandom(seed)
  const now = Date.UTC(2026, random.between(0, 11), random.between(1, 28), random.between(0, 23), random.between(0, 59))
  const timezone = random.pick(ZONES)
  const at = { lat: random.between(-89, 89) + 0.5, lon: random.between(-179, 179) }
  const holes = holesOf(random)
  const firstHour = Math.floor(now / HOUR_MS) * HOUR_MS
  const hours: HourlyPoint[] = Array.from({ length: random.pick([1, 5, 48, 120]) }, (_, index) => ({
    ...holes(random, measured(random)),
    ...holes(random, { temperature: random.between(-40, 45), feelsLike: random.between(-50, 50), isDay: random.chance(0.5) }),
    ...holes(random, { precipitationProbability: random.next() }),
    time: formatInstant(firstHour + index * HOUR_MS),
  })).filter(() => !random.chance(0.02))
  let date = toCalendarDay(now, timezone)
  const days: DailyPoint[] = Array.from({ length: random.between(1, 10) }, () => {
    const start = findStartOfDay(date, timezone)
    const day = { ...dayOf(random, holes), date, time: start }
    date = getNextDay(date)
    return day
  })
  const current: CurrentWeather = {
    ...holes(random, measured(random)),
    ...holes(random, { temperature: random.between(-40, 45), feelsLike: random.between(-50, 50), isDay: random.chance(0.5) }),
    kind: 'analysis',
    observedAt: formatInstant(now - random.between(0, 20) * MINUTE_MS),
    sunrise: null,
    sunset: null,
  }
  const scopes = {
    current,
    hourly: { available: true, points: hours },
    daily: { available: true, points: days },
  } satisfies Partial<ScopeData>
  return { at, now, bundle: { timezone, utcOffsetSeconds: 0, scopes } }
}

/** How a source leaves out: some fields wholly, others at times. */
function holesOf(random: Random) {
  const chance = random.pick([0, 0.1, 0.5, 0.9, 1])
  const lacking = new Set(Object.keys(MEASUREMENTS).filter(() => random.chance(0.2)))
  return <T extends object>(each: Random, values: T) =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, lacking.has(key) || each.chance(chance) ? null : value])) as {
      [K in keyof T]: T[K] | null
    }
}

function measured(random: Random): Measurements {
  const values = Object.entries(MEASUREMENTS).map(([name, { bounds }]) => {
    const isAmount = name === 'precipitation' || name === 'rain' || name === 'snow'
    return [name, isAmount && random.chance(0.6) ? 0 : bounds.least + random.next() * (bounds.most - bounds.least)]
  })
  const providerCode = random.pick([null, 3, 61, 500, 804, 962, -1])
  return {
    ...(Object.fromEntries(values) as Omit<Measurements, 'condition' | 'providerCode'>),
    condition: random.pick(CONDITIONS),
    providerCode,
  }
}

function dayOf(random: Random, holes: ReturnType<typeof holesOf>): Omit<DailyPoint, 'date' | 'time'> {
  const temperature = () => random.between(-40, 45)
  const parts = PARTS.flatMap((part) => [
    [`temperature${part}`, temperature()],
    [`feelsLike${part}`, temperature()],
  ])
  return {
    ...holes(random, measured(random)),
    ...holes(random, {
      temperatureMin: temperature(),
      temperatureMax: temperature(),
      feelsLikeMin: temperature(),
      feelsLikeMax: temperature(),
      ...(Object.fromEntries(parts) as Record<`${'temperature' | 'feelsLike'}${(typeof PARTS)[number]}`, number>),
      precipitationProbability: random.next(),
      moonPhase: random.next(),
    }),
    summary: null,
    sunrise: null,
    sunset: null,
    moonrise: null,
    moonset: null,
  }
}
