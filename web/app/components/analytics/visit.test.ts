import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canCountVisit } from './report.ts'
import { createShiftSum } from './visit.ts'

describe('shiftsIn', () => {
  it('reports the worst burst, which ends after a pause or after five seconds', () => {
    let worst = 0
    const add = createShiftSum((value) => (worst = value))
    const shift = (startTime: number, value: number) => add({ startTime, value, hadRecentInput: false })
    shift(0, 0.1)
    shift(500, 0.1)
    assert.equal(worst, 0.2)
    shift(2_000, 0.15)
    assert.equal(worst, 0.2)
    for (let at = 10_000; at < 16_000; at += 900) shift(at, 0.05)
    assert.ok(Math.abs(worst - 0.3) < 1e-9, String(worst))
  })

  it('ignores shifts caused by the visitor', () => {
    let worst = 0
    createShiftSum((value) => (worst = value))({ startTime: 0, value: 1, hadRecentInput: true })
    assert.equal(worst, 0)
  })
})

describe('mayCount', () => {
  it('is false if the browser objects', () => {
    assert.equal(canCountVisit({ globalPrivacyControl: true }), false)
    assert.equal(canCountVisit({ doNotTrack: '1' }), false)
    assert.equal(canCountVisit({ globalPrivacyControl: false, doNotTrack: null }), true)
  })
})
