import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Condition } from '../condition.ts'
import { gradeCondition, isWetStep, readStep } from './reading.ts'
import type { ForecastStep } from './step.ts'

const HOUR_MS = 3_600_000
const UNKNOWN = {
  condition: null,
  precipitation: null,
  rain: null,
  snow: null,
  precipitationProbability: null,
  windSpeed: null,
  windGust: null,
}
const step = (known: Partial<ForecastStep>): ForecastStep => ({ startMs: 0, endMs: HOUR_MS, temperature: null, ...UNKNOWN, ...known })
const rain = (mm: number, condition: Condition | null = null) => step({ condition, precipitation: mm, rain: mm, snow: 0 })
const snow = (mm: number, condition: Condition | null = null) => step({ condition, precipitation: mm, rain: 0, snow: mm })

describe('the class of a step', () => {
  it('is the strongest that amount and word support', () => {
    assert.equal(readStep(rain(12, 'light_rain')).intensity, 'heavy')
    assert.equal(readStep(rain(0.4, 'heavy_rain')).intensity, 'heavy')
    assert.equal(readStep(snow(1.2)).intensity, 'moderate')
    assert.equal(readStep(rain(0.05)).intensity, null)
    assert.equal(readStep(step({ precipitation: 6, rain: 3, snow: 3 })).intensity, 'moderate')
    assert.equal(readStep(step({ precipitation: 9, rain: 3, snow: 6 })).intensity, 'heavy')
  })

  it('of hours together is never light by their mean', () => {
    assert.equal(readStep({ ...rain(6), endMs: 6 * HOUR_MS }).intensity, 'moderate')
    assert.equal(readStep({ ...rain(70), endMs: 6 * HOUR_MS }).intensity, 'heavy')
  })

  it('counts parts that their total denies, and thunder without an amount', () => {
    assert.equal(readStep(step({ precipitation: 0, rain: 0, snow: 24 })).waterMm, 24)
    assert.ok(isWetStep(step({ condition: 'thunderstorm' })))
    assert.ok(!isWetStep(step({ condition: 'tornado' })))
    assert.ok(!isWetStep(rain(0)))
  })
})

describe('the condition of an hour', () => {
  it('is as strong as its amount, and never weaker than its word', () => {
    const graded = (hour: ForecastStep) => gradeCondition(hour)
    assert.equal(graded(rain(12, 'light_rain')), 'heavy_rain')
    assert.equal(graded(rain(3, 'drizzle')), 'rain')
    assert.equal(graded(rain(0.2, 'heavy_rain')), 'heavy_rain')
    assert.equal(graded(snow(6, 'snow')), 'heavy_snow')
    assert.equal(graded(rain(3, 'rain_showers')), 'rain_showers')
    assert.equal(graded(rain(12, 'rain_showers')), 'heavy_rain')
    assert.equal(graded(rain(12, 'freezing_rain')), 'freezing_rain')
    assert.equal(graded(rain(60, 'thunderstorm')), 'thunderstorm')
    assert.equal(graded(snow(6, 'rain')), 'rain')
    assert.equal(graded(rain(12, 'overcast')), 'overcast')
    assert.equal(graded(rain(12)), null)
  })
})
