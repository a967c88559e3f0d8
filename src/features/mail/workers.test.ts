import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import PostalMime from 'postal-mime'
import { createTestClock, type TestClock } from '../../../test/helpers/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts'
import { until } from '../../../test/helpers/embedded.ts'
import { newRunId, openTestMail, outgoing, smtpTransport, type TestMailOptions } from '../../../test/helpers/mail.ts'
import { HANG_UP, startSmtpServer, type TestSmtpServer } from '../../../test/helpers/smtp-server.ts'
import { insertMails, insertParts, type MailTables, type OutgoingMail, withdrawMails } from './index.ts'

let database: TestDatabase<MailTables>
let server: TestSmtpServer
let clock: TestClock
before(async () => {
  database = await createTestDatabase()
})
after(() => database.drop())
beforeEach(async (t) => {
  await database.pool.query('truncate mail_outbox, mail_attempt, mail_part, mail_suppression')
  clock = createTestClock()
  server = await startSmtpServer()
  ;(t as TestContext).after(() => server.close())
})

const insert = (...mails: OutgoingMail[]) => insertMails(database.kysely, mails, clock.now())

function open(t: TestContext, options: Partial<TestMailOptions> = {}, parameters = '') {
  const mail = openTestMail({
    database: database as unknown as TestDatabase<unknown>,
    transport: smtpTransport(`${server.url}${parameters}`),
    clock,
    ...options,
  })
  t.after(() => mail.close())
  return mail
}

interface Row {
  key: string
  state: string
  attempts: number
  last_error: string | null
  next_attempt_at: Date
  lease_owner: string | null
  leased_until: Date | null
}
const rows = async (): Promise<Row[]> => (await database.pool.query<Row>('select * from mail_outbox order by key')).rows
const row = async (): Promise<Row> => (await rows())[0] as Row
const states = async () => Object.fromEntries((await rows()).map(({ key, state }) => [key, state]))
const attempts = async () =>
  (await database.pool.query('select number, outcome, response from mail_attempt order by started_at, number')).rows.map(
    ({ number, outcome, response }) => [number, outcome, response],
  )
const untilState = (key: string, state: string) => until(`${key} is ${state}`, async () => (await states())[key] === state)
const received = () => server.mails.map(({ to }) => to).toSorted()

