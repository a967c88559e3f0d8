import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newRunId, outgoing, smtpTransport } from '../../../../test/helpers/mail.ts'
import { HANG_UP } from '../../../../test/helpers/smtp-server.ts'
import { until } from '../../../../test/helpers/until.ts'
import { ATTEMPTS_ALLOWED } from './settling.ts'
import { createMailRoom } from './testing/mail-room.ts'
import { createUpkeepStore } from './upkeep-store.ts'

const room = createMailRoom()
const { attempts, insert, open, received, row, rows, states, untilState } = room

describe('a refused mail', () => {
  it('fails at once, and suppresses the address if the mailbox does not exist', async (t) => {
    const refusals: Record<string, string> = {
      'nobody@example.org': '550 5.1.1 no such user',
      'full@example.org': '552 5.2.2 mailbox full',
      'policy@example.org': '550 5.7.1 not wanted',
    }
    room.server.behave({ recipient: (to) => refusals[to] })
    await insert(...[...Object.keys(refusals), 'ann@example.org'].map((to) => outgoing(to, { key: to })))
    const mail = open(t)
    await until('all mails are settled', async () => (await mail.queueStats()).waiting === 0)
    assert.deepEqual(await states(), {
      'ann@example.org': 'sent',
      'full@example.org': 'failed',
      'nobody@example.org': 'failed',
      'policy@example.org': 'failed',
    })
    const suppressed = (await room.database.pool.query('select address_hash, reason, note from mail_suppression')).rows
    assert.deepEqual(suppressed, [{ address_hash: 'hash of nobody@example.org', reason: 'hard_bounce', note: '550 5.1.1' }])

    room.server.behave({})
    await insert(outgoing('NoBody@example.org', { key: 'again' }), outgoing('full@example.org', { key: 'full again' }))
    mail.wake()
    await untilState('full again', 'sent')
    await untilState('again', 'suppressed')
    assert.deepEqual(received(), ['ann@example.org', 'full@example.org'])
  })

  it('fails if its address cannot be written to at all', async (t) => {
    await insert(outgoing('ann@example.org\r\nRCPT TO:<bob@example.org>', { key: 'a' }))
    open(t)
    await untilState('a', 'failed')
    assert.match((await row()).last_error ?? '', /cannot be written to/)
    assert.deepEqual({ mails: room.server.mails, connections: room.server.connections() }, { mails: [], connections: 0 })
  })

  it('is sent after all on a manual retry', async (t) => {
    room.server.behave({ recipient: (_, nth) => (nth === 0 ? '550 5.7.1 not wanted' : undefined) })
    await insert(outgoing('ann@example.org', { key: 'a' }))
    const mail = open(t)
    await untilState('a', 'failed')
    const { rows: found } = await room.database.pool.query<{ id: string }>('select id from mail_outbox')
    const retry = (id = '') => createUpkeepStore(room.database.kysely).retryFailed(id, ATTEMPTS_ALLOWED, room.clock.now())
    assert.equal(await retry(newRunId()), false)
    assert.equal(await retry(found[0]?.id), true)
    mail.wake()
    await untilState('a', 'sent')
    assert.equal(await retry(found[0]?.id), false)
    assert.deepEqual(
      (await attempts()).map(([number, outcome]) => [number, outcome]),
      [
        [1, 'rejected'],
        [2, 'sent'],
      ],
    )
  })

  it('is not sent to someone who unsubscribed, unless they asked for it', async (t) => {
    const reasons = ['unsubscribed', 'complaint', 'manual']
    for (const reason of reasons) {
      await room.database.pool.query('insert into mail_suppression values ($1, $2, now())', [`hash of ${reason}@example.org`, reason])
    }
    await insert(
      ...reasons.flatMap((reason) =>
        (['digest', 'confirmation'] as const).map((kind) => outgoing(`${reason}@example.org`, { key: `${reason} ${kind}`, kind })),
      ),
    )
    const mail = open(t)
    await until('all mails are settled', async () => (await mail.queueStats()).waiting === 0)
    assert.deepEqual(received(), ['unsubscribed@example.org'])
    assert.equal((await states())['unsubscribed digest'], 'suppressed')
  })
})

