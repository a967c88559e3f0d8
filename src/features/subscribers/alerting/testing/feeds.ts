import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Simulator } from '../../../../../tools/upstream-simulator/simulator.ts'

const SAMPLES = new URL('../../../../../../shared/upstream-samples/nws/', import.meta.url)

/** The reason to skip a test that needs the recorded alerts; undefined when they are present. */
export const WITHOUT_SAMPLES = existsSync(SAMPLES) ? undefined : 'the recorded alerts (../shared/upstream-samples) are not here'

type Json = Record<string, unknown>

/** One recorded NWS alert. */
export interface GeoFeature {
  readonly geometry: { readonly type: string; readonly coordinates: readonly (readonly (readonly [number, number])[])[] } | null
  readonly properties: Json & { readonly geocode: { readonly UGC: readonly string[] } }
}

export function readRecordedFeatures(name: string): GeoFeature[] {
  return (JSON.parse(readFileSync(new URL(`${name}.json`, SAMPLES), 'utf8')) as { features: GeoFeature[] }).features
}

/** A town with its county and forecast zone codes. */
export interface TestTown {
  readonly name: string
  readonly lat: number
  readonly lon: number
  readonly codes: readonly string[]
}

/** The alerts in force at a town, selected as the NWS does: by polygon if there is one, otherwise by county or zone. */
export function selectTownFeatures({ lat, lon, codes }: TestTown, features: readonly GeoFeature[]): GeoFeature[] {
  return features.filter(({ geometry, properties }) =>
    geometry === null ? codes.some((code) => properties.geocode.UGC.includes(code)) : isInside(geometry.coordinates[0] ?? [], lon, lat),
  )
}

function isInside(ring: readonly (readonly [number, number])[], lon: number, lat: number): boolean {
  let inside = false
  let [previousLon, previousLat] = ring.at(-1) ?? [0, 0]
  for (const [nextLon, nextLat] of ring) {
    if (
      nextLat > lat !== previousLat > lat &&
      lon < previousLon + ((lat - previousLat) / (nextLat - previousLat)) * (nextLon - previousLon)
    )
      inside = !inside
    previousLon = nextLon
    previousLat = nextLat
  }
  return inside
}

const seconds = (value: unknown): number => Date.parse(String(value)) / 1_000

/** The alerts of a town as relayed by OpenWeather: five fields, no severity, no number. */
function relayed(feature: GeoFeature): Json {
  const { properties } = feature
  return {
    sender_name: properties['senderName'],
    event: properties['event'],
    start: seconds(properties['onset']),
    end: seconds(properties['ends'] ?? properties['expires']),
    description: properties['description'],
    tags: [],
  }
}

/** The upstreams' data, changeable while the service runs. */
export interface Feeds {
  readonly url: string
  /** The national feed's alerts for the whole country. */
  features: readonly GeoFeature[]
  /** The places for which alerts can be requested. */
  towns: readonly TestTown[]
  /** Whether OpenWeather relays these alerts; it has no others. */
  isRelaying: boolean
  /** Upstreams that always answer 503; `air` and `marine` are those of the weather providers, whose weather is then still there. */
  dead: ReadonlySet<'openweather' | 'open-meteo' | 'nws' | 'air' | 'marine'>
  /** Whether the national feed hangs up instead of answering. */
  isHangingUp: boolean
  close(): Promise<void>
}

/**
 * One server for the three providers: the national feed serves recorded alerts by point; OpenWeather and Open-Meteo serve the simulator's
 * weather, with the relayed alerts instead of its own.
 */
export async function startFeeds(simulator: Simulator): Promise<Feeds> {
  const server = createServer((request, response) => void answer(request, response).catch((error) => response.destroy(error as Error)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const feeds: Feeds = {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    features: [],
    towns: [],
    isRelaying: false,
    dead: new Set(),
    isHangingUp: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', feeds.url)
    const provider = url.pathname.startsWith('/alerts') ? 'nws' : url.pathname.startsWith('/v1') ? 'open-meteo' : 'openweather'
    const scope = /air[-_]/.test(url.pathname) ? 'air' : url.pathname.endsWith('/marine') ? 'marine' : provider
    if (feeds.dead.has(provider) || feeds.dead.has(scope)) return send(response, 503, { message: 'out of order' })
    if (provider === 'nws' && feeds.isHangingUp) return void request.socket.destroy()
    if (provider === 'nws') {
      const [lat = 0, lon = 0] = (url.searchParams.get('point') ?? '').split(',').map(Number)
      return send(response, 200, { type: 'FeatureCollection', features: at(lat, lon) })
    }
    const upstream = await fetch(simulator.url + url.pathname + url.search)
    const body = (await upstream.json()) as Json
    if (provider === 'openweather') {
      const { alerts: _own, ...weather } = body
      const relays = feeds.isRelaying ? at(Number(url.searchParams.get('lat')), Number(url.searchParams.get('lon'))).map(relayed) : []
      return send(response, upstream.status, relays.length === 0 ? weather : { ...weather, alerts: relays }, true)
    }
    return send(response, upstream.status, body, true)
  }

  function at(lat: number, lon: number): GeoFeature[] {
    const town = feeds.towns.find((each) => Math.abs(each.lat - lat) < 0.006 && Math.abs(each.lon - lon) < 0.006)
    return town === undefined ? [] : selectTownFeatures(town, feeds.features)
  }
  return feeds
}

function send(response: ServerResponse, status: number, body: object, isSimulated = false): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...(isSimulated ? { 'x-simulated': 'demo' } : {}) })
    .end(JSON.stringify(body))
}
