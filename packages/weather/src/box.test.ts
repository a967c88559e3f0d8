import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Box, listNearbyBoxes, writeBoxName, parseBoxName, toGridBox, computeBoxCentre, computeBoxRadiusKm } from './box.ts'
import { computeDistanceKm, type Point } from './distance.ts'

/** Thousandths of a degree. */
const anywhere = fc
  .record({ lat: fc.integer({ min: -90_000, max: 90_000 }), lon: fc.integer({ min: -180_000, max: 179_999 }) })
  .map(({ lat, lon }) => ({ lat: lat / 1_000, lon: lon / 1_000 }))
const spacing = fc.constantFrom(0.5, 1, 5)

function contains({ south, west, north, east }: Box, { lat, lon }: Point): boolean {
  return lat >= south && lat <= north && lon >= west && lon <= east
}

/** The point at a distance and bearing. */
function away({ lat, lon }: Point, km: number, bearing: number): Point {
  const [angle, from] = [km / 6_371, (lat * Math.PI) / 180]
  const to = Math.asin(Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing))
  const turn = Math.atan2(Math.sin(bearing) * Math.sin(angle) * Math.cos(from), Math.cos(angle) - Math.sin(from) * Math.sin(to))
  return { lat: (to * 180) / Math.PI, lon: ((lon + (turn * 180) / Math.PI + 540) % 360) - 180 }
}

describe('boxes', () => {
  it('contain the points that they are of, and no other box has the same name', () => {
    fc.assert(
      fc.property(anywhere, spacing, (point, degrees) => {
        const box = toGridBox(point, degrees)
        assert.ok(contains(box, point))
        assert.deepEqual(parseBoxName(writeBoxName(box), degrees), box)
      }),
    )
  })

  it('around a point contain every point within the distance, across the antimeridian and at the poles', () => {
    fc.assert(
      fc.property(
        anywhere,
        spacing,
        fc.double({ min: 0, max: 25, noNaN: true }),
        fc.double({ min: 0, max: 7, noNaN: true }),
        (point, degrees, km, bearing) => {
          const other = away(point, km, bearing)
          const boxes = listNearbyBoxes(point, 25.1, degrees)
          assert.ok(
            boxes.some((box) => contains(box, other)),
            JSON.stringify({ point, other }),
          )
          assert.equal(new Set(boxes.map(writeBoxName)).size, boxes.length)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('hold the poles and the antimeridian, too', () => {
    assert.deepEqual(toGridBox({ lat: 90, lon: 180 }, 5), { south: 85, west: 175, north: 90, east: 180 })
    assert.deepEqual(toGridBox({ lat: -90, lon: -180 }, 5), { south: -90, west: -180, north: -85, east: -175 })
  })

  it('around a place in the middle of one are that one, and four at a corner', () => {
    assert.deepEqual(listNearbyBoxes({ lat: 52.5, lon: 12.5 }, 25, 5), [{ south: 50, west: 10, north: 55, east: 15 }])
    assert.deepEqual(listNearbyBoxes({ lat: 50, lon: 10 }, 25, 5).map(writeBoxName), ['45,5', '45,10', '50,5', '50,10'])
    assert.deepEqual(listNearbyBoxes({ lat: -17, lon: -179.95 }, 25, 5).map(writeBoxName), ['-20,175', '-20,-180'])
  })

  it('reach as far as their farthest corner', () => {
    const box = toGridBox({ lat: 52.52, lon: 13.41 }, 0.5)
    assert.deepEqual(computeBoxCentre(box), { lat: 52.75, lon: 13.25 })
    assert.ok(Math.abs(computeBoxRadiusKm(box) - 32.5) < 0.5)
    for (const corner of [
      { lat: 52.5, lon: 13 },
      { lat: 53, lon: 13.5 },
    ])
      assert.ok(computeDistanceKm(computeBoxCentre(box), corner) <= computeBoxRadiusKm(box))
  })
})