describe('a mail', () => {
  it('goes out as decided, once, and its attempt is kept', async (t) => {
    await insertParts(database.kysely, new Map([['cell:1', { low: 3 }]]), clock.now())
    const unsubscribe = { token: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10', scope: 'digest' } as const
    await insert(outgoing('Ann@Example.org', { key: 'a', parts: ['cell:1', 'gone'], unsubscribe }))
    const mail = open(t)
    await untilState('a', 'sent')
    const [got] = server.mails
    const seen = await PostalMime.parse(got?.raw ?? '')
    const { rows: found } = await database.pool.query<{ id: string }>('select id from mail_outbox')
    assert.deepEqual([seen.messageId, seen.subject, got?.to], [`<${found[0]?.id}@weather.example>`, 'A mail', 'Ann@example.org'])
    assert.deepEqual(JSON.parse(seen.text ?? ''), { data: { greeting: 'Hello Ann@Example.org' }, parts: [['cell:1', { low: 3 }]] })
    const header = (key: string) => seen.headers.find((each) => each.key === key)?.value
    assert.equal(header('list-unsubscribe'), `<https://weather.example/api/unsubscribe?token=${unsubscribe.token}&scope=digest>`)
    assert.equal(header('list-id'), '<digest.weather.example>')
    assert.deepEqual(await attempts(), [[1, 'sent', '250 OK: message queued']])
    const { lease_owner, last_error } = await row()
    assert.deepEqual([lease_owner, last_error, [...mail.outcomes], mail.errors], [null, null, [['sent', 1]], []])
  })

  it('is said to be in the language it is in, which is not every reader’s', async (t) => {
    await insert(outgoing('a@example.org', { lang: 'de-AT' }), outgoing('b@example.org', { lang: 'pt-BR' }))
    open(t)
    await until('both are there', () => server.mails.length === 2)
    const languages = server.mails.map(({ to, raw }) => [to, /^Content-Language: (.*)\r$/m.exec(raw)?.[1]])
    assert.deepEqual(languages.toSorted(), [
      ['a@example.org', 'de'],
      ['b@example.org', 'en'],
    ])
  })

  it('put in later goes out when the workers are told, the urgent first', async (t) => {
    const mail = open(t, {}, '?connections=1')
    await until('the workers have looked', async () => (await mail.queueStats()).waiting === 0)
    await insert(
      outgoing('d@example.org', { kind: 'digest' }),
      outgoing('a@example.org', { kind: 'alerts' }),
      outgoing('m@example.org', { kind: 'message' }),
      outgoing('c@example.org', { kind: 'confirmation' }),
    )
    mail.wake()
    await until('all are there', () => server.mails.length === 4)
    assert.deepEqual(
      server.mails.slice(0, 2).map(({ to }) => to),
      ['c@example.org', 'a@example.org'],
    )
  })

  it('waits for its time, and is dropped when that has passed', async (t) => {
    const now = clock.now()
    await insert(
      outgoing('later@example.org', { key: 'later', notBefore: now + 60_000 }),
      outgoing('passed@example.org', { key: 'passed', dropAfter: now - 1_000 }),
      outgoing('now@example.org', { key: 'now', dropAfter: now + 1_000 }),
    )
    const mail = open(t)
    await untilState('now', 'sent')
    assert.deepEqual(await states(), { later: 'waiting', passed: 'expired', now: 'sent' })
    clock.advance({ minutes: 1 })
    mail.wake()
    await untilState('later', 'sent')
    assert.deepEqual(received(), ['later@example.org', 'now@example.org'])
  })
})

describe('two nodes', () => {
  it('send each of 500 mails once', async (t) => {
    await insert(...Array.from({ length: 500 }, (_, i) => outgoing(`u${i}@example.org`)))
    const [one, two] = [open(t), open(t)]
    await until('all are there', async () => (await one.queueStats()).waiting === 0)
    assert.equal(server.mails.length, 500)
    assert.equal(new Set(received()).size, 500)
    const [byOne, byTwo] = [one, two].map(({ outcomes }) => outcomes.get('sent') ?? 0)
    assert.equal((byOne ?? 0) + (byTwo ?? 0), 500)
    assert.ok(byOne !== 0 && byTwo !== 0)
    assert.deepEqual([...one.errors, ...two.errors], [])
  })

  it('leave to another what another has, until its lease ends', async (t) => {
    await insert(outgoing('ann@example.org', { key: 'a' }), outgoing('bob@example.org', { key: 'b' }))
    const leasedUntil = new Date(clock.now() + 30_000)
    await database.pool.query(`update mail_outbox set lease_owner = gen_random_uuid(), leased_until = $1 where key = 'a'`, [leasedUntil])
    const mail = open(t)
    await untilState('b', 'sent')
    assert.equal((await states())['a'], 'waiting')
    clock.advance({ seconds: 31 })
    mail.wake()
    await untilState('a', 'sent')
    assert.deepEqual(received(), ['ann@example.org', 'bob@example.org'])
  })

  it('do not mark what has become another’s', async (t) => {
    const taken = Promise.withResolvers<undefined>()
    server.behave({ body: () => taken.promise })
    await insert(outgoing('ann@example.org', { key: 'a' }))
    const mail = open(t)
    await until('the mail is under way', async () => (await row()).lease_owner !== null)
    const other = newRunId()
    await database.pool.query('update mail_outbox set lease_owner = $1', [other])
    taken.resolve(undefined)
    await until('the worker is done', () => mail.outcomes.get('sent') === 1)
    assert.deepEqual([(await row()).state, (await row()).lease_owner, await attempts()], ['waiting', other, []])
  })
})

describe('a refused mail', () => {
  it('is set aside at once, and its address suppressed where nobody is there', async (t) => {
    const refusals: Record<string, string> = {
      'nobody@example.org': '550 5.1.1 no such user',
      'full@example.org': '552 5.2.2 mailbox full',
      'policy@example.org': '550 5.7.1 not wanted',
    }
    server.behave({ recipient: (to) => refusals[to] })
    await insert(...[...Object.keys(refusals), 'ann@example.org'].map((to) => outgoing(to, { key: to })))
    const mail = open(t)
    await until('all are settled', async () => (await mail.queueStats()).waiting === 0)
    assert.deepEqual(await states(), {
      'ann@example.org': 'sent',
      'full@example.org': 'failed',
      'nobody@example.org': 'failed',
      'policy@example.org': 'failed',
    })
    const suppressed = (await database.pool.query('select address_hash, reason, note from mail_suppression')).rows
    assert.deepEqual(suppressed, [{ address_hash: 'hash of nobody@example.org', reason: 'hard_bounce', note: '550 5.1.1' }])

    server.behave({})
    await insert(outgoing('NoBody@example.org', { key: 'again' }), outgoing('full@example.org', { key: 'full again' }))
    mail.wake()
    await untilState('full again', 'sent')
    await untilState('again', 'suppressed')
    assert.deepEqual(received(), ['ann@example.org', 'full@example.org'])
  })

  it('that cannot be written to at all is set aside', async (t) => {
    await insert(outgoing('ann@example.org\r\nRCPT TO:<bob@example.org>', { key: 'a' }))
    open(t)
    await untilState('a', 'failed')
    assert.match((await row()).last_error ?? '', /cannot be written to/)
    assert.deepEqual([server.mails, server.connections()], [[], 0])
  })

  it('goes out after all when it is told to', async (t) => {
    server.behave({ recipient: (_, nth) => (nth === 0 ? '550 5.7.1 not wanted' : undefined) })
    await insert(outgoing('ann@example.org', { key: 'a' }))
    const mail = open(t)
    await untilState('a', 'failed')
    const { rows: found } = await database.pool.query<{ id: string }>('select id from mail_outbox')
    assert.equal(await mail.retry(newRunId()), false)
    assert.equal(await mail.retry(found[0]?.id ?? ''), true)
    await untilState('a', 'sent')
    assert.equal(await mail.retry(found[0]?.id ?? ''), false)
    assert.deepEqual(
      (await attempts()).map(([number, outcome]) => [number, outcome]),
      [
        [1, 'rejected'],
        [2, 'sent'],
      ],
    )
  })

  it('to who has unsubscribed is not tried, but what they ask for is', async (t) => {
    const reasons = ['unsubscribed', 'complaint', 'manual']
    for (const reason of reasons) {
      await database.pool.query('insert into mail_suppression values ($1, $2, now())', [`hash of ${reason}@example.org`, reason])
    }
    await insert(
      ...reasons.flatMap((reason) =>
        (['digest', 'confirmation'] as const).map((kind) => outgoing(`${reason}@example.org`, { key: `${reason} ${kind}`, kind })),
      ),
    )
    const mail = open(t)
    await until('all are settled', async () => (await mail.queueStats()).waiting === 0)
    assert.deepEqual(received(), ['unsubscribed@example.org'])
    assert.equal((await states())['unsubscribed digest'], 'suppressed')
  })
})

describe('a mail that is not taken now', () => {
  it('comes again after greylisting, under the same Message-ID', async (t) => {
    server.behave({
      recipient: (_, nth) => (nth === 0 ? '451 4.7.1 greylisted, come again' : undefined),
      body: (_, nth) => (nth === 1 ? HANG_UP : undefined),
    })
    await insert(outgoing('ann@example.org', { key: 'a' }), outgoing('bob@example.org', { key: 'b' }))
    const mail = open(t)
    for (const tries of [1, 2]) {
      await until(`${tries} tries`, async () => (await rows()).every((each) => each.attempts === tries))
      const { next_attempt_at, state } = await row()
      assert.equal(state, 'waiting')
      assert.ok(next_attempt_at.getTime() >= clock.now() + 60_000)
      clock.advance({ minutes: 15 })
      mail.wake()
    }
    await untilState('a', 'sent')
    await untilState('b', 'sent')
    const outcomes = (await database.pool.query(`select number, outcome, count(*)::int from mail_attempt group by 1, 2 order by 1`)).rows
    assert.deepEqual(
      outcomes.map(({ number, outcome, count }) => [number, outcome, count]),
      [
        [1, 'deferred', 2],
        [2, 'unknown', 2],
        [3, 'sent', 2],
      ],
    )
    assert.equal(server.mails.length, 4)
    assert.equal(new Set(server.mails.map(({ messageId }) => messageId)).size, 2)
  })

  it('goes aside after its tries, without holding up the others', async (t) => {
    await insert(outgoing('ann@example.org', { key: 'broken', template: 'broken' }))
    const mail = open(t)
    for (let tries = 1; tries <= 8; tries++) {
      await until(`${tries} tries`, async () => (await row()).attempts === tries)
      await insert(outgoing(`u${tries}@example.org`))
      clock.advance({ hours: 8 })
      mail.wake()
    }
    await until('the others are there', () => server.mails.length === 8)
    const { state, last_error } = await row()
    assert.deepEqual([state, last_error], ['failed', 'The template is broken.'])
    assert.equal((await attempts()).filter(([, outcome]) => outcome === 'not_rendered').length, 8)
    assert.match(mail.errors[0]?.what ?? '', /^rendering mail [\w-]+ from template broken$/)
  })

  it('waits without a charge while the server cannot be reached', async (t) => {
    await server.close()
    await insert(...Array.from({ length: 20 }, (_, i) => outgoing(`u${i}@example.org`)))
    const mail = open(t)
    await until('it was tried', () => mail.outcomes.has('unreachable'))
    assert.deepEqual(
      (await rows()).map((each) => [each.state, each.attempts]),
      Array.from({ length: 20 }, () => ['waiting', 0]),
    )
    assert.deepEqual(await attempts(), [])
    server = await startSmtpServer({ listenOn: server.port })
    await until('all are there', () => server.mails.length === 20)
    assert.equal(new Set(received()).size, 20)
    await until('all are marked', async () => (await rows()).every((each) => each.state === 'sent' && each.attempts === 1))
  })

  it('holds up nobody when its server is slow about it', async (t) => {
    server.behave({ body: (to) => (to.startsWith('slow') ? new Promise(() => undefined) : undefined) })
    await insert(outgoing('slow@example.org', { key: 'slow' }), ...Array.from({ length: 50 }, (_, i) => outgoing(`u${i}@example.org`)))
    const mail = open(t, { transport: smtpTransport(`${server.url}?connections=2`, 3_000) })
    await until('the others are there', () => server.mails.length === 50)
    await until('it was given up', () => mail.outcomes.get('unknown') === 1)
    assert.equal((await states())['slow'], 'waiting')
  })
})

describe('withdrawn', () => {
  it('is not sent, even when a worker has it in its queue', async (t) => {
    const first = Promise.withResolvers<undefined>()
    server.behave({ body: (to) => (to.startsWith('first') ? first.promise : undefined) })
    await insert(outgoing('first@example.org', { key: '1' }))
    const mail = open(t, { leaseMs: 900 }, '?connections=1')
    await until('the first is under way', async () => (await row()).lease_owner !== null)
    await insert(outgoing('ann@example.org', { key: '2' }), outgoing('bob@example.org', { key: '3' }))
    mail.wake()
    await until('all are leased', async () => (await rows()).every(({ lease_owner }) => lease_owner !== null))
    assert.equal(await withdrawMails(database.kysely, 'ann@example.org', ['digest'], clock.now()), 1)
    assert.equal(await withdrawMails(database.kysely, 'first@example.org', ['digest'], clock.now()), 1)
    // The second renewal begins when what the first one said has been taken in.
    for (let renewals = 0; renewals < 2; renewals++) {
      clock.advance({ seconds: 0.1 })
      await until('leases are renewed', async () => (await rows())[2]?.leased_until?.getTime() === clock.now() + 900)
    }
    first.resolve(undefined)
    await untilState('3', 'sent')
    // The first was past it: sent is what it is.
    assert.deepEqual(await states(), { 1: 'sent', 2: 'withdrawn', 3: 'sent' })
    assert.deepEqual([received(), mail.errors], [['bob@example.org', 'first@example.org'], []])
  })
})

describe('what was sent', () => {
  it('is not sent again while the database cannot be told', async (t) => {
    const locker = await database.pool.connect()
    await locker.query('begin')
    await locker.query('lock table mail_attempt in access exclusive mode')
    await insert(outgoing('ann@example.org', { key: 'a' }))
    const mail = open(t)
    await until('it is there', () => server.mails.length === 1)
    // The lease has ended by now.
    clock.advance({ minutes: 5 })
    mail.wake()
    await insert(outgoing('bob@example.org', { key: 'b' }))
    mail.wake()
    await until('the next is there', () => server.mails.length === 2)
    await locker.query('commit')
    locker.release()
    await untilState('a', 'sent')
    await untilState('b', 'sent')
    assert.deepEqual(received(), ['ann@example.org', 'bob@example.org'])
  })
})

describe('stopping', () => {
  it('lets what is under way finish and gives the rest back untried', async (t) => {
    const released = Promise.withResolvers<undefined>()
    server.behave({ body: () => released.promise })
    await insert(...Array.from({ length: 30 }, (_, i) => outgoing(`u${i}@example.org`)))
    const mail = open(t, {}, '?connections=2')
    await until('two are under way', () => server.connections() === 2)
    const closing = mail.close()
    released.resolve(undefined)
    await closing
    const all = await rows()
    const sent = all.filter(({ state }) => state === 'sent').length
    assert.equal(sent, server.mails.length)
    assert.ok(sent >= 1 && sent <= 2)
    assert.deepEqual(
      all.filter(({ state }) => state !== 'sent').map((each) => [each.state, each.attempts, each.lease_owner]),
      Array.from({ length: 30 - sent }, () => ['waiting', 0, null]),
    )
    open(t)
    server.behave({})
    await until('the rest is there', () => server.mails.length === 30)
    assert.equal(new Set(received()).size, 30)
  })

  it('cuts off what does not end', async (t) => {
    const handedOver = Promise.withResolvers<void>()
    server.behave({
      body() {
        handedOver.resolve()
        return new Promise(() => undefined)
      },
    })
    await insert(outgoing('ann@example.org', { key: 'a' }))
    const mail = open(t, { finishMs: 100 })
    await handedOver.promise
    await mail.close()
    // On a busy machine the statement may end after the worker has.
    await until('it is written', async () => (await attempts())[0]?.[1] === 'unknown')
    assert.deepEqual([(await row()).state, (await row()).lease_owner], ['waiting', null])
  })
})

describe('a run', () => {
  it('is settled when nothing of it waits, and can be counted before', async (t) => {
    const runId = newRunId()
    server.behave({ recipient: (to) => (to.startsWith('no') ? '550 5.1.1 no such user' : to.startsWith('grey') ? '451 later' : undefined) })
    await insert(
      outgoing('ann@example.org', { runId }),
      outgoing('no@example.org', { runId }),
      outgoing('grey@example.org', { runId }),
      outgoing('late@example.org', { runId, dropAfter: clock.now() - 1 }),
      outgoing('bob@example.org', { runId: newRunId() }),
    )
    const mail = open(t)
    await until('all were tried', async () => (await mail.queueStats()).waiting === 1)
    assert.deepEqual(await mail.settled(runId, 50), { sent: 1, failed: 1, suppressed: 0, dropped: 1, waiting: 1 })
    server.behave({})
    clock.advance({ minutes: 2 })
    mail.wake()
    assert.deepEqual(await mail.settled(runId, 20_000), { sent: 2, failed: 1, suppressed: 0, dropped: 1, waiting: 0 })
    assert.deepEqual(await mail.settled(newRunId(), 20_000), { sent: 0, failed: 0, suppressed: 0, dropped: 0, waiting: 0 })
  })

  it('shows how far behind the workers are', async (t) => {
    await server.close()
    await insert(outgoing('ann@example.org'), outgoing('bob@example.org', { notBefore: clock.now() + 7_200_000 }))
    const mail = open(t)
    clock.advance({ minutes: 3 })
    assert.deepEqual(await mail.queueStats(), { waiting: 2, oldestDueSeconds: 180 })
  })
})

describe('old mails', () => {
  it('are forgotten after 30 days with their attempts, parts when no mail can name them', async (t) => {
    await insertParts(database.kysely, new Map([['old', {}]]), clock.now())
    await insert(outgoing('ann@example.org', { key: 'old' }))
    const mail = open(t)
    await untilState('old', 'sent')
    clock.advance({ hours: 24 * 29 })
    await mail.forget()
    assert.equal((await rows()).length, 1)
    clock.advance({ hours: 25 })
    await insert(outgoing('bob@example.org', { key: 'new', notBefore: clock.now() + 1_000 }))
    await mail.forget()
    assert.deepEqual(Object.keys(await states()), ['new'])
    assert.deepEqual(await attempts(), [])
    const parts = async () => (await database.pool.query('select id from mail_part')).rowCount
    assert.equal(await parts(), 1)
    clock.advance({ hours: 24 })
    await mail.forget()
    assert.equal(await parts(), 0)
  })
})
