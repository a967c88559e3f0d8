import assert from 'node:assert/strict'
import { it } from 'node:test'
import { crossing } from './crossing.ts'
import { createTestDatabase } from './database.ts'
import { truncate } from './truncate.ts'

it('emptying tables waits for work that locks them in another order, and ends none of it', async () => {
  const { pool, drop } = await createTestDatabase({ migrations: false })
  await pool.query('create table a (n int); create table b (n int); insert into a values (1)')
  const work = { first: 'select from b', second: 'select from a', values: [] }
  await crossing(pool, work, () => truncate(pool, 'a, b'))
  assert.equal((await pool.query('select from a')).rowCount, 0)
  await drop()
})
