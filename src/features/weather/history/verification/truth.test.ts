import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../../../time.ts'
import type { TruthKind } from './model.ts'
import { findMainTruth, type Reading, listTruths } from './truth.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z')

const reading = (at: number, temperature: number | null, kind: TruthKind = 'analysis', source = 'first'): Reading => ({
  source,
  kind,
  observedAt: new Date(at),
  temperature,
  windSpeed: null,
  windGust: null,
  windDirection: null,
  precipitation: null,
})
const only = (readings: readonly Reading[], timezone = 'UTC') => {
  const [truth, ...others] = listTruths(readings, timezone)
  assert.ok(truth !== undefined && others.length === 0)
  return truth
}

describe('the truth at a moment', () => {
  for (const [kind, farthestMs] of [
    ['observation', 10 * MINUTE_MS],
    ['analysis', 30 * MINUTE_MS - 1],
  ] as const)
    it(`is an ${kind} at most ${Math.round(farthestMs / MINUTE_MS)} minutes away`, () => {
      for (const side of [-1, 1]) {
        assert.equal(only([reading(NOON + side * farthestMs, 7, kind)]).at(NOON)?.temperature, 7)
        assert.equal(only([reading(NOON + side * (farthestMs + 1), 7, kind)]).at(NOON), null)
      }
    })

  it('is the nearest reading, in whatever order they are', () => {
    const all = [-20, -8, -2, 3, 14].map((minutes) => reading(NOON + minutes * MINUTE_MS, minutes))
    for (const readings of [all, all.toReversed()]) assert.equal(only(readings).at(NOON)?.temperature, -2)
  })

  it('is never mixed from sources or kinds', () => {
    const truths = listTruths(
      [reading(NOON, 1), reading(NOON, 2, 'observation'), reading(NOON, 3, 'analysis', 'second'), reading(NOON + HOUR_MS, 4)],
      'UTC',
    )
    assert.deepEqual(
      truths.map(({ name, at }) => [name.source, name.kind, at(NOON)?.temperature]),
      [
        ['first', 'analysis', 1],
        ['first', 'observation', 2],
        ['second', 'analysis', 3],
      ],
    )
  })
})

describe('the extremes of a day', () => {
  /** One reading in each of the hours after an instant; the value is the number of the hour. */
  const hours = (from: string, count: number) =>
    Array.from({ length: count }, (_, hour) => reading(Date.parse(from) + hour * HOUR_MS, hour))

  it('are those from its first moment up to its end, which is the next day', () => {
    const start = '2026-06-30T22:00:00Z'
    const truth = only(
      [reading(Date.parse(start) - 1, -50), ...hours(start, 24), reading(Date.parse(start) + 24 * HOUR_MS, 50)],
      'Europe/Berlin',
    )
    assert.deepEqual(truth.day('2026-07-01'), { min: 0, max: 23 })
  })

  it('need nine tenths of its hours, of which a clock change makes 23 or 25', () => {
    for (const [date, start, enough] of [
      ['2026-07-01', '2026-06-30T22:00:00Z', 22],
      ['2026-03-29', '2026-03-28T23:00:00Z', 21],
      ['2026-10-25', '2026-10-24T22:00:00Z', 23],
    ] as const) {
      assert.deepEqual(only(hours(start, enough), 'Europe/Berlin').day(date), { min: 0, max: enough - 1 }, date)
      assert.equal(only(hours(start, enough - 1), 'Europe/Berlin').day(date), null, date)
    }
  })

  it('count an hour once, and none without a temperature', () => {
    const start = Date.parse('2026-07-01T00:00:00Z')
    const twice = [...hours('2026-07-01T00:00:00Z', 21), reading(start + 10 * MINUTE_MS, 5), reading(start + 22 * HOUR_MS, null)]
    assert.equal(only(twice).day('2026-07-01'), null)
    assert.deepEqual(only([...twice, reading(start + 23 * HOUR_MS, 30)]).day('2026-07-01'), { min: 0, max: 30 })
  })
})

describe('the truth of a place', () => {
  const named = (readings: readonly Reading[]) => findMainTruth(listTruths(readings, 'UTC'), readings, 'primary')?.name

  it('is the station with the most readings, else the analysis of the primary, else unknown', () => {
    const analyses = [reading(NOON, 1, 'analysis', 'other'), reading(NOON, 1, 'analysis', 'primary')]
    const stations = [
      reading(NOON, 1, 'observation', 'seldom'),
      reading(NOON, 1, 'observation', 'often'),
      reading(NOON + HOUR_MS, 1, 'observation', 'often'),
      // Its analyses do not make it a station of more readings.
      reading(NOON + HOUR_MS, 1, 'analysis', 'seldom'),
      reading(NOON + 2 * HOUR_MS, 1, 'analysis', 'seldom'),
    ]
    assert.deepEqual(named([...analyses, ...stations]), { source: 'often', kind: 'observation', station: null })
    assert.deepEqual(named(analyses), { source: 'primary', kind: 'analysis', station: null })
    assert.equal(named(analyses.slice(0, 1)), undefined)
  })
})
