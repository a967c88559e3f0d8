import assert from 'node:assert/strict'
import { it } from 'node:test'
import { TABLES } from '../src/composition/tables.ts'
import { compareTables } from './helpers/compare-tables.ts'
import { createTestDatabase } from './helpers/database.ts'

it('TABLES describes every table as it is in the database', async (t) => {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  assert.deepEqual(await compareTables(database.pool, TABLES), [])
})
