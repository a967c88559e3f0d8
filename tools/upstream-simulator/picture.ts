import { crc32, deflateSync } from 'node:zlib'
import { siteAt } from './climate/geography.ts'
import { weatherAt, type WeatherState } from './climate/weather.ts'

/** The climate is computed at this many points per side, with smooth transitions between them. */
const GRID = 24

/** A value and its colour, with the alpha of 0 to 255. */
export type Stop = readonly [value: number, red: number, green: number, blue: number, alpha: number]

export interface TilePosition {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** A PNG of a Web Mercator tile of `size` × `size` pixels: the weather at an hour since the epoch, in the colours of the stops. */
export function drawTile(
  { z, x, y }: TilePosition,
  size: number,
  hours: number,
  { value, stops }: { readonly value: (state: WeatherState) => number; readonly stops: readonly Stop[] },
): Buffer {
  const across = 2 ** z
  const values = new Float64Array((GRID + 1) * (GRID + 1))
  for (let row = 0; row <= GRID; row++)
    for (let column = 0; column <= GRID; column++) {
      const lon = ((x + column / GRID) / across) * 360 - 180
      const lat = (Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + row / GRID)) / across))) * 180) / Math.PI
      values[row * (GRID + 1) + column] = value(weatherAt(siteAt(lat, lon), hours, { issuedAt: Number.POSITIVE_INFINITY, model: 0 }))
    }
  return encodePng(size, paint(values, stops, size))
}

function paint(values: Float64Array, stops: readonly Stop[], size: number): Buffer {
  const low = stops[0]?.[0] ?? 0
  const span = (stops.at(-1)?.[0] ?? 1) - low
  const palette = Array.from({ length: 1024 }, (_, index) => colour(stops, low + (span * index) / 1023))
  const rows = Buffer.alloc(size * (1 + 4 * size))
  const scale = GRID / size
  for (let py = 0; py < size; py++) {
    const gy = (py + 0.5) * scale
    const row = Math.min(GRID - 1, Math.floor(gy))
    const fy = gy - row
    let offset = py * (1 + 4 * size) + 1
    for (let px = 0; px < size; px++) {
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

/** Encodes RGBA rows (each led by a filter byte of 0: `size × (1 + 4 × size)` bytes) as a PNG. */
function encodePng(size: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // 8 bits a channel, colour with alpha, no interlacing.
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(rows, { level: 1 })), chunk('IEND', Buffer.alloc(0))])
}
