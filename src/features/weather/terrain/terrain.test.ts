import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRandom } from '../../../../tools/random.ts'
import { buildHeightTable, decodeHeights, encodeHeights, findNearestHeight } from './height-table.ts'
import { findHeight } from './index.ts'

describe('the height of a place', () => {
  for (const [name, lat, lon, metres, within] of [
    ['Berlin', 52.52, 13.41, 40, 25],
    ['Amsterdam', 52.37, 4.9, 0, 15],
    ['Denver', 39.74, -104.98, 1_610, 60],
    ['La Paz', -16.5, -68.15, 3_640, 300],
    ['Lhasa', 29.65, 91.1, 3_650, 200],
    ['Nairobi', -1.29, 36.82, 1_660, 100],
    ['Jericho', 31.86, 35.46, -250, 120],
    ['Zermatt', 46.02, 7.75, 1_620, 600],
    ['Suva, beside the date line', -18.14, 178.44, 10, 60],
    ['the middle of the Atlantic', 30, -40, 0, 0],
    ['the north pole', 90, 0, 0, 0],
    ['the south pole', -90, 180, 0, 0],
  ] as const) {
    it(`of ${name} is ${metres} m`, () => {
      const found = findHeight({ lat, lon })
      assert.ok(Math.abs(found - metres) <= within, `${found}`)
    })
  }

  it('is that of the nearest cell with a town, also across the date line, as a plain search finds it', () => {
    const random = createRandom(7)
    const point = () => ({ lat: random.next() * 178 - 89, lon: random.next() * 360 - 180, height: random.between(-400, 5_000) })
    const places = Array.from({ length: 3_000 }, point)
    const table = decodeHeights(encodeHeights(buildHeightTable(places)))
    assert.deepEqual(table, buildHeightTable(places))
    for (let n = 0; n < 300; n += 1) {
      const { lat, lon } = n % 5 === 0 ? { ...point(), lon: n % 2 === 0 ? 179.99 : -180 } : point()
      let [nearest, height] = [400, null as number | null]
      for (const [index, cell] of table.cells.entries()) {
        const [centreLat, centreLon] = [Math.floor(cell / 3_600) * 0.1 - 89.95, (cell % 3_600) * 0.1 - 179.95]
        const apart = Math.abs(centreLon - lon)
        const east = Math.min(apart, 360 - apart) * 111.2 * Math.max(0.02, Math.cos((lat * Math.PI) / 180))
        const distance = Math.hypot((centreLat - lat) * 111.2, east)
        if (distance < nearest) [nearest, height] = [distance, table.heights[index] ?? null]
      }
      assert.equal(findNearestHeight(table, lat, lon, 400), height, `${lat},${lon}`)
    }
  })
})
