import { WEATHER_SCOPES } from '../../domain/scope.ts'
import { fetchJson, isSimulated, urlBelow } from '../fetch-json.ts'
import { answeredFor, type WeatherCapability } from '../provider.ts'
import { failure, GRID_KM, ONE_CALL, SERVICE, weatherQuery } from './fetch.ts'
import { decodeOneCall } from './schema.ts'
import { transformOneCall } from './transform.ts'

export interface WeatherOptions {
  readonly baseUrl: URL
  readonly key: () => string | null
}

/** One Call 3.0: without `exclude`, one call brings everything. */
export function createOneCall3({ baseUrl, key }: WeatherOptions): WeatherCapability {
  return {
    product: ONE_CALL,
    groups: [[...WEATHER_SCOPES, 'alert']],
    configured: () => key() !== null,
    async fetch(cell, _wanted, calls, now) {
      const currentKey = key()
      if (currentKey === null) throw failure('not_configured')
      const url = urlBelow(baseUrl, '/data/3.0/onecall', weatherQuery(cell, currentKey))
      const { body, headers } = await fetchJson(calls, { product: ONE_CALL, url }, SERVICE, now)
      const answer = decodeOneCall(body, now)
      if (answer === null) throw failure('invalid_body')
      return { ...transformOneCall(answer, cell), ...answeredFor(answer.lat, answer.lon, GRID_KM), simulated: isSimulated(headers) }
    },
  }
}
