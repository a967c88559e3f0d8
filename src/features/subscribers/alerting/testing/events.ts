import { type Alert, type HourlyPoint, type MarinePoint, NOTHING_MEASURED, type Series, formatInstant } from '@isobar/weather'

export const NOW = Date.parse('2026-07-01T12:00:00Z')
export const HOUR = 3_600_000
/** The instant `hours` after NOW. */
export const formatInstantAfter = (hours: number): string => formatInstant(NOW + hours * HOUR)

/** Sequential ids: `event-1`, `event-2` … */
export function createIdCounter(): () => string {
  let last = 0
  return () => `event-${++last}`
}

/** A warning that began an hour ago and ends in five hours. */
export function buildTestWarning(change: Partial<Alert> = {}): Alert {
  return {
    id: 'nws-1',
    source: 'nws',
    senderName: 'NWS Norman OK',
    event: 'High Wind Warning',
    start: formatInstantAfter(-1),
    end: formatInstantAfter(5),
    description: 'Gusts up to 110 km/h.',
    instruction: null,
    severity: 'severe',
    severitySource: 'stated',
    urgency: 'expected',
    certainty: 'likely',
    tags: [],
    areas: ['Murray, OK'],
    cancelled: false,
    ...change,
  }
}

/** The sources that relay the warnings of others. */
export const RELAYS = new Set(['openweather'])

/** The same warning as OpenWeather relays it. */
export function buildRelayedWarning(change: Partial<Alert> = {}): Alert {
  return buildTestWarning({
    id: 'openweather-1',
    source: 'openweather',
    severity: null,
    severitySource: null,
    urgency: 'unknown',
    certainty: 'unknown',
    areas: [],
    ...change,
  })
}

const CALM: Omit<HourlyPoint, 'time'> = {
  ...NOTHING_MEASURED,
  temperature: 15,
  feelsLike: 15,
  dewPoint: 8,
  humidity: 60,
  pressure: 1015,
  cloudCover: 10,
  visibility: 10_000,
  uvIndex: 1,
  windSpeed: 2,
  windGust: 4,
  windDirection: 200,
  precipitation: 0,
  rain: 0,
  snow: 0,
  condition: 'clear',
  providerCode: 800,
  precipitationProbability: 0,
  isDay: true,
}

/** 48 calm hours starting with the current one at `now`; `change` alters points by hours from NOW. */
export function buildTestHourlySeries(change: (hour: number) => Partial<HourlyPoint>, now = NOW): Series<HourlyPoint> {
  const first = Math.floor((now - NOW) / HOUR)
  return {
    available: true,
    points: Array.from({ length: 48 }, (_, index) => ({ time: formatInstantAfter(first + index), ...CALM, ...change(first + index) })),
  }
}

/** Gusts in m/s between two hours from NOW. */
export const gusts =
  (from: number, to: number, windGust = 20) =>
  (hour: number) =>
    hour >= from && hour < to ? { windGust } : {}

/** `count` hours of sea from `first` on, in hours from NOW, with these waves in metres and nothing else known. */
export function buildTestWaves(heightAt: (hour: number) => number | null, count = 60, first = 0): Series<MarinePoint> {
  const points = Array.from({ length: count }, (_, index) => ({
    time: formatInstantAfter(first + index),
    waveHeight: heightAt(first + index),
    wavePeriod: null,
    waveDirection: null,
    swellHeight: null,
    swellPeriod: null,
    swellDirection: null,
    waterTemperature: null,
  }))
  return { available: points.length > 0, points }
}
