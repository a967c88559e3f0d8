import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { observedText, shownFacts } from './report-text.ts'

describe('a report in words', () => {
  it('keeps the unit in which the reporter saw the weather', () => {
    assert.equal(observedText(57, 'temperature', 'imperial'), '57 °F')
    assert.equal(observedText('12.5', 'wind', 'uk'), '12.5 mph')
    assert.equal(observedText(57, 'temperature', null), '57 (unit unknown)')
    assert.equal(observedText('heavy rain', 'precipitation', 'metric'), 'heavy rain')
    assert.equal(observedText('cloudy', 'condition', 'imperial'), 'cloudy')
    assert.equal(observedText(null, 'wind', 'metric'), null)
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
    assert.deepEqual(shownFacts(data, 'imperial'), [
      ['Temperature', '50 °F'],
      ['Wind speed', '22.37 mph'],
      ['Humidity', '81 %'],
      ['Precipitation probability', '40 %'],
      ['Condition', 'rain'],
      ['Points', '2'],
    ])
    assert.deepEqual(shownFacts(null, 'metric'), [])
  })
})
