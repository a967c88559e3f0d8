import { crc32, deflateSync } from 'node:zlib'
import { siteAt } from '../climate/geography.ts'
import { weatherAt, type WeatherState } from '../climate/weather.ts'
import { json, type WireAnswer, type WireRequest } from '../wire.ts'
import { blocked, invalidTileKey } from './errors.ts'

const SIZE = 256
/** The climate is computed at this many points per side, with smooth transitions between them. */
const GRID = 24

type Stop = readonly [value: number, red: number, green: number, blue: number, alpha: number]

interface Layer {
  readonly value: (state: WeatherState) => number
  readonly stops: readonly Stop[]
}

const LAYERS: Readonly<Record<string, Layer>> = {
  clouds_new: {
    value: (s) => s.cloud,
    stops: [
      [0, 255, 255, 255, 0],
      [20, 253, 253, 255, 25],
      [60, 247, 247, 255, 130],
      [100, 240, 240, 255, 230],
    ],
  },
  precipitation_new: {
    value: (s) => s.precipitation,
    stops: [
      [0, 225, 200, 100, 0],
      [0.1, 200, 150, 150, 20],
      [0.5, 120, 120, 190, 110],
      [2, 80, 80, 225, 180],
      [8, 20, 20, 255, 230],
      [30, 120, 0, 200, 240],
    ],
  },
  pressure_new: {
    value: (s) => s.pressure,
    stops: [
      [970, 0, 115, 255, 200],
      [1000, 75, 208, 214, 200],
      [1012, 141, 231, 199, 200],
      [1020, 240, 184, 0, 200],
      [1045, 251, 85, 21, 200],
    ],
  },
  wind_new: {
    value: (s) => s.windSpeed,
    stops: [
      [0, 255, 255, 255, 0],
      [5, 238, 206, 206, 100],
      [15, 179, 100, 188, 180],
      [30, 63, 33, 59, 205],
    ],
  },
  temp_new: {
    value: (s) => s.temperature,
    stops: [
      [-45, 130, 22, 146, 150],
      [-20, 32, 140, 236, 150],
      [0, 35, 221, 221, 150],
      [10, 194, 255, 40, 150],
      [25, 255, 194, 40, 150],
      [42, 252, 80, 20, 150],
    ],
  },
}
/** Names from the first edition of the documentation. */
const OLD_NAMES: Readonly<Record<string, string>> = {
  clouds: 'clouds_new',
  precipitation: 'precipitation_new',
  pressure: 'pressure_new',
  wind: 'wind_new',
  temp: 'temp_new',
}

/** `GET /map/{layer}/{z}/{x}/{y}.png`: the present state. Key errors are JSON declared as image/png. */
export function tile(request: WireRequest, name: string, z: number, x: number, y: number): WireAnswer {
  const key = request.query.get('appid') ?? ''
  if (key === '' || key.startsWith('invalid')) return invalidTileKey()
  if (key.startsWith('blocked')) return blocked()
  const layer = LAYERS[OLD_NAMES[name] ?? name]
  if (layer === undefined) return json(400, { message: 'Unexpected layer name.' })
  const across = 2 ** z
  if (z > 19 || x >= across || y >= across) return json(400, { message: 'Unexpected tile position.' })
  const hours = (Math.floor(request.now / 600_000) * 600_000) / 3_600_000
  const values = new Float64Array((GRID + 1) * (GRID + 1))
  for (let row = 0; row <= GRID; row++)
    for (let column = 0; column <= GRID; column++) {
      const lon = ((x + column / GRID) / across) * 360 - 180
      const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + row / GRID)) / across))) * 180) / Math.PI
      values[row * (GRID + 1) + column] = layer.value(weatherAt(siteAt(lat, lon), hours, { issuedAt: Number.POSITIVE_INFINITY, model: 0 }))
    }
  return { status: 200, headers: { 'content-type': 'image/png' }, body: encodePng(SIZE, SIZE, paint(values, layer.stops)) }
}

function paint(values: Float64Array, stops: readonly Stop[]): Buffer {
  const low = stops[0]?.[0] ?? 0
  const span = (stops.at(-1)?.[0] ?? 1) - low
  const palette = Array.from({ length: 1024 }, (_, index) => colour(stops, low + (span * index) / 1023))
  const rows = Buffer.alloc(SIZE * (1 + 4 * SIZE))
  const scale = GRID / SIZE
  for (let py = 0; py < SIZE; py++) {
    const gy = (py + 0.5) * scale
    const row = Math.min(GRID - 1, Math.floor(gy))
    const fy = gy - row
    let offset = py * (1 + 4 * SIZE) + 1
    for (let px = 0; px < SIZE; px++) {
      const gx = (px + 0.5) * scale
      const column = Math.min(GRID - 1, Math.floor(gx))
      const fx = gx - column
      const at = row * (GRID + 1) + column
      const top = (values[at] ?? 0) * (1 - fx) + (values[at + 1] ?? 0) * fx
      const bottom = (values[at + GRID + 1] ?? 0) * (1 - fx) + (values[at + GRID + 2] ?? 0) * fx
      const index = Math.round(((top * (1 - fy) + bottom * fy - low) / span) * 1023)
      rows.writeUInt32BE(palette[Math.max(0, Math.min(1023, index))] ?? 0, offset)
      offset += 4
    }
  }
  return rows
}

/** The colour of a value as one number, red first. */
function colour(stops: readonly Stop[], value: number): number {
  const above = stops.findIndex((stop) => stop[0] >= value)
  const b = stops[above === -1 ? stops.length - 1 : above] ?? [0, 0, 0, 0, 0]
  const a = stops[Math.max(0, (above === -1 ? stops.length : above) - 1)] ?? b
  const share = b[0] === a[0] ? 0 : (value - a[0]) / (b[0] - a[0])
  const mix = (i: 1 | 2 | 3 | 4): number => Math.round(a[i] + (b[i] - a[i]) * Math.max(0, Math.min(1, share)))
  return ((mix(1) << 24) | (mix(2) << 16) | (mix(3) << 8) | mix(4)) >>> 0
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(data.length + 12)
  whole.writeUInt32BE(data.length, 0)
  whole.write(type, 4, 'latin1')
  data.copy(whole, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8)
  return whole
}

/** Encodes RGBA rows (each led by a filter byte of 0: `height × (1 + 4 × width)` bytes) as a PNG. */
function encodePng(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits a channel, colour with alpha, no interlacing.
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))])
}
