import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { createTileStore } from './store.ts'
import type { TileTables } from './tables.ts'

const now = Date.parse('2026-07-01T12:00:00Z')

describe('the tiles in the database', () => {
  let database: TestDatabase<TileTables>
  before(async () => {
    database = await createTestDatabase<TileTables>()
  })
  after(() => database.drop())

  it('stay within a size limit: the oldest are deleted, and those of the day before', async () => {
    const store = createTileStore(database.kysely)
    const put = (x: number, minutesAgo: number) =>
      store.putTile({ layer: 'wind', z: 10, x, y: 0 }, { png: Buffer.alloc(10_000, x), fetchedAt: now - minutesAgo * 60_000 })
    for (const [x, minutesAgo] of [
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 1_500],
    ] as const)
      await put(x, minutesAgo)
    const kept = async () => (await database.pool.query('select x from map_tile order by x')).rows.map((row) => row.x)
    assert.equal(await store.evict(now - 86_400_000, 35_000), 2)
    assert.deepEqual(await kept(), [1, 2, 3])
    assert.equal(await store.evict(now - 86_400_000, 35_000), 0)
    assert.equal(await store.evict(now - 86_400_000, 9_999), 3)
  })

  it('are never replaced by older ones', async () => {
    const store = createTileStore(database.kysely)
    const address = { layer: 'wind', z: 10, x: 9, y: 9 } as const
    await store.putTile(address, { png: Buffer.from('new'), fetchedAt: now })
    await store.putTile(address, { png: Buffer.from('old'), fetchedAt: now - 1_000 })
    assert.deepEqual(await store.findTile(address, 0, now), { png: Buffer.from('new'), fetchedAt: now })
    assert.equal(await store.findTile(address, now, now), undefined)
  })

  it('of a time when a clock was ahead are not found, and replaced by the next', async () => {
    const store = createTileStore(database.kysely)
    const address = { layer: 'wind', z: 10, x: 8, y: 8 } as const
    await store.putTile(address, { png: Buffer.from('ahead'), fetchedAt: now + 2 * 86_400_000 })
    assert.equal(await store.findTile(address, 0, now), undefined)
    await store.putTile(address, { png: Buffer.from('right'), fetchedAt: now })
    assert.deepEqual(await store.findTile(address, 0, now), { png: Buffer.from('right'), fetchedAt: now })
  })
})
