import { type Cell, toCell } from '@isobar/weather'
import { getMapClock } from '../clock.ts'
import { toAnswerFailure, buildUrlBelow } from '../fetch-json.ts'
import { SAME_PLACE_KM } from '../fetch-weather.ts'
import {
  readAnsweredPlace,
  FORGETFUL,
  readHeight,
  ignoreFailures,
  type PaidCalls,
  type Product,
  type SharedMemory,
  type WeatherBundle,
  type WeatherCapability,
} from '../provider.ts'
import { NO_MINUTES } from '../scopes.ts'
import { createConditionalGet, type Decoded } from './conditional-get.ts'
import { transformLocationForecast } from './forecast.ts'
import { isNordic, buildNowcastMinutes } from './nowcast.ts'
import { decodeSteps, type MetForecast } from './steps.ts'
import { PACE } from './terms.ts'

const NAME = 'MET Norway'
const FORECAST: Product = { id: 'met-norway/locationforecast', weight: 1, budget: 'weather', pace: PACE }
const NOWCAST: Product = { id: 'met-norway/nowcast', weight: 1, budget: 'weather', pace: PACE }
/** It has minutes, too. */
const OSLO = toCell(59.91, 10.75)

export interface MetNorwayWeatherOptions {
  readonly baseUrl: URL
  /** How the operator can be reached, as in the User-Agent; calls without it are refused. */
  readonly contact: string | null
  /** Omitted: every call is made, without a condition. */
  readonly memory?: SharedMemory
}

/** Locationforecast (world), and minutes of the radar in the Nordic countries. No key. */
export function createMetNorwayWeather({ baseUrl, contact, memory = FORGETFUL }: MetNorwayWeatherOptions): WeatherCapability {
  const get = createConditionalGet({ name: NAME, memory })

  /** The decoded answer of a resource, and whether it is simulated. */
  async function read(product: Product, path: string, cell: Cell, calls: PaidCalls, now: number): Promise<Decoded<MetForecast>> {
    if (contact === null) throw toAnswerFailure(NAME, 'not_configured')
    // At most four decimals are allowed; a cell has two.
    const url = buildUrlBelow(baseUrl, path, { lat: String(cell.lat), lon: String(cell.lon) })
    return get(calls, { product, url }, now, (body) => decodeSteps(body, now))
  }

  async function minutes(cell: Cell, calls: PaidCalls, now: number): Promise<WeatherBundle> {
    const nothing = { ...getMapClock(cell, now), simulated: false, scopes: { minutely: NO_MINUTES } }
    if (!isNordic(cell)) return nothing
    // Outside the radar's area, which says nothing about the forecast.
    const answer = await ignoreFailures(['not_found'], read(NOWCAST, '/weatherapi/nowcast/2.0/complete', cell, calls, now))
    if (answer === null) return nothing
    const { value: forecast, simulated } = answer
    return { ...nothing, ...placeOf(forecast), simulated, scopes: { minutely: buildNowcastMinutes(forecast, now) } }
  }

  return {
    product: FORECAST,
    groups: [['current', 'hourly', 'daily'], ['minutely']],
    forecastDays: 10,
    otherProducts: { minutely: NOWCAST },
    sample: OSLO,
    lacks: ['uvIndex', 'visibility'],
    configured: () => contact !== null,
    async fetch(cell, wanted, calls, now) {
      if (wanted.includes('minutely')) return minutes(cell, calls, now)
      const { value: forecast, simulated } = await read(FORECAST, '/weatherapi/locationforecast/2.0/complete', cell, calls, now)
      const clock = getMapClock(cell, now)
      const scopes = transformLocationForecast(forecast.steps, cell, clock.timezone, now)
      if (scopes === null) throw toAnswerFailure(NAME, 'invalid_body')
      return { ...clock, ...placeOf(forecast), simulated, scopes }
    },
  }
}

/** The height is that of the service's own map, since none is asked for. */
function placeOf({ coordinates: [lon, lat, altitude] }: MetForecast) {
  return { ...readAnsweredPlace(lat, lon, SAME_PLACE_KM), ...readHeight(altitude) }
}
