import { readFile, writeFile } from 'node:fs/promises'
import { deflateRawSync } from 'node:zlib'
import { buildHeightTable, encodeHeights } from '../../src/features/weather/terrain/height-table.ts'

/**
 * `node tools/terrain/main.ts cities500.txt`: the heights of the world's towns by cells of 0.1°, from GeoNames' dump of that name
 * (download.geonames.org/export/dump, CC BY 4.0), whose column `dem` is of SRTM (90 m) or GTOPO30. The result is committed.
 */
const OUT = new URL('../../src/features/weather/terrain/heights.bin', import.meta.url)
/** The Dead Sea is at −430 m; GeoNames writes −9999 where it knows nothing. */
const LOWEST = -500

const [source] = process.argv.slice(2)
if (source === undefined) throw new Error('Name a file: node tools/terrain/main.ts cities500.txt')

const places = (await readFile(source, 'utf8')).split('\n').flatMap((line) => {
  const [, , , , lat = '', lon = '', , , , , , , , , , , dem = ''] = line.split('\t')
  const height = Number(dem)
  return dem === '' || height < LOWEST ? [] : [{ lat: Number(lat), lon: Number(lon), height }]
})
await writeFile(OUT, deflateRawSync(encodeHeights(buildHeightTable(places)), { level: 9 }))
