import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { getHeapSpaceStatistics } from 'node:v8'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'

describe('the client of the pool', () => {
  let database: TestDatabase<unknown>
  before(async () => {
    database = await createTestDatabase({ migrations: false })
  })
  after(() => database.drop())

  it('answers through promises and callbacks, for strings, objects and values', async () => {
    const client = await database.pool.connect()
    try {
      assert.deepEqual((await client.query('select 1 as n')).rows, [{ n: 1 }])
      assert.deepEqual((await client.query('select $1::int4 as n', [2])).rows, [{ n: 2 }])
      assert.deepEqual((await client.query({ text: 'select $1::int4 as n', values: [3], rowMode: 'array' })).rows, [[3]])
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      client.query('select $1::int4 as n', [4], (error: Error | null, result) => (error ? reject(error) : resolve(result.rows)))
      assert.deepEqual(await promise, [{ n: 4 }])
    } finally {
      client.release()
    }
  })

  it('rejects with the error of the database and the stack of the caller', async () => {
    const client = await database.pool.connect()
    const asker = () => client.query('select 1/0')
    await assert.rejects(asker, { code: '22012', message: 'division by zero', stack: /client\.test\.ts/ })
    await assert.rejects(client.query('select $1::int4', ['x']), { code: '22P02' })
    client.release()
    // @ts-expect-error -- an invalid query
    await assert.rejects(async () => client.query(null), TypeError)
  })

  it('does not let results of a loop of queries reach the old generation', async () => {
    const client = await database.pool.connect()
    const page = `select 'reader' || i as a, 'place' || i as b, now() as c, i as d from generate_series(1, 300) i`
    const oldBytes = (): number =>
      getHeapSpaceStatistics()
        .filter(({ space_name }) => space_name === 'old_space')
        .reduce((sum, { space_used_size }) => sum + space_used_size, 0)
    // First the loop’s own code and caches are allocated.
    for (let i = 0; i < 100; i++) await client.query(page)
    const before = oldBytes()
    let grown = 0
    for (let i = 0; i < 1_000; i++) {
      assert.equal((await client.query(page)).rows.length, 300)
      // The maximum, not the final value, because the old generation may be collected at any time.
      if (i % 10 === 0) grown = Math.max(grown, oldBytes() - before)
    }
    client.release()
    assert.ok(grown < 4 * 1024 * 1024, `the old generation grew by ${grown} bytes`)
  })
})
