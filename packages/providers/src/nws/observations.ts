import { type Box, DAY_MS, type StationReport, computeAgeMs, computeBoxCentre, computeDistanceKm, toCell } from '@isobar/weather'
import { fetchJson, isSimulated, type JsonAnswer, buildUrlBelow } from '../fetch-json.ts'
import { readFields, isObject, readText } from '../json.ts'
import { ignoreFailures, type ObservationCapability, type PaidCalls, type Product } from '../provider.ts'
import { isCoveredByNws } from './coverage.ts'
import { decodeObservations, decodeStations } from './observation-schema.ts'
import { HEADERS, NAME } from './service.ts'

/** No limit is published. This one is a courtesy. */
export const OBSERVATIONS: Product = { id: 'nws/observations', weight: 1, limits: { perMinute: 120 } }
/** Each station of a box is a call of its own. */
const BOX_DEGREES = 0.5
const MAX_STATIONS = 4
/** Most stations report once an hour, some every five minutes. */
const INTERVAL_SECONDS = 1_200
/** Stations rarely come and go. */
const LIST_TTL_MS = 7 * DAY_MS
const GRID_STATIONS = /\/gridpoints\/[A-Z]{3}\/\d+,\d+\/stations$/

/** What is remembered of a box: its stations, and when they were listed. */
interface BoxState {
  readonly listedAt: number
  readonly stations: readonly string[]
}

/** The latest reports of the stations of the National Weather Service and its partners in a box, nearest to its centre first. */
export function createNwsObservations(baseUrl: URL, source: string): ObservationCapability {
  /** Null if there is no such resource, as outside the coverage. */
  function get(path: string, calls: PaidCalls, now: number, query?: string): Promise<JsonAnswer | null> {
    const request = { product: OBSERVATIONS, url: buildUrlBelow(baseUrl, path, query), headers: HEADERS }
    return ignoreFailures(['not_found'], fetchJson(calls, request, { name: NAME }, now))
  }

  /** The stations within the box. Two calls. */
  async function listStations(box: Box, calls: PaidCalls, now: number): Promise<readonly string[]> {
    const centre = computeBoxCentre(box)
    const { lat, lon } = toCell(centre.lat, centre.lon)
    const point = await get(`/points/${lat},${lon}`, calls, now)
    const properties = readFields(readFields(point?.body)['properties'])
    const path = GRID_STATIONS.exec(readText(properties['observationStations']) ?? '')?.[0]
    const list = path === undefined ? null : await get(path, calls, now)
    const stations = (list && decodeStations(list.body, source)) ?? []
    return stations
      .filter((station) => isWithin(box, station))
      .toSorted((a, b) => computeDistanceKm(centre, a) - computeDistanceKm(centre, b))
      .slice(0, MAX_STATIONS)
      .map(({ id }) => id)
  }

  return {
    product: OBSERVATIONS,
    intervalSeconds: INTERVAL_SECONDS,
    boxDegrees: BOX_DEGREES,
    hasHourlyGusts: false,
    configured: () => true,
    covers(box) {
      const { lat, lon } = computeBoxCentre(box)
      return isCoveredByNws(toCell(lat, lon))
    },
    async read(box, former, calls, now) {
      const known = stateOf(former)
      const isKnown = known !== null && computeAgeMs(known.listedAt, now) < LIST_TTL_MS
      const state: BoxState = isKnown ? known : { listedAt: now, stations: await listStations(box, calls, now) }
      const reports: StationReport[] = []
      let [simulated, refused, silent] = [false, 0, 0]
      for (const id of state.stations) {
        const answer = await get(`/stations/${id}/observations`, calls, now, 'limit=1')
        const [report] = (answer && decodeObservations(answer.body, source, () => refused++)) ?? []
        if (answer !== null && isSimulated(answer.headers)) simulated = true
        if (report === undefined) silent++
        else reports.push(report)
      }
      return { reports, simulated, leftOut: { ...(refused > 0 && { flagged: refused }), ...(silent > 0 && { silent }) }, state }
    },
  }
}

function isWithin({ south, west, north, east }: Box, { lat, lon }: { readonly lat: number; readonly lon: number }): boolean {
  return lat >= south && lat <= north && lon >= west && lon <= east
}

function stateOf(former: unknown): BoxState | null {
  if (!isObject(former) || typeof former['listedAt'] !== 'number' || !Array.isArray(former['stations'])) return null
  return { listedAt: former['listedAt'], stations: former['stations'].map(String) }
}
