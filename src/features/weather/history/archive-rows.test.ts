import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatInstant } from '../../../domain/instant.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { rowsOf } from './archive-rows.ts'
import { airHour, current, day, type FetchedParts, fetchedAt, hour } from './testing/fetched.ts'

const NOW = Date.parse('2026-07-01T12:34:56Z')
const RETENTION_MS = 30 * DAY_MS

const rows = (parts: FetchedParts) => rowsOf(fetchedAt(NOW, { current: null, hourly: [], daily: [], ...parts }), RETENTION_MS)
const isObserved = (atMs: number) => rows({ current: current(formatInstant(atMs)) }).observation !== null

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
    const { hourly } = rows({ hourly: around(7 * DAY_MS).map((time) => hour(time)) })
    assert.deepEqual(
      (hourly?.valid_at as Date[] | undefined)?.map((at) => formatInstant(at.getTime())),
      around(7 * DAY_MS).slice(1, 4),
    )
    const { daily } = rows({ daily: around(16 * DAY_MS).map((time) => ({ ...day('2026-07-01'), time })) })
    assert.deepEqual(
      (daily?.valid_at as Date[] | undefined)?.map((at) => formatInstant(at.getTime())),
      around(16 * DAY_MS).slice(1, 4),
    )
    assert.deepEqual(daily?.last_valid_at, new Date(NOW + 16 * DAY_MS))
  })

  it('are none of a series that is empty, or that its source does not have', () => {
    assert.deepEqual(rows({}), { observation: null, hourly: null, daily: null, airAnalysis: null, airIssue: null })
    assert.deepEqual([rows({ air: [] }).airAnalysis, rows({ air: [] }).airIssue], [null, null])
    const fetched = fetchedAt(NOW, { current: null })
    const { hourly, daily } = fetched.bundle.scopes
    const scopes = { hourly: { points: [], ...hourly, available: false }, daily: { points: [], ...daily, available: false } }
    const nothing = rowsOf({ ...fetched, bundle: { ...fetched.bundle, scopes } }, RETENTION_MS)
    assert.deepEqual([nothing.hourly, nothing.daily], [null, null])
  })

  it('name the hour in which they were issued, and say that they are simulated', () => {
    const { hourly, daily, observation } = rows({
      simulated: true,
      current: current(formatInstant(NOW)),
      hourly: [hour(formatInstant(NOW))],
      daily: [day('2026-07-02')],
    })
    for (const issue of [hourly, daily]) {
      assert.deepEqual([issue?.issued_hour, issue?.issued_at, issue?.simulated], [new Date('2026-07-01T12:00:00Z'), new Date(NOW), true])
    }
    assert.deepEqual([observation?.recorded_at, observation?.simulated], [new Date(NOW), true])
  })

  it('have no column for what no hour states, and no field for what a day does not', () => {
    const times = [NOW, NOW + HOUR_MS].map(formatInstant) as [string, string]
    const { hourly } = rows({ hourly: [hour(times[0], { temperature: null }), hour(times[1], { temperature: 5 })] })
    assert.deepEqual([hourly?.temperature, hourly?.feels_like], [[null, 5], null])
    const { daily } = rows({ daily: [day('2026-07-02', { temperatureMax: 0 })] })
    assert.deepEqual(JSON.parse(String(daily?.points)), [{ date: '2026-07-02', time: '2026-07-02T00:00:00Z', temperatureMax: 0 }])
  })

  it('have the hours of air that have not ended, and the one that is running as the analysis', () => {
    const start = Date.parse('2026-07-01T12:00:00Z')
    const [ended, running, next] = [-1, 0, 1].map((hours) => formatInstant(start + hours * HOUR_MS)) as [string, string, string]
    const pollen = { alder: null, birch: null, grass: 12, mugwort: 0, olive: null, ragweed: null }
    const { airAnalysis, airIssue } = rows({
      air: [airHour(ended, { pm25: 1 }), airHour(running, { pm25: 2, o3: 40, pollen }), airHour(next, { pm25: null, o3: 50 })],
    })
    assert.deepEqual([airAnalysis?.observed_at, airAnalysis?.recorded_at], [running, new Date(NOW)])
    const { pm25, o3, co, grass_pollen: grass, mugwort_pollen: mugwort, olive_pollen: olive } = airAnalysis ?? {}
    assert.deepEqual([pm25, o3, co, grass, mugwort, olive], [2, 40, null, 12, 0, null])
    assert.deepEqual([airIssue?.valid_at, airIssue?.last_valid_at], [[new Date(running), new Date(next)], new Date(next)])
    assert.deepEqual([airIssue?.pm25, airIssue?.o3, airIssue?.co, airIssue?.grass_pollen], [[2, null], [40, 50], null, [12, null]])
  })

  it('have no analysis of the air where the running hour is missing', () => {
    const { airAnalysis, airIssue } = rows({ air: [airHour('2026-07-01T13:00:00Z', { pm25: 1 })] })
    assert.deepEqual([airAnalysis, airIssue?.pm25], [null, [1]])
  })
})
