import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DigestDay } from './data.ts'
import { formatWeekHeadline } from './headline.ts'
import { measures, replaceNoBreakSpaces, buildTestWeek, words } from './testing/week.ts'

describe('the headline', () => {
  const wetness = (...days: Partial<DigestDay>[]): string | null => formatWeekHeadline(buildTestWeek(...days), words, measures)

  it('names up to three days that are likely to be wet, then counts them', () => {
    const wet = { precipitationProbability: 0.5 }
    assert.equal(wetness(wet, { precipitationProbability: 0.49 }, wet), 'rain or snow likely on Mon and Wed')
    assert.equal(wetness(wet, wet, wet, wet), 'rain or snow likely on 4 days')
  })

  it('names rain or snow where it is known', () => {
    const [rain, snow] = [
      { precipitationProbability: 0.9, precipitation: 4, snow: 0 },
      { precipitationProbability: 0.9, precipitation: 4, snow: 4 },
    ]
    assert.equal(wetness(rain, {}, rain), 'rain likely on Mon and Wed')
    assert.equal(wetness(snow), 'snow likely on Mon')
    assert.equal(wetness(snow, snow, snow, snow), 'snow likely on 4 days')
    assert.equal(wetness(rain, snow), 'rain or snow likely on Mon and Tue')
    assert.equal(wetness({ precipitationProbability: 0.45, precipitation: 2, snow: 2 }), 'snow possible')
    assert.equal(wetness({ precipitationProbability: 0.9, condition: 'heavy_snow' }), 'snow likely on Mon')
  })

  it('uses the amount if no probability is stated', () => {
    assert.equal(wetness({ precipitation: 1 }, { precipitation: 0.9 }), 'rain or snow likely on Mon')
  })

  it('promises dry weather only if each day is known to be dry', () => {
    assert.equal(wetness({ precipitation: 0 }, { precipitationProbability: 0 }), 'rain or snow unlikely')
    assert.equal(wetness({ precipitation: 0 }, {}), null)
    assert.equal(wetness(), null)
  })

  it('does not call rain unlikely over seven days of 45 % and 6 mm', () => {
    const days = Array.from({ length: 7 }, () => ({ precipitationProbability: 0.45, precipitation: 6 }))
    assert.equal(wetness(...days), 'rain or snow possible')
    assert.equal(wetness(...days.map(({ precipitationProbability }) => ({ precipitationProbability }))), 'rain or snow possible')
  })

  it('spans all days, and states no range of some of them', () => {
    const days = [
      { temperatureMin: 3, temperatureMax: 4 },
      { temperatureMin: -2, temperatureMax: 9 },
    ]
    assert.equal(replaceNoBreakSpaces(wetness(...days)), '−2 °C to 9 °C')
    assert.equal(wetness(...days, {}), null)
    assert.equal(wetness({ temperatureMin: 3 }), null)
  })
})
