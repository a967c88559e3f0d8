import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { POLLUTANTS, formatInstant, mapPollutants } from '@isobar/weather'
import { HOUR_MS } from '../../../time.ts'
import { listAirAnalysisEntries, listAirForecastEntries, flattenHistoryEntry } from './air-service.ts'
import type { StoredAirAnalysis } from './air-store.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z')
const UNKNOWN = mapPollutants(() => null)
const hourOf = (hour: number, pm25: number) => ({ ...UNKNOWN, time: formatInstant(NOON + hour * HOUR_MS), pm25 })
const analysis = (hour: number, pm25: number, source = 'first'): StoredAirAnalysis => ({
  ...hourOf(hour, pm25),
  source,
  simulated: false,
  recordedAt: formatInstant(NOON + hour * HOUR_MS + 60_000),
  pollen: null,
})
const forecast = (hours: StoredHours, source = 'first') => ({
  hours,
  source,
  simulated: false,
  issuedAt: formatInstant(NOON),
  pollen: null,
})
type StoredHours = readonly ReturnType<typeof hourOf>[]
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

describe('the indices of archived air', () => {
  it('of an analysis look back on those of the same source, also on those before the period', () => {
    const before = range(-23, -1).flatMap((hour) => [analysis(hour, 15), analysis(hour, 60, 'second')])
    const [newest, older] = listAirAnalysisEntries([analysis(0, 15), analysis(-1, 15)], before)
    assert.deepEqual(
      { newestUsIndexValue: newest?.usIndex?.value, olderUsIndexValue: older?.usIndex?.value },
      { newestUsIndexValue: 62, olderUsIndexValue: 62 },
    )
    assert.equal(listAirAnalysisEntries([analysis(0, 15)], [])[0]?.usIndex, null)
    assert.deepEqual(Object.keys(newest ?? {}), [
      'observedAt',
      'recordedAt',
      'source',
      ...POLLUTANTS,
      'pollen',
      'europeanIndex',
      'usIndex',
      'kind',
    ])
  })

  it('of a forecast look back within the issue, and into the analyses before its first hour, but into no later one', () => {
    const analyses = [...range(-24, 0).map((hour) => analysis(hour, 15)), analysis(0, 900), analysis(1, 900)]
    const issued = range(0, 3).map((hour) => hourOf(hour, 15))
    const [entry] = listAirForecastEntries([forecast(issued)], analyses)
    assert.deepEqual(
      { validAt: entry?.validAt, issuedAt: entry?.issuedAt, pm25: entry?.pm25 },
      { validAt: '2026-07-01T14:00:00Z', issuedAt: '2026-07-01T12:00:00Z', pm25: 15 },
    )
    assert.equal(entry?.usIndex?.value, 62)
    const first = [hourOf(0, 15)]
    assert.equal(listAirForecastEntries([forecast(first)], analyses)[0]?.usIndex?.value, 62)
    assert.equal(listAirForecastEntries([forecast(first)], [])[0]?.usIndex, null)
    assert.equal(listAirForecastEntries([forecast(first, 'second')], analyses)[0]?.usIndex, null)
  })
})

it('an entry as a row has a column for each field of its objects, and none for those of an unknown one', () => {
  assert.deepEqual(flattenHistoryEntry({ source: 'first', pm25: null, usIndex: { value: 5, category: 'good' }, pollen: null }), {
    source: 'first',
    pm25: null,
    'usIndex.value': 5,
    'usIndex.category': 'good',
    pollen: null,
  })
})
