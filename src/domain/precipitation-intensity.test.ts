import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { precipitationIntensity } from './precipitation-intensity.ts'

describe('precipitationIntensity', () => {
  it('changes exactly at the bounds of the WMO’s classes', () => {
    assert.deepEqual([0.1, 2.49, 2.5, 9.99, 10, 49.9, 50, 200].map(precipitationIntensity), [
      'light',
      'light',
      'moderate',
      'moderate',
      'heavy',
      'heavy',
      'violent',
      'violent',
    ])
  })
})
