import { LRUCache } from 'lru-cache'
import type { Cell } from '../../domain/cell.ts'
import { placeClock } from '../../domain/local-time.ts'
import { DAY_MS } from '../../time.ts'
import { answerFailure, fetchJson, isSimulated, urlBelow } from '../fetch-json.ts'
import { answeredFor, type PaidCalls, type Product, ProviderFailure, type WeatherCapability } from '../provider.ts'
import { isCovered } from './coverage.ts'
import { decodeGrid, transformGrid } from './grid.ts'
import { isObject, textOf } from './json.ts'
import { HEADERS, NAME, SERVICE } from './service.ts'

const FORECAST: Product = { id: 'nws/forecast', weight: 1, budget: 'weather' }
/** Offices redraw their grids rarely; a grid that is gone is noticed by its 404. */
const [MAX_PLACES, REMEMBERED_MS] = [10_000, 7 * DAY_MS]
/** Squares of 2.5 km, or twice that. */
const GRID_KM = 8

/** Where the forecast for a place is. */
interface GridPlace {
  readonly path: string
  readonly timezone: string
  readonly atMs: number
}

/** The forecast grids of the National Weather Service: hours and days of the United States, without a key. */
export function createWeather({ baseUrl, sample }: { readonly baseUrl: URL; readonly sample?: Cell }): WeatherCapability {
  const places = new LRUCache<number, GridPlace>({ max: MAX_PLACES })
  const get = (path: string, calls: PaidCalls, now: number) =>
    fetchJson(calls, { product: FORECAST, url: urlBelow(baseUrl, path), headers: HEADERS }, SERVICE, now)

  /** The grid of a cell: remembered, or asked for by a call of its own. */
  async function placeOf(cell: Cell, calls: PaidCalls, now: number): Promise<GridPlace> {
    const known = places.get(cell.id)
    if (known !== undefined && now - known.atMs < REMEMBERED_MS) return known
    const { body } = await get(`/points/${cell.lat},${cell.lon}`, calls, now)
    const place = decodePoint(body, now)
    if (place === null) throw answerFailure(NAME, 'invalid_body')
    places.set(cell.id, place)
    return place
  }

  /** The raw grid. If a remembered one is gone, the place may have another. */
  async function gridOf(cell: Cell, calls: PaidCalls, now: number) {
    const isRemembered = places.has(cell.id)
    const place = await placeOf(cell, calls, now)
    try {
      return { place, ...(await get(place.path, calls, now)) }
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.kind !== 'not_found' || !isRemembered) throw error
      places.delete(cell.id)
      const next = await placeOf(cell, calls, now)
      return { place: next, ...(await get(next.path, calls, now)) }
    }
  }

  return {
    product: FORECAST,
    groups: [['current', 'hourly', 'daily', 'minutely']],
    lacks: ['minutely', 'pressure', 'uvIndex'],
    ...(sample && { sample }),
    configured: () => true,
    async fetch(cell, _wanted, calls, now) {
      if (!isCovered(cell)) throw answerFailure(NAME, 'not_found')
      const { place, body, headers } = await gridOf(cell, calls, now)
      const grid = decodeGrid(body)
      const clock = placeClock(place.timezone, undefined, now)
      const scopes = grid === null || clock === null ? null : transformGrid(grid, cell, clock.timezone, now)
      if (grid === null || clock === null || scopes === null) throw answerFailure(NAME, 'invalid_body')
      return { ...clock, ...answeredFor(grid.centre?.lat, grid.centre?.lon, GRID_KM), simulated: isSimulated(headers), scopes }
    },
  }
}

/** The grid and zone of a point; null if the answer has none. Links are not followed: the path is made of their parts. */
function decodePoint(body: unknown, now: number): GridPlace | null {
  const properties = isObject(body) && isObject(body['properties']) ? body['properties'] : {}
  // `gridId` is missing in 2019, and the numbers are texts.
  const office = textOf(properties['gridId']) ?? textOf(properties['cwa']) ?? ''
  const [x, y] = [properties['gridX'], properties['gridY']].map((value) => String(value))
  const timezone = textOf(properties['timeZone'])
  if (!/^[A-Z]{3}$/.test(office) || timezone === null || ![x, y].every((value) => /^\d{1,5}$/.test(value ?? ''))) return null
  return placeClock(timezone, undefined, now) === null ? null : { path: `/gridpoints/${office}/${x},${y}`, timezone, atMs: now }
}
