import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { roundHalfAway } from './round.ts'

describe('roundHalfAway', () => {
  it('rounds written halves away from zero, however they are stored', () => {
    assert.equal(roundHalfAway(1.005, 2), 1.01)
    assert.equal(roundHalfAway(2.675, 2), 2.68)
    assert.equal(roundHalfAway(-1.005, 2), -1.01)
    assert.equal(roundHalfAway(0.0005, 3), 0.001)
    assert.equal(roundHalfAway(1.0049, 2), 1)
  })

  it('never yields negative zero', () => {
    assert.ok(Object.is(roundHalfAway(-0.004, 2), 0))
    assert.ok(Object.is(roundHalfAway(-0, 2), 0))
  })

  it('agrees with exact decimal arithmetic on any number of up to four decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000_000, max: 20_000_000 }), (tenThousandths) => {
        const magnitude = Math.floor((Math.abs(tenThousandths) + 50) / 100)
        const exact = magnitude === 0 ? 0 : (Math.sign(tenThousandths) * magnitude) / 100
        assert.equal(roundHalfAway(tenThousandths / 10_000, 2), exact)
      }),
    )
  })
})
