import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { buildLinearScale } from './scale.ts'

const band = { top: 0, bottom: 100 }

describe('a scale', () => {
  it('has round ends around its values', () => {
    assert.deepEqual(buildLinearScale({ values: [3, 17], band, range: 8, steps: 4 }).ticks, [0, 5, 10, 15, 20])
    assert.deepEqual(buildLinearScale({ values: [29.61, 29.83], band, range: 0.3, steps: 3 }).ticks, [29.5, 29.6, 29.7, 29.8, 29.9])
    assert.deepEqual(buildLinearScale({ values: [12], band, range: 15, from: 0 }).ticks, [0, 5, 10, 15])
    assert.deepEqual(buildLinearScale({ values: [], band, range: 10 }).ticks, [-5, 0, 5])
  })

  it('is linear, at least as wide as asked, and holds every value', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -500, max: 500 })), fc.integer({ min: 1, max: 50 }), (values, range) => {
        const { y, ticks } = buildLinearScale({ values, band, range })
        const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 0]
        assert.ok(high - low >= range && ticks.length >= 2 && ticks.length <= 12)
        assert.ok(Math.abs(y(low) - 100) < 1e-6 && Math.abs(y(high)) < 1e-6)
        for (const value of values) assert.ok(y(value) >= -1e-6 && y(value) <= 100 + 1e-6)
      }),
    )
  })
})
