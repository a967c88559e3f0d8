import type { HourOfAir } from '@isobar/weather'
import type { PlaceWeather } from '../place-weather/index.ts'
import { createNoWeatherError } from './errors.ts'
import { omitUnknown, toUnixTime } from './fields.ts'
import type { AirPollution } from './schemas.ts'
import { roundToHundredths } from './units.ts'
import { toRoundedCoordinate } from './weather-25.ts'

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

/**
 * `/data/2.5/air_pollution` (the running hour) or `…/forecast` (that and all to come).
 * @throws AppError location_not_found where nothing is known
 */
export function buildPlaceAirPollution(
  { lat, lon, isForecast }: { readonly lat: number; readonly lon: number; readonly isForecast: boolean },
  { scopes }: PlaceWeather,
): AirPollution {
  const points = scopes.air?.data.points ?? []
  const air = buildAirPollutionList({ lat, lon }, isForecast ? points : points.slice(0, 1))
  if (air.list.length === 0) throw createNoWeatherError()
  return air
}

/** The hours of which any pollutant that counts is known. */
export function buildAirPollutionList(
  place: { readonly lat: number; readonly lon: number },
  hours: readonly Omit<HourOfAir, 'dust'>[],
): AirPollution {
  const list = hours.flatMap((hour) => {
    const aqi = classOf(hour)
    if (aqi === null) return []
    const { co, no2, o3, so2, pm25, pm10 } = hour
    const components = omitUnknown({
      co: roundToHundredths(co),
      no2: roundToHundredths(no2),
      o3: roundToHundredths(o3),
      so2: roundToHundredths(so2),
      pm2_5: roundToHundredths(pm25),
      pm10: roundToHundredths(pm10),
    })
    return [{ main: { aqi }, components, dt: toUnixTime(hour.time) }]
  })
  return { coord: toRoundedCoordinate(place), list }
}
