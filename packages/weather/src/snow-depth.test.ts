import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { estimateSnowDepth } from './snow-depth.ts'

describe('estimateSnowDepth', () => {
  it('is ten times the water where the temperature is unknown, and follows the published densities else', () => {
    // In kg/m³: 119.17 at 0 °C, 75.35 at −5 °C, 68.99 at −10 °C.
    const depths = [null, 0, -5, -10].map((temperature) => Math.round(estimateSnowDepth(10, temperature)))
    assert.deepEqual(depths, [100, 84, 133, 145])
  })

  it('never grows with the temperature, and has a least ratio in thaw', () => {
    const depths = Array.from({ length: 60 }, (_, index) => estimateSnowDepth(1, index - 40))
    assert.ok(depths.every((depth, index) => index === 0 || depth <= (depths[index - 1] ?? 0)))
    assert.equal(estimateSnowDepth(1, 15), 5)
    assert.equal(estimateSnowDepth(0, -5), 0)
  })
})
