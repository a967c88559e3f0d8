import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatInstant } from '@isobar/weather'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { buildFetchRows } from './archive-rows.ts'
import {
  buildTestAirHour,
  buildTestObservation,
  buildTestForecastDay,
  type FetchedParts,
  buildTestFetch,
  buildTestForecastHour,
} from './testing/fetched.ts'

const NOW = Date.parse('2026-07-01T12:34:56Z')
const RETENTION_MS = 30 * DAY_MS

const rows = (parts: FetchedParts) => buildFetchRows(buildTestFetch(NOW, { current: null, hourly: [], daily: [], ...parts }), RETENTION_MS)
const isObserved = (atMs: number) => rows({ current: buildTestObservation(formatInstant(atMs)) }).observation !== null

describe('the rows of a fetch', () => {
  it('have an observation from the archive’s retention up to an hour ahead, for an upstream whose clock is fast', () => {
    assert.deepEqual([NOW - RETENTION_MS - 1_000, NOW - RETENTION_MS, NOW, NOW + HOUR_MS, NOW + HOUR_MS + 1_000].map(isObserved), [
      false,
      true,
      true,
      true,
      false,
    ])
  })

  it('have the hours of a week and the days of sixteen, from two days before the fetch', () => {
    const around = (leadMs: number) =>
      [NOW - 2 * DAY_MS - 1_000, NOW - 2 * DAY_MS, NOW, NOW + leadMs, NOW + leadMs + 1_000].map((ms) => formatInstant(ms))
    const { hourly } = rows({ hourly: around(7 * DAY_MS).map((time) => buildTestForecastHour(time)) })
    assert.deepEqual(
      (hourly?.valid_at as Date[] | undefined)?.map((at) => formatInstant(at.getTime())),
      around(7 * DAY_MS).slice(1, 4),
    )
    const { daily } = rows({ daily: around(16 * DAY_MS).map((time) => ({ ...buildTestForecastDay('2026-07-01'), time })) })
    assert.deepEqual(
      (daily?.valid_at as Date[] | undefined)?.map((at) => formatInstant(at.getTime())),
      around(16 * DAY_MS).slice(1, 4),
    )
    assert.deepEqual(daily?.last_valid_at, new Date(NOW + 16 * DAY_MS))
  })

  it('are none of a series that is empty, or that its source does not have', () => {
    assert.deepEqual(rows({}), { observation: null, hourly: null, daily: null, airAnalysis: null, airIssue: null })
    assert.deepEqual(
      { airAnalysis: rows({ air: [] }).airAnalysis, airIssue: rows({ air: [] }).airIssue },
      { airAnalysis: null, airIssue: null },
    )
    const fetched = buildTestFetch(NOW, { current: null })
    const { hourly, daily } = fetched.bundle.scopes
    const scopes = { hourly: { points: [], ...hourly, available: false }, daily: { points: [], ...daily, available: false } }
    const nothing = buildFetchRows({ ...fetched, bundle: { ...fetched.bundle, scopes } }, RETENTION_MS)
    assert.deepEqual({ hourly: nothing.hourly, daily: nothing.daily }, { hourly: null, daily: null })
  })

  it('name the hour in which they were issued, and say that they are simulated', () => {
    const { hourly, daily, observation } = rows({
      simulated: true,
      current: buildTestObservation(formatInstant(NOW)),
      hourly: [buildTestForecastHour(formatInstant(NOW))],
      daily: [buildTestForecastDay('2026-07-02')],
    })
    for (const issue of [hourly, daily]) {
      assert.deepEqual(
        { issued_hour: issue?.issued_hour, issued_at: issue?.issued_at, simulated: issue?.simulated },
        { issued_hour: new Date('2026-07-01T12:00:00Z'), issued_at: new Date(NOW), simulated: true },
      )
    }
    assert.deepEqual(
      { recorded_at: observation?.recorded_at, simulated: observation?.simulated },
      { recorded_at: new Date(NOW), simulated: true },
    )
  })

  it('have no column for what no hour states, and no field for what a day does not', () => {
    const times = [NOW, NOW + HOUR_MS].map(formatInstant) as [string, string]
    const { hourly } = rows({
      hourly: [buildTestForecastHour(times[0], { temperature: null }), buildTestForecastHour(times[1], { temperature: 5 })],
    })
    assert.deepEqual({ temperature: hourly?.temperature, feels_like: hourly?.feels_like }, { temperature: [null, 5], feels_like: null })
    const { daily } = rows({ daily: [buildTestForecastDay('2026-07-02', { temperatureMax: 0 })] })
    assert.deepEqual(JSON.parse(String(daily?.points)), [{ date: '2026-07-02', time: '2026-07-02T00:00:00Z', temperatureMax: 0 }])
  })

  it('have the hours of air that have not ended, and the one that is running as the analysis', () => {
    const start = Date.parse('2026-07-01T12:00:00Z')
    const [ended, running, next] = [-1, 0, 1].map((hours) => formatInstant(start + hours * HOUR_MS)) as [string, string, string]
    const pollen = { alder: null, birch: null, grass: 12, mugwort: 0, olive: null, ragweed: null }
    const { airAnalysis, airIssue } = rows({
      air: [
        buildTestAirHour(ended, { pm25: 1 }),
        buildTestAirHour(running, { pm25: 2, o3: 40, pollen }),
        buildTestAirHour(next, { pm25: null, o3: 50 }),
      ],
    })
    assert.deepEqual(
      { observed_at: airAnalysis?.observed_at, recorded_at: airAnalysis?.recorded_at },
      { observed_at: running, recorded_at: new Date(NOW) },
    )
    const { pm25, o3, co, grass_pollen: grass, mugwort_pollen: mugwort, olive_pollen: olive } = airAnalysis ?? {}
    assert.deepEqual({ pm25, o3, co, grass, mugwort, olive }, { pm25: 2, o3: 40, co: null, grass: 12, mugwort: 0, olive: null })
    assert.deepEqual(
      { valid_at: airIssue?.valid_at, last_valid_at: airIssue?.last_valid_at },
      { valid_at: [new Date(running), new Date(next)], last_valid_at: new Date(next) },
    )
    assert.deepEqual(
      { pm25: airIssue?.pm25, o3: airIssue?.o3, co: airIssue?.co, grass_pollen: airIssue?.grass_pollen },
      { pm25: [2, null], o3: [40, 50], co: null, grass_pollen: [12, null] },
    )
  })

  it('have no analysis of the air where the running hour is missing', () => {
    const { airAnalysis, airIssue } = rows({ air: [buildTestAirHour('2026-07-01T13:00:00Z', { pm25: 1 })] })
    assert.deepEqual({ airAnalysis, pm25: airIssue?.pm25 }, { airAnalysis: null, pm25: [1] })
  })
})
