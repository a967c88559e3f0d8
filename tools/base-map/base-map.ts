import { readFile } from 'node:fs/promises'
import { feature, mesh } from 'topojson-client'
import { type Box, clipLine, clipRing } from './clip.ts'
import { countryLabels, type Polygons, townLabels } from './labels.ts'
import { COARSE_SIZE, FINE_SIZE, linesPath, planeLine, planeRing, project, ringsPath } from './path.ts'

type Atlas = Parameters<typeof mesh>[0]
type Shapes = Atlas['objects'][string]

/** The fine map comes in the tiles of this zoom level, so that a page loads only what it shows. */
const CELL_ZOOM = 3
const CELLS = 2 ** CELL_ZOOM
/** Units around a cell that are drawn, too: strokes are wide. */
const MARGIN = 64
/** Towns on the map of the world, and on those of its parts. */
const MIN_WORLD_POPULATION = 300_000
const MIN_POPULATION = 15_000

/** Natural Earth (public domain), as `world-atlas` packs it. */
async function readAtlas(file: string) {
  const atlas = JSON.parse(await readFile(new URL(import.meta.resolve(`world-atlas/${file}`)), 'utf8')) as Atlas
  const { land, countries } = atlas.objects as { land: Shapes; countries: Shapes }
  return { atlas, land, countries }
}

/** The picture of the map's page before the map is there, in the colours of `weather-map.module.css`. Shown twice as large: half the bytes. */
const PICTURE_SIZE = 1_024
const LAND = { light: '#e4e8df', dark: '#2b3744' }

/** Land and borders in a plane that is `size` units wide. */
function shapesOf({ atlas, land, countries }: Awaited<ReturnType<typeof readAtlas>>, size: number) {
  const rings = polygonsOf(atlas, land).flatMap((each) => each.flatMap((polygon) => polygon.map((ring) => planeRing(ring, size))))
  const borders = mesh(atlas, countries as Parameters<typeof mesh>[1], (one, other) => one !== other).coordinates
  return { rings: rings.filter(({ length }) => length > 2), borders: borders.map((line) => planeLine(line, size)) }
}

/** The polygons of each shape. */
function polygonsOf(atlas: Atlas, shapes: Shapes): Polygons[] {
  const found = feature(atlas, shapes)
  return ('features' in found ? found.features : [found]).map(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  )
}

/**
 * The files of the site's base map, by name. `world.json`: land and borders as SVG paths in a Web Mercator square of `size` units, with the
 * labels of countries and great cities, and the names of the other files. `{x}-{y}.json`: a tile of zoom `CELL_ZOOM` in detail, with its
 * towns; there is none for tiles of open sea. `land.svg`: a small picture of all land.
 */
export async function baseMap(): Promise<Map<string, string>> {
  const world = await readAtlas('countries-50m.json')
  const coarse = shapesOf(world, COARSE_SIZE)
  const everywhere: Box = { minX: -COARSE_SIZE, maxX: 2 * COARSE_SIZE, minY: -1, maxY: COARSE_SIZE + 1 }
  const files = new Map<string, string>()
  const fine = shapesOf(await readAtlas('countries-10m.json'), FINE_SIZE)
  const towns = townLabels(MIN_POPULATION)
  const side = FINE_SIZE / CELLS
  for (let x = 0; x < CELLS; x++) {
    // First cut into columns, which takes an eighth of the time.
    const column = { minX: x * side - MARGIN, maxX: (x + 1) * side + MARGIN, minY: -1, maxY: FINE_SIZE + 1 }
    const rings = fine.rings.flatMap(turns).map((ring) => clipRing(ring, column))
    const borders = fine.borders.flatMap(turns).flatMap((line) => clipLine(line, column))
    for (let y = 0; y < CELLS; y++) {
      const box = { ...column, minY: y * side - MARGIN, maxY: (y + 1) * side + MARGIN }
      const land = ringsPath(rings, box)
      if (land === '') continue
      const here = towns.filter(([, lon, lat]) => {
        const [townX, townY] = project([lon / 100, lat / 100], CELLS)
        return Math.floor(townX) === x && Math.floor(townY) === y
      })
      files.set(`${x}-${y}.json`, textOf({ size: FINE_SIZE, land, borders: linesPath(borders, box), towns: here }))
    }
  }
  const overview = {
    size: COARSE_SIZE,
    land: ringsPath(coarse.rings, everywhere),
    borders: linesPath(coarse.borders, everywhere),
    countries: countryLabels(polygonsOf(world.atlas, world.countries)),
    towns: townLabels(MIN_WORLD_POPULATION),
    parts: [...files.keys()].map((name) => name.replace('.json', '')),
  }
  return files.set('world.json', textOf(overview)).set('land.svg', drawLand(shapesOf(world, PICTURE_SIZE).rings))
}

function drawLand(rings: Parameters<typeof ringsPath>[0]): string {
  const path = ringsPath(rings, { minX: 0, maxX: PICTURE_SIZE, minY: 0, maxY: PICTURE_SIZE })
  const style = `path{fill:${LAND.light}}@media(prefers-color-scheme:dark){path{fill:${LAND.dark}}}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE_SIZE} ${PICTURE_SIZE}"><style>${style}</style><path d="${path}"/></svg>\n`
}

/** A line beside the square is also on its other side. */
function turns(line: readonly (readonly [number, number])[]): (readonly (readonly [number, number])[])[] {
  const moved = (by: number) => line.map(([x, y]) => [x + by, y] as const)
  return [line, ...(line.some(([x]) => x > FINE_SIZE) ? [moved(-FINE_SIZE)] : []), ...(line.some(([x]) => x < 0) ? [moved(FINE_SIZE)] : [])]
}

const textOf = (file: object): string => `${JSON.stringify(file)}\n`
