import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { crpsOf } from './crps.ts'

const aNumber = fc.double({ min: -60, max: 60, noNaN: true })

describe('an ensemble', () => {
  it('has the CRPS of the double sum', () => {
    fc.assert(
      fc.property(fc.array(aNumber, { minLength: 1, maxLength: 12 }), aNumber, (members, truth) => {
        const m = members.length
        const error = members.reduce((sum, x) => sum + Math.abs(x - truth), 0) / m
        const spread = members.reduce((sum, x) => sum + members.reduce((inner, y) => inner + Math.abs(x - y), 0), 0) / (m * m)
        assert.ok(Math.abs(crpsOf(members, truth) - (error - spread / 2)) <= 1e-9)
      }),
    )
    assert.equal(crpsOf([3], 5), 2)
  })
})
