import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { buildFetchRows } from './archive-rows.ts'
import type { HistoryTables } from './tables.ts'
import { RETENTION_MS } from './testing/archive.ts'
import {
  buildTestAirHour,
  buildTestObservation,
  buildTestForecastDay,
  type FetchedParts,
  buildTestFetch,
  buildTestForecastHour,
} from './testing/fetched.ts'
import { createWriteStore, isRefusal } from './write-store.ts'

describe('writing the archive', () => {
  let database: TestDatabase<HistoryTables>
  let store: ReturnType<typeof createWriteStore>
  before(async () => {
    database = await createTestDatabase()
    store = createWriteStore(database.kysely)
  })
  after(() => database.drop())

  const rows = (instant: string, parts: FetchedParts = {}) => buildFetchRows(buildTestFetch(Date.parse(instant), parts), RETENTION_MS)
  const put = (instant: string, parts: FetchedParts = {}) => store.insertFetches([rows(instant, parts)])
  const count = async (cell: number) => {
    const tables = ['observation', 'hourly_issue', 'daily_issue'].map((table) => `(SELECT count(*) FROM ${table} WHERE cell = ${cell})`)
    const { rows: found } = await database.pool.query(`SELECT ${tables.join(', ')}`)
    return database.pool
      .query({ text: `SELECT ${tables.map((each, i) => `${each} AS n${i}`).join(', ')}` })
      .then(({ rows: [row] }) => (found.length === 1 ? [row.n0, row.n1, row.n2] : []))
  }

  it('keeps one observation per cell, moment and source: the first', async () => {
    const observedAt = '2026-07-01T12:00:00Z'
    await put('2026-07-01T12:01:00Z', { cell: 1, current: buildTestObservation(observedAt, { temperature: 20 }) })
    await put('2026-07-01T12:11:00Z', { cell: 1, current: buildTestObservation(observedAt, { temperature: 99 }) })
    await put('2026-07-01T12:11:00Z', { cell: 1, source: 'open-meteo', current: buildTestObservation(observedAt, { temperature: 21 }) })
    const found = await database.kysely
      .selectFrom('observation')
      .select(['source', 'temperature'])
      .where('cell', '=', 1)
      .orderBy('source')
      .execute()
    assert.deepEqual(found, [
      { source: 'open-meteo', temperature: 21 },
      { source: 'openweather', temperature: 20 },
    ])
  })

  it('keeps one issue per cell, hour and source: the first', async () => {
    for (const minute of ['00', '20', '59']) await put(`2026-07-01T14:${minute}:00Z`, { cell: 2 })
    await put('2026-07-01T15:00:00Z', { cell: 2 })
    await put('2026-07-01T14:30:00Z', { cell: 2, source: 'open-meteo' })
    const issues = await database.kysely
      .selectFrom('hourly_issue')
      .select(['source', 'issued_at'])
      .where('cell', '=', 2)
      .orderBy('issued_at')
      .execute()
    assert.deepEqual(
      issues.map(({ source, issued_at: at }) => `${source} ${at.toISOString().slice(11, 16)}`),
      ['openweather 14:00', 'open-meteo 14:30', 'openweather 15:00'],
    )
    assert.deepEqual(await count(2), [5, 3, 3])
  })

  it('keeps one analysis of the air per cell, hour and source, and one issue per hour of issue: the first', async () => {
    const hours = ['2026-07-01T14:00:00Z', '2026-07-01T15:00:00Z'] as const
    const air = (value: number) => ({
      cell: 22,
      current: null,
      hourly: [],
      daily: [],
      air: hours.map((time) => buildTestAirHour(time, { pm25: value })),
    })
    await put('2026-07-01T14:10:00Z', air(1.5))
    await put('2026-07-01T14:50:00Z', air(99))
    await put('2026-07-01T14:50:00Z', { ...air(3), source: 'open-meteo' })
    await put('2026-07-01T15:00:00Z', air(4))
    const { rows: analyses } = await database.pool.query(
      `SELECT source, observed_at, pm25 FROM air_analysis WHERE cell = 22 ORDER BY observed_at, source`,
    )
    assert.deepEqual(
      analyses.map(({ source, observed_at: at, pm25 }) => [source, at.toISOString().slice(11, 16), pm25]),
      [
        ['open-meteo', '14:00', 3],
        ['openweather', '14:00', 1.5],
        ['openweather', '15:00', 4],
      ],
    )
    const { rows: issues } = await database.pool.query(
      `SELECT source, pm25, o3 FROM air_issue WHERE cell = 22 ORDER BY issued_hour, source`,
    )
    assert.deepEqual(
      issues.map(({ source, pm25, o3 }) => [source, pm25, o3]),
      [
        ['open-meteo', [3, 3], null],
        ['openweather', [1.5, 1.5], null],
        ['openweather', [4], null],
      ],
    )
  })

  it('writes a fetch completely or not at all', async () => {
    const whole = rows('2026-07-01T16:00:00Z', { cell: 3 })
    const broken = { ...whole, daily: { ...whole.daily, points: '{"not":' } as never }
    await assert.rejects(store.insertFetches([broken]), isRefusal)
    assert.deepEqual(await count(3), [0, 0, 0])
    await store.insertFetches([whole])
    assert.deepEqual(await count(3), [1, 1, 1])
  })

  it('accepts texts that jsonb refuses, replacing the invalid characters', async () => {
    await put('2026-07-01T16:00:00Z', { cell: 33, daily: [buildTestForecastDay('2026-07-01', { summary: 'a\u0000b\ud800c' })] })
    const { points } = await database.kysely.selectFrom('daily_issue').select('points').where('cell', '=', 33).executeTakeFirstOrThrow()
    assert.equal((points as { summary: string }[])[0]?.summary, 'a\ufffdb\ufffdc')
  })

  it('writes the parts that a fetch has', async () => {
    await put('2026-07-01T12:00:00Z', { cell: 4, hourly: [], daily: [] })
    assert.deepEqual(await count(4), [1, 0, 0])
    await put('2026-07-01T13:00:00Z', { cell: 5, current: null, daily: [] })
    assert.deepEqual(await count(5), [0, 1, 0])
    await put('2026-07-01T14:00:00Z', { cell: 6, current: null, hourly: [], daily: [] })
    assert.deepEqual(await count(6), [0, 0, 0])
  })

  it('accepts no observation from the future or from before the archive, and no moment too far away', async () => {
    await put('2026-07-01T12:00:00Z', {
      cell: 7,
      current: buildTestObservation('2026-07-01T13:00:01Z'),
      hourly: [buildTestForecastHour('2026-07-09T12:00:00Z')],
    })
    await put('2026-07-01T12:00:00Z', {
      cell: 7,
      current: buildTestObservation('2025-01-01T00:00:00Z'),
      daily: [buildTestForecastDay('2026-09-01')],
    })
    await put('2026-07-01T12:00:00Z', { cell: 7, current: buildTestObservation('1970-01-01T00:00:00Z'), hourly: [] })
    assert.deepEqual(await count(7), [0, 1, 1])
  })

  it('creates the partitions of any month, concurrently with other writers', async () => {
    const other = createWriteStore(database.kysely)
    const fetches = ['2026-01-31T23:59:59Z', '2026-02-01T00:00:00Z', '2027-12-31T23:00:00Z', '2028-01-01T00:00:00Z'].map((at) =>
      rows(at, { cell: 8 }),
    )
    await Promise.all([
      store.insertFetches(fetches),
      other.insertFetches(fetches),
      createWriteStore(database.kysely).insertFetches(fetches),
    ])
    assert.deepEqual(await count(8), [4, 4, 4])
  })

  it('notices when a partition has gone', async () => {
    await put('2026-07-02T12:00:00Z', { cell: 9 })
    await database.pool.query('DROP TABLE observation_2026_07, hourly_issue_2026_07, daily_issue_2026_07')
    await assert.rejects(put('2026-07-02T13:00:00Z', { cell: 9 }), (error) => !isRefusal(error))
    await put('2026-07-02T13:00:00Z', { cell: 9 })
    assert.deepEqual(await count(9), [1, 1, 1])
  })

  it('never deadlocks with another writer of the same fetches', async () => {
    const fetches = Array.from({ length: 40 }, (_, i) => rows('2026-07-03T12:00:00Z', { cell: 100 + i }))
    await Promise.all(Array.from({ length: 4 }, (_, i) => store.insertFetches(i % 2 === 0 ? fetches : fetches.toReversed())))
    const { rows: found } = await database.pool.query('SELECT count(*) AS n FROM observation WHERE cell BETWEEN 100 AND 139')
    assert.equal(found[0].n, 40)
  })
})
