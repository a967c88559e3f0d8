import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSaved, MAX_SAVED, savedIn, toggled } from './saved.ts'

const berlin = { name: 'Berlin', lat: 52.52, lon: 13.41 }

describe('savedIn', () => {
  it('reads what was written', () => {
    assert.deepEqual(savedIn(JSON.stringify([berlin])), [berlin])
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
      assert.deepEqual(savedIn(text), [], String(text))
  })

  it('keeps each place once', () => {
    assert.deepEqual(savedIn(JSON.stringify([{ ...berlin, lat: 52.5201 }, berlin])), [berlin])
  })

  it('limits the list and the names', () => {
    const many = Array.from({ length: 50 }, (_, i) => ({ name: 'x'.repeat(500), lat: i, lon: 0 }))
    const read = savedIn(JSON.stringify(many))
    assert.equal(read.length, MAX_SAVED)
    assert.equal(read[0]?.name.length, 100)
  })
})

describe('toggled', () => {
  it('adds a place, or removes it by its coordinates, whatever its name', () => {
    const saved = toggled([], berlin)
    assert.ok(isSaved(saved, { name: 'Berlin-Mitte', lat: 52.5201, lon: 13.4099 }))
    assert.deepEqual(toggled(saved, { name: 'Berlin-Mitte', lat: 52.5201, lon: 13.4099 }), [])
  })

  it('leaves a full list unchanged', () => {
    const full = Array.from({ length: MAX_SAVED }, (_, i) => ({ name: 'x', lat: i, lon: 0 }))
    assert.equal(toggled(full, berlin), full)
  })
})
