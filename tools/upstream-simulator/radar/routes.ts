import { drawTile } from '../picture.ts'
import type { Product } from '../products.ts'
import { json, type WireAnswer, type WireRequest } from '../wire.ts'
import { REFLECTIVITY } from './colours.ts'
import { wmsProducts } from './wms.ts'

const LIST = '/public/weather-maps.json'
const TILES = '/v2/radar/'
const STEP = 600
const PAST = 13
/** RainViewer has no forecast any more; LibreWXR has up to six. */
const AHEAD = 6
/** A frame is listed so many seconds after its time. */
const LATE = 90
const TILE = /^\/v2\/radar\/(m|f[0-9a-f]{8})([0-9a-f]{8})\/(256|512)\/(\d{1,2})\/(\d{1,7})\/(\d{1,7})\/\d{1,3}\/[01]_[01]\.png$/

/** RainViewer with LibreWXR's forecast, and the Web Map Services of three agencies. */
export const radarProducts: readonly Product[] = [
  {
    id: 'rainviewer/radar',
    template: `${LIST}, ${TILES}…`,
    matches: (path) => path === LIST || path.startsWith(TILES),
    answer: (_, request) => (request.path === LIST ? list(request) : tile(request)),
  },
  ...wmsProducts,
]

/** The newest frame at a time, in seconds. */
const newestAt = (now: number): number => Math.floor((now / 1_000 - LATE) / STEP) * STEP
const hex = (seconds: number): string => seconds.toString(16).padStart(8, '0')

function list({ now, headers }: WireRequest): WireAnswer {
  const newest = newestAt(now)
  const past = Array.from({ length: PAST }, (_, index) => newest - (PAST - 1 - index) * STEP)
  // Like LibreWXR, it begins with the time of the last measurement.
  const nowcast = Array.from({ length: AHEAD + 1 }, (_, index) => newest + index * STEP)
  return json(200, {
    version: '2.0',
    generated: newest + LATE,
    host: `http://${String(headers['host'])}`,
    radar: {
      past: past.map((time) => ({ time, path: `${TILES}m${hex(time)}` })),
      nowcast: nowcast.map((time) => ({ time, path: `${TILES}f${hex(newest)}${hex(time)}` })),
    },
    satellite: { infrared: [] },
  })
}

function tile({ path, now }: WireRequest): WireAnswer {
  const [, , time = '', size, z, x, y] = TILE.exec(path) ?? []
  const seconds = Number.parseInt(time, 16)
  const newest = newestAt(now)
  if (size === undefined || seconds < newest - 2 * PAST * STEP || seconds > newest + AHEAD * STEP) return json(404, { error: 'not found' })
  const position = { z: Number(z), x: Number(x), y: Number(y) }
  const deepest = Number(size) === 512 ? 6 : 7
  if (position.z > deepest) return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'Zoom Level Not Supported' }
  if (position.x >= 2 ** position.z || position.y >= 2 ** position.z) return json(404, { error: 'not found' })
  return { status: 200, headers: { 'content-type': 'image/png' }, body: drawTile(position, Number(size), seconds / 3_600, REFLECTIVITY) }
}
