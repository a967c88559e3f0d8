import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type SensorFault, type StationReport, listNearbyBoxes } from '@isobar/weather'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { createBoxStore } from './box-store.ts'
import { createStationStore, toStationTile } from './station-store.ts'
import type { StationTables } from './tables.ts'
import { buildTestStationReport } from './testing/source.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const TILES = listNearbyBoxes({ lat: 52.46, lon: 13.41 }, 25, 1).map(({ south, west }) => toStationTile({ lat: south, lon: west }))

describe('the stations in the database', () => {
  let database: TestDatabase<StationTables>
  before(async () => {
    database = await createTestDatabase<StationTables>()
  })
  after(() => database.drop())
  beforeEach(async () => {
    for (const table of ['station', 'station_box', 'station_reading']) await database.pool.query(`delete from ${table}`)
  })

  async function put(...reports: StationReport[]): Promise<SensorFault[]> {
    const faults: SensorFault[] = []
    const arrivals = { source: 'aviation-weather', reports, simulated: false, usedSince: 0, hasHourlyGusts: true }
    await createStationStore(database.kysely).put({ ...arrivals, count: (fault) => void faults.push(fault) })
    return faults
  }
  const found = (since = 0, sources = ['aviation-weather']) => createStationStore(database.kysely).listInTiles(TILES, since, sources)

  it('are found by their tiles, their sources, and since when they reported', async () => {
    await put(buildTestStationReport('2026-11-21T11:50:00Z'), buildTestStationReport('2026-11-21T11:50:00Z', {}, { id: 'FAR', lon: 16 }))
    assert.deepEqual(
      (await found()).map(({ station }) => station),
      [buildTestStationReport('').station],
    )
    assert.deepEqual(await found(NOW), [])
    assert.deepEqual(await found(0, ['nws']), [])
  })

  it('have their newest reading, whatever the order of arrival', async () => {
    await put(buildTestStationReport('2026-11-21T11:50:00Z', { temperature: 7 }))
    await put(buildTestStationReport('2026-11-21T11:20:00Z', { temperature: 6 }))
    assert.equal((await found())[0]?.reading.temperature, 7)
    await put(buildTestStationReport('2026-11-21T12:20:00Z', { temperature: 8 }))
    assert.equal((await found())[0]?.reading.temperature, 8)
  })

  it('have a reading whose parts came from two boxes as a whole', async () => {
    await put(buildTestStationReport('2026-11-21T11:50:00Z', { temperature: 7 }))
    await put(buildTestStationReport('2026-11-21T11:50:00Z', { temperature: 99, windSpeed: 4 }))
    const [station] = await found()
    assert.deepEqual({ temperature: station?.reading.temperature, windSpeed: station?.reading.windSpeed }, { temperature: 7, windSpeed: 4 })
    const { rows } = await database.pool.query('select temperature, wind_speed from station_reading')
    assert.deepEqual(rows, [{ temperature: 7, wind_speed: 4 }])
  })

  it('have a correction in place of the reading of the same time that it corrects', async () => {
    const correction = buildTestStationReport('2026-11-21T11:50:00Z', { temperature: 2, isCorrection: true })
    await put(buildTestStationReport('2026-11-21T11:50:00Z', { temperature: 22, windSpeed: 4 }))
    for (let i = 0; i < 2; i++) await put(correction)
    await put(buildTestStationReport('2026-11-21T11:50:00Z', { temperature: 22, windSpeed: 4 }))
    assert.deepEqual((await found())[0]?.reading.temperature, 2)
    const { rows } = await database.pool.query('select temperature from station_reading')
    assert.deepEqual(rows, [{ temperature: 2 }])
  })

  it('remember what their sensors showed, so that a stuck one is left out', async () => {
    for (let hour = 0; hour < 24; hour++)
      assert.deepEqual(
        await put(buildTestStationReport(new Date(NOW + hour * 3_600_000).toISOString(), { temperature: 7, pressure: 1_013 + hour })),
        [],
      )
    assert.deepEqual(await put(buildTestStationReport(new Date(NOW + 24 * 3_600_000).toISOString(), { temperature: 7, pressure: 1_000 })), [
      'stuck',
    ])
    const [station] = await found()
    assert.deepEqual(
      { temperature: station?.reading.temperature, pressure: station?.reading.pressure },
      { temperature: null, pressure: 1_000 },
    )
  })

  it('are taken by one node at a time, box by box', async () => {
    const boxes = createBoxStore(database.kysely)
    await boxes.want(
      Array.from({ length: 10 }, (_, index) => ({ source: 'a', box: `${index},0` })),
      NOW,
    )
    const take = () => boxes.takeDue(['a'], NOW, NOW - 1, NOW + 600_000, 6)
    const taken = await Promise.all([take(), take(), take()])
    const names = taken.flat().map(({ box }) => box)
    assert.deepEqual({ names: names.length, distinctNames: new Set(names).size }, { names: 10, distinctNames: 10 })
    assert.deepEqual(await boxes.takeDue(['b'], NOW, NOW - 1, NOW, 6), [])
    // Nobody has wanted them since.
    assert.deepEqual(await boxes.takeDue(['a'], NOW + 600_000, NOW + 1, NOW, 6), [])
  })
})
