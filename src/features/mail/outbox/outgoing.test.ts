import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { newRunId, outgoing } from '../../../../test/helpers/mail.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { erasePersonMails, insertMails, insertParts, listNewMails, type MailTables, withdrawMails } from './index.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')

describe('the outbox', () => {
  let database: TestDatabase<MailTables>
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())
  beforeEach(() => truncate(database.pool, 'mail_outbox, mail_attempt, mail_part'))

  const rows = async () => (await database.pool.query('select * from mail_outbox order by id')).rows

  it('stores mails as they were decided', async () => {
    const runId = newRunId()
    const mail = outgoing('Ann.Smith@Example.org', {
      key: 'digest 2026-W27 abc',
      kind: 'alerts',
      lang: 'de',
      units: 'uk',
      data: { city: 'Zürich', quote: '"\u0000\ud800\\', list: [1, null] },
      parts: ['cell:1', 'a,"b"'],
      unsubscribe: { token: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10', scope: 'alerts' },
      notBefore: NOW + 60_000,
      dropAfter: NOW + 3_600_000,
      runId,
    })
    assert.equal(await insertMails(database.kysely, [mail], NOW), 1)
    const [row] = await rows()
    const { id, ...rest } = row
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    assert.deepEqual(rest, {
      key: mail.key,
      kind: 'alerts',
      priority: 1,
      template: 'plain',
      address: 'Ann.Smith@Example.org',
      email_key: 'ann.smith@example.org',
      lang: 'de',
      units: 'uk',
      timezone: 'Europe/Berlin',
      data: { city: 'Zürich', quote: '"\ufffd\ufffd\\', list: [1, null] },
      parts: ['cell:1', 'a,"b"'],
      unsubscribe_token: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10',
      unsubscribe_scope: 'alerts',
      run_id: runId,
      created_at: new Date(NOW),
      drop_after: new Date(NOW + 3_600_000),
      state: 'waiting',
      next_attempt_at: new Date(NOW + 60_000),
      attempts: 0,
      attempts_allowed: 8,
      last_error: null,
      leased_until: null,
      lease_owner: null,
      settled_at: null,
    })
  })

  it('accepts each key once, also within one call and from concurrent calls', async () => {
    const mails = Array.from({ length: 1_200 }, (_, i) => outgoing(`u${i % 1_100}@example.org`))
    const news = await Promise.all(Array.from({ length: 4 }, () => insertMails(database.kysely, mails, NOW)))
    assert.equal(news[0] === undefined ? 0 : news.reduce((sum, n) => sum + n, 0), 1_100)
    assert.equal((await rows()).length, 1_100)
    assert.equal(await insertMails(database.kysely, [], NOW), 0)
  })

  it('says which of some mails would be new, and stores none of them', async () => {
    const [known, fresh] = [outgoing('ann@example.org', { key: 'known' }), outgoing('bob@example.org', { key: 'fresh' })]
    await insertMails(database.kysely, [known], NOW)
    assert.deepEqual(await listNewMails(database.kysely, [known, fresh], NOW), [fresh])
    assert.deepEqual(
      { listNewMails: await listNewMails(database.kysely, [], NOW), rows: (await rows()).length },
      { listNewMails: [], rows: 1 },
    )
    await assert.rejects(listNewMails(database.kysely, [outgoing('a@b.example', { key: 'x'.repeat(301) })], NOW), RangeError)
  })

  it('uses the caller’s transaction: a rollback leaves no mail', async () => {
    const failing = database.kysely.transaction().execute(async (transaction) => {
      await insertMails(transaction, [outgoing('ann@example.org')], NOW)
      await insertParts(transaction, new Map([['cell:1', { a: 1 }]]), NOW)
      throw new Error('decided otherwise')
    })
    await assert.rejects(failing, /decided otherwise/)
    assert.deepEqual(await rows(), [])
    assert.equal((await database.pool.query('select from mail_part')).rowCount, 0)
  })

  it('refuses oversized keys and data', async () => {
    await assert.rejects(insertMails(database.kysely, [outgoing('a@b.example', { key: 'x'.repeat(301) })], NOW), RangeError)
    await assert.rejects(insertMails(database.kysely, [outgoing('a@b.example', { data: { text: 'x'.repeat(65_536) } })], NOW), RangeError)
    assert.deepEqual(await rows(), [])
  })

  it('keeps a part as first written, and extends its life when it is written again', async () => {
    const parts = async () => (await database.pool.query('select * from mail_part order by id')).rows
    await insertParts(
      database.kysely,
      new Map([
        ['b', { first: 'ü\u0000' }],
        ['a', { n: 1 }],
      ]),
      NOW,
    )
    await insertParts(
      database.kysely,
      new Map([
        ['a', { n: 2 }],
        ['c', {}],
      ]),
      NOW + 600_000,
    )
    assert.deepEqual(await parts(), [
      { id: 'a', data: { n: 1 }, used_at: new Date(NOW) },
      { id: 'b', data: { first: 'ü\ufffd' }, used_at: new Date(NOW) },
      { id: 'c', data: {}, used_at: new Date(NOW + 600_000) },
    ])
    await insertParts(database.kysely, new Map([['a', { n: 3 }]]), NOW + 7_200_000)
    assert.deepEqual((await parts())[0], { id: 'a', data: { n: 1 }, used_at: new Date(NOW + 7_200_000) })
  })

  it('withdraws the waiting mails of an address, of the given kinds only', async () => {
    const mails = [
      outgoing('Ann@example.org', { key: 'digest', kind: 'digest' }),
      outgoing('ann@example.org', { key: 'alerts', kind: 'alerts' }),
      outgoing('ann@example.org', { key: 'confirmation', kind: 'confirmation' }),
      outgoing('bob@example.org', { key: 'other', kind: 'digest' }),
      outgoing('ann@example.org', { key: 'sent', kind: 'digest' }),
    ]
    await insertMails(database.kysely, mails, NOW)
    await database.pool.query(`update mail_outbox set state = 'sent' where key = 'sent'`)
    assert.equal(await withdrawMails(database.kysely, 'ann@example.org', [], NOW), 0)
    assert.equal(await withdrawMails(database.kysely, 'ann@example.org', ['digest', 'alerts'], NOW + 1_000), 2)
    const states = Object.fromEntries((await rows()).map(({ key, state }) => [key, state]))
    assert.deepEqual(states, { digest: 'withdrawn', alerts: 'withdrawn', confirmation: 'waiting', other: 'waiting', sent: 'sent' })
  })

  it('erases the mails of an address and what was written to it alone, but no part that others may show', async () => {
    const parts = ['newsletter', 'letter', 'place']
    await insertParts(database.kysely, new Map(parts.map((id) => [id, {}])), NOW)
    const unsubscribe = { token: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10', scope: null }
    const mails = [
      outgoing('Ann@example.org', { key: 'newsletter', kind: 'message', parts: ['newsletter'], unsubscribe }),
      outgoing('ann@example.org', { key: 'letter', kind: 'message', parts: ['letter'] }),
      outgoing('ann@example.org', { key: 'digest', parts: ['place'] }),
      outgoing('bob@example.org', { key: 'other', parts: ['place'] }),
    ]
    await insertMails(database.kysely, mails, NOW)
    await database.pool.query(`insert into mail_attempt select id, 1, now(), now(), 'deferred', '' from mail_outbox`)
    const erase = () => database.kysely.transaction().execute((trx) => erasePersonMails(trx, 'ann@example.org'))
    assert.deepEqual([await erase(), await erase()], [3, 0])
    assert.deepEqual(
      (await rows()).map(({ key }) => key),
      ['other'],
    )
    assert.equal((await database.pool.query('select from mail_attempt')).rowCount, 1)
    const left = await database.pool.query('select id from mail_part order by id')
    assert.deepEqual(
      left.rows.map(({ id }) => id),
      ['newsletter', 'place'],
    )
  })
})
