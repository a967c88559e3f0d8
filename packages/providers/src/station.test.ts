import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readStationPoint, readStationName } from './station.ts'

it('a station has a name on one line of at most 120 characters, or none', () => {
  assert.deepEqual(['Kew\nGardens', ' Kew ', '', '\n', 5, null].map(readStationName), ['Kew Gardens', 'Kew', null, null, null, null])
  assert.equal(readStationName('x'.repeat(121)), 'x'.repeat(120))
})

it('a station is at a point on the globe, or nowhere', () => {
  for (const [lat, lon] of [
    [90, 180],
    [-90, -180],
    [0, 0],
  ])
    assert.deepEqual(readStationPoint(lat, lon), { lat, lon })
  for (const [lat, lon] of [
    [90.1, 0],
    [-90.1, 0],
    [0, 180.1],
    [0, -180.1],
    ['1', 0],
    [0, null],
    [Number.NaN, 0],
  ])
    assert.equal(readStationPoint(lat, lon), null, `${lat} ${lon}`)
})
