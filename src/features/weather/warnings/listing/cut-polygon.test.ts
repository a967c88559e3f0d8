import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Polygon } from '@isobar/weather'
import { cutPolygon } from './cut-polygon.ts'

type Ring = Polygon[number]
/** Positive if the ring is counterclockwise. */
const turning = (ring: Ring): number =>
  ring.slice(1).reduce((sum, [x, y], index) => sum + ((ring[index]?.[0] ?? 0) - x) * ((ring[index]?.[1] ?? 0) + y), 0)
const at = (ring: Ring | undefined, meridian: number) =>
  (ring ?? []).flatMap(([x, y]) => (x === meridian ? y : [])).toSorted((a, b) => a - b)

describe('a polygon in GeoJSON', () => {
  it('is cut along the date line where its edges cross it', () => {
    const slanted: Polygon = [
      [
        [170, 0],
        [-170, 20],
        [-170, 40],
        [170, 20],
        [170, 0],
      ],
    ]
    const parts = cutPolygon(slanted)
    const [west] = parts.find(([ring]) => ring?.some(([x]) => x === 170)) ?? []
    const [east] = parts.find(([ring]) => ring?.some(([x]) => x === -170)) ?? []
    assert.equal(parts.length, 2)
    assert.deepEqual([...new Set(at(west, 180))], [10, 30])
    assert.deepEqual([...new Set(at(east, -180))], [10, 30])
    for (const [outer] of parts) {
      assert.ok(turning(outer as Ring) > 0, 'counterclockwise')
      assert.deepEqual(outer?.[0], outer?.at(-1), 'closed')
      assert.ok(outer?.every(([x]) => x >= -180 && x <= 180))
    }
  })

  it('has its outer ring counterclockwise and its holes clockwise, however they were given', () => {
    const box = (from: number, to: number): Ring => [
      [from, from],
      [from, to],
      [to, to],
      [to, from],
      [from, from],
    ]
    for (const polygon of [
      [box(0, 10), box(2, 4)],
      [box(0, 10).toReversed(), box(2, 4).toReversed()],
    ]) {
      const [part] = cutPolygon(polygon as Polygon)
      assert.deepEqual(
        part?.map((ring) => Math.sign(turning(ring))),
        [1, -1],
      )
    }
  })
})
