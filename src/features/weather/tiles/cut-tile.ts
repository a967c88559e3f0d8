import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { PNG } from 'pngjs'
import type { TileKey } from './address.ts'

/** Bytes of a pixel: red, green, blue, alpha. */
const DEPTH = 4

/**
 * The part of a tile, a square, that shows another tile within it, enlarged to the same size by bilinear interpolation. Compressing is done
 * off the event loop. @throws when the tile is no valid PNG
 */
export async function cutTile(png: Buffer, from: TileKey, to: TileKey): Promise<Buffer> {
  const across = 2 ** (to.z - from.z)
  const { data, width: size } = PNG.sync.read(png)
  const length = size * DEPTH
  const columns = placesAlong(to.x, across, size)
  const widened = new Map<number, Float32Array>()
  const row = (index: number): Float32Array => {
    const known = widened.get(index) ?? widenRow(data.subarray(index * length, (index + 1) * length), columns)
    widened.set(index, known)
    return known
  }
  const image = new PNG({ width: size, height: size, filterType: 2 })
  placesAlong(to.y, across, size).forEach(({ first, second, weight }, index) => {
    blendRows(row(first), row(second), weight, image.data.subarray(index * length, (index + 1) * length))
  })
  return buffer(image.pack().pipe(new PassThrough()))
}

/** Between which pixels of the larger tile a pixel lies, and the weight of the second one. */
interface Place {
  readonly first: number
  readonly second: number
  readonly weight: number
}

/** The places of a part's columns, or of its rows. Beyond the middle of the outermost pixels, those go on. */
function placesAlong(position: number, across: number, size: number): Place[] {
  return Array.from({ length: size }, (_, index) => {
    const at = Math.min(size - 1, Math.max(0, ((position % across) * size + index + 0.5) / across - 0.5))
    const first = Math.floor(at)
    return { first, second: Math.min(size - 1, first + 1), weight: at - first }
  })
}

/** Colours are weighted by their alpha: what is transparent has no colour that could bleed into its neighbours. */
function widenRow(pixels: Uint8Array, columns: readonly Place[]): Float32Array {
  const row = new Float32Array(columns.length * DEPTH)
  let written = 0
  for (const { first, second, weight } of columns) {
    const left = first * DEPTH
    const right = second * DEPTH
    const leftShare = ((pixels[left + 3] ?? 0) / 255) * (1 - weight)
    const rightShare = ((pixels[right + 3] ?? 0) / 255) * weight
    for (let channel = 0; channel < 3; channel++)
      row[written++] = (pixels[left + channel] ?? 0) * leftShare + (pixels[right + channel] ?? 0) * rightShare
    row[written++] = leftShare + rightShare
  }
  return row
}

function blendRows(above: Float32Array, below: Float32Array, weight: number, pixels: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += DEPTH) {
    const alpha = (above[at + 3] ?? 0) * (1 - weight) + (below[at + 3] ?? 0) * weight
    pixels[at + 3] = Math.round(alpha * 255)
    if (alpha === 0) continue
    for (let channel = at; channel < at + 3; channel++)
      pixels[channel] = Math.round(((above[channel] ?? 0) * (1 - weight) + (below[channel] ?? 0) * weight) / alpha)
  }
}
