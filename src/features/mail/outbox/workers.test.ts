import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import PostalMime from 'postal-mime'
import { newRunId, outgoing } from '../../../../test/helpers/mail.ts'
import { until } from '../../../../test/helpers/until.ts'
import { insertParts, withdrawMails } from './index.ts'
import { createMailRoom } from './testing/mail-room.ts'

const room = createMailRoom()
const { attempts, insert, open, received, row, rows, states, untilState } = room

describe('a mail', () => {
  it('is sent once, as decided, and its attempt is recorded', async (t) => {
    await insertParts(room.database.kysely, new Map([['cell:1', { low: 3 }]]), room.clock.now())
    const unsubscribe = { token: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10', scope: 'digest' } as const
    await insert(outgoing('Ann@Example.org', { key: 'a', parts: ['cell:1', 'gone'], unsubscribe }))
    const mail = open(t)
    await untilState('a', 'sent')
    const [got] = room.server.mails
    const seen = await PostalMime.parse(got?.raw ?? '')
    const { rows: found } = await room.database.pool.query<{ id: string }>('select id from mail_outbox')
    assert.deepEqual(
      { messageId: seen.messageId, subject: seen.subject, to: got?.to },
      { messageId: `<${found[0]?.id}@weather.example>`, subject: 'A mail', to: 'Ann@example.org' },
    )
    assert.deepEqual(JSON.parse(seen.text ?? ''), { data: { greeting: 'Hello Ann@Example.org' }, parts: [['cell:1', { low: 3 }]] })
    const header = (key: string) => seen.headers.find((each) => each.key === key)?.value
    assert.equal(header('list-unsubscribe'), `<https://weather.example/api/unsubscribe?token=${unsubscribe.token}&scope=digest>`)
    assert.equal(header('list-id'), '<digest.weather.example>')
    assert.deepEqual(await attempts(), [[1, 'sent', '250 OK: message queued']])
    const { lease_owner, last_error } = await row()
    assert.deepEqual([lease_owner, last_error, [...mail.outcomes], mail.errors], [null, null, [['sent', 1]], []])
  })

  it('names its own language in Content-Language, which may not be the reader’s', async (t) => {
    await insert(
      outgoing('a@example.org', { lang: 'de-AT' }),
      outgoing('b@example.org', { lang: 'nl' }),
      outgoing('c@example.org', { lang: 'ar-EG' }),
    )
    open(t)
    await until('all mails have arrived', () => room.server.mails.length === 3)
    const languages = room.server.mails.map(({ to, raw }) => [to, /^Content-Language: (.*)\r$/m.exec(raw)?.[1]])
    assert.deepEqual(languages.toSorted(), [
      ['a@example.org', 'de'],
      ['b@example.org', 'en'],
      ['c@example.org', 'ar'],
    ])
  })

  it('inserted later is sent when the workers are woken, most urgent first', async (t) => {
    const mail = open(t, {}, '?connections=1')
    await until('the workers have polled', async () => (await mail.queueStats()).waiting === 0)
    await insert(
      outgoing('d@example.org', { kind: 'digest' }),
      outgoing('a@example.org', { kind: 'alerts' }),
      outgoing('m@example.org', { kind: 'message' }),
      outgoing('c@example.org', { kind: 'confirmation' }),
    )
    mail.wake()
    await until('all mails have arrived', () => room.server.mails.length === 4)
    assert.deepEqual(
      room.server.mails.slice(0, 2).map(({ to }) => to),
      ['c@example.org', 'a@example.org'],
    )
  })

  it('that somebody waits for is sent next, however many digests are queued for a slow server', async (t) => {
    let inHand: PromiseWithResolvers<undefined> | undefined
    room.server.behave({ body: () => (inHand = Promise.withResolvers<undefined>()).promise })
    const next = async () => {
      await until('a mail is in flight', () => inHand !== undefined)
      inHand?.resolve(undefined)
      inHand = undefined
    }
    await insert(...Array.from({ length: 120 }, (_, i) => outgoing(`d${i}@example.org`)))
    const mail = open(t, {}, '?connections=1')
    // The first deliveries are fast, so that the worker leases many mails ahead.
    for (let sent = 0; sent < 20; sent++) await next()
    await until('the next mail is in flight', () => inHand !== undefined)
    await insert(outgoing('c@example.org', { key: 'c', kind: 'confirmation' }))
    mail.wake()
    await until('it is leased', async () => (await rows()).some(({ key, lease_owner }) => key === 'c' && lease_owner !== null))
    while ((await states())['c'] !== 'sent') await next()
    // It follows the mail in flight, or one more that was taken after the lease was written but before the worker knew of it.
    const place = room.server.mails.map(({ to }) => to).indexOf('c@example.org')
    assert.ok(place === 21 || place === 22, String(place))
  })

  it('stays unleased for other workers while a server is slow', async (t) => {
    room.server.behave({ body: () => new Promise(() => undefined) })
    await insert(...Array.from({ length: 50 }, (_, i) => outgoing(`d${i}@example.org`)))
    open(t, { finishMs: 10 }, '?connections=2')
    await until('two mails are in flight', () => room.server.connections() === 2)
    const leased = (await rows()).filter(({ lease_owner }) => lease_owner !== null).length
    assert.ok(leased <= 8, `${leased} mails are leased`)
  })

  it('waits for its time, and is dropped once it has expired', async (t) => {
    const now = room.clock.now()
    await insert(
      outgoing('later@example.org', { key: 'later', notBefore: now + 60_000 }),
      outgoing('passed@example.org', { key: 'passed', dropAfter: now - 1_000 }),
      outgoing('now@example.org', { key: 'now', dropAfter: now + 1_000 }),
    )
    const mail = open(t)
    await untilState('now', 'sent')
    assert.deepEqual(await states(), { later: 'waiting', passed: 'expired', now: 'sent' })
    room.clock.advance({ minutes: 1 })
    mail.wake()
    await untilState('later', 'sent')
    assert.deepEqual(received(), ['later@example.org', 'now@example.org'])
  })
})

describe('two nodes', () => {
  it('send each of 500 mails once', async (t) => {
    await insert(...Array.from({ length: 500 }, (_, i) => outgoing(`u${i}@example.org`)))
    const [one, two] = [open(t), open(t)]
    await until('all mails are settled', async () => (await one.queueStats()).waiting === 0)
    assert.equal(room.server.mails.length, 500)
    assert.equal(new Set(received()).size, 500)
    const [byOne, byTwo] = [one, two].map(({ outcomes }) => outcomes.get('sent') ?? 0)
    assert.equal((byOne ?? 0) + (byTwo ?? 0), 500)
    assert.ok(byOne !== 0 && byTwo !== 0)
    assert.deepEqual([...one.errors, ...two.errors], [])
  })

  it('leave mails leased by the other alone until the lease ends', async (t) => {
    await insert(outgoing('ann@example.org', { key: 'a' }), outgoing('bob@example.org', { key: 'b' }))
    const { pool } = room.database
    await pool.query(`update mail_outbox set lease_owner = gen_random_uuid(), leased_until = now() + interval '1 hour' where key = 'a'`)
    // By the database's clock: this node's own may be wrong.
    room.clock.advance({ hours: 24 })
    const mail = open(t)
    await untilState('b', 'sent')
    assert.equal((await states())['a'], 'waiting')
    await pool.query(`update mail_outbox set leased_until = now() where key = 'a'`)
    mail.wake()
    await untilState('a', 'sent')
    assert.deepEqual(received(), ['ann@example.org', 'bob@example.org'])
  })

  it('do not settle mails that the other has leased since', async (t) => {
    const taken = Promise.withResolvers<undefined>()
    room.server.behave({ body: () => taken.promise })
    await insert(outgoing('ann@example.org', { key: 'a' }))
    const mail = open(t)
    await until('the mail is in flight', async () => (await row()).lease_owner !== null)
    const other = newRunId()
    await room.database.pool.query('update mail_outbox set lease_owner = $1', [other])
    taken.resolve(undefined)
    await until('the worker has finished', () => mail.outcomes.get('sent') === 1)
    assert.deepEqual(
      { state: (await row()).state, lease_owner: (await row()).lease_owner, attempts: await attempts() },
      { state: 'waiting', lease_owner: other, attempts: [] },
    )
  })
})

describe('a withdrawn mail', () => {
  it('is not sent, even if a worker already has it in its queue', async (t) => {
    const first = Promise.withResolvers<undefined>()
    room.server.behave({ body: (to) => (to.startsWith('first') ? first.promise : undefined) })
    await insert(outgoing('first@example.org', { key: '1' }))
    const mail = open(t, { leaseMs: 3_000 }, '?connections=1')
    await until('the first mail is in flight', async () => (await row()).lease_owner !== null)
    await insert(outgoing('ann@example.org', { key: '2' }), outgoing('bob@example.org', { key: '3' }))
    mail.wake()
    await until('all mails are leased', async () => (await rows()).every(({ lease_owner }) => lease_owner !== null))
    assert.equal(await withdrawMails(room.database.kysely, 'ann@example.org', ['digest'], room.clock.now()), 1)
    assert.equal(await withdrawMails(room.database.kysely, 'first@example.org', ['digest'], room.clock.now()), 1)
    // The second renewal begins after the worker has processed the result of the first.
    for (let renewals = 0; renewals < 2; renewals++) {
      const before = (await rows())[2]?.leased_until?.getTime() ?? 0
      await until('leases are renewed', async () => ((await rows())[2]?.leased_until?.getTime() ?? 0) > before)
    }
    first.resolve(undefined)
    await untilState('3', 'sent')
    // The first mail was already in flight, so its state is sent.
    assert.deepEqual(await states(), { 1: 'sent', 2: 'withdrawn', 3: 'sent' })
    assert.deepEqual({ received: received(), errors: mail.errors }, { received: ['bob@example.org', 'first@example.org'], errors: [] })
  })
})

describe('a mail that was sent', () => {
  it('is not sent again while the database cannot record it', async (t) => {
    const locker = await room.database.pool.connect()
    await locker.query('begin')
    await locker.query('lock table mail_attempt in access exclusive mode')
    await insert(outgoing('ann@example.org', { key: 'a' }))
    const mail = open(t)
    await until('the mail has arrived', () => room.server.mails.length === 1)
    room.clock.advance({ minutes: 5 })
    mail.wake()
    await insert(outgoing('bob@example.org', { key: 'b' }))
    mail.wake()
    await until('the next mail has arrived', () => room.server.mails.length === 2)
    await locker.query('commit')
    locker.release()
    await untilState('a', 'sent')
    await untilState('b', 'sent')
    assert.deepEqual(received(), ['ann@example.org', 'bob@example.org'])
  })
})

describe('stopping', () => {
  it('lets mails in flight finish and releases the rest unattempted', async (t) => {
    const released = Promise.withResolvers<undefined>()
    room.server.behave({ body: () => released.promise })
    await insert(...Array.from({ length: 30 }, (_, i) => outgoing(`u${i}@example.org`)))
    const mail = open(t, {}, '?connections=2')
    await until('two mails are in flight', () => room.server.connections() === 2)
    const closing = mail.close()
    released.resolve(undefined)
    await closing
    const all = await rows()
    const sent = all.filter(({ state }) => state === 'sent').length
    assert.equal(sent, room.server.mails.length)
    assert.ok(sent >= 1 && sent <= 2)
    assert.deepEqual(
      all.filter(({ state }) => state !== 'sent').map((each) => [each.state, each.attempts, each.lease_owner]),
      Array.from({ length: 30 - sent }, () => ['waiting', 0, null]),
    )
    open(t)
    room.server.behave({})
    await until('the rest has arrived', () => room.server.mails.length === 30)
    assert.equal(new Set(received()).size, 30)
  })

  it('aborts what does not finish', async (t) => {
    const handedOver = Promise.withResolvers<void>()
    room.server.behave({
      body() {
        handedOver.resolve()
        return new Promise(() => undefined)
      },
    })
    await insert(outgoing('ann@example.org', { key: 'a' }))
    const mail = open(t, { finishMs: 100 })
    await handedOver.promise
    await mail.close()
    // On a busy machine the statement may finish after the worker.
    await until('the outcome is written', async () => (await attempts())[0]?.[1] === 'unknown')
    assert.deepEqual({ state: (await row()).state, lease_owner: (await row()).lease_owner }, { state: 'waiting', lease_owner: null })
  })
})

describe('a run', () => {
  it('is settled when none of its mails wait, and can be counted before', async (t) => {
    const runId = newRunId()
    room.server.behave({
      recipient: (to) => (to.startsWith('no') ? '550 5.1.1 no such user' : to.startsWith('grey') ? '451 later' : undefined),
    })
    await insert(
      outgoing('ann@example.org', { runId }),
      outgoing('no@example.org', { runId }),
      outgoing('grey@example.org', { runId }),
      outgoing('late@example.org', { runId, dropAfter: room.clock.now() - 1 }),
      outgoing('gone@example.org', { runId }),
      outgoing('bob@example.org', { runId: newRunId() }),
    )
    await withdrawMails(room.database.kysely, 'gone@example.org', ['digest'], room.clock.now())
    const mail = open(t)
    await until('all mails were attempted', async () => (await mail.queueStats()).waiting === 1)
    assert.deepEqual(await mail.settled(runId, 50), { sent: 1, failed: 1, suppressed: 0, dropped: 2, waiting: 1 })
    room.server.behave({})
    room.clock.advance({ minutes: 2 })
    mail.wake()
    assert.deepEqual(await mail.settled(runId, 20_000), { sent: 2, failed: 1, suppressed: 0, dropped: 2, waiting: 0 })
    assert.deepEqual(await mail.settled(newRunId(), 20_000), { sent: 0, failed: 0, suppressed: 0, dropped: 0, waiting: 0 })
  })

  it('shows the delay of the workers', async (t) => {
    await room.server.close()
    await insert(outgoing('ann@example.org'), outgoing('bob@example.org', { notBefore: room.clock.now() + 7_200_000 }))
    const mail = open(t)
    room.clock.advance({ minutes: 3 })
    assert.deepEqual(await mail.queueStats(), { waiting: 2, oldestDueSeconds: 180 })
  })
})

describe('old mails', () => {
  it('are deleted after 30 days with their attempts, and parts once no mail can refer to them', async (t) => {
    await insertParts(room.database.kysely, new Map([['old', {}]]), room.clock.now())
    await insert(outgoing('ann@example.org', { key: 'old' }))
    const mail = open(t)
    await untilState('old', 'sent')
    room.clock.advance({ hours: 24 * 29 })
    await mail.forget()
    assert.equal((await rows()).length, 1)
    room.clock.advance({ hours: 25 })
    await insert(outgoing('bob@example.org', { key: 'new', notBefore: room.clock.now() + 1_000 }))
    await mail.forget()
    assert.deepEqual(Object.keys(await states()), ['new'])
    assert.deepEqual(await attempts(), [])
    const parts = async () => (await room.database.pool.query('select id from mail_part')).rowCount
    assert.equal(await parts(), 1)
    room.clock.advance({ hours: 24 })
    await mail.forget()
    assert.equal(await parts(), 0)
  })

  it('are not deleted while a worker has leased them', async (t) => {
    const mail = open(t)
    await insert(outgoing('ann@example.org', { notBefore: room.clock.now() + 365 * 24 * 3_600_000 }))
    room.clock.advance({ hours: 24 * 31 })
    const { pool } = room.database
    await pool.query(`update mail_outbox set lease_owner = gen_random_uuid(), leased_until = now() + interval '1 hour'`)
    await mail.forget()
    assert.equal((await rows()).length, 1)
    await pool.query(`update mail_outbox set leased_until = now()`)
    await mail.forget()
    assert.equal((await rows()).length, 0)
  })
})
