import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CONDITIONS } from '@isobar/weather'
import { conditionOfCode } from '../../../../packages/providers/src/open-meteo/conditions.ts'
import { findWmoCode } from './weather-code.ts'

/** Conditions that their list has no code for, with what it comes nearest to. */
const OTHERWISE: Readonly<Record<string, string>> = {
  mostly_cloudy: 'overcast',
  mist: 'fog',
  sleet: 'snow_showers',
  hail: 'thunderstorm_hail',
  tornado: 'thunderstorm',
}
const ONLY_SKY = new Set(['haze', 'dust', 'smoke', 'ash', 'squall'])

describe('the weather code', () => {
  for (const condition of CONDITIONS) {
    it(`is read as what it was written for: ${condition}`, () => {
      const code = findWmoCode({ condition, providerCode: null, cloudCover: 40 })
      assert.equal(conditionOfCode(code), ONLY_SKY.has(condition) ? 'partly_cloudy' : (OTHERWISE[condition] ?? condition))
    })
  }

  it('is a source’s own if that is one of theirs', () => {
    assert.equal(findWmoCode({ condition: 'drizzle', providerCode: 55, cloudCover: null }), 55)
    // OpenWeather's codes are others, as are those of WMO that they do not use.
    assert.equal(findWmoCode({ condition: 'drizzle', providerCode: 300, cloudCover: null }), 51)
    assert.equal(findWmoCode({ condition: 'haze', providerCode: 5, cloudCover: null }), null)
  })

  it('is unknown if the weather is', () => {
    assert.equal(findWmoCode({ condition: null, providerCode: null, cloudCover: 100 }), null)
    assert.equal(findWmoCode({ condition: 'smoke', providerCode: null, cloudCover: null }), null)
  })
})
