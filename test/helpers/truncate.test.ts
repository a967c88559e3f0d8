import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase } from './database.ts'
import { truncate } from './truncate.ts'

it('emptying tables waits for work that locks them in another order, and ends none of it', async () => {
  const database = await createTestDatabase()
  try {
    await database.pool.query('create table first (n int); create table second (n int); insert into first values (1)')
    const work = await database.pool.connect()
    await work.query('begin; select from second')
    const emptied = truncate(database.pool, 'first, second')
    await sleep(50)
    await work.query('select from first')
    await work.query('commit')
    work.release()
    await emptied
    assert.equal((await database.pool.query('select from first')).rowCount, 0)
  } finally {
    await database.close()
  }
})
