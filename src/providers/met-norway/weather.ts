import { type Cell, cellOf } from '../../domain/cell.ts'
import { clockOnMap } from '../clock.ts'
import { answerFailure, urlBelow } from '../fetch-json.ts'
import { SAME_PLACE_KM } from '../fetch-weather.ts'
import { createPace } from '../pace.ts'
import {
  answeredFor,
  FORGETFUL,
  heightOf,
  nullOn,
  type PaidCalls,
  type Product,
  type SharedMemory,
  type WeatherBundle,
  type WeatherCapability,
} from '../provider.ts'
import { NO_MINUTES } from '../scopes.ts'
import { createConditionalGet, type Decoded } from './conditional-get.ts'
import { transformForecast } from './forecast.ts'
import { isNordic, minutesOf } from './nowcast.ts'
import { decodeSteps, type MetForecast } from './steps.ts'

const NAME = 'MET Norway'
const FORECAST: Product = { id: 'met-norway/locationforecast', weight: 1, budget: 'weather' }
const NOWCAST: Product = { id: 'met-norway/nowcast', weight: 1, budget: 'weather' }
/** It has minutes, too. */
const OSLO = cellOf(59.91, 10.75)
/**
 * The terms: from 20 calls a second on, by all installations of a program together, an agreement is needed. No node calls more often than
 * every 100 ms, and by default all of them together half as often as the terms allow.
 */
const GAP_MS = 100

export interface MetNorwayWeatherOptions {
  readonly baseUrl: URL
  /** How the operator can be reached, as in the User-Agent; calls without it are refused. */
  readonly contact: string | null
  /** Omitted: every call is made, without a condition. */
  readonly memory?: SharedMemory
}

/** Locationforecast (world), and minutes of the radar in the Nordic countries. No key. */
export function createWeather({ baseUrl, contact, memory = FORGETFUL }: MetNorwayWeatherOptions): WeatherCapability {
  const get = createConditionalGet({ name: NAME, turn: createPace(NAME, GAP_MS), memory })

  /** The decoded answer of a resource, and whether it is simulated. */
  async function read(product: Product, path: string, cell: Cell, calls: PaidCalls, now: number): Promise<Decoded<MetForecast>> {
    if (contact === null) throw answerFailure(NAME, 'not_configured')
    // At most four decimals are allowed; a cell has two.
    const url = urlBelow(baseUrl, path, { lat: String(cell.lat), lon: String(cell.lon) })
    return get(calls, { product, url }, now, (body) => decodeSteps(body, now))
  }

  async function minutes(cell: Cell, calls: PaidCalls, now: number): Promise<WeatherBundle> {
    const nothing = { ...clockOnMap(cell, now), simulated: false, scopes: { minutely: NO_MINUTES } }
    if (!isNordic(cell)) return nothing
    // Outside the radar's area, which says nothing about the forecast.
    const answer = await nullOn(['not_found'], read(NOWCAST, '/weatherapi/nowcast/2.0/complete', cell, calls, now))
    if (answer === null) return nothing
    const { value: forecast, simulated } = answer
    return { ...nothing, ...placeOf(forecast), simulated, scopes: { minutely: minutesOf(forecast, now) } }
  }

  return {
    product: FORECAST,
    groups: [['current', 'hourly', 'daily'], ['minutely']],
    otherProducts: { minutely: NOWCAST },
    sample: OSLO,
    lacks: ['uvIndex', 'visibility'],
    configured: () => contact !== null,
    async fetch(cell, wanted, calls, now) {
      if (wanted.includes('minutely')) return minutes(cell, calls, now)
      const { value: forecast, simulated } = await read(FORECAST, '/weatherapi/locationforecast/2.0/complete', cell, calls, now)
      const clock = clockOnMap(cell, now)
      const scopes = transformForecast(forecast.steps, cell, clock.timezone, now)
      if (scopes === null) throw answerFailure(NAME, 'invalid_body')
      return { ...clock, ...placeOf(forecast), simulated, scopes }
    },
  }
}

/** The height is that of the service's own map, since none is asked for. */
function placeOf({ coordinates: [lon, lat, altitude] }: MetForecast) {
  return { ...answeredFor(lat, lon, SAME_PLACE_KM), ...heightOf(altitude) }
}
