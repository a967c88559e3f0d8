import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeCellId, toCell } from './cell.ts'

const lat = fc.double({ min: -90, max: 90, noNaN: true })
const lon = fc.double({ min: -180, max: 180, noNaN: true })

describe('cellOf', () => {
  it('is idempotent, and its id leads back to it', () => {
    fc.assert(
      fc.property(lat, lon, (latitude, longitude) => {
        const cell = toCell(latitude, longitude)
        assert.deepEqual(toCell(cell.lat, cell.lon), cell)
        assert.deepEqual(decodeCellId(cell.id), cell)
        assert.ok(cell.id >= 0 && cell.id < 2 ** 31 && Number.isInteger(cell.id))
      }),
    )
  })

  it('stays within half a hundredth of a degree and within range', () => {
    fc.assert(
      fc.property(lat, lon, (latitude, longitude) => {
        const cell = toCell(latitude, longitude)
        const around = Math.abs(cell.lon - longitude)
        assert.ok(Math.abs(cell.lat - latitude) <= 0.005_000_001)
        assert.ok(Math.min(around, 360 - around) <= 0.005_000_001)
        assert.ok(cell.lat >= -90 && cell.lat <= 90 && cell.lon >= -180 && cell.lon < 180)
      }),
    )
  })

  it('has different ids for different cells', () => {
    fc.assert(
      fc.property(lat, lon, lat, lon, (latA, lonA, latB, lonB) => {
        const [a, b] = [toCell(latA, lonA), toCell(latB, lonB)]
        assert.equal(a.id === b.id, a.lat === b.lat && a.lon === b.lon)
      }),
    )
  })

  it('rounds written halves away from zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8_999 }), fc.constantFrom(1, -1), (hundredths, sign) => {
        const half = sign * Number(`${(hundredths / 100).toFixed(2)}5`)
        assert.equal(toCell(half, 0).lat, (sign * (hundredths + 1)) / 100)
      }),
    )
  })

  it('has one antimeridian and no negative zero', () => {
    assert.deepEqual(toCell(10, 180), toCell(10, -180))
    assert.deepEqual(toCell(10, 179.995), toCell(10, -180))
    assert.equal(toCell(10, 179.994).lon, 179.99)
    const zero = toCell(-0.001, -0)
    assert.ok(Object.is(zero.lat, 0) && Object.is(zero.lon, 0))
  })

  it('covers the corners', () => {
    assert.deepEqual({ lat: toCell(-90, -180).lat, lon: toCell(-90, -180).lon }, { lat: -90, lon: -180 })
    assert.deepEqual({ lat: toCell(90, 179.99).lat, lon: toCell(90, 179.99).lon }, { lat: 90, lon: 179.99 })
  })
})
