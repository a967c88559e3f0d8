import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeGain, describeGainInterval } from './gains.ts'

describe('what a source adds, in words', () => {
  it('says how much worse the blend would be without it', () => {
    const worse = { value: 0.041, low: 0.022, high: 0.0612 }
    assert.equal(describeGain({ worse, isDecided: true, missingDays: 0 }), '4.1% worse')
    assert.equal(describeGainInterval({ worse }), '2.2% to 6.1% more error, 95% interval')
    assert.equal(describeGain({ worse: { value: -0.01, low: -0.02, high: -0.005 }, isDecided: true, missingDays: 0 }), '1% better')
  })

  it('claims nothing that is not proved', () => {
    const worse = { value: 0.04, low: -0.01, high: 0.09 }
    assert.equal(describeGain({ worse, isDecided: false, missingDays: 0 }), 'No proven difference')
    assert.equal(describeGain({ worse: null, isDecided: false, missingDays: 18 }), 'Not enough data yet: 18 days are missing')
    assert.equal(describeGain({ worse: null, isDecided: false, missingDays: 1 }), 'Not enough data yet: 1 day is missing')
    assert.equal(describeGainInterval({ worse: null }), null)
    assert.equal(describeGainInterval({ worse: { value: 0.1, low: null, high: null } }), null)
  })
})
