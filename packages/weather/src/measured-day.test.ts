import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EMPTY_DAY } from './days-from-spans.ts'
import { includeMeasured } from './measured-day.ts'
import type { DailyPoint, Series } from './model.ts'
import { type NearbyReport, NO_READING } from './station.ts'

const DAYS: Series<DailyPoint> = {
  available: true,
  points: ['2026-11-21', '2026-11-22'].map((date) => ({
    ...EMPTY_DAY,
    date,
    time: `${date}T00:00:00Z`,
    temperatureMin: 2,
    temperatureMax: 8,
  })),
}
const measuredAt = (temperature: number | null, observedAt = '2026-11-21T23:50:00Z'): NearbyReport => ({
  station: { source: 'aviation-weather', id: 'EDDB', name: 'Berlin', lat: 52.36, lon: 13.5, height: 40 },
  reading: { ...NO_READING, observedAt, temperature },
  distanceKm: 7.2,
})
const ranges = (report: NearbyReport | null, timezone = 'UTC', place: number | null = null) => {
  const { data, changed } = includeMeasured(DAYS, report, place === null ? null : { place, analysis: null }, timezone)
  return [data.points.map(({ temperatureMin, temperatureMax }) => [temperatureMin, temperatureMax]), changed]
}

describe('the high and low of a day', () => {
  it('include what was measured on it, at the place, and no other day does', () => {
    assert.deepEqual(ranges(measuredAt(9.5)), [
      [
        [2, 9.5],
        [2, 8],
      ],
      ['temperatureMax'],
    ])
    assert.deepEqual(ranges(measuredAt(-1), 'Europe/Berlin'), [
      [
        [2, 8],
        [-1, 8],
      ],
      ['temperatureMin'],
    ])
    // 200 m above the station.
    assert.deepEqual(ranges(measuredAt(9.5), 'UTC', 240)[0], [
      [2, 8.2],
      [2, 8],
    ])
  })

  it('are as they were within them, and without a measurement', () => {
    for (const report of [null, measuredAt(null), measuredAt(2), measuredAt(8)])
      assert.equal(includeMeasured(DAYS, report, null, 'UTC').data, DAYS)
  })
})
