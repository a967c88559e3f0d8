import { NOTHING_MEASURED } from '@isobar/weather'
import type { Alert, Current, Daily, Hourly, Minutely, PlaceWeather } from '../weather.ts'

/** The time of these hand-made API answers; fields that a test does not set are unknown. */
export const NOW = '2026-11-21T09:47:00Z'

const HOUR_MS = 3_600_000
const UNITS = { temperature: '°C', windSpeed: 'km/h', precipitation: 'mm', pressure: 'hPa', visibility: 'km', snow: 'mm' }

const NOTHING = {
  ...NOTHING_MEASURED,
  condition: null,
  providerCode: null,
  description: null,
  icon: null,
}

const ENVELOPE = {
  lat: 52.52,
  lon: 13.41,
  timezone: 'Europe/Berlin',
  utcOffsetSeconds: 3_600,
  elevation: 34,
  isElevationEstimated: true,
  units: UNITS,
  lang: 'en',
  fetchedAt: '2026-11-21T09:45:00Z',
  cacheHit: true,
  freshness: 'fresh' as const,
  source: 'openweather',
  trigger: 'city_detail',
  tokensUsed: 0,
  expiresAt: '2026-11-21T09:55:00Z',
  ageSeconds: 120,
  attribution: {
    name: 'OpenWeather',
    text: 'Weather data provided by OpenWeather',
    url: 'https://openweathermap.org/',
    license: 'CC BY-SA 4.0',
  },
}

const COMPUTED: Current['kinds'] = {
  temperature: 'analysis',
  feelsLike: 'analysis',
  humidity: 'analysis',
  pressure: 'analysis',
  cloudCover: 'analysis',
  visibility: 'analysis',
  uvIndex: 'analysis',
  wind: 'analysis',
  gust: 'analysis',
  precipitation: 'analysis',
  weather: 'analysis',
}

export function buildTestCurrent(known: Partial<Current> = {}): Current {
  return {
    ...ENVELOPE,
    ...NOTHING,
    scope: 'current',
    kind: 'analysis',
    observedAt: NOW,
    temperature: null,
    feelsLike: null,
    isDay: null,
    sunrise: null,
    sunset: null,
    sun: null,
    alertIds: null,
    kinds: COMPUTED,
    station: null,
    heightCorrection: null,
    computed: [],
    ...known,
  }
}

/** Consecutive hours from an instant. */
export function buildTestHourly(from: string, hours: readonly Partial<Hourly['points'][number]>[], known: Partial<Hourly> = {}): Hourly {
  const points = hours.map((hour, index) => ({
    ...NOTHING,
    time: new Date(Date.parse(from) + index * HOUR_MS).toISOString(),
    temperature: null,
    feelsLike: null,
    freshSnow: null,
    precipitationProbability: null,
    isDay: null,
    ...hour,
  }))
  return { ...ENVELOPE, scope: 'hourly', kind: 'forecast', available: true, computed: [], points, ...known }
}

export function buildTestDaily(
  days: readonly (Partial<Daily['points'][number]> & { readonly date: string })[],
  known: Partial<Daily> = {},
): Daily {
  const points = days.map((day) => ({
    ...NOTHING,
    time: `${day.date}T00:00:00Z`,
    temperatureMin: null,
    temperatureMax: null,
    temperatureMorning: null,
    temperatureDay: null,
    temperatureEvening: null,
    temperatureNight: null,
    feelsLikeMin: null,
    feelsLikeMax: null,
    feelsLikeMorning: null,
    feelsLikeDay: null,
    feelsLikeEvening: null,
    feelsLikeNight: null,
    freshSnow: null,
    precipitationProbability: null,
    summary: null,
    sunrise: null,
    sunset: null,
    sun: null,
    moonrise: null,
    moonset: null,
    moonPhase: null,
    ...day,
  }))
  return { ...ENVELOPE, scope: 'daily', kind: 'forecast', available: true, computed: [], points, ...known }
}

export function buildTestMinutely(rates: readonly (number | null)[], known: Partial<Minutely> = {}): Minutely {
  const points = rates.map((precipitation, index) => ({
    time: new Date(Date.parse(NOW) + index * 60_000).toISOString(),
    precipitation,
  }))
  return { ...ENVELOPE, scope: 'minutely', kind: 'forecast', available: true, points, summary: null, ...known }
}

export function buildTestPlaceAlert(known: Partial<Alert> & { readonly id: string }): Alert {
  return {
    senderName: null,
    event: 'Wind Warning',
    language: 'en',
    kind: 'wind',
    sameAs: [],
    start: '2026-11-21T06:00:00Z',
    end: '2026-11-21T18:00:00Z',
    description: '',
    severity: null,
    severitySource: known.severity ? 'stated' : null,
    color: null,
    colorSource: null,
    urgency: 'unknown',
    certainty: 'unknown',
    state: 'active',
    instruction: null,
    tags: [],
    areas: [],
    level: null,
    texts: [],
    source: 'openweather',
    attribution: ENVELOPE.attribution,
    ...known,
  }
}

export function buildPlaceWeatherAnswer(known: Partial<PlaceWeather> = {}): PlaceWeather {
  return { current: null, hourly: null, daily: null, minutely: null, alerts: null, alertsFailed: 0, history: null, ...known }
}

/** An answer for one scope as answers for several have it: its data, and what is known of them. */
export function toScopeAnswer({ fetchedAt, freshness, expiresAt, ageSeconds, attribution, source, ...data }: Current | Hourly | Daily) {
  return { meta: { fetchedAt, freshness, expiresAt, ageSeconds, attribution, source }, data }
}
