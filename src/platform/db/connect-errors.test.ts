import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { afterwards } from '../../../test/helpers/embedded.ts'
import { isDatabaseAway } from './connect-errors.ts'

describe('database error codes', () => {
  const raise = async (pool: TestDatabase<unknown>['pool'], state: string): Promise<unknown> =>
    pool.query(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$`).catch((error: unknown) => error)

  it('count as an unavailable database if they concern the server, but not if they concern the statement', async (t) => {
    const database = await createTestDatabase({ migrations: false, maxConnections: 3 })
    afterwards(t, () => database.drop())
    const { pool } = database
    const itself = ['08006', '25006', '25P03', '53000', '53100', '53200', '53300', '53400', '57014', '57P01', '57P02', '57P03', '58030']
    const statement = ['22003', '23505', '25P02', '40001', '40P01', '42501', '42P01', 'P0001', 'XX000']
    const states = [...itself, ...statement]
    const away = await Promise.all(states.map((state) => raise(pool, state)))
    assert.deepEqual(
      states.filter((_, at) => isDatabaseAway(away[at])),
      itself,
    )
  })
})
