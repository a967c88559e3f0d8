import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { BadControl } from '../input.ts'
import { fold } from '../places/cities.ts'
import { distanceKm } from '../places/distance.ts'
import type { WireAnswer, WireRequest } from '../wire.ts'
import { shiftToNow } from './shift.ts'

const MAX_FILES = 2_000
const MAX_BYTES = 20 * 1024 * 1024

/** A rule that answers a path with a file, whatever the coordinates. */
export interface ReplayMapping {
  readonly path: string
  readonly file: string
}

interface Recording {
  readonly file: string
  /** It answers requests whose path begins with this. */
  readonly path: string
  readonly lat: number | null
  readonly lon: number | null
  /** What else a request must contain: a folded name, an area code. */
  readonly label: string | null
  /** Used only when mapped: an error, a redirect, or written by hand. */
  readonly onlyMapped: boolean
  readonly status: number
}

/** A folder of recorded answers. */
export interface ReplayLibrary {
  readonly dir: string
  readonly files: readonly string[]
  readonly mappings: readonly ReplayMapping[]
  /** The recorded answer for a request, its times moved to now; null if the folder has none. `mappedOnly`: only one that was mapped by hand. */
  answer(request: WireRequest, mappedOnly: boolean): WireAnswer | null
}

const PATHS: readonly (readonly [prefix: string, path: string])[] = [
  ['onecall3_', '/data/3.0/onecall'],
  ['onecall25_', '/data/3.0/onecall'],
  ['onecall4_current_', '/data/4.0/onecall/current'],
  ['onecall4_timeline_1min_', '/data/4.0/onecall/timeline/1min'],
  ['onecall4_timeline_1h_', '/data/4.0/onecall/timeline/1h'],
  ['onecall4_timeline_1day_', '/data/4.0/onecall/timeline/1day'],
  ['onecall4_alert_', '/data/4.0/onecall/alert/'],
  ['weather25_', '/data/2.5/weather'],
  ['forecast25_', '/data/2.5/forecast'],
  ['geo_direct_', '/geo/1.0/direct'],
  ['tile_', '/map/'],
  ['alerts_point_', '/alerts/active'],
  ['alerts_area_', '/alerts/active'],
  ['alerts_active_', '/alerts/active'],
  ['points_', '/points/'],
]

/** Reads a folder (and its subfolders). @throws BadControl when it cannot be read, or a mapping names a file that is not in it. */
export function openLibrary(dir: string, mappings: readonly ReplayMapping[]): ReplayLibrary {
  const root = resolve(dir)
  const files = list(root)
  const recordings = files.flatMap((file) => recordingOf(root, file))
  for (const { file } of mappings) if (!files.includes(file)) throw new BadControl(`${file} is not in the replay folder`)

  function answer(request: WireRequest, mappedOnly: boolean): WireAnswer | null {
    const mapped = mappings.find(({ path }) => request.path.startsWith(path))
    if (mapped !== undefined) return load(root, mapped.file, statusOf(mapped.file), request)
    if (mappedOnly) return null
    const found = pick(recordings, request)
    return found === null ? null : load(root, found.file, found.status, request)
  }

  return { dir: root, files, mappings, answer }
}

function list(root: string): string[] {
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:json|html|png)$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((file) => statSync(join(root, file)).size <= MAX_BYTES)
      .toSorted()
      .slice(0, MAX_FILES)
  } catch {
    throw new BadControl(`the replay folder cannot be read: ${root}`)
  }
}

/** The status in a file's name: `error_401_…`, `points_…_404.json`; 200 if there is none. */
function statusOf(file: string): number {
  const name = file.split('/').at(-1) ?? file
  return Number(/(?:^error_|_)(30[1-8]|4\d\d|5\d\d)(?=[_.])/.exec(name)?.[1] ?? 200)
}

function recordingOf(root: string, file: string): Recording[] {
  const name = file.split('/').at(-1) ?? file
  const path =
    file.includes('open-meteo/') && name.startsWith('forecast_') ? '/v1/forecast' : PATHS.find(([prefix]) => name.startsWith(prefix))?.[1]
  if (path === undefined) return []
  const status = statusOf(name)
  const none = { file, path, lat: null, lon: null, label: null, onlyMapped: status !== 200 || name.includes('HANDWRITTEN'), status }
  if (!name.endsWith('.json')) return [none]
  let body: unknown
  try {
    body = JSON.parse(readFileSync(join(root, file), 'utf8'))
  } catch {
    return []
  }
  const first = Array.isArray(body) ? body[0] : body
  if (typeof first !== 'object' || first === null) return []
  const bag = first as Record<string, unknown>
  // An answer for several places matches only a request for the same ones.
  if (path === '/v1/forecast' && Array.isArray(body)) return [{ ...none, onlyMapped: true }]
  if (path === '/geo/1.0/direct') return [{ ...none, label: fold(String(bag['name'])) }]
  const area = /^alerts_area_([A-Z]{2})_/.exec(name)?.[1]
  if (area !== undefined) return [{ ...none, label: area }]
  if (name.startsWith('onecall4_alert_')) return [{ ...none, label: String(bag['id']) }]
  return [{ ...none, ...placeOf(bag) }]
}

