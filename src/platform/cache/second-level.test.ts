import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'iovalkey'
import { createTestClock } from '../../../test/helpers/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { truncate } from '../../../test/helpers/truncate.ts'
import { createPostgresLevel } from './postgres.ts'
import type { SecondLevel } from './second-level.ts'
import type { CacheTables } from './tables.ts'
import { createValkeyLevel } from './valkey.ts'

const clock = createTestClock()
/** `platform/db/leases.test.ts` is about leases. */
const NO_LEASES = { take: async () => null }

interface Engine {
  open(): Promise<SecondLevel>
  clear(): Promise<void>
  close(): Promise<void>
}

function contract(engine: Engine): void {
  let level: SecondLevel
  before(async () => {
    level = await engine.open()
  })
  after(() => engine.close())
  beforeEach(() => engine.clear())

  const entry = (key: string, text: string, forMs = 60_000) => ({ key, value: Buffer.from(text), expiresAt: clock.now() + forMs })
  const texts = async (...keys: string[]) => (await level.get(keys)).map((value) => value?.toString() ?? null)

  it('returns values in the order of the keys, null for missing ones', async () => {
    await level.put([entry('a', 'one'), entry('b', 'two')])
    assert.deepEqual(await texts('b', 'missing', 'a', 'b'), ['two', null, 'one', 'two'])
    assert.deepEqual(await level.get([]), [])
  })

  it('stores any bytes', async () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, i) => i))
    await level.put([{ key: 'bytes', value: bytes, expiresAt: clock.now() + 60_000 }])
    assert.deepEqual(await level.get(['bytes']), [bytes])
  })

  it('lets a later put win', async () => {
    await level.put([entry('a', 'one')])
    await level.put([entry('a', 'two')])
    assert.deepEqual(await texts('a'), ['two'])
  })

  it('lets a later put win that is called before the former one is stored, or has failed', async () => {
    const large = 'x'.repeat(4_000_000)
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        level.put([entry('a', large), entry('b', large)]),
        level.put([entry('a', 'two')]),
        level.put([entry('a', 'three')]),
      ])
      assert.deepEqual(await texts('a'), ['three'])
      const invalid = { ...entry('a', large), expiresAt: Number.NaN }
      await Promise.allSettled([level.put([invalid]), level.put([entry('a', 'four')])])
      assert.deepEqual(await texts('a'), ['four'])
    }
  })

  it('accepts concurrent puts of the same keys in any order', async () => {
    const puts = Array.from({ length: 20 }, (_, i) => {
      const entries = [entry('a', String(i)), entry('b', String(i)), entry('c', String(i))]
      return level.put(i % 2 === 0 ? entries : entries.reverse())
    })
    await Promise.all(puts)
    const [a, b, c] = await texts('a', 'b', 'c')
    assert.deepEqual({ a, b }, { a: b, b: c })
  })

  it('does not return expired values', async () => {
    await level.put([entry('past', 'gone', -1), entry('short', 'soon gone', 40), entry('long', 'here')])
    clock.advance({ seconds: 1 })
    await sleep(60)
    assert.deepEqual(await texts('past', 'short', 'long'), [null, null, 'here'])
  })
}

describe('second level on PostgreSQL', () => {
  let database: TestDatabase<CacheTables>
  contract({
    async open() {
      database = await createTestDatabase<CacheTables>()
      return createPostgresLevel(database.kysely, NO_LEASES, clock)
    },
    async clear() {
      await truncate(database.pool, 'cache_entry')
    },
    close: () => database.drop(),
  })

  it('deletes expired values', async () => {
    const level = createPostgresLevel(database.kysely, NO_LEASES, clock)
    await level.put([
      { key: 'old', value: Buffer.from('x'), expiresAt: clock.now() - 1 },
      { key: 'new', value: Buffer.from('x'), expiresAt: clock.now() + 1_000 },
    ])
    assert.equal(await level.sweep(), 1)
    assert.equal(await level.sweep(), 0)
    assert.deepEqual((await database.pool.query('select key from cache_entry')).rows, [{ key: 'new' }])
  })
})

const valkeyUrl = process.env['TEST_VALKEY_URL']

describe('second level on Valkey', { skip: valkeyUrl === undefined && 'TEST_VALKEY_URL names no Valkey or Redis server' }, () => {
  let valkey: Redis
  // A separate prefix, because other suites may share the server.
  const keyPrefix = `test-${randomUUID()}:`
  contract({
    async open() {
      valkey = new Redis(valkeyUrl as string, { maxRetriesPerRequest: 1, keyPrefix })
      return createValkeyLevel(valkey, NO_LEASES, clock)
    },
    async clear() {
      const keys = await valkey.keys(`${keyPrefix}*`)
      if (keys.length > 0) await valkey.del(keys.map((key) => key.slice(keyPrefix.length)))
    },
    async close() {
      await valkey.quit()
    },
  })
})
