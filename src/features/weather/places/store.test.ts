import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { HOUR_MS } from '../../../time.ts'
import { type Check, createPlacesStore, type PlacesStore } from './store.ts'
import type { PlacesTables } from './tables.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z')

describe('the places store', () => {
  let database: TestDatabase<PlacesTables>
  let store: PlacesStore
  before(async () => {
    database = await createTestDatabase({ maxConnections: 8 })
    store = createPlacesStore(database.kysely)
  })
  after(() => database.drop())
  beforeEach(() => truncate(database.pool, 'check_client, check_hour, check_total, place_name'))

  const check = (cell: number, hour: number, client = randomBytes(16)): Check => ({ cell, hour, client, checkedAt: hour + 1_000 })

  it('totals are the sums of the hours, even with many concurrent writes and deletions', async () => {
    const clients = Array.from({ length: 6 }, () => randomBytes(16))
    const batch = (hours: readonly number[]): Check[] =>
      Array.from({ length: 80 }, () => {
        const hour = hours[Math.floor(Math.random() * hours.length)] ?? NOON
        return check(Math.floor(Math.random() * 12), hour, clients[Math.floor(Math.random() * clients.length)])
      })
    const recent = [NOON + HOUR_MS, NOON + 2 * HOUR_MS]
    await store.insertChecks(batch([NOON, ...recent]))
    const writes = Array.from({ length: 24 }, () => store.insertChecks(batch(recent)))
    const leaving = Array.from({ length: 4 }, () => store.deleteOldestHour(NOON))
    await Promise.all([...writes, ...leaving])
    const { rows } = await database.pool.query(
      `select cell, t.count as total, coalesce(sum(h.count), 0) as hours
       from check_total t left join check_hour h using (cell) group by cell, t.count having t.count <> coalesce(sum(h.count), 0)`,
    )
    assert.deepEqual(rows, [])
    const { rows: counted } = await database.pool.query(
      'select hour, cell, h.count, (select count(*) from check_client c where c.hour = h.hour and c.cell = h.cell) as clients from check_hour h where hour > $1',
      [new Date(NOON)],
    )
    assert.ok(counted.length > 0 && counted.every(({ count, clients }) => Number(count) === Number(clients)))
  })

  it('ranks by count, then by the latest check', async () => {
    await store.insertChecks([check(1, NOON), check(2, NOON), check(2, NOON), check(3, NOON + HOUR_MS)])
    const ranking = await store.listRanking(10)
    assert.deepEqual(
      ranking.map(({ cell, count, lastCheckedAt, place }) => [cell, count, lastCheckedAt, place]),
      [
        [2, 2, NOON + 1_000, null],
        [3, 1, NOON + HOUR_MS + 1_000, null],
        [1, 1, NOON + 1_000, null],
      ],
    )
    assert.equal((await store.listRanking(1)).length, 1)
  })

  it('a repeated check updates the time, not the count', async () => {
    const first = check(1, NOON)
    await store.insertChecks([first])
    await store.insertChecks([{ ...first, checkedAt: NOON + 5_000 }])
    await store.insertChecks([{ ...first, checkedAt: NOON + 2_000 }])
    assert.deepEqual(
      (await store.listRanking(1)).map(({ count, lastCheckedAt }) => [count, lastCheckedAt]),
      [[1, NOON + 5_000]],
    )
  })

  it('subtracts one hour at a time, and no more', async () => {
    await store.insertChecks([check(1, NOON), check(1, NOON + HOUR_MS), check(2, NOON)])
    assert.equal(await store.deleteOldestHour(NOON - HOUR_MS), false)
    assert.equal(await store.deleteOldestHour(NOON), true)
    assert.deepEqual(
      (await store.listRanking(5)).map(({ cell, count }) => [cell, count]),
      [[1, 1]],
    )
    assert.equal(await store.deleteOldestHour(NOON), false)
  })

  it('names cells; the later name wins', async () => {
    const place = { cell: 1, country: 'DE', state: null, lat: 1, lon: 2 }
    await store.insertNames([{ ...place, name: 'A' }], NOON)
    await store.insertNames([{ ...place, name: 'B', state: 'Hessen' }], NOON + 1)
    await store.insertNames([], NOON)
    await store.insertChecks([check(1, NOON)])
    assert.deepEqual((await store.listRanking(1))[0]?.place, { name: 'B', country: 'DE', state: 'Hessen', lat: 1, lon: 2 })
  })

  it('deletes old names that nobody checks', async () => {
    const named = (cell: number) => ({ cell, name: `Town ${cell}`, country: 'DE', state: null, lat: 1, lon: 2 })
    await store.insertNames([named(1), named(2)], NOON)
    await store.insertNames([named(3)], NOON + HOUR_MS)
    await store.insertChecks([check(1, NOON)])
    assert.equal(await store.deleteNames(NOON + 1), 1)
    const { rows } = await database.pool.query('select cell from place_name order by cell')
    assert.deepEqual(
      rows.map(({ cell }) => cell),
      [1, 3],
    )
  })

  it('deletes the clients of past hours', async () => {
    await store.insertChecks([check(1, NOON), check(1, NOON + HOUR_MS)])
    await store.deleteClients(NOON + HOUR_MS)
    const { rows } = await database.pool.query('select hour from check_client')
    assert.deepEqual(
      rows.map(({ hour }) => hour.getTime()),
      [NOON + HOUR_MS],
    )
  })

  it('uses the ranking index and the keys, however many cells there are', async () => {
    await database.pool.query(`insert into check_total select c, c % 997, now() from generate_series(1, 20000) c`)
    await database.pool.query('analyze check_total, place_name')
    const { rows } = await database.pool.query(
      'explain select * from (select * from check_total where count > 0 order by count desc, last_checked_at desc, cell limit 20) t left join place_name using (cell)',
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.match(plan, /check_total_ranking/)
    assert.doesNotMatch(plan, /Seq Scan on check_total/)
  })
})
