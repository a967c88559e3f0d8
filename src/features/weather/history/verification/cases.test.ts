import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type Tally,
  type VerifiedVariable,
  WET_HOUR_MM,
  getBrierSum,
  getContingency,
  getErrorSums,
  getSharedSums,
  listBinSums,
} from '@isobar/weather'
import { HOUR_MS } from '../../../../time.ts'
import { type DayForecast, type HourForecast, computeLeadSums } from './cases.ts'
import type { Reading, Truth } from './truth.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z')
const NAME = { source: 'first', kind: 'analysis', station: null } as const

type Values = Partial<Omit<Reading, 'source' | 'kind' | 'observedAt'>>

/** A truth with readings at exact moments (hours from noon), and highs and lows by date. */
const truthOf = (hours: Readonly<Record<number, Values>>, days: Readonly<Record<string, number>> = {}): Truth => ({
  name: NAME,
  at(epochMs) {
    const values = hours[(epochMs - NOON) / HOUR_MS]
    const unknown = { temperature: null, windSpeed: null, windGust: null, windDirection: null, precipitation: null }
    return values === undefined ? null : { ...NAME, observedAt: new Date(epochMs), ...unknown, ...values }
  },
  day: (date) => (days[date] === undefined ? null : { min: days[date] - 10, max: days[date] }),
})
const forecast = (values: Partial<HourForecast> = {}): HourForecast => ({
  source: 'first',
  validAt: new Date(NOON),
  leadHours: 24,
  temperature: null,
  windSpeed: null,
  windGust: null,
  windDirection: null,
  precipitation: null,
  precipitationProbability: null,
  ...values,
})
const dayForecast = (values: Partial<DayForecast> = {}): DayForecast => ({
  source: 'first',
  date: '2026-07-01',
  leadHours: 24,
  temperatureMin: null,
  temperatureMax: null,
  ...values,
})
/** The tally of the only sums. */
const tallyOf = (variable: VerifiedVariable, hours: readonly HourForecast[], truth: Truth, days: readonly DayForecast[] = []) => {
  const [sums, ...others] = computeLeadSums(hours, days, truth)
  assert.equal(others.length, 0)
  assert.deepEqual(sums === undefined ? [] : Object.keys(sums.tallies), sums === undefined ? [] : [variable])
  return sums?.tallies[variable]
}
const errorOf = (tally: Tally | undefined) => tally && getErrorSums(tally)

