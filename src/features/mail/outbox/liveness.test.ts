import { after, before, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import type { MailTables } from './index.ts'
import { assertAlwaysSends } from './testing/history.ts'
import { createNodeRoom } from './testing/node-room.ts'
import { openMemoryOutbox, openRealOutbox } from './testing/outboxes.ts'

describe('a due mail is leased within the longest poll plus the lease, whatever happened before', () => {
  let database: TestDatabase<MailTables>
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())

  it('in 200 random histories over an in-memory outbox', () => assertAlwaysSends(async () => createNodeRoom(openMemoryOutbox()), 200))
  it('in 10 over the database', () => assertAlwaysSends(async () => createNodeRoom(await openRealOutbox(database)), 10))
})
