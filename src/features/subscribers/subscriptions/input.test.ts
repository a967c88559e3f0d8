import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { coordinateFaults, ianaZone, invalidFields, lineOf, readInput, settingFaults, zoneAt } from './input.ts'

const BODY = { clientId: 'c', email: 'Ada@Example.org', type: 'city_alerts', cityLat: 52.52, cityLon: 13.41 } as const
const paths = (faults: readonly { readonly path: string }[]) => faults.map(({ path }) => path)

describe('coordinates', () => {
  it('are both given or neither, and a city needs both', () => {
    const faults = (lat: number | undefined, lon: number | undefined, required: boolean) => paths(coordinateFaults(lat, lon, required))
    assert.deepEqual([faults(0, 0, true), faults(0, 0, false), faults(undefined, undefined, false)], [[], [], []])
    assert.deepEqual(faults(undefined, undefined, true), ['cityLat', 'cityLon'])
    for (const required of [true, false]) {
      assert.deepEqual(faults(1, undefined, required), ['cityLon'])
      assert.deepEqual(faults(undefined, 1, required), ['cityLat'])
    }
  })

  it('give a place its zone; without them it is UTC', () => {
    assert.deepEqual([zoneAt(52.52, 13.41), zoneAt(undefined, 13.41), zoneAt(52.52, undefined)], ['Europe/Berlin', 'UTC', 'UTC'])
  })

  it('give a city its cell, and a newsletter none', () => {
    assert.equal(typeof readInput(BODY).input.cell, 'number')
    assert.equal(readInput({ ...BODY, type: 'newsletter' }).input.cell, null)
  })
})

describe('settings', () => {
  const faults = (type: Parameters<typeof settingFaults>[0], settings: Partial<Parameters<typeof settingFaults>[1]>) =>
    paths(settingFaults(type, { frequency: undefined, lang: undefined, zone: undefined, ...settings }))

  it('may be omitted, must fit the type, and are all named if wrong', () => {
    assert.deepEqual(faults('newsletter', {}), [])
    assert.deepEqual(faults('newsletter', { frequency: 'monthly', lang: 'de-AT', zone: 'UTC' }), [])
    assert.deepEqual(faults('newsletter', { frequency: 'daily', lang: 'x', zone: null }), ['frequency', 'lang', 'timezone'])
  })

  it('a zone is one of the tz database, under its own spelling', () => {
    assert.deepEqual(['europe/berlin', 'UTC', 'Mars/Olympus', '+02:00', '', 'Etc/GMT+3'].map(ianaZone), [
      'Europe/Berlin',
      'UTC',
      null,
      null,
      null,
      'Etc/GMT+3',
    ])
  })
})

it('a name is one line without controls', () => {
  assert.equal(lineOf('  A\r\n\tB\u202e \ud800 '), 'A B \ufffd')
  assert.deepEqual(readInput({ ...BODY, cityName: ' New  York ' }).input.cityName, 'New York')
})

describe('an error about fields', () => {
  it('names one in its message, counts several, and lists all', () => {
    const one = invalidFields([{ path: 'a', message: 'is wrong' }])
    const two = invalidFields([
      { path: 'a', message: 'is wrong' },
      { path: 'b', message: 'is late' },
    ])
    assert.deepEqual([one.message, two.message, two.details?.length], ['a is wrong', '2 fields are missing or invalid', 2])
  })

  it('lists every fault of a request at once', () => {
    const wrong = { ...BODY, email: 'ada', cityName: '\u202e', cityLon: undefined, lang: '*', alertPrefs: { rain: 5 } }
    assert.throws(
      () => readInput(wrong as never),
      (error: { details: { path: string }[] }) => {
        assert.deepEqual(paths(error.details), ['email', 'cityName', 'cityLon', 'lang', 'alertPrefs.rain'])
        return true
      },
    )
  })
})
