import { NOTHING_MEASURED } from '@isobar/weather'
import type { Hour, Weather } from './oracle.ts'

/** Draws from a seed. */
export interface Draw {
  next(): number
  between(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
}

const HOUR_MS = 3_600_000
/** With half and quarter hours, clock changes of an hour and of half one, and a polar night. */
const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Arctic/Longyearbyen', 'Asia/Tokyo', 'UTC']
/** Around clock changes, and other days. */
const DAYS = ['2026-03-28', '2026-10-24', '2026-10-31', '2026-03-07', '2026-04-04', '2026-10-03', '2026-07-01', '2026-12-21', '2026-01-15']

type Values = Pick<Hour, 'condition' | 'precipitation' | 'rain' | 'snow'>
const dry = (condition: Hour['condition'] = 'overcast'): Values => ({ condition, precipitation: 0, rain: 0, snow: 0 })

/** An amount of anything from a trace to a cloudburst, as sources send it. */
function drawAmount(draw: Draw): number {
  const amount =
    draw.pick([0.02, 0.05, 0.08, 0.1, 0.4, 0.9, 1, 2.4, 2.5, 4, 6, 9.9, 10, 18, 49, 50, 80]) *
    (draw.chance(0.3) ? draw.pick([0.7, 1.3]) : 1)
  return Math.round(amount * 100) / 100
}

/** What an hour of each kind of weather may have. */
const WEATHERS: readonly ((draw: Draw, amount: number) => Values)[] = [
  () => dry(),
  () => dry('clear'),
  () => dry('fog'),
  (draw) => dry(draw.pick(['dust', 'smoke', 'ash', 'squall', 'tornado', 'mist', 'haze'] as const)),
  (draw, amount) => ({
    condition: draw.pick(['light_rain', 'rain', 'heavy_rain', 'rain_showers', 'overcast'] as const),
    precipitation: amount,
    rain: amount,
    snow: 0,
  }),
  (draw, amount) => ({ condition: draw.pick(['rain', 'drizzle', null] as const), precipitation: amount, rain: null, snow: null }),
  (draw, amount) => ({
    condition: draw.pick(['light_snow', 'snow', 'heavy_snow', 'snow_showers'] as const),
    precipitation: amount,
    rain: 0,
    snow: amount,
  }),
  (_draw, amount) => ({ condition: 'snow', precipitation: amount, rain: null, snow: null }),
  (_draw, amount) => ({
    condition: 'sleet',
    precipitation: amount,
    rain: Math.round(amount * 60) / 100,
    snow: Math.round(amount * 40) / 100,
  }),
  (draw, amount) => ({
    condition: draw.pick(['freezing_rain', 'freezing_drizzle'] as const),
    precipitation: amount,
    rain: amount,
    snow: 0,
  }),
  (draw, amount) => ({
    condition: draw.pick(['thunderstorm', 'thunderstorm_hail', 'hail'] as const),
    precipitation: amount,
    rain: amount,
    snow: 0,
  }),
  (draw) => ({ condition: draw.pick(['thunderstorm', 'hail'] as const), precipitation: null, rain: null, snow: null }),
  // Contradictions: a word without an amount, an amount without its parts, parts that their total denies.
  (draw) => dry(draw.pick(['light_rain', 'heavy_rain', 'snow', 'thunderstorm'] as const)),
  (_draw, amount) => ({ condition: null, precipitation: amount, rain: null, snow: null }),
  (_draw, amount) => ({ condition: 'snow', precipitation: 0, rain: 0, snow: amount }),
  () => ({ condition: null, precipitation: null, rain: null, snow: null }),
]

/** Weather that lasts for some hours and changes, from hours that a source may send. */
export function drawWeather(draw: Draw): Weather {
  const first = Date.parse(`${draw.pick(DAYS)}T00:00:00Z`) + draw.between(0, 47) * HOUR_MS
  const kinds = draw.chance(0.3)
    ? WEATHERS.slice(0, 2)
    : draw.chance(0.5)
      ? [...WEATHERS.slice(0, 2), draw.pick(WEATHERS), draw.pick(WEATHERS)]
      : WEATHERS
  const isLong = draw.chance(0.1)
  const hasChance = draw.chance(0.8)
  // Of some weather, only traces fall, and of some, gusts are below the wind.
  const isTrace = draw.chance(0.1)
  const gustiness = draw.pick([[0.5, 1, 1.5, 2], [1.5], [0.5]])
  const hours: Hour[] = []
  let make = draw.pick(kinds)
  let temperature = draw.between(-15, 25)
  let wind = draw.between(0, 20)
  for (let at = first, left = draw.chance(0.1) ? draw.between(1, 23) : draw.between(24, 48); left > 0; left -= 1) {
    if (draw.chance(0.25)) make = draw.pick(kinds)
    temperature += draw.between(-10, 10) / 10
    wind = Math.max(0, wind + draw.between(-30, 30) / 10)
    const stepHours = isLong && hours.length > 5 ? 6 : 1
    hours.push({
      ...NOTHING_MEASURED,
      ...make(draw, isTrace ? draw.pick([0.02, 0.05, 0.08]) : drawAmount(draw)),
      time: `${new Date(at).toISOString().slice(0, 19)}Z`,
      providerCode: null,
      feelsLike: null,
      isDay: null,
      temperature: draw.chance(0.05) ? null : Math.round(temperature * 10) / 10,
      precipitationProbability: hasChance && !draw.chance(0.05) ? draw.pick([0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.59, 0.6, 0.9, 1]) : null,
      windSpeed: draw.chance(0.05) ? null : Math.round(wind * 10) / 10,
      windGust: draw.chance(0.2) ? null : Math.round(wind * draw.pick(gustiness) * 10) / 10,
      ...(stepHours === 1 ? {} : { stepHours }),
    })
    at += stepHours * HOUR_MS
  }
  return { hours, zone: draw.pick(ZONES), now: first + draw.between(0, 59) * 60_000 }
}
