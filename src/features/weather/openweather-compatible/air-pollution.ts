import type { HourOfAir } from '../../../domain/air/air.ts'
import type { PlaceWeather } from '../place-weather/index.ts'
import { unix } from './fields.ts'
import type { AirPollution } from './schemas.ts'
import { hundredths } from './units.ts'
import { coordinateOf } from './weather-25.ts'

/** OpenWeather's classes, in µg/m³: the lower bounds of 2 to 5. */
const BOUNDS = {
  pm25: [10, 25, 50, 75],
  pm10: [20, 50, 100, 200],
  o3: [60, 100, 140, 180],
  no2: [40, 70, 150, 200],
  so2: [20, 80, 250, 350],
  co: [4_400, 9_400, 12_400, 15_400],
} as const satisfies Partial<Record<keyof HourOfAir, readonly number[]>>

const POLLUTANTS = Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]

/** The class of the worst pollutant, 1 to 5; null if none is known. */
function classOf(air: Pick<HourOfAir, keyof typeof BOUNDS>): number | null {
  const classes = POLLUTANTS.flatMap((pollutant) => {
    const value = air[pollutant]
    return value === null ? [] : [1 + BOUNDS[pollutant].filter((bound) => value >= bound).length]
  })
  return classes.length === 0 ? null : Math.max(...classes)
}

/** `/data/2.5/air_pollution` (the running hour) or `…/forecast` (that and all to come); empty without data. */
export function airPollution(
  { lat, lon, isForecast }: { readonly lat: number; readonly lon: number; readonly isForecast: boolean },
  { scopes }: PlaceWeather,
): AirPollution {
  const points = scopes.air?.data.points ?? []
  return airOf({ lat, lon }, isForecast ? points : points.slice(0, 1))
}

/** The hours of which any pollutant that counts is known. */
export function airOf(place: { readonly lat: number; readonly lon: number }, hours: readonly Omit<HourOfAir, 'dust'>[]): AirPollution {
  const list = hours.flatMap((hour) => {
    const aqi = classOf(hour)
    if (aqi === null) return []
    const { co, no2, o3, so2, pm25, pm10 } = hour
    const known = { co: hundredths(co), no: null, no2: hundredths(no2), o3: hundredths(o3), so2: hundredths(so2) }
    return [{ main: { aqi }, components: { ...known, pm2_5: hundredths(pm25), pm10: hundredths(pm10), nh3: null }, dt: unix(hour.time) }]
  })
  return { coord: coordinateOf(place), list }
}
