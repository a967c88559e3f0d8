import { after, before, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import type { MailTables } from './index.ts'
import { assertAlwaysSends } from './testing/history.ts'
import { createNodeRoom } from './testing/node-room.ts'
import { openMemoryOutbox, openRealOutbox } from './testing/outboxes.ts'

describe('whatever happened before, a mail that is due is taken within the longest poll plus the lease', () => {
  let database: TestDatabase<MailTables>
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())

  it('in 200 random histories over an outbox in memory', () => assertAlwaysSends(async () => createNodeRoom(openMemoryOutbox()), 200))
  it('in 10 over the database', () => assertAlwaysSends(async () => createNodeRoom(await openRealOutbox(database)), 10))
})
