import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { computeDistanceKm } from './distance.ts'

describe('distanceKm', () => {
  const berlin = { lat: 52.52, lon: 13.41 }
  const table = [
    ['to itself', berlin, berlin, 0],
    ['Berlin to Sydney', berlin, { lat: -33.87, lon: 151.21 }, 16_093],
    ['a degree of latitude', { lat: 0, lon: 0 }, { lat: 1, lon: 0 }, 111.2],
    ['a degree of longitude at 60° N', { lat: 60, lon: 0 }, { lat: 60, lon: 1 }, 55.6],
    ['across the date line', { lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 }, 111.2],
    ['to the antipodes', { lat: 10, lon: 20 }, { lat: -10, lon: -160 }, 20_015],
  ] as const
  for (const [what, a, b, km] of table)
    it(`${what}: ${km} km`, () => {
      assert.ok(Math.abs(computeDistanceKm(a, b) - km) <= Math.max(0.1, km * 0.001), `${computeDistanceKm(a, b)}`)
      assert.equal(computeDistanceKm(b, a).toFixed(6), computeDistanceKm(a, b).toFixed(6))
    })
})
