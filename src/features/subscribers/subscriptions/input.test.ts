import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  listCoordinateFaults,
  parseIanaZone,
  buildInvalidFieldsError,
  cleanPlaceName,
  readInput,
  listSettingFaults,
  getZoneOrUtc,
} from './input.ts'

const BODY = { clientId: 'c', email: 'Ada@Example.org', type: 'city_alerts', cityLat: 52.52, cityLon: 13.41 } as const
const paths = (faults: readonly { readonly path: string }[]) => faults.map(({ path }) => path)

describe('coordinates', () => {
  it('are both given or neither, and a city needs both', () => {
    const faults = (lat: number | undefined, lon: number | undefined, required: boolean) => paths(listCoordinateFaults(lat, lon, required))
    assert.deepEqual([faults(0, 0, true), faults(0, 0, false), faults(undefined, undefined, false)], [[], [], []])
    assert.deepEqual(faults(undefined, undefined, true), ['cityLat', 'cityLon'])
    for (const required of [true, false]) {
      assert.deepEqual(faults(1, undefined, required), ['cityLon'])
      assert.deepEqual(faults(undefined, 1, required), ['cityLat'])
    }
  })

  it('give a place its zone; without them it is UTC', () => {
    assert.deepEqual(
      [getZoneOrUtc(52.52, 13.41), getZoneOrUtc(undefined, 13.41), getZoneOrUtc(52.52, undefined)],
      ['Europe/Berlin', 'UTC', 'UTC'],
    )
  })

  it('give a city its cell, and a newsletter none', () => {
    assert.equal(typeof readInput(BODY).input.cell, 'number')
    assert.equal(readInput({ ...BODY, type: 'newsletter' }).input.cell, null)
  })
})

describe('settings', () => {
  const faults = (type: Parameters<typeof listSettingFaults>[0], settings: Partial<Parameters<typeof listSettingFaults>[1]>) =>
    paths(listSettingFaults(type, { frequency: undefined, lang: undefined, zone: undefined, ...settings }))

  it('may be omitted, must fit the type, and are all named if wrong', () => {
    assert.deepEqual(faults('newsletter', {}), [])
    assert.deepEqual(faults('newsletter', { frequency: 'monthly', lang: 'de-AT', zone: 'UTC' }), [])
    assert.deepEqual(faults('newsletter', { frequency: 'daily', lang: 'x', zone: null }), ['frequency', 'lang', 'timezone'])
  })

  it('a zone is one of the tz database, under its own spelling', () => {
    assert.deepEqual(['europe/berlin', 'UTC', 'Mars/Olympus', '+02:00', '', 'Etc/GMT+3'].map(parseIanaZone), [
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
  assert.equal(cleanPlaceName('  A\r\n\tB\u202e \ud800 '), 'A B \ufffd')
  assert.deepEqual(readInput({ ...BODY, cityName: ' New  York ' }).input.cityName, 'New York')
})

describe('an error about fields', () => {
  it('names one in its message, counts several, and lists all', () => {
    const one = buildInvalidFieldsError([{ path: 'a', message: 'is wrong' }])
    const two = buildInvalidFieldsError([
      { path: 'a', message: 'is wrong' },
      { path: 'b', message: 'is late' },
    ])
    assert.deepEqual(
      { oneMessage: one.message, twoMessage: two.message, details: two.details?.length },
      { oneMessage: 'a is wrong', twoMessage: '2 fields are missing or invalid', details: 2 },
    )
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
