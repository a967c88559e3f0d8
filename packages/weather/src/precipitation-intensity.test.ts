import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gradePrecipitation, rankIntensity, chooseStrongerIntensity } from './precipitation-intensity.ts'

describe('gradePrecipitation', () => {
  it('changes exactly at the bounds of the WMO’s classes of rain', () => {
    assert.deepEqual(
      [0.1, 2.49, 2.5, 9.99, 10, 49.9, 50, 200].map((rate) => gradePrecipitation('rain', rate)),
      ['light', 'light', 'moderate', 'moderate', 'heavy', 'heavy', 'violent', 'violent'],
    )
  })

  it('changes exactly at the bounds of its classes of snow, none of which is violent', () => {
    assert.deepEqual(
      [0.1, 0.99, 1, 4.99, 5, 200].map((rate) => gradePrecipitation('snow', rate)),
      ['light', 'light', 'moderate', 'moderate', 'heavy', 'heavy'],
    )
  })
})

describe('strongerIntensity', () => {
  it('is the higher of two classes, and nothing is below light', () => {
    assert.equal(chooseStrongerIntensity('light', 'heavy'), 'heavy')
    assert.equal(chooseStrongerIntensity('violent', 'heavy'), 'violent')
    assert.equal(chooseStrongerIntensity(null, 'light'), 'light')
    assert.equal(chooseStrongerIntensity(null, null), null)
    assert.deepEqual(
      [null, 'light', 'moderate', 'heavy', 'violent'].map((each) => rankIntensity(each as 'light' | null)),
      [0, 1, 2, 3, 4],
    )
  })
})
