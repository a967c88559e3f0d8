import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../../../errors.ts'
import { buildGeocodeKey, parseGeocodeQuery, listSpellings } from './query.ts'

const parsed = (q: string, more: Omit<Parameters<typeof parseGeocodeQuery>[0], 'q'> = {}) => parseGeocodeQuery({ q, ...more })
const faultOf = (q: string, more = {}) => {
  try {
    parsed(q, more)
    return null
  } catch (error) {
    return error instanceof AppError ? error.details?.[0]?.path : error
  }
}

describe('a search for places', () => {
  it('has 2 to 100 characters, of which one may be two units of UTF-16', () => {
    const lengths = [1, 2, 100, 101]
    for (const letter of ['x', '𠮷'])
      assert.deepEqual(
        lengths.map((length) => faultOf(` ${letter.repeat(length)} `)),
        ['q', null, null, 'q'],
      )
  })

  it('is tidied: composed letters, single spaces, and none around commas', () => {
    assert.equal(parsed('  Sa\u0303o \t Paulo ,  BR ').name, 'São Paulo,BR')
    assert.equal(parsed('New\u00a0\u0007York').name, 'New York')
    assert.deepEqual({ name: parsed('İzmir').name, folded: parsed('İzmir').folded }, { name: 'İzmir', folded: 'izmir' })
  })

  it('has both coordinates or none', () => {
    assert.deepEqual([faultOf('Rome', { lat: 0 }), faultOf('Rome', { lon: 0 }), faultOf('Rome', { lat: 0, lon: 0 })], ['lon', 'lat', null])
    assert.deepEqual([parsed('Rome').bias, parsed('Rome', { lat: 0, lon: 0 }).bias], [null, { lat: 0, lon: 0 }])
  })

  it('has defaults, and a country in upper case', () => {
    const { country, lang, limit } = parsed('Rome')
    assert.deepEqual(
      { country, lang, limit, parsedCountry: parsed('Rome', { country: 'it' }).country, parsedLimit: parsed('Rome', { limit: 1 }).limit },
      { country: null, lang: 'en', limit: 5, parsedCountry: 'IT', parsedLimit: 1 },
    )
    assert.equal(faultOf('Rome', { lang: 'en_US' }), 'lang')
  })

  it('is cached for all who mean the same: by its folded name and country alone', () => {
    const key = (q: string, more = {}) => buildGeocodeKey(parsed(q, more))
    assert.equal(key('Köln', { lang: 'de', limit: 1, lat: 1, lon: 2 }), key(' KOLN '))
    assert.notEqual(key('Köln', { country: 'de' }), key('Köln'))
    assert.notEqual(key('Köln'), key('Bonn'))
    assert.ok(key('x'.repeat(100)).length < 100)
  })

  it('is sent folded, then as typed if its letters differ', () => {
    const spellings = (q: string) => listSpellings(parsed(q))
    assert.deepEqual(spellings('KOLN'), ['koln'])
    assert.deepEqual(spellings('KÖLN'), ['koln', 'köln'])
  })
})