describe('the case of an hour', () => {
  it('compares temperature and wind at the hour, gust, amount and probability with what the hour had brought at its end', () => {
    const truth = truthOf({
      0: { temperature: 10, windSpeed: 5, windGust: 90, precipitation: 9 },
      1: { temperature: 20, windSpeed: 50, windGust: 8, precipitation: 0 },
    })
    const error = (variable: 'temperature' | 'windSpeed' | 'windGust') => errorOf(tallyOf(variable, [forecast({ [variable]: 12 })], truth))
    assert.deepEqual(error('temperature'), { n: 1, error: 2, absolute: 2, squared: 4 })
    assert.deepEqual(error('windSpeed'), { n: 1, error: 7, absolute: 7, squared: 49 })
    assert.deepEqual(error('windGust'), { n: 1, error: 4, absolute: 4, squared: 16 })
    const amount = tallyOf('precipitation', [forecast({ precipitation: 0.5 })], truth) ?? []
    assert.deepEqual(
      { falseAlarms: getContingency(amount, 0).falseAlarms, correctNegatives: getContingency(amount, 1).correctNegatives },
      { falseAlarms: 1, correctNegatives: 1 },
    )
    assert.deepEqual(getBrierSum(tallyOf('precipitationProbability', [forecast({ precipitationProbability: 0.5 })], truth) ?? []), {
      n: 1,
      sum: 0.25,
    })
  })

  it('does not exist without a forecast or without the truth', () => {
    const all = { temperature: 1, windSpeed: 2, windGust: 3, windDirection: 90, precipitation: 1, precipitationProbability: 0.5 }
    assert.deepEqual(computeLeadSums([forecast(all)], [], truthOf({})), [])
    assert.deepEqual(computeLeadSums([forecast()], [], truthOf({ 0: all, 1: all })), [])
    // The truth is there, but without the value.
    assert.deepEqual(computeLeadSums([forecast(all)], [], truthOf({ 0: {}, 1: {} })), [])
  })

  it('takes persistence from so many whole days before that it was known when the forecast was issued', () => {
    const truth = truthOf({ 0: { temperature: 10 }, [-24]: { temperature: 13 }, [-48]: { temperature: 17 } })
    const persistence = (leadHours: number) => {
      const tally = tallyOf('temperature', [forecast({ temperature: 11, leadHours })], truth) ?? []
      return getSharedSums('errors', 'persistence', tally)
    }
    assert.deepEqual(persistence(1), { n: 1, forecast: 1, baseline: 3 })
    assert.deepEqual(persistence(24), { n: 1, forecast: 1, baseline: 3 })
    assert.deepEqual(persistence(48), { n: 1, forecast: 1, baseline: 7 })
    assert.deepEqual(persistence(72), { n: 0, forecast: 0, baseline: 0 })
  })

  it('compares with the mean of the days before, as an error of its own', () => {
    const before = Object.fromEntries(Array.from({ length: 30 }, (_, day) => [-24 * (day + 1), { temperature: 16 }]))
    const tally = tallyOf('temperature', [forecast({ temperature: 11 })], truthOf({ ...before, 0: { temperature: 10 } })) ?? []
    assert.deepEqual(getSharedSums('errors', 'climatology', tally), { n: 1, forecast: 1, baseline: 6 })
  })

  it('compares wind directions on the circle, with persistence and no climatology', () => {
    const wind = (windDirection: number, windSpeed = 5) => ({ windDirection, windSpeed })
    const truth = truthOf({ 0: wind(350), [-24]: wind(340), [-48]: wind(300) })
    const direction = (leadHours: number, of = truth) => {
      const sums = computeLeadSums([forecast({ ...wind(10), leadHours })], [], of)
      return sums[0]?.tallies.windDirection
    }
    assert.equal(errorOf(direction(24))?.error, 20)
    assert.deepEqual(getSharedSums('errors', 'persistence', direction(24) ?? []), { n: 1, forecast: 20, baseline: 10 })
    assert.deepEqual(getSharedSums('errors', 'persistence', direction(25) ?? []), { n: 1, forecast: 20, baseline: 50 })
    assert.equal(getSharedSums('errors', 'climatology', direction(24) ?? []).n, 0)
    assert.equal(direction(24, truthOf({ 0: wind(350, 1) })), undefined)
    assert.equal(getSharedSums('errors', 'persistence', direction(24, truthOf({ 0: wind(350) })) ?? []).n, 0)
  })

  it('counts an hour as wet from the smallest amount that a gauge reports', () => {
    const observed = (precipitation: number) => {
      const tally =
        tallyOf('precipitationProbability', [forecast({ precipitationProbability: 0.5 })], truthOf({ 1: { precipitation } })) ?? []
      return listBinSums(tally).reduce((sum, bin) => sum + bin.observed, 0)
    }
    assert.deepEqual(
      { observed: observed(WET_HOUR_MM - 0.01), observedWET_HOUR_MM: observed(WET_HOUR_MM) },
      { observed: 0, observedWET_HOUR_MM: 1 },
    )
  })

  it('takes a wet hour of the day before as a probability of one, and a dry one as zero', () => {
    const squared = (before: Values | undefined) => {
      const truth = truthOf({ 1: { precipitation: 0 }, ...(before === undefined ? {} : { [-23]: before }) })
      const tally = tallyOf('precipitationProbability', [forecast({ precipitationProbability: 0.5 })], truth) ?? []
      return getSharedSums('probability', 'persistence', tally)
    }
    assert.deepEqual(squared({ precipitation: WET_HOUR_MM }), { n: 1, forecast: 0.25, baseline: 1 })
    assert.deepEqual(squared({ precipitation: 0 }), { n: 1, forecast: 0.25, baseline: 0 })
    assert.equal(squared({}).n, 0)
    assert.equal(squared(undefined).n, 0)
  })
})

