import type { WeatherRequest } from '../answer.ts'

export const ATTRIBUTION = { name: 'A', text: 'Weather by A', url: 'https://a.example/', license: 'CC BY 4.0' }

/** A request for the current weather in Berlin. */
export const buildWeatherRequest = (change: Partial<WeatherRequest> = {}): WeatherRequest => ({
  lat: 52.52,
  lon: 13.41,
  scopes: ['current'],
  units: 'metric',
  lang: 'en',
  trigger: 'unspecified',
  maxAgeMs: undefined,
  ...change,
})
