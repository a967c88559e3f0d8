import { roundHalfAway } from '@isobar/weather'
import type { PlaceWeather } from '../place-weather/index.ts'
import type { CompleteDay } from './complete-day.ts'
import { completeWeather } from './complete-weather.ts'
import { buildWeatherEntries } from './conditions.ts'
import { createNoWeatherError } from './errors.ts'
import { splitRainAndSnow, omitUnknown, toUnixTimeOrNull } from './fields.ts'
import { buildPartTemperatures } from './one-call.ts'
import type { DailyForecast } from './schemas.ts'
import { roundToHundredths, roundToWhole, type Writer, getOpenWeatherWriter } from './units.ts'
import { buildForecastCity, type TownOptions } from './weather-25.ts'

export const MAX_DAYS = 16

/**
 * `/data/2.5/forecast/daily`: today and the days to come, at most `count`. The place must have been read with the daily scope.
 * @throws AppError location_not_found where no day is known
 */
export function buildDailyForecast(
  { town, units, lang, count }: TownOptions & { readonly count: number },
  place: PlaceWeather,
): DailyForecast {
  const write = getOpenWeatherWriter(units)
  const days = completeWeather(town, place).days.slice(0, count)
  if (days.length === 0) throw createNoWeatherError()
  return {
    city: buildForecastCity(town, place),
    cod: '200',
    message: 0,
    cnt: days.length,
    list: days.map((day) => ({ ...dayOf(day, write), weather: [...buildWeatherEntries(day, true, lang)] })),
  }
}

function dayOf(day: CompleteDay, write: Writer): Omit<DailyForecast['list'][number], 'weather'> {
  return {
    dt: day.noonMs / 1_000,
    // As in the other resources of 2.5, 0 in polar day and night.
    sunrise: toUnixTimeOrNull(day.sunrise) ?? 0,
    sunset: toUnixTimeOrNull(day.sunset) ?? 0,
    ...buildPartTemperatures(day, write),
    ...omitUnknown({
      pressure: roundToWhole(day.pressure),
      humidity: roundToWhole(day.humidity),
      speed: write.speed(day.windSpeed),
      deg: roundToWhole(day.windDirection),
      gust: write.speed(day.windGust),
      clouds: roundToWhole(day.cloudCover),
      pop: day.precipitationProbability === null ? null : roundHalfAway(day.precipitationProbability, 2),
      rain: roundToHundredths(splitRainAndSnow(day).rain),
      snow: roundToHundredths(splitRainAndSnow(day).snow),
    }),
  }
}
