import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { Redis } from 'iovalkey'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { createPostgresWindows, createValkeyWindows, type SharedWindows, type WindowDelta } from './shared-windows.ts'

/** The current window, because engines that expire keys use their own clock. */
const WINDOW_START = Math.floor(Date.now() / 60_000) * 60

const delta = (key: string, count: number, name = 'weather', windowStart = WINDOW_START): WindowDelta => ({
  name,
  key,
  windowStart,
  windowSeconds: 60,
  count,
})

/** The contract of every engine. */
function contract(engine: () => SharedWindows) {
  it('adds up the counts of nodes', async () => {
    const key = randomUUID()
    assert.deepEqual(await engine().settle([delta(key, 3)]), [3])
    assert.deepEqual(await engine().settle([delta(key, 4)]), [7])
  })

  it('answers in the order of the deltas', async () => {
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
    await engine().settle([delta(b, 10)])
    assert.deepEqual(await engine().settle([delta(c, 1), delta(b, 2), delta(a, 3)]), [1, 12, 3])
  })

  it('separates names, clients and windows', async () => {
    const key = randomUUID()
    const deltas = [delta(key, 1), delta(key, 2, 'batch'), delta(key, 3, 'weather', WINDOW_START + 60)]
    assert.deepEqual(await engine().settle(deltas), [1, 2, 3])
    assert.deepEqual(await engine().settle(deltas), [2, 4, 6])
  })

  it('returns nothing for nothing', async () => {
    assert.deepEqual({ settle: await engine().settle([]), totals: await engine().totals([]) }, { settle: [], totals: [] })
  })

  it('returns totals without adding anything, and 0 for what was never counted', async () => {
    const [a, b] = [randomUUID(), randomUUID()]
    await engine().settle([delta(a, 3), delta(b, 4, 'batch')])
    const windows = [delta(b, 9, 'batch'), delta(b, 9), delta(a, 9, 'weather', WINDOW_START + 60), delta(a, 9)]
    for (let i = 0; i < 2; i++) assert.deepEqual(await engine().totals(windows), [4, 0, 0, 3])
  })

  it('loses nothing if nodes settle the same clients at once, in any order', async () => {
    const keys = Array.from({ length: 50 }, () => randomUUID())
    const batches = Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? keys : keys.toReversed()).map((key) => delta(key, 1)))
    await Promise.all(batches.map((batch) => engine().settle(batch)))
    const totals = await engine().settle(keys.map((key) => delta(key, 1)))
    assert.deepEqual(
      totals,
      Array.from({ length: 50 }, () => 9),
    )
  })
}

describe('shared windows in PostgreSQL', () => {
  let database: TestDatabase<unknown>
  const clock = { ms: Date.now(), now: () => clock.ms }
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())
  const windows = () => createPostgresWindows(database.pool, clock)

  contract(windows)

  it('deletes windows that are over', async () => {
    const engine = windows()
    await engine.settle([delta('old', 1)])
    clock.ms += 600_000
    await engine.settle([delta('new', 1, 'weather', WINDOW_START + 600)])
    const { rows } = await database.pool.query("SELECT key FROM rate_window WHERE key IN ('old', 'new')")
    assert.deepEqual(rows, [{ key: 'new' }])
  })
})

const valkeyUrl = process.env['TEST_VALKEY_URL']

describe('shared windows in Valkey', { skip: valkeyUrl === undefined && 'TEST_VALKEY_URL names no Valkey or Redis server' }, () => {
  let valkey: Redis
  const prefix = `test-${randomUUID()}`
  before(() => {
    valkey = new Redis(valkeyUrl ?? '', { maxRetriesPerRequest: 1 })
  })
  after(() => valkey.quit())

  contract(() => createValkeyWindows(valkey, prefix))

  it('lets the counts expire', async () => {
    await createValkeyWindows(valkey, prefix).settle([delta('one', 1, 'expiring')])
    const ttlSeconds = await valkey.ttl(`${prefix}:window:expiring:${WINDOW_START}:one`)
    assert.ok(ttlSeconds > 0 && ttlSeconds <= 180)
  })
})
