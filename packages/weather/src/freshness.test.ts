import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { gradeFreshness, buildFreshnessWindows } from './freshness.ts'
import { CELL_SCOPES } from './scope.ts'
import { HOUR_MS, MINUTE_MS } from './time.ts'

describe('freshnessOf', () => {
  it('changes exactly at the bounds of each scope', () => {
    const bounds = {
      current: [10 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS],
      hourly: [30 * MINUTE_MS, 6 * HOUR_MS, 24 * HOUR_MS],
      daily: [2 * HOUR_MS, 24 * HOUR_MS, 72 * HOUR_MS],
      minutely: [5 * MINUTE_MS, 30 * MINUTE_MS, 45 * MINUTE_MS],
      air: [HOUR_MS, 12 * HOUR_MS, 36 * HOUR_MS],
      marine: [HOUR_MS, 12 * HOUR_MS, 36 * HOUR_MS],
      alert: [5 * MINUTE_MS, HOUR_MS, 240 * HOUR_MS],
    } as const
    const windows = buildFreshnessWindows()
    for (const scope of CELL_SCOPES) {
      const [fresh, stale, emergency] = bounds[scope]
      assert.equal(gradeFreshness(scope, fresh - 1, windows), 'fresh')
      assert.equal(gradeFreshness(scope, fresh, windows), 'acceptable')
      assert.equal(gradeFreshness(scope, stale - 1, windows), 'acceptable')
      assert.equal(gradeFreshness(scope, stale, windows), 'emergency')
      assert.equal(gradeFreshness(scope, emergency - 1, windows), 'emergency')
      assert.equal(gradeFreshness(scope, emergency, windows), 'expired')
    }
  })

  it('only gets worse with age', () => {
    const order = ['fresh', 'acceptable', 'emergency', 'expired']
    const age = fc.integer({ min: -5_000, max: 300 * HOUR_MS })
    fc.assert(
      fc.property(fc.constantFrom(...CELL_SCOPES), age, age, fc.integer({ min: 60, max: 86_400 }), (scope, a, b, freshSeconds) => {
        const windows = buildFreshnessWindows(freshSeconds)
        const [younger, older] = [Math.min(a, b), Math.max(a, b)].map((ms) => order.indexOf(gradeFreshness(scope, ms, windows)))
        assert.ok((younger ?? 0) <= (older ?? 0))
      }),
    )
  })

  it('uses the refresh interval for current weather, and widens the later stages with it', () => {
    const windows = buildFreshnessWindows(24 * 3_600)
    assert.equal(gradeFreshness('current', 24 * HOUR_MS - 1, windows), 'fresh')
    assert.equal(gradeFreshness('current', 24 * HOUR_MS, windows), 'expired')
    assert.equal(gradeFreshness('current', MINUTE_MS, buildFreshnessWindows(60)), 'acceptable')
  })

  it('is fresh a few seconds ahead, as clocks differ, and unusable further in the future', () => {
    const states = [-1, -5_000, -5_001, -48 * HOUR_MS].map((ageMs) => gradeFreshness('minutely', ageMs, buildFreshnessWindows()))
    assert.deepEqual(states, ['fresh', 'fresh', 'expired', 'expired'])
  })
})
