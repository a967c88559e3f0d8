import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const RECORDED = new URL('../../../../../../shared/upstream-samples/openweather/', import.meta.url)

export type Element = Record<string, unknown>

/** Canonical fields and the paths of the upstream; values must be equal, and absent ones null. */
const STATE = {
  dewPoint: 'dew_point',
  humidity: 'humidity',
  pressure: 'pressure',
  cloudCover: 'clouds',
  visibility: 'visibility',
  uvIndex: 'uvi',
  windSpeed: 'wind_speed',
  windGust: 'wind_gust',
  windDirection: 'wind_deg',
}
const FEELS = { temperature: 'temp', feelsLike: 'feels_like', rain: 'rain.1h', snow: 'snow.1h' }
const FIELDS = {
  current: { ...STATE, ...FEELS },
  hourly: { ...STATE, ...FEELS, precipitationProbability: 'pop' },
  daily: {
    ...STATE,
    rain: 'rain',
    snow: 'snow',
    precipitationProbability: 'pop',
    moonPhase: 'moon_phase',
    summary: 'summary',
    temperatureMin: 'temp.min',
    temperatureMax: 'temp.max',
    temperatureMorning: 'temp.morn',
    temperatureDay: 'temp.day',
    temperatureEvening: 'temp.eve',
    temperatureNight: 'temp.night',
    feelsLikeMorning: 'feels_like.morn',
    feelsLikeDay: 'feels_like.day',
    feelsLikeEvening: 'feels_like.eve',
    feelsLikeNight: 'feels_like.night',
  },
}

/** Canonical instants; 0 and absent are null. */
const INSTANTS = {
  current: { observedAt: 'dt', sunrise: 'sunrise', sunset: 'sunset' },
  hourly: { time: 'dt' },
  daily: { sunrise: 'sunrise', sunset: 'sunset', moonrise: 'moonrise', moonset: 'moonset' },
}

/** The value at a path of fields, or null. */
export function getRecordedValue(element: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Element | undefined)?.[key], element) ?? null
}

/** Seconds since 1970 of a canonical instant, or null. */
export const toUnixSeconds = (instant: unknown) => (typeof instant === 'string' ? Date.parse(instant) / 1_000 : null)

const isStorm = (id: number | null): boolean => id !== null && id >= 200 && id < 300

/** The upstream’s condition id: the dangerous one of several, else the first. The recordings include freezing rain in second place. */
function codeOf(element: unknown): unknown {
  const ids = [0, 1, 2].map((index) => getRecordedValue(element, `weather.${index}.id`) as number | null)
  return ids.find((id) => id === 781) ?? ids.find(isStorm) ?? ids.find((id) => id === 511) ?? ids[0]
}

/** The ids of the groups "clouds" and "atmosphere" without precipitation. */
const isDry = (id: unknown): boolean => typeof id === 'number' && id >= 700 && id !== 771 && id !== 781

/** Asserts that each number of a point equals the upstream’s, and is null if it sent none; amounts omitted in dry weather are 0. */
export function assertSame(block: keyof typeof FIELDS, point: object, element: unknown): void {
  const isOmitted = getRecordedValue(element, 'rain') === null && getRecordedValue(element, 'snow') === null && isDry(codeOf(element))
  for (const [field, path] of Object.entries(FIELDS[block])) {
    const omitted = isOmitted && (field === 'rain' || field === 'snow') ? 0 : null
    assert.equal(getRecordedValue(point, field), getRecordedValue(element, path) ?? omitted, `${block} ${field}`)
  }
  assert.equal(getRecordedValue(point, 'providerCode'), codeOf(element), `${block} providerCode`)
  for (const [field, path] of Object.entries(INSTANTS[block]))
    assert.equal(toUnixSeconds(getRecordedValue(point, field)), getRecordedValue(element, path) || null, `${block} ${field}`)
  const [rain, snow, precipitation] = ['rain', 'snow', 'precipitation'].map((field) => getRecordedValue(point, field) as number | null)
  if (rain === null && snow === null) assert.equal(precipitation, null)
  else assert.ok(Math.abs((precipitation ?? Number.NaN) - ((rain ?? 0) + (snow ?? 0))) < 1e-9)
}

/** The recorded answers whose file name matches; empty if the recordings are not available. */
export function listRecordedAnswers(name: RegExp): { readonly file: string; readonly body: Element }[] {
  if (!existsSync(RECORDED)) return []
  const files = readdirSync(RECORDED).filter((file) => name.test(file))
  return files.map((file) => ({ file, body: JSON.parse(readFileSync(new URL(file, RECORDED), 'utf8')) as Element }))
}
