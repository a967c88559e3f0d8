import { readFile } from 'node:fs/promises'
import { feature, mesh } from 'topojson-client'
import { linePath, ringPath } from './path.ts'

type Atlas = Parameters<typeof mesh>[0]
type Shapes = Atlas['objects'][string]

/** Land and borders of Natural Earth 1:50m (public domain), as `world-atlas` packs them, as SVG paths in a world that is `size` units wide. */
export async function baseMap(size: number): Promise<string> {
  const atlas = JSON.parse(await readFile(new URL(import.meta.resolve('world-atlas/countries-50m.json')), 'utf8')) as Atlas
  const { land, countries } = atlas.objects as { land: Shapes; countries: Shapes }
  const shores = feature(atlas, land)
  const lands = ('features' in shores ? shores.features : [shores]).flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : [],
  )
  const borders = mesh(atlas, countries as Parameters<typeof mesh>[1], (one, other) => one !== other).coordinates
  const map = {
    size,
    land: lands.flatMap((polygon) => polygon.map((ring) => ringPath(ring, size))).join(''),
    borders: borders.map((line) => linePath(line, size)).join(''),
  }
  return `${JSON.stringify(map)}\n`
}
