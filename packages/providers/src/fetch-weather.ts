import type { PlaceClock } from '@isobar/weather'
import { toAnswerFailure, fetchJson, isSimulated, type JsonService } from './fetch-json.ts'
import {
  readAnsweredPlace,
  type DeliveredScopes,
  readHeight,
  type PaidCalls,
  type UpstreamRequest,
  type WeatherBundle,
} from './provider.ts'

/** `withinKm` of answers that repeat the place that was asked for. */
export const SAME_PLACE_KM = 5

/** The weather in an answer, and what the answer says of its place. */
export interface SentWeather {
  readonly clock: PlaceClock
  /** Where it is for, as sent. */
  readonly lat: unknown
  readonly lon: unknown
  /** Of the terrain in metres, as sent. */
  readonly elevation?: unknown
  readonly scopes: DeliveredScopes
}

export interface WeatherRequest extends UpstreamRequest {
  readonly service: JsonService
  /** How far the service may move the place, at most. */
  readonly withinKm: number
  /** Null for a body that is no answer, or has no weather. */
  readonly read: (body: unknown) => SentWeather | null
}

/**
 * The weather of a place from one paid call. `now` is epoch milliseconds.
 * @throws ProviderFailure
 */
export async function fetchWeather(
  calls: PaidCalls,
  { service, withinKm, read, ...request }: WeatherRequest,
  now: number,
): Promise<WeatherBundle> {
  const answer = await fetchJson(calls, request, service, now)
  const weather = read(answer.body)
  if (weather === null) throw toAnswerFailure(service.name, 'invalid_body', answer)
  const { clock, lat, lon, elevation, scopes } = weather
  return { ...clock, ...readAnsweredPlace(lat, lon, withinKm), ...readHeight(elevation), simulated: isSimulated(answer.headers), scopes }
}
