import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NOTHING_MEASURED } from '../measurements.ts'
import type { HourlyPoint, ScopeData } from '../model.ts'
import { summariseNowcast } from '../nowcast.ts'
import { ENGLISH } from '../testing/texts.ts'
import { findMinuteFall } from './minute-fall.ts'

const START = Date.parse('2026-01-15T12:00:00Z')
const timeAt = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`
const minutes = (rate: number) =>
  Array.from({ length: 60 }, (_, minute) => ({ time: timeAt(START + minute * 60_000), precipitation: rate }))

function hour(known: Partial<HourlyPoint>): HourlyPoint {
  const unknown = { temperature: null, feelsLike: null, precipitationProbability: null, isDay: null, condition: null, providerCode: null }
  return { ...NOTHING_MEASURED, ...unknown, time: timeAt(START), ...known }
}

/** The sentence about minutes of one rate beside an hour. */
function tell(rate: number, known: Partial<HourlyPoint>): string | undefined {
  const minutely = { available: true, points: minutes(rate) }
  const fall = findMinuteFall({ minutely, hourly: { available: true, points: [hour(known)] } } as Partial<ScopeData>)
  return summariseNowcast(minutely.points, 'UTC', ENGLISH, START, fall)?.text
}

describe('the next hour beside the hours', () => {
  it('names what falls, by the scale of what falls', () => {
    assert.equal(tell(1.5, { condition: 'snow', snow: 1.5, rain: 0, precipitation: 1.5 }), 'Snow, lasting at least until 13:00.')
    assert.equal(tell(6, { condition: 'heavy_snow', snow: 6, rain: 0, precipitation: 6 }), 'Heavy snow, lasting at least until 13:00.')
    assert.equal(tell(1.5, { condition: 'rain', rain: 1.5, snow: 0, precipitation: 1.5 }), 'Light rain, lasting at least until 13:00.')
    assert.equal(tell(1.5, {}), 'Light precipitation, lasting at least until 13:00.')
  })

  it('is not light beside heavy snow of the same hour', () => {
    assert.equal(tell(0.5, { condition: 'heavy_snow', snow: 0.5, rain: 0, precipitation: 0.5 }), 'Snow, lasting at least until 13:00.')
    assert.equal(tell(0.5, { condition: 'heavy_rain', rain: 9, snow: 0, precipitation: 9 }), 'Rain, lasting at least until 13:00.')
  })

  it('is what falls now where the hours are dry, and both where they differ', () => {
    const minutely = { available: true, points: minutes(1) }
    const current = { condition: 'snow' } as ScopeData['current']
    assert.deepEqual(findMinuteFall({ minutely, current }), { kind: 'snow', intensity: 'moderate' })
    const hourly = { available: true, points: [hour({ condition: 'rain' })] }
    assert.deepEqual(findMinuteFall({ minutely, hourly, current }), { kind: 'mixed', intensity: 'moderate' })
    assert.equal(findMinuteFall({ hourly }), undefined)
    assert.equal(findMinuteFall({ minutely }), undefined)
  })
})
