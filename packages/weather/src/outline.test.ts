import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { thinPolygons } from './outline.ts'

const circleOf = (points: number, degrees: number, noise = 0) => {
  const ring = Array.from({ length: points }, (_, index): readonly [number, number] => {
    const turn = (index / points) * 2 * Math.PI
    const radius = degrees + noise * (index % 2)
    return [10 + radius * Math.cos(turn), 50 + radius * Math.sin(turn)]
  })
  return [...ring, ring[0] as readonly [number, number]]
}
function isWithin(box: readonly (readonly [number, number])[], lon: number, lat: number): boolean {
  const [lons, lats] = [box.map(([x]) => x), box.map(([, y]) => y)]
  return lon >= Math.min(...lons) && lon <= Math.max(...lons) && lat >= Math.min(...lats) && lat <= Math.max(...lats)
}
const pointsOf = (polygons: ReturnType<typeof thinPolygons>) => polygons.flat().reduce((sum, ring) => sum + ring.length, 0)

describe('an outline', () => {
  it('of up to 5,000 points is as sent', () => {
    const polygons = [[circleOf(4_999, 2)]]
    assert.equal(thinPolygons(polygons), polygons)
  })
  it('of 5,001 is thinned, to 5,000 if that suffices', () => {
    // A point in each 0.001°, and one beside the first.
    const far = Array.from({ length: 5_000 }, (_, index): readonly [number, number] => [index / 1_000, 50])
    const [first, ...others] = far
    const ring = [first as readonly [number, number], [0.0001, 50] as const, ...others]
    assert.deepEqual(thinPolygons([[ring]]), [[far]])
    assert.notDeepEqual(thinPolygons([[[...ring, [6, 50] as const]]]), [[[...far, [6, 50]]]])
  })
  it('keeps triangles, their holes too, and fills what has fewer points', () => {
    const triangle = (size: number) => [[0, 0] as const, [size, 0] as const, [0, size] as const, [0, 0] as const]
    const dense = [circleOf(6_000, 1)]
    const [, kept, boxed] = thinPolygons([dense, [triangle(1), triangle(0.5), triangle(0.0001)], [triangle(0.0001)]])
    assert.deepEqual(kept, [triangle(1), triangle(0.5)])
    assert.equal(boxed?.[0]?.length, 5)
  })
  it('of as many islands as boxes fit keeps a box around each', () => {
    const islands = (count: number) => Array.from({ length: count }, () => [circleOf(30, 0.1)])
    assert.deepEqual([thinPolygons(islands(1_000)).length, thinPolygons(islands(1_001)).length], [1_000, 1])
  })
  it('of more loses points that are within 400 m of the one before, and stays closed', () => {
    const ring = circleOf(99_000, 2)
    const [[thin = []] = []] = thinPolygons([[ring]])
    assert.ok(thin.length > 1_250 && thin.length <= 5_000, `${thin.length} points`)
    assert.deepEqual(thin.at(-1), thin[0])
    for (const [index, [lon, lat]] of thin.slice(1).entries()) {
      const [beforeLon, beforeLat] = thin[index] as readonly [number, number]
      assert.ok(Math.abs(lon - beforeLon) < 0.0045 && Math.abs(lat - beforeLat) < 0.0045)
    }
  })
  it('of more, all a kilometre apart, is its bounding box', () => {
    const [[box = []] = []] = thinPolygons([[circleOf(99_000, 20, 0.05)]])
    assert.equal(box.length, 5)
    assert.ok(Math.min(...box.map(([lon]) => lon)) <= -10 && Math.max(...box.map(([, lat]) => lat)) >= 70)
  })
  it('of many small islands keeps a box around each, and fills small holes', () => {
    const island = circleOf(90, 0.0001)
    const thin = thinPolygons(Array.from({ length: 1_000 }, () => [island, circleOf(20, 0.00005)]))
    assert.equal(thin.length, 1_000)
    for (const [ring = [], ...holes] of thin) {
      assert.equal(holes.length, 0)
      for (const [lon, lat] of island) assert.ok(isWithin(ring, lon, lat))
    }
  })
  it('of more islands than can be kept is one box around all', () => {
    const thin = thinPolygons(Array.from({ length: 3_000 }, (_, index) => [circleOf(4, 0.1 + index / 3_000)]))
    assert.equal(pointsOf(thin), 5)
    assert.ok(thin.every(([ring = []]) => isWithin(ring, 11, 50) && isWithin(ring, 10, 51)))
  })
  it('is thinned as far as asked', () => {
    const coarse = { maxPoints: 300, firstDegrees: 0.01, lastDegrees: 0.32 }
    const [[thin = []] = []] = thinPolygons([[circleOf(4_999, 2)]], coarse)
    assert.ok(thin.length > 100 && thin.length <= 300, `${thin.length} points`)
    const short = [[circleOf(299, 2)]]
    assert.equal(thinPolygons(short, coarse), short)
  })
})
