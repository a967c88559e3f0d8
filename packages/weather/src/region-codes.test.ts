import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isCountryCode, listCountryCodes } from './region-codes.ts'

describe('the codes of countries', () => {
  it('are those in force: each stands for itself, has a name, and shares it with no other', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
    const codes = listCountryCodes()
    assert.equal(codes.length, 250)
    assert.deepEqual(codes, codes.toSorted())
    assert.deepEqual(
      codes.filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`),
      [],
    )
    assert.equal(new Set(codes.map((code) => names.of(code))).size, codes.length)
  })

  it('are not those of the past, reserved ones, or unions', () => {
    for (const code of [
      'FX',
      'SU',
      'UK',
      'HV',
      'DD',
      'YU',
      'CS',
      'AN',
      'BU',
      'ZR',
      'TP',
      'EU',
      'EZ',
      'UN',
      'AC',
      'IC',
      'ZZ',
      'de',
      'DEU',
      '',
    ])
      assert.ok(!isCountryCode(code), code)
  })
})
