import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eachPollutant, POLLUTANTS } from '../../../domain/air/air.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { HOUR_MS } from '../../../time.ts'
import { airAnalysisEntries, airForecastEntries, flattened } from './air-service.ts'
import type { StoredAirAnalysis } from './air-store.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z')
const UNKNOWN = eachPollutant(() => null)
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
    const [newest, older] = airAnalysisEntries([analysis(0, 15), analysis(-1, 15)], before)
    assert.deepEqual([newest?.europeanIndex?.value, older?.europeanIndex?.value], [30, 30])
    assert.equal(airAnalysisEntries([analysis(0, 15)], [])[0]?.europeanIndex, null)
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
    const [entry] = airForecastEntries([forecast(issued)], analyses)
    assert.deepEqual([entry?.validAt, entry?.issuedAt, entry?.pm25], ['2026-07-01T14:00:00Z', '2026-07-01T12:00:00Z', 15])
    assert.equal(entry?.europeanIndex?.value, 30)
    assert.equal(airForecastEntries([forecast(issued)], [])[0]?.europeanIndex, null)
    assert.equal(airForecastEntries([forecast(issued, 'second')], analyses)[0]?.europeanIndex, null)
  })
})

it('an entry as a row has a column for each field of its objects, and none for those of an unknown one', () => {
  assert.deepEqual(flattened({ source: 'first', pm25: null, usIndex: { value: 5, category: 'good' }, pollen: null }), {
    source: 'first',
    pm25: null,
    'usIndex.value': 5,
    'usIndex.category': 'good',
    pollen: null,
  })
})
