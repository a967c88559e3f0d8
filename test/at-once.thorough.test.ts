import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createWebhookClient } from '../src/features/clients/webhooks/testing/client.ts'
import { insertMails } from '../src/features/mail/outbox/index.ts'
import { send, type Sent, signIn } from './helpers/admin.ts'
import { createTestApp, type TestAnswer, type TestApp } from './helpers/app.ts'
import { issueKey } from './helpers/client-keys.ts'
import { outgoing } from './helpers/mail.ts'
import { UNLIMITED } from './helpers/unlimited.ts'

/** More than a node has connections to its database. */
const AT_ONCE = 24
const ROUNDS = 2
/** Requests for one row wait for each other, and others for their connections: on a busy machine, longer than the five seconds of a service. */
const PATIENCE_MS = 60_000
const LATER = { local: '2026-07-20T09:00', timezone: 'UTC' }
const NEWS = { audience: { type: 'newsletter' }, subject: 'News', body: 'Hello' }
const MAIL_SECRET = 'a-long-secret'

/** The nth of the requests that come at once. */
type Request = (n: number) => readonly [method: string, path: string, sent?: Pick<Sent, 'body' | 'headers'>]

/** Two nodes over one database, and requests that change the same rows: their statuses are not judged, but that there is an answer. */
describe('requests that change the same at once', () => {
  let app: TestApp
  let node: TestApp
  let requests: Readonly<Record<string, Request>>
  before(async () => {
    const env = { ...UNLIMITED, WEBHOOKS_PRIVATE: 'on', SUBSCRIPTION_CONFIRMATION: 'off' }
    app = await createTestApp({ env })
    node = await createTestApp({ sharing: app, env })
    for (const { services } of [app, node]) services.storage.database.pool.options.connectionTimeoutMillis = PATIENCE_MS
    requests = await makeRequests()
  })
  after(async () => {
    await node.stop()
    await app.close()
  })

  async function makeRequests(): Promise<Readonly<Record<string, Request>>> {
    const { headers } = await signIn(app, 'owner')
    const own =
      (method: string, path: string | ((n: number) => string), body?: (n: number) => unknown): Request =>
      (n) => [method, typeof path === 'string' ? path : path(n), { headers, ...(body && { body: body(n) }) }]
    const ask = async (method: string, path: string, body: object) => (await send(app, path, { method, headers, body })).body
    const user = await signIn(app, 'editor')
    const owners = [await signIn(app, 'owner'), await signIn(app, 'owner')]
    const [client, key] = [await createWebhookClient(app), (await issueKey(app)).key]
    const webhook = await client.create('http://127.0.0.1:9/x')
    const asClient = (method: string, path: string, body?: (n: number) => unknown): Request => {
      return (n) => [method, `/api/webhooks${path}`, { headers: { 'x-api-key': client.apiKey }, ...(body && { body: body(n) }) }]
    }
    const email = (n: number) => `ada${n % 4}@example.org`
    const subscribe = (n: number) => ({ clientId: randomUUID(), email: email(n), type: 'newsletter' })
    const subscriptions: string[] = []
    for (let n = 0; n < 4; n++) subscriptions.push((await ask('POST', '/api/subscriptions', subscribe(n))).subscription.id)
    const { message } = await ask('POST', '/api/admin/email/compose', { ...NEWS, sendAt: LATER })
    await ask('PATCH', '/api/admin/connections', { id: 'mail-events', settings: { service: 'postmark', secret: MAIL_SECRET } })
    const authorization = `Basic ${Buffer.from(`isobar:${MAIL_SECRET}`).toString('base64')}`
    const { kysely, pool } = app.services.storage.database
    await insertMails(
      kysely,
      [0, 1, 2, 3].map((n) => outgoing(email(n), { key: `mail ${n}` })),
      app.clock.now(),
    )
    await pool.query(`update mail_outbox set state = 'failed', attempts = 1, settled_at = created_at`)
    const mails = (await pool.query<{ id: string }>('select id from mail_outbox order by id')).rows.map(({ id }) => id)
    return {
      'an account': own('POST', '/api/admin/users', () => ({
        email: 'grace@example.org',
        displayName: 'Grace',
        role: 'editor',
        password: 'a long passphrase',
      })),
      'an invitation': own('POST', '/api/admin/users/invite', () => ({ email: 'alan@example.org', displayName: 'Alan', role: 'viewer' })),
      'a role': own('PATCH', `/api/admin/users/${user.id}`, (n) => ({ role: n % 2 ? 'editor' : 'viewer' })),
      owners: own(
        'PATCH',
        (n) => `/api/admin/users/${owners[n % 2]?.id}`,
        (n) => ({ disabled: n % 3 > 0 }),
      ),
      'a session': own('DELETE', `/api/admin/sessions?id=${randomUUID()}`),
      'a connection': own('PATCH', '/api/admin/connections', (n) => ({
        id: 'bounce-mailbox',
        settings: n % 3 ? { host: `mail${n}.invalid`, user: 'x', password: 'y' } : null,
      })),
      'a provider key': own('PATCH', '/api/admin/weather-provider-key', (n) => ({ key: `0123456789abcdef${n}`, verify: false })),
      'a mail key': own('PATCH', '/api/admin/email-key', (n) => ({ key: n % 4 ? `re_0123456789abcdef${n}` : null, verify: false })),
      settings: own('PATCH', '/api/admin/config', (n) => ({ refreshIntervalMs: 300_000 + n * 1_000 })),
      'client keys': own('POST', '/api/admin/client-keys', (n) => ({ name: `Kitchen ${n}`, scopes: ['weather'] })),
      'a client key': own('PATCH', `/api/admin/client-keys/${client.key.id}`, (n) => ({ perDay: 10_000 + n })),
      'a new secret': own('POST', `/api/admin/client-keys/${key.id}/rotate`, () => ({ overlapHours: 48 })),
      'a webhook': own('PATCH', `/api/admin/webhooks/${webhook.id}`, (n) => ({ enabled: n % 4 < 3 })),
      'a webhook by its client': asClient('PATCH', `/${webhook.id}`, (n) => ({ name: `Depot ${n}` })),
      'webhooks by their client': asClient('POST', '', (n) => ({ url: `http://127.0.0.1:9/${n}`, lat: 52.52, lon: 13.41 })),
      'a test of a webhook': asClient('POST', `/${webhook.id}/test`),
      'the webhook of operators': own('PATCH', '/api/admin/notices/webhook', (n) => ({ url: n % 3 ? `http://127.0.0.1:9/${n}` : null })),
      'a test of notices': own('POST', '/api/admin/notices/test', () => ({ by: 'webhook' })),
      'a job': own('POST', '/api/admin/jobs', () => ({ job: 'weekly-digests', dryRun: true })),
      'a backup': own('POST', '/api/admin/backups'),
      'a subscription': () => ['POST', '/api/subscriptions', { body: subscribe(0) }],
      subscriptions: own('PATCH', '/api/admin/subscriptions', (n) => ({ id: subscriptions[n % 4], active: n % 8 < 4 })),
      'an export': own('POST', '/api/admin/subscriptions/export', (n) => ({ email: email(n) })),
      'an erasure': own('POST', '/api/admin/subscriptions/erase', (n) => ({ email: email(n + 2) })),
      'a mail': own('POST', (n) => `/api/admin/outbox/${mails[n % 4]}/retry`),
      suppressions: own('PATCH', '/api/admin/suppressions', (n) => ({ email: email(n), suppressed: n % 3 > 0 })),
      bounces: (n) => [
        'POST',
        '/api/mail-events/postmark',
        { headers: { authorization }, body: { Type: n % 3 ? 'SoftBounce' : 'HardBounce', Email: email(n) } },
      ],
      'a template': own('PATCH', '/api/admin/email-templates', (n) => ({ id: 'message', subject: `Hello ${n}` })),
      'the template of the release': own('POST', '/api/admin/email-templates/message/reset', () => ({})),
      messages: own('POST', '/api/admin/email/compose', (n) => (n % 2 ? NEWS : { ...NEWS, audience: undefined, to: email(n) })),
      'a message': (n) => [
        'POST',
        '/api/admin/email/compose',
        { headers: { ...headers, 'idempotency-key': 'same' }, body: { ...NEWS, subject: `News ${n % 2}` } },
      ],
      'a message for later': own('PATCH', `/api/admin/email/compose/${message.id}`, (n) => ({
        sendAt: { ...LATER, local: `2026-07-${10 + (n % 10)}T09:00` },
      })),
      'a page': own('PATCH', '/api/admin/cms-pages', (n) => ({
        slug: 'about',
        lang: 'en',
        title: 'About',
        body: `We ${n}`,
        action: n % 2 ? 'publish' : 'save',
      })),
    }
  }

  const answer = async (name: string, n: number): Promise<TestAnswer> => {
    const [method, path, sent] = (requests[name] as Request)(n)
    return send(n % 2 === 0 ? app : node, path, { method, ...sent })
  }
  const assertAnswered = (name: string, { status, text }: TestAnswer) => {
    assert.ok(status < 500 && ![401, 403].includes(status), `${name}: ${status} ${text.slice(0, 200)}`)
  }

  it('each kind alone, and all of them mixed, are answered', async () => {
    const names = Object.keys(requests)
    for (const name of names)
      for (const each of await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => answer(name, n)))) assertAnswered(name, each)
    for (let round = 0; round < ROUNDS; round++)
      await Promise.all(
        names.flatMap((name, offset) => [0, 1, 2].map(async (n) => assertAnswered(name, await answer(name, offset + round + n)))),
      )
    const failed = [...app.logLines, ...node.logLines].filter((line) => line.includes('deadlock'))
    assert.deepEqual(failed, [])
  })

  it('nothing is there twice that there can be once', async () => {
    const one = async (text: string) => (await app.database.pool.query(text)).rowCount
    assert.equal(await one(`select from admin_user where email_key = 'grace@example.org'`), 1)
    assert.equal(await one(`select from composed_message where idempotency_key = 'same'`), 1)
    assert.equal(
      await one(
        `select from subscription where email_key = 'ada0@example.org' and type = 'newsletter' and active group by client having count(*) > 1`,
      ),
      0,
    )
    assert.equal(await one(`select from mail_outbox group by key having count(*) > 1`), 0)
    assert.ok(((await one(`select from admin_user where role = 'owner' and not disabled`)) ?? 0) >= 1)
  })
})