describe('a mail that is deferred', () => {
  it('is retried after greylisting, under the same Message-ID', async (t) => {
    room.server.behave({
      recipient: (_, nth) => (nth === 0 ? '451 4.7.1 greylisted, come again' : undefined),
      body: (_, nth) => (nth === 1 ? HANG_UP : undefined),
    })
    await insert(outgoing('ann@example.org', { key: 'a' }), outgoing('bob@example.org', { key: 'b' }))
    const mail = open(t)
    for (const tries of [1, 2]) {
      await until(`${tries} tries`, async () => (await rows()).every((each) => each.attempts === tries))
      const { next_attempt_at, state } = await row()
      assert.equal(state, 'waiting')
      assert.ok(next_attempt_at.getTime() >= room.clock.now() + 60_000)
      room.clock.advance({ minutes: 15 })
      mail.wake()
    }
    await untilState('a', 'sent')
    await untilState('b', 'sent')
    const outcomes = (await room.database.pool.query(`select number, outcome, count(*)::int from mail_attempt group by 1, 2 order by 1`))
      .rows
    assert.deepEqual(
      outcomes.map(({ number, outcome, count }) => [number, outcome, count]),
      [
        [1, 'deferred', 2],
        [2, 'unknown', 2],
        [3, 'sent', 2],
      ],
    )
    assert.equal(room.server.mails.length, 4)
    assert.equal(new Set(room.server.mails.map(({ messageId }) => messageId)).size, 2)
  })

  it('fails after its last attempt, without holding up the others', async (t) => {
    await insert(outgoing('ann@example.org', { key: 'broken', template: 'broken' }))
    const mail = open(t)
    for (let tries = 1; tries <= 8; tries++) {
      await until(`${tries} tries`, async () => (await row()).attempts === tries)
      await insert(outgoing(`u${tries}@example.org`))
      room.clock.advance({ hours: 8 })
      mail.wake()
    }
    await until('the others have arrived', () => room.server.mails.length === 8)
    const { state, last_error } = await row()
    assert.deepEqual({ state, last_error }, { state: 'failed', last_error: 'The template is broken.' })
    assert.equal((await attempts()).filter(([, outcome]) => outcome === 'not_rendered').length, 8)
    assert.match(mail.errors[0]?.what ?? '', /^rendering mail [\w-]+ from template broken$/)
  })

  it('uses up no attempt while the server is unreachable', async (t) => {
    await room.server.close()
    await insert(...Array.from({ length: 20 }, (_, i) => outgoing(`u${i}@example.org`)))
    const mail = open(t)
    await until('an attempt was made', () => mail.outcomes.has('unreachable'))
    assert.deepEqual(
      (await rows()).map((each) => [each.state, each.attempts]),
      Array.from({ length: 20 }, () => ['waiting', 0]),
    )
    assert.deepEqual(await attempts(), [])
    await room.restartServer()
    await until('all mails have arrived', () => room.server.mails.length === 20)
    assert.equal(new Set(received()).size, 20)
    await until('all mails are settled', async () => (await rows()).every((each) => each.state === 'sent' && each.attempts === 1))
  })

  it('holds up no other mail when its server is slow to defer it', async (t) => {
    room.server.behave({ body: (to) => (to.startsWith('slow') ? new Promise(() => undefined) : undefined) })
    await insert(outgoing('slow@example.org', { key: 'slow' }), ...Array.from({ length: 50 }, (_, i) => outgoing(`u${i}@example.org`)))
    const mail = open(t, { transport: smtpTransport(`${room.server.url}?connections=2`, 3_000) })
    await until('the others have arrived', () => room.server.mails.length === 50)
    await until('the slow attempt was given up', () => mail.outcomes.get('unknown') === 1)
    assert.equal((await states())['slow'], 'waiting')
  })
})
