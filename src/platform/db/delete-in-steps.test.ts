import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { deleteInSteps } from './delete-in-steps.ts'

describe('deleting in steps', () => {
  let database: TestDatabase<object>
  before(async () => {
    database = await createTestDatabase({ migrations: false })
    await database.pool.query('create table item (n int)')
  })
  after(() => database.drop())
  beforeEach(() => database.pool.query('truncate item; insert into item select generate_series(1, 10)'))

  const left = async () => (await database.pool.query('select n from item order by n')).rows.map(({ n }) => n)

  it('deletes all rows that are selected, however many steps they take', async () => {
    for (const step of [1, 3, 4, 8, 1_000]) {
      await database.pool.query('truncate item; insert into item select generate_series(1, 10)')
      assert.equal(await deleteInSteps(database.kysely, 'item', sql`n > 2`, { step }), 8)
      assert.deepEqual(await left(), [1, 2])
    }
  })

  it('passes over rows that somebody is changing', async () => {
    const client = await database.pool.connect()
    try {
      await client.query('begin; select from item where n in (3, 7) for update')
      assert.equal(await deleteInSteps(database.kysely, 'item', sql`n > 2 order by n`, { step: 2 }), 6)
      await client.query('commit')
    } finally {
      client.release()
    }
    assert.deepEqual(await left(), [1, 2, 3, 7])
  })

  it('ends after the statement in progress when it is aborted', async () => {
    assert.equal(await deleteInSteps(database.kysely, 'item', sql`n > 2 order by n`, { step: 3, signal: AbortSignal.abort() }), 3)
    assert.deepEqual(await left(), [1, 2, 6, 7, 8, 9, 10])
  })
})
