import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { type MailServiceSimulator, startMailServiceSimulator } from '../../../../tools/mail-service-simulator/simulator.ts'
import { createUpstreamClient, type UpstreamClient } from '../../../platform/upstream/client.ts'
import { createExchange, type Exchange } from './exchange.ts'
import { createExchangeStore } from './exchange-store.ts'
import { createPace } from './pace.ts'
import { createResend } from './resend.ts'

const PATH = '/api/admin/email/sync'

describe('the exchange with the mail service', () => {
  let app: TestApp
  let service: MailServiceSimulator
  let client: UpstreamClient
  let editor: SignedIn
  before(async () => {
    service = await startMailServiceSimulator({ port: 0 })
    client = createUpstreamClient({ timeoutMs: 2_000, maxBytes: 1_000_000, maxConcurrent: 4, userAgent: 'test' })
    app = await createTestApp({
      env: {
        MAIL_SERVICE_BASE_URL: service.url,
        MAIL_SERVICE_API_KEY: 'mail-key-0123456789',
        SUBSCRIPTION_CONFIRMATION: 'off',
        RATE_LIMITS: 'subscriptions=0',
      },
    })
    editor = await signIn(app, 'editor')
  })
  after(async () => {
    await app.close()
    await client.close()
    await service.close()
  })
  beforeEach(async () => {
    await app.database.pool.query('truncate subscription, mail_suppression, mail_contact, mail_exchange')
    service.contacts.length = 0
    service.suppressions.length = 0
    service.limitTo(0)
    app.clock.advance({ hours: 1 })
  })

  const hashOf = (key: string) => app.services.keyedHash('address', key)
  function exchangeOf(options: { workMs?: number } = {}): Exchange {
    return createExchange({
      store: createExchangeStore(app.services.storage.database.kysely),
      level: app.services.level,
      service: createResend({ client, baseUrl: new URL(service.url), key: () => 'mail-key-0123456789', pace: createPace(1_000) }),
      configured: () => true,
      addressHash: hashOf,
      clock: app.clock,
      onError: (error) => assert.fail(String(error)),
      workMs: 60_000,
      ...options,
    })
  }

  async function subscribe(email: string, type = 'newsletter', clientId = email): Promise<void> {
    const place = type === 'newsletter' ? {} : { cityName: 'Berlin', cityLat: 52.52, cityLon: 13.4 }
    const { status } = await send(app, '/api/subscriptions', { body: { clientId, email, type, ...place } })
    assert.ok(status < 300)
  }
  const unsubscribe = (email: string) =>
    app.database.pool.query(
      `update subscription set active = false, deactivated_at = $2, deactivated_by = 'mail', updated_at = $2 where email_key = lower($1)`,
      [email, new Date(app.clock.now())],
    )
  const remote = () => Object.fromEntries(service.contacts.map(({ email, unsubscribed }) => [email, unsubscribed]))
  async function suppressed(): Promise<Record<string, string>> {
    const { rows } = await app.database.pool.query('select address_hash, reason from mail_suppression')
    return Object.fromEntries(rows.map(({ address_hash, reason }) => [address_hash, reason]))
  }

  it('pushes those who get a newsletter or a digest, once, and nobody else', async () => {
    await subscribe('Ada@example.org')
    await subscribe('grace@example.org', 'city_weekly')
    await subscribe('alerts-only@example.org', 'city_alerts')
    await subscribe('unconfirmed@example.org')
    await app.database.pool.query(
      `update subscription set confirmed_at = null, confirm_before = now() + interval '1 day' where email_key = 'unconfirmed@example.org'`,
    )
    const first = await exchangeOf().run()
    assert.deepEqual([first.status, first.counts.pushed, first.counts.addressesRead], ['completed', 2, 4])
    assert.deepEqual(remote(), { 'Ada@example.org': false, 'grace@example.org': false })
    const before = service.calls.length
    assert.equal((await exchangeOf().run()).counts.pushed, 0)
    assert.deepEqual(service.calls.slice(before), ['GET /suppressions', 'GET /contacts'])
  })

  it('pushes who unsubscribed here, and removes who was erased here', async () => {
    await subscribe('ada@example.org')
    await subscribe('grace@example.org')
    service.addContact('stranger@example.org', false)
    await exchangeOf().run()
    await unsubscribe('ada@example.org')
    await app.database.pool.query(`delete from subscription where email_key = 'grace@example.org'`)
    const { counts } = await exchangeOf().run()
    assert.deepEqual([counts.pushed, counts.removed], [1, 1])
    assert.deepEqual(remote(), { 'ada@example.org': true, 'stranger@example.org': false })
    // Ada is unsubscribed there because we pushed it, which is no reason to suppress her address here.
    await exchangeOf().run()
    assert.deepEqual(await suppressed(), {})
    assert.equal((await app.database.pool.query('select 1 from mail_contact')).rowCount, 1)
  })

  it('imports bounces, complaints and manual entries, new ones only', async () => {
    const old = new Date(app.clock.now() - 86_400_000).toISOString()
    service.suppress('bounced@example.org', 'bounce', old)
    service.suppress('Complained@example.org', 'complaint', old)
    service.suppress('by-hand@example.org', 'manual', old)
    const first = await exchangeOf().run()
    assert.deepEqual([first.counts.suppressionsRead, first.counts.suppressionsAdded], [3, 3])
    assert.deepEqual(await suppressed(), {
      [hashOf('bounced@example.org')]: 'hard_bounce',
      [hashOf('complained@example.org')]: 'complaint',
      [hashOf('by-hand@example.org')]: 'manual',
    })
    app.clock.advance({ hours: 1 })
    service.suppress('late@example.org', 'bounce', new Date(app.clock.now()).toISOString())
    assert.deepEqual((await exchangeOf().run()).counts.suppressionsRead, 1)
  })

  it('stops mail to those who unsubscribe there until they confirm a subscription again', async () => {
    await subscribe('ada@example.org')
    await exchangeOf().run()
    const [contact] = service.contacts
    assert.ok(contact)
    contact.unsubscribed = true
    assert.equal((await exchangeOf().run()).counts.unsubscribed, 1)
    assert.deepEqual(await suppressed(), { [hashOf('ada@example.org')]: 'unsubscribed' })
    assert.equal((await exchangeOf().run()).counts.pushed, 0)
    assert.equal(contact.unsubscribed, true)

    app.clock.advance({ minutes: 5 })
    await app.database.pool.query(`update subscription set confirmed_at = $1`, [new Date(app.clock.now())])
    assert.equal((await exchangeOf().run()).counts.pushed, 1)
    assert.deepEqual([await suppressed(), contact.unsubscribed], [{}, false])
  })

  it('lets a bounce override an unsubscription, but not the reverse', async () => {
    await subscribe('ada@example.org')
    service.addContact('ada@example.org', true)
    await exchangeOf().run()
    service.suppress('ada@example.org', 'bounce', new Date(app.clock.now()).toISOString())
    await exchangeOf().run()
    assert.deepEqual(await suppressed(), { [hashOf('ada@example.org')]: 'hard_bounce' })
  })

  it('reads and pushes lists of any length page by page', async () => {
    for (let i = 0; i < 250; i++) service.suppress(`b${i}@example.org`, 'bounce', new Date(app.clock.now() - i * 1_000).toISOString())
    await app.database.pool.query(
      `insert into subscription (id, client, email, email_key, type, frequency, alert_on_rain, alert_on_storm, alert_prefs, lang, units, timezone,
         active, confirmed_at, unsubscribe_token, created_at, updated_at)
       select gen_random_uuid(), 'c' || n, 's' || n || '@example.org', 's' || n || '@example.org', 'newsletter', 'weekly', false, false, '{}', 'en',
         'metric', 'UTC', true, now(), gen_random_uuid(), now(), now() from generate_series(1, 230) n`,
    )
    const { status, counts } = await exchangeOf().run()
    assert.deepEqual([status, counts.suppressionsAdded, counts.addressesRead, counts.pushed], ['completed', 250, 230, 230])
    assert.equal(service.contacts.length, 230)
  })

  it('resumes where its time ran out, and pushes nothing twice', async () => {
    for (let i = 0; i < 30; i++) await subscribe(`p${String(i).padStart(2, '0')}@example.org`)
    const before = service.calls.length
    // Sixty calls at this rate take longer than that.
    service.limitTo(5)
    const cut = await exchangeOf({ workMs: 1_500 }).run()
    assert.deepEqual([cut.status, cut.finishedAt, cut.problem], ['partial', null, null])
    service.limitTo(0)
    const rest = await exchangeOf().run()
    assert.deepEqual([rest.status, rest.startedAt], ['completed', cut.startedAt])
    const made = new Set(service.contacts.map(({ email }) => email))
    assert.deepEqual([service.contacts.length, made.size], [30, 30])
    // One call may have been in flight when the time ran out.
    assert.ok(service.calls.slice(before).filter((call) => call === 'POST /contacts').length <= 31)
  })

  it('fails with a reason, keeps what is done, and restarts only on request', async () => {
    await subscribe('ada@example.org')
    service.suppress('bounced@example.org', 'bounce', new Date(app.clock.now()).toISOString())
    const failing = exchangeOf()
    const before = service.calls.length
    service.failNext(503)
    const failed = await failing.run()
    assert.deepEqual([failed.status, failed.phase, failed.problem], ['failed', 'suppressions', 'Not reachable or out of service'])
    await failing.goOn()
    assert.equal(service.calls.length - before, 1)
    assert.equal((await exchangeOf().run()).status, 'completed')
    assert.equal(Object.keys(await suppressed()).length, 1)
  })

  it('skips a rejected address without affecting others', async () => {
    await subscribe('a@example.org')
    await subscribe('rejected@example.org')
    await subscribe('z@example.org')
    service.reject('rejected@example.org')
    const { status, counts } = await exchangeOf().run()
    assert.deepEqual([status, counts.pushed, counts.failed], ['completed', 2, 1])
  })

  it('waits as the service says when it hits the rate limit', async () => {
    for (let i = 0; i < 6; i++) await subscribe(`q${i}@example.org`)
    service.limitTo(4)
    const { status, counts } = await exchangeOf().run()
    assert.deepEqual([status, counts.pushed], ['completed', 6])
  })

  it('runs one at a time over all nodes', async () => {
    await subscribe('ada@example.org')
    service.failNext('hang')
    const slow = exchangeOf({ workMs: 1_500 })
    const running = slow.run()
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.equal((await exchangeOf().run()).status, 'already_running')
    assert.equal((await running).status, 'partial')
    const again = exchangeOf()
    await again.goOn()
    assert.deepEqual([(await again.find())?.phase, service.contacts.length], [null, 1])
  })

  it('stops with the process and resumes at the next start', async () => {
    await subscribe('ada@example.org')
    service.failNext('hang')
    const stopping = exchangeOf()
    const running = stopping.run()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await stopping.close()
    assert.equal((await running).status, 'partial')
    assert.equal((await exchangeOf().run()).status, 'completed')
  })

  describe(`POST ${PATH}`, () => {
    it('200', async () => {
      await subscribe('ada@example.org')
      const { status, body } = await send(app, PATH, { headers: editor.headers })
      assert.deepEqual([status, body.status, body.contacts.pushed, body.phase], [200, 'completed', 1, null])
      assert.equal(body.finishedAt, body.startedAt)
      assert.ok(!app.logLines.join('\n').includes('ada@example.org'))
    })

    it('503 without a key', async () => {
      const without = await createTestApp({ beside: app })
      const { status, body } = await send(without, PATH, { headers: editor.headers })
      assert.deepEqual([status, body.error], [503, 'service_unavailable'])
      await without.stop()
    })
  })
})