describe('the case of a day', () => {
  const truth = truthOf({}, { '2026-07-01': 30, '2026-06-30': 20, '2026-06-29': 25, '2026-06-28': 27 })

  it('compares highs with highs and lows with lows', () => {
    assert.equal(errorOf(tallyOf('temperatureMax', [], truth, [dayForecast({ temperatureMax: 32 })]))?.error, 2)
    assert.equal(errorOf(tallyOf('temperatureMin', [], truth, [dayForecast({ temperatureMin: 19 })]))?.error, -1)
    assert.deepEqual(computeLeadSums([], [dayForecast({ date: '2026-07-02', temperatureMax: 32, temperatureMin: 19 })], truth), [])
  })

  it('takes persistence from the last day that had ended when the forecast was issued', () => {
    const baseline = (leadHours: number) =>
      getSharedSums('errors', 'persistence', tallyOf('temperatureMax', [], truth, [dayForecast({ temperatureMax: 32, leadHours })]) ?? [])
    assert.deepEqual(baseline(24), { n: 1, forecast: 2, baseline: 5 })
    assert.deepEqual(baseline(48), { n: 1, forecast: 2, baseline: 3 })
    assert.equal(baseline(72).n, 0)
  })
})

describe('sums', () => {
  const truth = truthOf({ 0: { temperature: 10 }, 1: { temperature: 10 }, 2: { temperature: 10 } })
  const at = (hour: number, source: string, temperature: number, leadHours = 24) =>
    forecast({ source, leadHours, validAt: new Date(NOON + hour * HOUR_MS), temperature })

  it('are kept apart by source and lead time, and compare two sources on the hours that both have', () => {
    const sums = computeLeadSums(
      [at(0, 'first', 11), at(1, 'first', 12), at(2, 'first', 15), at(1, 'second', 20), at(2, 'second', 30), at(2, 'second', 14, 48)],
      [],
      truth,
    )
    assert.deepEqual(
      sums
        .map(({ source, versus, leadHours, tallies }) => {
          const { n, error } = getErrorSums(tallies.temperature ?? [])
          return `${source} ${leadHours} h, versus ${versus}: ${n}, ${error}`
        })
        .toSorted(),
      [
        'first 24 h, versus null: 3, 8',
        'first 24 h, versus second: 2, 7',
        'second 24 h, versus first: 2, 30',
        'second 24 h, versus null: 2, 30',
        'second 48 h, versus null: 1, 4',
      ],
    )
    assert.ok(sums.every((each) => each.truth.source === 'first' && each.truth.kind === 'analysis'))
  })

  it('of one variable are not compared with another', () => {
    const one = forecast({ source: 'first', temperature: 11 })
    const other = forecast({ source: 'second', windSpeed: 4 })
    const both = computeLeadSums([one, other], [], truthOf({ 0: { temperature: 10, windSpeed: 5 } }))
    assert.deepEqual(
      both.map(({ source, versus }) => [source, versus]),
      [
        ['first', null],
        ['second', null],
      ],
    )
  })

  it('of a day and of an hour are one row', () => {
    const withDays = truthOf({ 0: { temperature: 10 } }, { '2026-07-01': 30 })
    const [sums, ...others] = computeLeadSums([at(0, 'first', 11)], [dayForecast({ temperatureMax: 31 })], withDays)
    assert.deepEqual([Object.keys(sums?.tallies ?? {}), others], [['temperature', 'temperatureMax'], []])
  })
})
