import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestClock } from '../../../../test/helpers/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { DAY_MS } from '../../../time.ts'
import { maintainPartitions } from './open.ts'
import { createPartitionStore, getNextMonth, toUtcMonth, type PartitionStore } from './partition-store.ts'
import type { HistoryTables } from './tables.ts'

/** In alphabetical order. */
const TABLES = ['air_analysis', 'air_issue', 'daily_issue', 'hourly_issue', 'observation']
const named = (month: string) => TABLES.map((table) => `${table}_${month}`)

describe('the monthly partitions of the archive', () => {
  let database: TestDatabase<HistoryTables>
  let store: PartitionStore
  before(async () => {
    database = await createTestDatabase()
    store = createPartitionStore(database.kysely)
  })
  after(() => database.drop())
  beforeEach(async () => void (await store.dropMonthsBefore(Date.parse('2100-01-01'))))

  const partitions = async (): Promise<string[]> => {
    const { rows } = await database.pool.query(
      `SELECT c.relname || ' ' || pg_get_expr(c.relpartbound, c.oid) AS text FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid
       WHERE c.relkind = 'r' AND i.inhparent = ANY (ARRAY['observation', 'hourly_issue', 'daily_issue', 'air_analysis', 'air_issue']::regclass[]) ORDER BY 1`,
    )
    return rows.map(({ text }) => text)
  }

  it('are months of UTC', () => {
    assert.deepEqual(
      ['2026-07-31T23:59:59Z', '2026-08-01T00:00:00Z'].map((at) => toUtcMonth(Date.parse(at))),
      ['2026-07', '2026-08'],
    )
    assert.deepEqual(['2026-07', '2026-12'].map(getNextMonth), ['2026-08', '2027-01'])
  })

  it('tell from which day on there can be data', async () => {
    assert.equal(await store.firstDay(), null)
    await store.ensureMonth('2026-12')
    await store.ensureMonth('2026-11')
    assert.equal(await store.firstDay(), Date.parse('2026-11-01T00:00:00Z'))
  })

  it('are created once, whoever asks', async () => {
    await Promise.all([
      store.ensureMonth('2026-12'),
      store.ensureMonth('2026-12'),
      createPartitionStore(database.kysely).ensureMonth('2026-12'),
    ])
    await store.ensureMonth('2026-12')
    const bound = `FOR VALUES FROM ('2026-12-01 00:00:00+00') TO ('2027-01-01 00:00:00+00')`
    assert.deepEqual(
      await partitions(),
      TABLES.map((table) => `${table}_2026_12 ${bound}`),
    )
  })

  it('have the keys of the parent table', async () => {
    await store.ensureMonth('2026-12')
    const { rows } = await database.pool.query(`SELECT indexdef FROM pg_indexes WHERE tablename LIKE '%\\_2026\\_12' ORDER BY tablename`)
    assert.deepEqual(
      rows.map(({ indexdef }) => /UNIQUE.*\((.*)\)/.exec(indexdef)?.[1]),
      TABLES.map((table) => `cell, ${/issue/.test(table) ? 'issued_hour' : 'observed_at'}, source`),
    )
  })

  it('are dropped when their last moment is past retention, and not before', async () => {
    for (const month of ['2026-05', '2026-06', '2026-07']) await store.ensureMonth(month)
    assert.deepEqual(await store.dropMonthsBefore(Date.parse('2026-06-30T23:59:59Z')), named('2026_05'))
    assert.deepEqual(await store.dropMonthsBefore(Date.parse('2026-07-01T00:00:00Z')), named('2026_06'))
    assert.equal((await partitions()).length, TABLES.length)
  })

  it('are maintained by a task: this month and the next exist, those past retention do not', async () => {
    const clock = createTestClock('2026-07-01T00:00:00Z')
    const dropped: string[] = []
    const run = async () => void dropped.push(...(await maintainPartitions(store, clock.now(), 40 * DAY_MS)))
    await run()
    await run()
    assert.deepEqual(
      (await partitions()).map((text) => text.split(' ')[0]).filter((name) => name?.startsWith('obs')),
      ['observation_2026_07', 'observation_2026_08'],
    )
    clock.set('2026-09-10T00:00:00Z')
    await run()
    assert.deepEqual(dropped, named('2026_07'))
  })

  it('are not waited for if a long read blocks dropping them', async () => {
    await store.ensureMonth('2026-01')
    const reader = await database.pool.connect()
    try {
      await reader.query('BEGIN')
      await reader.query('SELECT count(*) FROM observation_2026_01')
      await assert.rejects(store.dropMonthsBefore(Date.parse('2027-01-01')), /lock timeout/)
    } finally {
      await reader.query('ROLLBACK')
      reader.release()
    }
    assert.ok((await store.dropMonthsBefore(Date.parse('2027-01-01'))).includes('observation_2026_01'))
  })
})
