import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mayCount } from './report.ts'
import { shiftsIn } from './vitals.ts'

describe('shiftsIn', () => {
  it('reports the worst burst, which ends after a pause or after five seconds', () => {
    let told = 0
    const add = shiftsIn((worst) => (told = worst))
    const shift = (startTime: number, value: number) => add({ startTime, value, hadRecentInput: false })
    shift(0, 0.1)
    shift(500, 0.1)
    assert.equal(told, 0.2)
    shift(2_000, 0.15)
    assert.equal(told, 0.2)
    for (let at = 10_000; at < 16_000; at += 900) shift(at, 0.05)
    assert.ok(Math.abs(told - 0.3) < 1e-9, String(told))
  })

  it('ignores shifts caused by the visitor', () => {
    let told = 0
    shiftsIn((worst) => (told = worst))({ startTime: 0, value: 1, hadRecentInput: true })
    assert.equal(told, 0)
  })
})

describe('mayCount', () => {
  it('is false if the browser objects', () => {
    assert.equal(mayCount({ globalPrivacyControl: true }), false)
    assert.equal(mayCount({ doNotTrack: '1' }), false)
    assert.equal(mayCount({ globalPrivacyControl: false, doNotTrack: null }), true)
  })
})
