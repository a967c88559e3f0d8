import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { until } from '../../../../test/helpers/until.ts'
import { type MailServiceSimulator, startMailServiceSimulator } from '../../../../tools/mail-service-simulator/simulator.ts'
import { createUpstreamClient, type UpstreamClient } from '../../../platform/upstream/client.ts'
import { syncContacts } from './admin.ts'
import { createExchangeStore } from './exchange-store.ts'
import { createExchangeJob, type NO_COUNTS } from './exchange.ts'
import { createResend } from './resend.ts'

type Counts = typeof NO_COUNTS

const PATH = '/api/admin/email/sync'

describe('the exchange with the mail service', () => {
  let app: TestApp
  let service: MailServiceSimulator
  let client: UpstreamClient
  let editor: SignedIn
  let env: Readonly<Record<string, string>>
  before(async () => {
    service = await startMailServiceSimulator({ port: 0 })
    client = createUpstreamClient({ timeoutMs: 60_000, maxBytes: 1_000_000, maxConcurrent: 4, userAgent: 'test' })
    env = {
      MAIL_SERVICE_BASE_URL: service.url,
      MAIL_SERVICE_API_KEY: 'mail-key-0123456789',
      SUBSCRIPTION_CONFIRMATION: 'off',
      RATE_LIMITS: 'subscriptions=0',
    }
    app = await createTestApp({ env })
    editor = await signIn(app, 'editor')
  })
  after(async () => {
    await app.close()
    await client.close()
    await service.close()
  })
  beforeEach(async () => {
    await truncate(app.database.pool, 'subscription, mail_suppression, mail_contact, mail_exchange, job_run')
    service.contacts.length = 0
    service.suppressions.length = 0
    service.limitTo(0)
    app.clock.advance({ hours: 1 })
  })

  const hashOf = (key: string) => app.services.keyedHash('address', key)
  const job = () =>
    createExchangeJob({
      store: createExchangeStore(app.services.storage.database.kysely),
      service: createResend({ client, baseUrl: new URL(service.url), key: () => 'mail-key-0123456789', callsPerSecond: 1_000 }),
      addressHash: hashOf,
      clock: app.clock,
    })
  /** One run, without waiting between calls; `onProgress` is called with the counts so far. */
  async function run({ signal, onProgress }: { signal?: AbortSignal; onProgress?: (counts: Counts) => unknown } = {}) {
    const context = { runId: randomUUID(), trigger: 'admin', dryRun: false, startedAt: app.clock.now() } as const
    const { status, error, ...counts } = await job().run({
      ...context,
      signal: signal ?? new AbortController().signal,
      progress: (counts) => onProgress?.(counts as Counts),
    })
    return { status, error, counts: counts as unknown as Counts }
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
    const first = await run()
    assert.deepEqual(
      { status: first.status, pushed: first.counts.pushed, addressesRead: first.counts.addressesRead },
      { status: 'completed', pushed: 2, addressesRead: 4 },
    )
    assert.deepEqual(remote(), { 'Ada@example.org': false, 'grace@example.org': false })
    const before = service.calls.length
    assert.equal((await run()).counts.pushed, 0)
    assert.deepEqual(service.calls.slice(before), ['GET /suppressions', 'GET /contacts'])
  })

  it('pushes who unsubscribed here, and removes who was erased here', async () => {
    await subscribe('ada@example.org')
    await subscribe('grace@example.org')
    service.addContact('stranger@example.org', false)
    await run()
    await unsubscribe('ada@example.org')
    await app.database.pool.query(`delete from subscription where email_key = 'grace@example.org'`)
    const { counts } = await run()
    assert.deepEqual({ pushed: counts.pushed, removed: counts.removed }, { pushed: 1, removed: 1 })
    assert.deepEqual(remote(), { 'ada@example.org': true, 'stranger@example.org': false })
    // Ada is unsubscribed there because we pushed it, which is no reason to suppress her address here.
    await run()
    assert.deepEqual(await suppressed(), {})
    assert.equal((await app.database.pool.query('select 1 from mail_contact')).rowCount, 1)
  })

  it('imports bounces, complaints and manual entries, new ones only', async () => {
    const old = new Date(app.clock.now() - 86_400_000).toISOString()
    service.suppress('bounced@example.org', 'bounce', old)
    service.suppress('Complained@example.org', 'complaint', old)
    service.suppress('by-hand@example.org', 'manual', old)
    const first = await run()
    assert.deepEqual(
      { suppressionsRead: first.counts.suppressionsRead, suppressionsAdded: first.counts.suppressionsAdded },
      { suppressionsRead: 3, suppressionsAdded: 3 },
    )
    assert.deepEqual(await suppressed(), {
      [hashOf('bounced@example.org')]: 'hard_bounce',
      [hashOf('complained@example.org')]: 'complaint',
      [hashOf('by-hand@example.org')]: 'manual',
    })
    app.clock.advance({ hours: 1 })
    service.suppress('late@example.org', 'bounce', new Date(app.clock.now()).toISOString())
    assert.deepEqual((await run()).counts.suppressionsRead, 1)
  })

  it('stops mail to those who unsubscribe there until they confirm a subscription again', async () => {
    await subscribe('ada@example.org')
    await run()
    const [contact] = service.contacts
    assert.ok(contact)
    contact.unsubscribed = true
    assert.equal((await run()).counts.unsubscribed, 1)
    assert.deepEqual(await suppressed(), { [hashOf('ada@example.org')]: 'unsubscribed' })
    assert.equal((await run()).counts.pushed, 0)
    assert.equal(contact.unsubscribed, true)

    app.clock.advance({ minutes: 5 })
    await app.database.pool.query(`update subscription set confirmed_at = $1`, [new Date(app.clock.now())])
    assert.equal((await run()).counts.pushed, 1)
    assert.deepEqual({ suppressed: await suppressed(), unsubscribed: contact.unsubscribed }, { suppressed: {}, unsubscribed: false })
  })

  it('lets a bounce override an unsubscription, but not the reverse', async () => {
    await subscribe('ada@example.org')
    service.addContact('ada@example.org', true)
    await run()
    service.suppress('ada@example.org', 'bounce', new Date(app.clock.now()).toISOString())
    await run()
    assert.deepEqual(await suppressed(), { [hashOf('ada@example.org')]: 'hard_bounce' })
  })

  it('reads and pushes lists of any length page by page', async () => {
    for (let i = 0; i < 250; i++) service.suppress(`b${i}@example.org`, 'bounce', new Date(app.clock.now() - i * 60_000).toISOString())
    await app.database.pool.query(
      `insert into subscription (id, client, email, email_key, type, frequency, alert_on_rain, alert_on_storm, alert_prefs, lang, units, timezone,
         active, confirmed_at, unsubscribe_token, created_at, updated_at)
       select gen_random_uuid(), 'c' || n, 's' || n || '@example.org', 's' || n || '@example.org', 'newsletter', 'weekly', false, false, '{}', 'en',
         'metric', 'UTC', true, now(), gen_random_uuid(), now(), now() from generate_series(1, 230) n`,
    )
    const { status, counts } = await run()
    assert.deepEqual(
      { status, suppressionsAdded: counts.suppressionsAdded, addressesRead: counts.addressesRead, pushed: counts.pushed },
      { status: 'completed', suppressionsAdded: 250, addressesRead: 230, pushed: 230 },
    )
    assert.equal(service.contacts.length, 230)
    // The rest of the suppressions is known.
    const before = service.calls.length
    app.clock.advance({ hours: 1 })
    await run()
    assert.equal(service.calls.slice(before).filter((call) => call === 'GET /suppressions').length, 1)
  })

  it('starts over after it was cut off, and pushes nothing twice', async () => {
    for (let i = 0; i < 30; i++) await subscribe(`p${String(i).padStart(2, '0')}@example.org`)
    const before = service.calls.length
    const stop = new AbortController()
    const cut = await run({ signal: stop.signal, onProgress: ({ pushed }) => pushed === 10 && stop.abort() })
    assert.deepEqual({ status: cut.status, pushed: cut.counts.pushed }, { status: 'partial', pushed: 10 })
    const rest = await run()
    assert.deepEqual(
      { status: rest.status, pushed: rest.counts.pushed, contacts: service.contacts.length },
      { status: 'completed', pushed: 20, contacts: 30 },
    )
    assert.equal(service.calls.slice(before).filter((call) => call === 'POST /contacts').length, 30)
  })

  it('reads suppressions again if it was cut off before it had read all of them', async () => {
    for (let i = 0; i < 150; i++) service.suppress(`b${i}@example.org`, 'bounce', new Date(app.clock.now() - i * 1_000).toISOString())
    const stop = new AbortController()
    const cut = await run({ signal: stop.signal, onProgress: () => stop.abort() })
    assert.deepEqual({ status: cut.status, suppressionsRead: cut.counts.suppressionsRead }, { status: 'partial', suppressionsRead: 100 })
    app.clock.advance({ hours: 1 })
    assert.deepEqual((await run()).counts.suppressionsAdded, 50)
  })

  it('does not suppress again who was taken off the list here', async () => {
    service.suppress('old@example.org', 'bounce', new Date(app.clock.now() - 3_600_000).toISOString())
    await run()
    await app.database.pool.query('delete from mail_suppression')
    app.clock.advance({ hours: 1 })
    await run()
    assert.deepEqual(await suppressed(), {})
  })

  it('fails with a reason, keeps what is done, and restarts only on request', async () => {
    await subscribe('ada@example.org')
    service.suppress('bounced@example.org', 'bounce', new Date(app.clock.now()).toISOString())
    const before = service.calls.length
    service.failNext(503)
    const { body } = await send(app, PATH, { headers: editor.headers })
    assert.deepEqual(
      { status: body.status, phase: body.phase, problem: body.problem },
      { status: 'failed', phase: 'suppressions', problem: 'Not reachable or out of service' },
    )
    app.clock.advance({ hours: 1 })
    await app.services.jobs.resume()
    assert.equal(service.calls.length - before, 1)
    assert.equal((await run()).status, 'completed')
    assert.equal(Object.keys(await suppressed()).length, 1)
  })

  it('skips a rejected address without affecting others', async () => {
    await subscribe('a@example.org')
    await subscribe('rejected@example.org')
    await subscribe('z@example.org')
    service.reject('rejected@example.org')
    const { status, counts } = await run()
    assert.deepEqual({ status, pushed: counts.pushed, failed: counts.failed }, { status: 'completed', pushed: 2, failed: 1 })
  })

  it('waits as the service says when it hits the rate limit', async () => {
    for (let i = 0; i < 6; i++) await subscribe(`q${i}@example.org`)
    service.limitTo(4)
    const { status, counts } = await run()
    assert.deepEqual({ status, pushed: counts.pushed }, { status: 'completed', pushed: 6 })
  })

  it('runs one at a time over all nodes, stops with its process, and resumes on another', async () => {
    await subscribe('ada@example.org')
    const other = await createTestApp({ sharing: app, env })
    const before = service.calls.length
    service.failNext('hang')
    const sync = (jobs: TestApp['services']['jobs'], waitMs: number) => syncContacts({ jobs, configured: () => true, waitMs })
    const first = await sync(other.services.jobs, 0)
    await until('the first call was made', () => service.calls.length > before)
    const second = await sync(app.services.jobs, 0)
    assert.deepEqual(
      { firstStatus: first.status, secondStatus: second.status, startedAt: second.startedAt },
      { firstStatus: 'partial', secondStatus: 'already_running', startedAt: first.startedAt },
    )
    assert.deepEqual(
      { phase: first.phase, finishedAt: first.finishedAt, problem: first.problem },
      { phase: 'suppressions', finishedAt: null, problem: null },
    )
    const isJoined = Promise.withResolvers<void>()
    const { jobs } = app.services
    const start: typeof jobs.start = (...wanted) => jobs.start(...wanted).finally(isJoined.resolve)
    const joined = sync({ ...jobs, start }, 20_000)
    await isJoined.promise
    await other.stop()
    assert.deepEqual([(await joined).status, service.calls.length - before], ['partial', 1])

    await app.services.jobs.resume()
    assert.equal(service.calls.length - before, 1, 'a process that ends at once does not start it at once')
    app.clock.advance({ minutes: 1 })
    await app.services.jobs.resume()
    const resumed = await sync(app.services.jobs, 20_000)
    assert.deepEqual({ status: resumed.status, pushed: resumed.contacts.pushed }, { status: 'completed', pushed: 1 })
    const { rows } = await app.database.pool.query('select status, trigger from job_run order by started_at, id')
    assert.deepEqual(rows, [
      { status: 'interrupted', trigger: 'admin' },
      { status: 'completed', trigger: 'scheduler' },
    ])
    await app.services.jobs.resume()
    assert.equal(service.contacts.length, 1)
  })

  describe(`POST ${PATH}`, () => {
    it('200', async () => {
      await subscribe('ada@example.org')
      const { status, body } = await send(app, PATH, { headers: editor.headers })
      assert.deepEqual(
        { status, bodyStatus: body.status, pushed: body.contacts.pushed, phase: body.phase },
        { status: 200, bodyStatus: 'completed', pushed: 1, phase: null },
      )
      assert.equal(body.finishedAt, body.startedAt)
      assert.ok(!app.logLines.join('\n').includes('ada@example.org'))
    })

    it('503 without a key', async () => {
      const without = await createTestApp({ sharing: app })
      const { status, body } = await send(without, PATH, { headers: editor.headers })
      assert.deepEqual({ status, error: body.error }, { status: 503, error: 'service_unavailable' })
      await without.stop()
    })
  })
})
