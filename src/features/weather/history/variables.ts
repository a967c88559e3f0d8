import type { HourlyPoint, Measurements } from '../../../domain/model.ts'

/** The canonical model's names and the archive's columns of what observations and hourly forecasts have in common. */
export const VARIABLES = {
  temperature: 'temperature',
  feelsLike: 'feels_like',
  dewPoint: 'dew_point',
  humidity: 'humidity',
  pressure: 'pressure',
  cloudCover: 'cloud_cover',
  visibility: 'visibility',
  uvIndex: 'uv_index',
  windSpeed: 'wind_speed',
  windGust: 'wind_gust',
  windDirection: 'wind_direction',
  precipitation: 'precipitation',
  rain: 'rain',
  snow: 'snow',
  condition: 'condition',
  providerCode: 'provider_code',
  isDay: 'is_day',
} as const satisfies Record<keyof Measurements | 'temperature' | 'feelsLike' | 'isDay', string>

export const HOURLY_VARIABLES = {
  ...VARIABLES,
  precipitationProbability: 'precipitation_probability',
} as const satisfies Record<Exclude<keyof HourlyPoint, 'time'>, string>
