import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EN } from '../city/testing/teller.ts'
import { listSunFacts } from './facts.ts'

describe('sun and moon', () => {
  it('are facts, as far as they are known', () => {
    const noon = Date.parse('2026-06-21T11:00:00Z')
    const none = { sunrise: null, sunset: null }
    const facts = (lat: number, sun = none as Parameters<typeof listSunFacts>[0]) => listSunFacts(sun, null, { lat, lon: 15 }, noon, EN)
    assert.deepEqual(facts(78), [['Sun', 'does not set']])
    assert.deepEqual(facts(-78), [['Sun', 'does not rise']])
    assert.deepEqual(facts(52), [])
    assert.deepEqual(facts(52, { sunrise: '2026-06-21T02:43:00Z', sunset: '2026-06-21T19:33:00Z' }), [
      ['Sunrise', '04:43'],
      ['Sunset', '21:33'],
      ['Daylight', '16 h 50 min'],
    ])
  })
})
