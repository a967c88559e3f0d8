import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getErrorSums, getSharedSums } from '@isobar/weather'
import { HOUR_MS } from '../../../../time.ts'
import { type AirAnalysis, computeAirLeadSums, type AirForecast } from './cases.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z')
const UNKNOWN = { source: 'first', pm25: null, pm10: null, no2: null, o3: null }

const analysis = (hour: number, values: Partial<AirAnalysis>): AirAnalysis => ({
  ...UNKNOWN,
  observedAt: new Date(NOON + hour * HOUR_MS),
  ...values,
})
const forecast = (hour: number, values: Partial<AirForecast>): AirForecast => ({
  ...UNKNOWN,
  validAt: new Date(NOON + hour * HOUR_MS),
  leadHours: 24,
  ...values,
})

describe('the cases of the air', () => {
  it('compare each pollutant with what the same source gave for the same hour', () => {
    const [sums, ...others] = computeAirLeadSums(
      [forecast(0, { pm25: 12, o3: 50 }), forecast(1, { pm25: 30, no2: 7 })],
      [analysis(0, { pm25: 10, o3: 60, no2: 1 }), analysis(1, { pm25: 20, pm10: 5 })],
    )
    assert.equal(others.length, 0)
    assert.deepEqual(
      { source: sums?.source, truth: sums?.truth, versus: sums?.versus, leadHours: sums?.leadHours },
      { source: 'first', truth: { source: 'first', kind: 'analysis', station: null }, versus: null, leadHours: 24 },
    )
    assert.deepEqual(Object.keys(sums?.tallies ?? {}), ['pm25', 'o3'])
    assert.deepEqual(getErrorSums(sums?.tallies.pm25 ?? []), { n: 2, error: 12, absolute: 12, squared: 104 })
    assert.deepEqual(getErrorSums(sums?.tallies.o3 ?? []), { n: 1, error: -10, absolute: 10, squared: 100 })
  })

  it('do not exist without the analysis of exactly that hour', () => {
    assert.deepEqual(computeAirLeadSums([forecast(0, { pm25: 12 })], [analysis(1, { pm25: 12 }), analysis(0, { pm10: 3 })]), [])
    assert.deepEqual(computeAirLeadSums([forecast(0, { pm25: 12 })], [analysis(0, { source: 'second', pm25: 12 })]), [])
    assert.deepEqual(computeAirLeadSums([], [analysis(0, { pm25: 12 })]), [])
  })

  it('do not compare sources with each other', () => {
    const sums = computeAirLeadSums(
      [forecast(0, { pm25: 12 }), forecast(0, { source: 'second', pm25: 90 }), forecast(0, { source: 'second', pm25: 70, leadHours: 48 })],
      [analysis(0, { pm25: 12 }), analysis(0, { source: 'second', pm25: 80 })],
    )
    assert.deepEqual(
      sums.map(({ source, truth, versus, leadHours, tallies }) => [
        source,
        truth.source,
        versus,
        leadHours,
        getErrorSums(tallies.pm25 ?? []).error,
      ]),
      [
        ['first', 'first', null, 24, 0],
        ['second', 'second', null, 24, 10],
        ['second', 'second', null, 48, -10],
      ],
    )
  })

  it('have the analysis of the last day that was known at issue as persistence, and the mean of the days before as climatology', () => {
    const before = Array.from({ length: 30 }, (_, day) => analysis(-24 * (day + 1), { pm25: day === 0 ? 30 : 16 }))
    const baselines = (leadHours: number) => {
      const [sums] = computeAirLeadSums([forecast(0, { pm25: 11, leadHours })], [...before, analysis(0, { pm25: 10 })])
      const tally = sums?.tallies.pm25 ?? []
      return [
        getSharedSums('errors', 'persistence', tally).baseline,
        Math.round(getSharedSums('errors', 'climatology', tally).baseline * 100) / 100,
      ]
    }
    assert.deepEqual(baselines(24), [20, 6.47])
    assert.deepEqual(baselines(48), [6, 6])
  })
})
