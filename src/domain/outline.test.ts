import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { thinned } from './outline.ts'

const circleOf = (points: number, degrees: number, noise = 0) => {
  const ring = Array.from({ length: points }, (_, index): readonly [number, number] => {
    const turn = (index / points) * 2 * Math.PI
    const radius = degrees + noise * (index % 2)
    return [10 + radius * Math.cos(turn), 50 + radius * Math.sin(turn)]
  })
  return [...ring, ring[0] as readonly [number, number]]
}
const pointsOf = (polygons: ReturnType<typeof thinned>) => polygons.flat().reduce((sum, ring) => sum + ring.length, 0)

describe('an outline', () => {
  it('of up to 10,000 points is as sent', () => {
    const polygons = [[circleOf(9_999, 2)]]
    assert.equal(thinned(polygons), polygons)
  })
  it('of more loses points that are within 200 m of the one before, and stays closed', () => {
    const ring = circleOf(99_000, 2)
    const [[thin = []] = []] = thinned([[ring]])
    assert.ok(thin.length > 2_500 && thin.length <= 10_000, `${thin.length} points`)
    assert.deepEqual(thin.at(-1), thin[0])
    for (const [index, [lon, lat]] of thin.slice(1).entries()) {
      const [beforeLon, beforeLat] = thin[index] as readonly [number, number]
      assert.ok(Math.abs(lon - beforeLon) < 0.0025 && Math.abs(lat - beforeLat) < 0.0025)
    }
  })
  it('of more, all a kilometre apart, keeps every nth', () => {
    const thin = thinned([[circleOf(99_000, 20, 0.05)]])
    assert.ok(pointsOf(thin) > 2_500 && pointsOf(thin) <= 10_100, `${pointsOf(thin)} points`)
  })
  it('of many small islands keeps a triangle of each', () => {
    const thin = thinned(Array.from({ length: 1_000 }, () => [circleOf(90, 0.0001)]))
    assert.equal(thin.length, 1_000)
    assert.ok(thin.every(([ring = []]) => ring.length >= 4 && ring.at(-1) === ring[0]))
  })
  it('of more islands than can be kept is none', () => {
    assert.deepEqual(thinned(Array.from({ length: 3_000 }, () => [circleOf(4, 0.1)])), [])
  })
})