function placeOf(bag: Record<string, unknown>): { lat: number | null; lon: number | null } {
  const coord = (bag['coord'] ?? bag) as Record<string, unknown>
  const geometry = bag['geometry'] as { type?: string; coordinates?: number[] } | undefined
  const titled = /([\d.]+) ([NS]), ([\d.]+) ([EW])$/.exec(String(bag['title']))
  if (titled !== null)
    return { lat: Number(titled[1]) * (titled[2] === 'S' ? -1 : 1), lon: Number(titled[3]) * (titled[4] === 'W' ? -1 : 1) }
  const lat = coord['lat'] ?? bag['latitude'] ?? (geometry?.type === 'Point' ? geometry.coordinates?.[1] : undefined)
  const lon = coord['lon'] ?? bag['longitude'] ?? (geometry?.type === 'Point' ? geometry.coordinates?.[0] : undefined)
  return typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : { lat: null, lon: null }
}

function pick(recordings: readonly Recording[], request: WireRequest): Recording | null {
  const { query, path } = request
  const candidates = recordings.filter((recording) => !recording.onlyMapped && path.startsWith(recording.path))
  const label =
    path === '/geo/1.0/direct'
      ? fold((query.get('q') ?? '').split(',')[0] ?? '')
      : path === '/alerts/active'
        ? query.get('area')
        : path.startsWith('/data/4.0/onecall/alert/')
          ? decodeURIComponent(path.slice('/data/4.0/onecall/alert/'.length))
          : null
  if (label !== null && label !== '') return candidates.find((recording) => recording.label === label) ?? null
  const [lat, lon] = asked(request)
  if (!Number.isFinite(lat) || !Number.isFinite(lon))
    return candidates.find((recording) => recording.lat === null && recording.label === null) ?? null
  let best: Recording | null = null
  let bestKm = Number.POSITIVE_INFINITY
  for (const recording of candidates) {
    if (recording.lat === null || recording.lon === null) continue
    const km = distanceKm(lat, lon, recording.lat, recording.lon)
    if (km < bestKm) {
      best = recording
      bestKm = km
    }
  }
  return best ?? candidates.find((recording) => recording.label === null) ?? null
}

function asked({ path, query }: WireRequest): [number, number] {
  const text = path.startsWith('/points/')
    ? path.slice('/points/'.length)
    : (query.get('point') ??
      `${query.get('lat') ?? query.get('latitude') ?? 'none'},${query.get('lon') ?? query.get('longitude') ?? 'none'}`)
  const [lat = Number.NaN, lon = Number.NaN] = text.split(',').map(Number)
  return [lat, lon]
}

function load(root: string, file: string, status: number, request: WireRequest): WireAnswer {
  const bytes = readFileSync(join(root, file))
  if (file.endsWith('.png')) return { status, headers: { 'content-type': 'image/png' }, body: bytes }
  if (file.endsWith('.html')) return { status, headers: { 'content-type': 'text/html' }, body: bytes }
  const provider = request.path.startsWith('/v1/') ? 'open-meteo' : /^\/(?:alerts|points)/.test(request.path) ? 'nws' : 'openweather'
  const contentType =
    provider !== 'nws' ? 'application/json; charset=utf-8' : status === 200 ? 'application/geo+json' : 'application/problem+json'
  const headers = { 'content-type': file.includes('image_png') ? 'image/png' : contentType }
  if (status !== 200) return { status, headers, body: bytes }
  const body: unknown = JSON.parse(bytes.toString('utf8'))
  shiftToNow(provider, body, request.now)
  for (const block of (request.query.get('exclude') ?? '').split(','))
    if (['current', 'minutely', 'hourly', 'daily', 'alerts'].includes(block)) delete (body as Record<string, unknown>)[block]
  return { status, headers, body: JSON.stringify(body) }
}
