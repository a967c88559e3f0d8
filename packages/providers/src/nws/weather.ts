import { type Cell, DAY_MS, toPlaceClock } from '@isobar/weather'
import { toAnswerFailure, fetchJson, isSimulated, buildUrlBelow } from '../fetch-json.ts'
import { readFields, readText } from '../json.ts'
import {
  readAnsweredPlace,
  FORGETFUL,
  readHeight,
  ignoreFailures,
  type PaidCalls,
  type Product,
  type SharedMemory,
  type WeatherCapability,
} from '../provider.ts'
import { isCoveredByNws } from './coverage.ts'
import { decodeGrid, transformGrid } from './grid.ts'
import { HEADERS, NAME, SERVICE } from './service.ts'

const FORECAST: Product = { id: 'nws/forecast', weight: 1, budget: 'weather' }
/** Offices redraw their grids rarely; a grid that is gone is noticed by its 404. */
const REMEMBERED_MS = 7 * DAY_MS
/** Squares of 2.5 km, or twice that. */
const GRID_KM = 8

/** Where the forecast for a place is. */
interface GridPlace {
  readonly path: string
  readonly timezone: string
}

interface WeatherOptions {
  readonly baseUrl: URL
  readonly sample?: Cell
  /** Omitted: a place's grid is asked for before every forecast. */
  readonly memory?: SharedMemory
}

const keyOf = ({ id }: Cell): string => `grid:${id}`

/** The forecast grids of the National Weather Service: hours and days of the United States, without a key. */
export function createNwsWeather({ baseUrl, sample, memory = FORGETFUL }: WeatherOptions): WeatherCapability {
  const get = (path: string, calls: PaidCalls, now: number) =>
    fetchJson(calls, { product: FORECAST, url: buildUrlBelow(baseUrl, path), headers: HEADERS }, SERVICE, now)

  /** Asks for the grid of a cell, and remembers it for all nodes. */
  async function findPlace(cell: Cell, calls: PaidCalls, now: number): Promise<GridPlace> {
    const { body } = await get(`/points/${cell.lat},${cell.lon}`, calls, now)
    const place = decodePoint(body, now)
    if (place === null) throw toAnswerFailure(NAME, 'invalid_body')
    await memory.put(keyOf(cell), place, now + REMEMBERED_MS)
    return place
  }

  /** The raw grid. If a remembered one is gone, the place may have another. */
  async function gridOf(cell: Cell, calls: PaidCalls, now: number) {
    const remembered = parseGridPlace(await memory.get(keyOf(cell)), now)
    if (remembered !== null) {
      const known = await ignoreFailures(['not_found'], get(remembered.path, calls, now))
      if (known !== null) return { place: remembered, ...known }
    }
    const place = await findPlace(cell, calls, now)
    return { place, ...(await get(place.path, calls, now)) }
  }

  return {
    product: FORECAST,
    groups: [['current', 'hourly', 'daily', 'minutely']],
    forecastDays: 7,
    lacks: ['minutely', 'pressure', 'uvIndex'],
    ...(sample && { sample }),
    configured: () => true,
    async fetch(cell, _wanted, calls, now) {
      if (!isCoveredByNws(cell)) throw toAnswerFailure(NAME, 'not_found')
      const { place: found, body, headers } = await gridOf(cell, calls, now)
      const grid = decodeGrid(body)
      const clock = toPlaceClock(found.timezone, undefined, now)
      const scopes = grid === null || clock === null ? null : transformGrid(grid, cell, clock.timezone, now)
      if (grid === null || clock === null || scopes === null) throw toAnswerFailure(NAME, 'invalid_body')
      const place = { ...readAnsweredPlace(grid.centre?.lat, grid.centre?.lon, GRID_KM), ...readHeight(grid.elevation) }
      return { ...clock, ...place, simulated: isSimulated(headers), scopes }
    },
  }
}

const GRID_PATH = /^\/gridpoints\/[A-Z]{3}\/\d{1,5},\d{1,5}$/

/** A remembered grid; null for anything else. */
function parseGridPlace(value: unknown, now: number): GridPlace | null {
  const { path, timezone } = readFields(value)
  if (typeof path !== 'string' || !GRID_PATH.test(path) || typeof timezone !== 'string') return null
  return toPlaceClock(timezone, undefined, now) === null ? null : { path, timezone }
}

/** The grid and zone of a point; null if the answer has none. Links are not followed: the path is made of their parts. */
function decodePoint(body: unknown, now: number): GridPlace | null {
  const properties = readFields(readFields(body)['properties'])
  // `gridId` is missing in 2019, and the numbers are texts.
  const office = readText(properties['gridId']) ?? readText(properties['cwa']) ?? ''
  const [x, y] = [properties['gridX'], properties['gridY']].map((value) => String(value))
  const timezone = readText(properties['timeZone'])
  if (!/^[A-Z]{3}$/.test(office) || timezone === null || ![x, y].every((value) => /^\d{1,5}$/.test(value ?? ''))) return null
  return toPlaceClock(timezone, undefined, now) === null ? null : { path: `/gridpoints/${office}/${x},${y}`, timezone }
}
