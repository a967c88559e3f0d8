import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatObservedValue, listShownFacts } from './report-text.ts'

describe('a report in words', () => {
  it('keeps the unit in which the reporter saw the weather', () => {
    assert.equal(formatObservedValue(57, 'temperature', 'imperial'), '57 °F')
    assert.equal(formatObservedValue('12.5', 'wind', 'uk'), '12.5 mph')
    assert.equal(formatObservedValue(57, 'temperature', null), '57 (unit unknown)')
    assert.equal(formatObservedValue('heavy rain', 'precipitation', 'metric'), 'heavy rain')
    assert.equal(formatObservedValue('cloudy', 'condition', 'imperial'), 'cloudy')
    assert.equal(formatObservedValue(null, 'wind', 'metric'), null)
  })

  it('shows the displayed weather in the same units', () => {
    const data = {
      temperature: 10,
      windSpeed: 10,
      humidity: 81,
      precipitationProbability: 0.4,
      condition: 'rain',
      visibility: null,
      points: [1, 2],
    }
    assert.deepEqual(listShownFacts(data, 'imperial'), [
      ['Temperature', '50 °F'],
      ['Wind speed', '22.37 mph'],
      ['Humidity', '81 %'],
      ['Precipitation probability', '40 %'],
      ['Condition', 'rain'],
      ['Points', '2'],
    ])
    assert.deepEqual(listShownFacts(null, 'metric'), [])
  })
})
