import { roundHalfAway } from '@isobar/weather'
import type { PlaceWeather } from '../place-weather/index.ts'
import { completeWeather, type Coordinates } from './complete-weather.ts'
import { createNoWeatherError } from './errors.ts'
import type { UvIndex } from './schemas.ts'
import { toRoundedCoordinate } from './weather-25.ts'

/**
 * `/data/2.5/uvi` and `/uvi/forecast`: the highest UV index of today and of the days to come, stated for noon in UTC, as in theirs.
 * @throws AppError location_not_found where no day is known
 */
export function listUvIndices(at: Coordinates, place: PlaceWeather): [UvIndex, ...UvIndex[]] {
  const { lat, lon } = toRoundedCoordinate(at)
  const [first, ...others] = completeWeather(at, place).days.flatMap(({ date, uvIndex }) => {
    const iso = `${date}T12:00:00Z`
    return uvIndex === null ? [] : [{ lat, lon, date_iso: iso, date: Date.parse(iso) / 1_000, value: roundHalfAway(uvIndex, 2) }]
  })
  if (first === undefined) throw createNoWeatherError()
  return [first, ...others]
}
