import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSaved, MAX_SAVED, parseSavedPlaces, togglePlaceInList } from './saved.ts'

const berlin = { name: 'Berlin', lat: 52.52, lon: 13.41 }

describe('savedIn', () => {
  it('reads what was written', () => {
    assert.deepEqual(parseSavedPlaces(JSON.stringify([berlin])), [berlin])
  })

  it('reads nothing from an invalid list', () => {
    for (const text of [
      null,
      '',
      '{',
      '{}',
      '"x"',
      'null',
      '[1, null, {"name":"","lat":1,"lon":1}, {"name":"x","lat":91,"lon":0}, {"name":"x","lat":"1","lon":0}]',
    ])
      assert.deepEqual(parseSavedPlaces(text), [], String(text))
  })

  it('keeps each place once', () => {
    assert.deepEqual(parseSavedPlaces(JSON.stringify([{ ...berlin, lat: 52.5201 }, berlin])), [berlin])
  })

  it('limits the list and the names', () => {
    const many = Array.from({ length: 50 }, (_, i) => ({ name: 'x'.repeat(500), lat: i, lon: 0 }))
    const read = parseSavedPlaces(JSON.stringify(many))
    assert.equal(read.length, MAX_SAVED)
    assert.equal(read[0]?.name.length, 100)
  })
})

describe('toggled', () => {
  it('adds a place, or removes it by its coordinates, whatever its name', () => {
    const saved = togglePlaceInList([], berlin)
    assert.ok(isSaved(saved, { name: 'Berlin-Mitte', lat: 52.5201, lon: 13.4099 }))
    assert.deepEqual(togglePlaceInList(saved, { name: 'Berlin-Mitte', lat: 52.5201, lon: 13.4099 }), [])
  })

  it('leaves a full list unchanged', () => {
    const full = Array.from({ length: MAX_SAVED }, (_, i) => ({ name: 'x', lat: i, lon: 0 }))
    assert.equal(togglePlaceInList(full, berlin), full)
  })
})
