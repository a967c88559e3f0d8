import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { findCommonKind, WEATHER_KINDS } from './weather-kind.ts'

it('calls values measured only if all of them were', () => {
  assert.equal(findCommonKind([]), null)
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WEATHER_KINDS), { minLength: 1 }), (kinds) => {
      const common = findCommonKind(kinds)
      assert.equal(
        common === 'observation',
        kinds.every((kind) => kind === 'observation'),
      )
      assert.equal(common === 'forecast', kinds.includes('forecast'))
    }),
  )
})
