import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { newRunId, outgoing } from '../../../../test/helpers/mail.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { insertMails, type MailTables } from './index.ts'
import { createOutboxStore, type OutboxStore } from './outbox-store.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const LEASE_MS = 3_600_000

describe('leases', () => {
  let database: TestDatabase<MailTables>
  let store: OutboxStore
  before(async () => {
    database = await createTestDatabase()
    store = createOutboxStore(database.kysely)
  })
  after(() => database.drop())
  beforeEach(() => truncate(database.pool, 'mail_outbox, mail_attempt'))

  const insert = (count: number) =>
    insertMails(
      database.kysely,
      Array.from({ length: count }, (_, i) => outgoing(`u${i}@example.org`)),
      NOW,
    )

  /** As if the time of all leases had passed. */
  const expire = () => database.pool.query(`update mail_outbox set leased_until = now() - interval '1 second'`)

  it('go to one owner each, even when many ask at once', async () => {
    await insert(100)
    const leased = await Promise.all(Array.from({ length: 8 }, () => store.leaseDue(newRunId(), 20, NOW, LEASE_MS)))
    const ids = leased.flat().map(({ id }) => id)
    assert.equal(ids.length, new Set(ids).size)
    assert.ok(leased.every((batch) => batch.length <= 20))
    const rest = await store.leaseDue(newRunId(), 200, NOW, LEASE_MS)
    assert.equal(ids.length + rest.length, 100)
    assert.deepEqual(await store.leaseDue(newRunId(), 200, NOW, LEASE_MS), [])
    await expire()
    assert.equal((await store.leaseDue(newRunId(), 200, NOW, LEASE_MS)).length, 100)
  })

  it('are held against a node whose clock is days ahead, and end in time though it is behind', async () => {
    await insert(1)
    const [ahead, behind] = [NOW + 2 * 86_400_000, NOW]
    assert.equal((await store.leaseDue(newRunId(), 1, ahead, LEASE_MS)).length, 1)
    for (const now of [ahead, behind]) assert.deepEqual(await store.leaseDue(newRunId(), 1, now, LEASE_MS), [])
    await expire()
    assert.equal((await store.leaseDue(newRunId(), 1, behind, LEASE_MS)).length, 1)
  })

  it('are not taken of mails that are in flight', async () => {
    await insert(3)
    const [first] = await store.leaseDue(newRunId(), 1, NOW, LEASE_MS)
    await expire()
    const rest = await store.leaseDue(newRunId(), 10, NOW, LEASE_MS, { except: [first?.id ?? ''] })
    assert.deepEqual([rest.length, rest.some(({ id }) => id === first?.id)], [2, false])
    assert.deepEqual(
      (await store.leaseDue(newRunId(), 10, NOW, LEASE_MS)).map(({ id }) => id),
      [first?.id],
    )
  })

  it('are renewed without waiting for mails that are being settled', async (t) => {
    await insert(3)
    const owner = newRunId()
    const ids = (await store.leaseDue(owner, 10, NOW, LEASE_MS)).map(({ id }) => id)
    const settling = await database.pool.connect()
    t.after(() => settling.release())
    await settling.query('begin')
    await settling.query('select from mail_outbox where id = $1 for update', [ids[1]])
    assert.deepEqual(new Set((await store.renewLeases(owner, ids, LEASE_MS)).keys()), new Set([ids[0], ids[2]]))
    await settling.query('commit')
    assert.deepEqual(await store.renewLeases(newRunId(), ids, LEASE_MS), new Map())
    assert.equal((await store.renewLeases(owner, ids, LEASE_MS)).size, 3)
  })

  it('are not freed by a release that comes late, when the same owner has leased the mail again or renewed it', async () => {
    await insert(2)
    const [owner, other] = [newRunId(), newRunId()]
    const first = await store.leaseDue(owner, 10, NOW, LEASE_MS)
    await expire()
    const again = await store.leaseDue(owner, 1, NOW, 2 * LEASE_MS)
    const renewed = await store.renewLeases(
      owner,
      first.map(({ id }) => id).filter((id) => id !== again[0]?.id),
      2 * LEASE_MS,
    )
    await store.releaseLeases(owner, first)
    assert.deepEqual(await store.leaseDue(other, 10, NOW, LEASE_MS), [])
    await store.releaseLeases(owner, [...again, ...[...renewed].map(([id, until]) => ({ id, until }))])
    assert.equal((await store.leaseDue(other, 10, NOW, LEASE_MS)).length, 2)
  })

  it('use the index to find due mails among a hundred thousand that are not', async (t) => {
    // One connection, because a session flushes only its own statistics on request.
    const large = await createTestDatabase<MailTables>({ maxConnections: 1 })
    t.after(() => large.drop())
    await insertMails(large.kysely, [outgoing('ann@example.org'), outgoing('bob@example.org')], NOW)
    // A slow machine needs longer for so many than a statement may take.
    await large.pool.query('set statement_timeout = 0')
    await large.pool.query(`
      insert into mail_outbox (id, key, kind, priority, template, address, email_key, lang, units, timezone, data, parts, created_at, state,
        next_attempt_at, attempts_allowed)
      select gen_random_uuid(), 'filler ' || n, 'digest', 2, 't', 'a', 'a', 'en', 'metric', 'UTC', '{}', '{}', now(),
        case when n % 2 = 0 then 'sent' else 'waiting' end, '2027-01-01', 8
      from generate_series(1, 100000) n`)
    await large.pool.query('vacuum analyze mail_outbox')
    const blocksRead = async (work: () => Promise<unknown>): Promise<number> => {
      const read = async () => {
        await large.pool.query('select pg_stat_force_next_flush()')
        const sum = `select (heap_blks_hit + heap_blks_read)::int as blocks from pg_statio_user_tables where relname = 'mail_outbox'`
        return (await large.pool.query<{ blocks: number }>(sum)).rows[0]?.blocks ?? 0
      }
      const blocks = await read()
      await work()
      return (await read()) - blocks
    }
    const store = createOutboxStore(large.kysely)
    const owner = newRunId()
    const leased = await blocksRead(async () => assert.equal((await store.leaseDue(owner, 100, NOW, LEASE_MS)).length, 2))
    assert.ok(leased > 0 && leased < 50, `${leased} blocks`)
    assert.ok((await blocksRead(() => large.pool.query('select count(data) from mail_outbox'))) > 1_000)
  })
})
