import type { WeatherState } from '../climate/weather.ts'
import { drawTile, type Stop } from '../picture.ts'
import { json, type WireAnswer, type WireRequest } from '../wire.ts'
import { blocked, invalidTileKey } from './errors.ts'

const SIZE = 256
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
  return { status: 200, headers: { 'content-type': 'image/png' }, body: drawTile({ z, x, y }, SIZE, hours, layer) }
}
