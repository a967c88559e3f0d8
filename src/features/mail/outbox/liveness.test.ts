import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import type { MailTables } from './index.ts'
import { assertAlwaysSends } from './testing/history.ts'
import { createNodeRoom, LEASE_MS } from './testing/node-room.ts'
import { openMemoryOutbox, openRealOutbox } from './testing/outboxes.ts'

describe('a due mail is leased within the longest poll plus the lease, whatever happened before', () => {
  let database: TestDatabase<MailTables>
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())

  it('in 200 random histories over an in-memory outbox', () => assertAlwaysSends(async () => createNodeRoom(openMemoryOutbox), 200))
  it('in 10 over the database', () => assertAlwaysSends(async () => createNodeRoom(await openRealOutbox(database)), 10))
})

describe('a mail whose server refuses a connection and accepts the next', () => {
  it('does not wait for its lease to end, although it was leased once more before its release was known', async () => {
    const room = createNodeRoom(openMemoryOutbox)
    room.startNode()
    room.setServer('flapping')
    room.setDatabase('late')
    await room.insert(2, {})
    // Both connections are tried; the success of one ends the pause that the failure of the other began.
    await room.time.pass(LEASE_MS / 2)
    assert.equal(await room.countDue(room.clock.now()), 0)
    assert.deepEqual(room.unexplainedRepeats(), [])
    await room.close()
  })
})
