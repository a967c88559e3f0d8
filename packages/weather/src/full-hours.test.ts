import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { computeFullHours } from './full-hours.ts'
import { formatInstant, parseInstant } from './instant.ts'
import { MEASUREMENT_NAMES } from './measurements.ts'
import type { HourlyPoint } from './model.ts'
import { HOUR_MS } from './time.ts'

const MIDNIGHT_MS = parseInstant('2026-07-01T00:00:00Z')

function hour(minutes: number, values: Partial<HourlyPoint> = {}): HourlyPoint {
  return {
    ...(Object.fromEntries(MEASUREMENT_NAMES.map((name) => [name, null])) as unknown as HourlyPoint),
    time: formatInstant(MIDNIGHT_MS + minutes * 60_000),
    temperature: 20,
    feelsLike: null,
    condition: null,
    providerCode: null,
    precipitationProbability: null,
    isDay: null,
    ...values,
  }
}

describe('hours that begin between full hours of UTC', () => {
  it('become the full hours within them: moments between both, amounts by their shares, the higher gust and chance', () => {
    const dry: Partial<HourlyPoint> = {
      temperature: 20,
      precipitation: 0,
      windGust: 9,
      precipitationProbability: 0.1,
      condition: 'overcast',
      windDirection: 350,
    }
    const wet: Partial<HourlyPoint> = {
      temperature: 18,
      precipitation: 4,
      windGust: 7,
      precipitationProbability: 0.9,
      condition: 'rain',
      windDirection: 10,
    }
    const expected = {
      temperature: 19,
      precipitation: 2,
      windGust: 9,
      precipitationProbability: 0.9,
      condition: 'rain',
      windDirection: 10,
    } as const
    assert.deepEqual(computeFullHours([hour(30, dry), hour(90, wet)]), [hour(60, expected)], 'India')
    assert.deepEqual(computeFullHours([hour(30, wet), hour(90, dry)]), [hour(60, expected)], 'the wetter of equal shares')
    const nepal = { ...expected, temperature: 18.5, precipitation: 3 }
    assert.deepEqual(computeFullHours([hour(15, dry), hour(75, wet)]), [hour(60, nepal)], 'Nepal')
    const eucla = { ...expected, temperature: 19.5, precipitation: 1, condition: 'overcast', windDirection: 350 } as const
    assert.deepEqual(computeFullHours([hour(45, dry), hour(105, wet)]), [hour(60, eucla)], 'Eucla')
  })

  it('say nothing that one of both does not know, and are day only where both are', () => {
    const [aligned] = computeFullHours([hour(30, { precipitation: 1, snow: 0, isDay: true }), hour(90, { precipitation: 1, isDay: false })])
    assert.deepEqual(aligned, hour(60, { precipitation: 1, snow: null, isDay: null }))
    assert.equal(computeFullHours([hour(30, { isDay: true }), hour(90, { isDay: true })])[0]?.isDay, true)
  })

  it('leave a gap where one is missing', () =>
    assert.deepEqual(
      computeFullHours([hour(30), hour(90), hour(210), hour(270)]).map(({ time }) => time.slice(11, 16)),
      ['01:00', '04:00'],
    ))

  it('of whatever source and offset begin on full hours, have no more rain in all, and no value beyond its neighbours', () => {
    const amount = fc.integer({ min: 0, max: 200 }).map((tenths) => tenths / 10)
    fc.assert(
      fc.property(
        fc.constantFrom(15, 30, 45),
        fc.array(fc.record({ temperature: fc.integer({ min: -40, max: 45 }), precipitation: amount }), { minLength: 1, maxLength: 30 }),
        (minutes, values) => {
          const sent = values.map((each, index) => hour(minutes + index * 60, each))
          const aligned = computeFullHours(sent)
          const total = (hours: readonly HourlyPoint[]) => hours.reduce((sum, { precipitation }) => sum + (precipitation ?? 0), 0)
          assert.ok(total(aligned) <= total(sent) + 0.02)
          for (const [index, { time, temperature }] of aligned.entries()) {
            assert.equal(parseInstant(time) % HOUR_MS, 0)
            const both = sent.slice(index, index + 2).map((each) => each.temperature ?? Number.NaN)
            assert.ok(temperature !== null && temperature >= Math.min(...both) && temperature <= Math.max(...both))
          }
        },
      ),
    )
  })
})

it('hours that begin on full hours, and longer steps, are the same list', () => {
  for (const points of [[], [hour(0), hour(60)], [hour(30, { stepHours: 6 }), hour(390, { stepHours: 6 })]])
    assert.equal(computeFullHours(points), points)
})
