import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type Station, formatInstant, toCell } from '@isobar/weather'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { createStationStore } from './station-store.ts'
import type { StationTables } from './tables.ts'
import { buildTestStationReport } from './testing/source.ts'
import { createTruthStore } from './truth-store.ts'

const CELL = toCell(52.52, 13.41)
const DAY = Date.parse('2026-11-20T00:00:00Z')
const PERIOD = { fromMs: DAY - DAY_MS, toMs: DAY + 2 * DAY_MS }

describe('the station that forecasts are compared with', () => {
  let database: TestDatabase<StationTables>
  before(async () => {
    database = await createTestDatabase<StationTables>()
  })
  after(() => database.drop())
  beforeEach(async () => {
    for (const table of ['station', 'station_reading', 'place_height']) await database.pool.query(`delete from ${table}`)
    await createStationStore(database.kysely).putHeight(CELL.id, 40, DAY)
  })

  /** Reports at each of these hours of the day; the first one only introduces the station. */
  async function reporting(hours: readonly number[], station: Partial<Station> = {}, simulated = false): Promise<void> {
    const store = createStationStore(database.kysely)
    const put = (at: number) =>
      store.put({
        source: station.source ?? 'aviation-weather',
        reports: [buildTestStationReport(formatInstant(at), { temperature: 5 + ((at / HOUR_MS) % 3) }, station)],
        simulated,
        usedSince: 0,
        hasHourlyGusts: true,
        count: (fault) => assert.fail(fault),
      })
    await put(DAY - 5 * DAY_MS)
    await store.noteUsed([{ source: station.source ?? 'aviation-weather', id: station.id ?? 'EDDB' }], DAY)
    for (const hour of hours) await put(DAY + hour * HOUR_MS)
  }
  const find = (simulated = false) => createTruthStore(database.kysely).find(CELL.id, DAY, PERIOD, simulated)

  it('is the one with the most readings of the day, however near another is', async () => {
    await reporting([1, 2, 3])
    await reporting([1, 2, 3, 4, 30], { id: 'EDDT', lat: 52.7 })
    const found = await find()
    assert.deepEqual([found?.station.id, Math.round(found?.station.distanceKm ?? 0), found?.readings.length], ['EDDT', 20, 5])
    assert.deepEqual(
      found?.readings.map(({ observedAt }) => (observedAt.getTime() - DAY) / HOUR_MS),
      [1, 2, 3, 4, 30],
    )
  })

  it('is the nearest of several with as many', async () => {
    await reporting([1, 2], { id: 'EDDT', lat: 52.7 })
    await reporting([1, 2])
    assert.equal((await find())?.station.id, 'EDDB')
  })

  it('is none that is too high or too low, too far, of unknown height, or without readings of the day', async () => {
    await reporting([1], { height: 141 })
    assert.equal(await find(), null)
    await reporting([1], { id: 'FAR', lat: 52.76 })
    assert.equal(await find(), null)
    await reporting([1], { id: 'NO', height: null })
    assert.equal(await find(), null)
    await reporting([25], { id: 'LATE' })
    assert.equal(await find(), null)
    await reporting([1], { id: 'GOOD', height: 140 })
    assert.equal((await find())?.station.id, 'GOOD')
  })

  it('is farther than 10 km from no place at the coast', async () => {
    await reporting([1], { height: 14, lat: 52.62 })
    assert.equal(await find(), null)
    await reporting([1], { id: 'NEAR', height: 14, lat: 52.59 })
    assert.equal((await find())?.station.id, 'NEAR')
  })

  it('is none where the height of the place is unknown, and none of another world', async () => {
    await reporting([1], {}, true)
    assert.equal(await find(), null)
    assert.equal((await find(true))?.station.id, 'EDDB')
    await database.pool.query('delete from place_height')
    assert.equal(await find(true), null)
  })
})
