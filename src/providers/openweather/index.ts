import type { Provider } from '../provider.ts'
import { CELL_SCOPES } from '../../weather/scope.ts'
import { failure, fetchOneCall } from './fetch.ts'
import { createGeocode } from './geocode.ts'
import { decodeOneCall } from './schema.ts'
import { createTiles } from './tiles.ts'
import { transformOneCall } from './transform.ts'

export interface OpenWeatherOptions {
  /** `https://api.openweathermap.org`, or what stands in for it. */
  readonly baseUrl: URL
  /** `https://tile.openweathermap.org`: the map tiles have a host of their own. */
  readonly tilesBaseUrl: URL
  /** Read at every call, so that a key set later counts at once; null where there is none. */
  readonly key: () => string | null
}

/** OpenWeather over One Call 3.0: one call fills the five scopes. */
export function createOpenWeather({ baseUrl, tilesBaseUrl, key }: OpenWeatherOptions): Provider {
  return {
    id: 'openweather',
    name: 'OpenWeather',
    attribution: {
      text: 'Weather data provided by OpenWeather',
      url: 'https://openweathermap.org/',
      license: 'CC BY-SA 4.0',
    },
    coverage: 'global',
    weather: {
      scopes: CELL_SCOPES,
      configured: () => key() !== null,
      async fetch(cell, calls, now) {
        const currentKey = key()
        if (currentKey === null) throw failure('not_configured')
        const { body, headers } = await fetchOneCall(baseUrl, cell, currentKey, calls)
        const answer = decodeOneCall(body, now)
        if (answer === null) throw failure('invalid_body', 200)
        return { ...transformOneCall(answer, cell.lat), simulated: headers['x-simulated'] !== undefined }
      },
    },
    geocode: createGeocode({ baseUrl, key }),
    tiles: createTiles({ baseUrl: tilesBaseUrl, key }),
  }
}
