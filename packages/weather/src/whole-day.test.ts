import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { EMPTY_DAY } from './days-from-spans.ts'
import { formatInstant } from './instant.ts'
import { NOTHING_MEASURED } from './measurements.ts'
import type { DailyPoint, HourlyPoint, Series } from './model.ts'
import { HOUR_MS } from './time.ts'
import { agreeWithHours, groupHoursByDay } from './whole-day.ts'

const MIDNIGHT = Date.parse('2026-07-01T00:00:00Z')
const hourAt = (index: number): HourlyPoint => ({
  time: formatInstant(MIDNIGHT + index * HOUR_MS),
  ...NOTHING_MEASURED,
  precipitation: 0.5,
  condition: 'rain',
  providerCode: null,
  temperature: index,
  feelsLike: null,
  precipitationProbability: null,
  isDay: null,
})
const hours = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => hourAt(from + index))
const day = (date: string, change: object = {}) => ({ ...EMPTY_DAY, date, time: `${date}T00:00:00Z`, ...change })
const days = { available: true, points: [day('2026-07-01', { temperatureMax: 30 }), day('2026-07-02')] }
const agree = (given: Series<DailyPoint>, from: readonly HourlyPoint[]) => agreeWithHours(given, groupHoursByDay(from, 'UTC')).data.points

describe('the days of a source', () => {
  it('have what it left out of them from their hours, and name it', () => {
    const { data, computed } = agreeWithHours(days, groupHoursByDay(hours(0, 24), 'UTC'))
    const [today, tomorrow] = data.points
    assert.deepEqual([today?.precipitation, today?.temperatureMin, today?.temperatureMax, today?.condition], [12, 0, 30, 'rain'])
    assert.equal(tomorrow, days.points[1])
    assert.deepEqual(computed, ['condition', 'precipitation', 'temperatureMin'])
  })

  it('have no sum of the rest of a day', () => {
    const [today] = agree(days, hours(15, 24))
    assert.deepEqual([today?.precipitation, today?.temperatureMin], [null, null])
  })

  it('have the sum of their hours instead of another, if all are known', () => {
    const sent = { available: true, points: [day('2026-07-01', { precipitation: 18, rain: 18, snow: 0, condition: 'heavy_rain' })] }
    assert.equal(agree(sent, hours(0, 24))[0]?.precipitation, 12)
    assert.equal(agree(sent, hours(0, 24))[0]?.condition, 'heavy_rain')
    assert.equal(agree(sent, hours(1, 24))[0]?.precipitation, 18)
    // Both were rounded.
    const alike = {
      available: true,
      points: [day('2026-07-01', { precipitation: 12.1, rain: 12.1, snow: 0, condition: 'rain', temperatureMin: 0, temperatureMax: 23 })],
    }
    assert.equal(agreeWithHours(alike, groupHoursByDay(hours(0, 24), 'UTC')).data, alike)
  })

  it('have the weather of their hours where their own contradicts these', () => {
    const dry = hours(0, 24).map((hour) => ({ ...hour, precipitation: 0, rain: 0, snow: 0, condition: 'overcast' as const }))
    const sent = {
      available: true,
      points: [day('2026-07-01', { precipitation: 18, rain: 18, snow: 0, condition: 'rain', precipitationProbability: 1 })],
    }
    const [today] = agree(sent, dry)
    assert.deepEqual([today?.precipitation, today?.rain, today?.condition, today?.precipitationProbability], [0, 0, 'overcast', null])
  })

  it('have no hour above a high or below a low', () => {
    const sent = {
      available: true,
      points: [day('2026-07-01', { temperatureMin: 8, temperatureMax: 20, windGust: 3, precipitationProbability: 0.4, uvIndex: 5 })],
    }
    const some = hours(6, 23).map((hour) => ({ ...hour, windGust: 9, precipitationProbability: 0.85, uvIndex: null }))
    const [today] = agree(sent, some)
    assert.deepEqual(
      [today?.temperatureMin, today?.temperatureMax, today?.windGust, today?.precipitationProbability, today?.uvIndex],
      [6, 22, 9, 0.85, 5],
    )
  })

  it('are the same where there is nothing to add', () => {
    assert.equal(agreeWithHours(days, groupHoursByDay([], 'UTC')).data, days)
    assert.equal(agree({ available: false, points: [] }, hours(0, 24)).length, 0)
  })

  it('agree with any hours', () => {
    const value = (min: number, max: number) => fc.option(fc.integer({ min: min * 10, max: max * 10 }).map((tenths) => tenths / 10))
    const anyHour = fc.record({
      temperature: value(-20, 40),
      precipitation: value(0, 20),
      windGust: value(0, 40),
      precipitationProbability: value(0, 1),
    })
    const anyDay = fc.record({
      temperatureMin: value(-20, 10),
      temperatureMax: value(10, 40),
      precipitation: value(0, 100),
      windGust: value(0, 40),
      precipitationProbability: value(0, 1),
    })
    fc.assert(
      fc.property(anyDay, fc.array(anyHour, { minLength: 1, maxLength: 24 }), (sent, given) => {
        const from = given.map((hour, index) => ({ ...hourAt(index), condition: null, ...hour }))
        const [first] = agree({ available: true, points: [day('2026-07-01', sent)] }, from)
        assert.ok(first)
        for (const hour of from) {
          assert.ok((hour.temperature ?? -99) <= (first.temperatureMax ?? 99))
          assert.ok((hour.temperature ?? 99) >= (first.temperatureMin ?? -99))
          assert.ok((hour.windGust ?? 0) <= (first.windGust ?? 99))
          assert.ok((hour.precipitationProbability ?? 0) <= (first.precipitationProbability ?? 1))
        }
        if (from.length === 24 && from.every(({ precipitation }) => precipitation !== null)) {
          const sum = from.reduce((total, { precipitation }) => total + (precipitation ?? 0), 0)
          assert.ok(Math.abs(sum - (first.precipitation ?? -99)) <= 0.11)
        } else if (from.length < 19) assert.equal(first.precipitation, sent.precipitation)
      }),
    )
  })
})
