import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { sql } from 'kysely'
import { send, signIn, type SignedIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, CRON_SECRET, type TestApp } from '../../../../test/helpers/app.ts'
import { until } from '../../../../test/helpers/until.ts'
import type { Tables } from '../../../composition/tables.ts'
import type { Transaction } from '../../../platform/db/queries.ts'
import { erasePersonMails } from '../../mail/outbox/index.ts'
import { erasePersonDigests } from '../digests/index.ts'
import { PUSH_ENV, pushBrowser } from '../push/testing/browser.ts'
import { startPushService } from '../push/testing/push-service.ts'
import { erasePerson } from '../subscriptions/index.ts'

const ADA = 'Ada.Lovelace@Example.org'
/** A place without subscribers. */
const ELSEWHERE = 1
const BERLIN = { cityName: 'Berlin', cityLat: 52.52, cityLon: 13.405 }

describe('one person', () => {
  let app: TestApp
  let editor: SignedIn
  before(async () => {
    app = await createTestApp({
      env: { RATE_LIMITS: 'subscriptions=0,unsubscribe=0,report=0,weather=0', SUBSCRIPTION_CONFIRMATION: 'on' },
    })
    editor = await signIn(app, 'editor')
    await fill()
  })
  after(() => app.close())

  const ask = (what: 'export' | 'erase', body: object, by: SignedIn = editor) =>
    send(app, `/api/admin/subscriptions/${what}`, { headers: by.headers, body })
  const query = async (sql: string, values: unknown[] = []) => (await app.database.pool.query(sql, values)).rows

  /** Leaves data of the person in every part of the service. */
  async function fill(): Promise<void> {
    const subscribe = (email: string, type: string) =>
      send(app, '/api/subscriptions', { body: { clientId: 'client-1', email, type, ...(type === 'newsletter' ? {} : BERLIN) } })
    for (const email of [ADA, 'bob@example.org'])
      for (const type of ['city_alerts', 'newsletter']) assert.equal((await subscribe(email, type)).status, 201)
    await send(app, '/api/weather/inaccurate-report', {
      body: { lat: 52.52, lon: 13.41, comment: `write to ${ADA.toUpperCase()}`, observedValue: ADA },
    })
    await send(app, '/api/admin/email/compose', { headers: editor.headers, body: { to: ADA, subject: 'You', body: `Dear ${ADA},` } })
    await send(app, '/api/admin/email/test', { headers: editor.headers, body: { to: ADA } })
    await send(app, '/api/admin/suppressions', {
      method: 'PATCH',
      headers: editor.headers,
      body: { email: ADA, suppressed: true, note: 'a note' },
    })
    const hash = app.services.keyedHash('address', ADA.toLowerCase())
    const now = new Date(app.clock.now())
    await query(`insert into digest_delivery values ($1, 'weekly', '2026-06-29', $2)`, [hash, now])
    await query(`insert into mail_bounce values ($1, 'soft', null, $2, 'mailbox', '4.2.2', 'mailbox full', $3)`, [randomUUID(), hash, now])
    const event = randomUUID()
    await query(`insert into alert_event values ($1, 1, 'official', 'open', '{}', $2)`, [event, now])
    await query(`insert into alert_notice values ($1, $2, 1, $3, 'open', 'severe', null)`, [event, hash, now])
    for (const cell of [toCell(BERLIN.cityLat, BERLIN.cityLon).id, ELSEWHERE])
      await query(`insert into alert_evaluation values ($1, $2, array[$2::timestamptz], '{}')`, [cell, now])
    await query(
      `insert into mail_attempt select id, 9, $1, $1, 'deferred', '550 <' || address || '> unknown' from mail_outbox where email_key = $2`,
      [now, ADA.toLowerCase()],
    )
    await until('all mails are settled', async () => (await query(`select from mail_outbox where state = 'waiting'`)).length === 0)
  }

  /** Every column of the database that contains the address. */
  async function traces(): Promise<string[]> {
    const columns = await query(`
      select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`)
    const found = []
    for (const { table_name: table, column_name: column } of columns) {
      const hits = await query(`select from "${table}" where "${column}"::text ilike '%ada.lovelace%'`)
      if (hits.length > 0) found.push(`${table}.${column}`)
    }
    return found.toSorted()
  }

  it('export 200: everything except usable secrets', async () => {
    const { status, body, headers, text } = await ask('export', { email: ` ${ADA.toLowerCase()} ` })
    assert.equal(status, 200)
    assert.equal(headers.get('cache-control'), 'private, no-store')
    assert.deepEqual(
      {
        subscriptions: body.subscriptions.length,
        confirmations: body.confirmations.length,
        digests: body.digests.length,
        alerts: body.alerts.length,
        reports: body.reports.length,
      },
      { subscriptions: 2, confirmations: 1, digests: 1, alerts: 1, reports: 1 },
    )
    assert.deepEqual({ reason: body.suppression.reason, note: body.suppression.note }, { reason: 'manual', note: 'a note' })
    assert.deepEqual(body.bounces, [
      { kind: 'soft', source: 'mailbox', status: '4.2.2', detail: 'mailbox full', at: '2026-07-01T12:00:00Z' },
    ])
    const { id, timezone, ...alerts } = body.subscriptions.find(({ type }: { type: string }) => type === 'city_alerts')
    assert.match(`${id} ${timezone}`, /^[\da-f-]{36} Europe\/Berlin$/)
    const now = '2026-07-01T12:00:00Z'
    assert.deepEqual(alerts, {
      email: ADA,
      type: 'city_alerts',
      ...BERLIN,
      frequency: 'immediate',
      alertOnRain: false,
      alertOnStorm: false,
      alertPrefs: {},
      lang: 'en',
      units: 'metric',
      active: true,
      confirmedAt: null,
      confirmBefore: '2026-07-08T12:00:00Z',
      provedAt: null,
      createdAt: now,
      updatedAt: now,
      deactivatedAt: null,
      deactivatedBy: null,
      langNamedAt: null,
      unitsNamedAt: null,
      timezoneNamedAt: null,
    })
    assert.deepEqual(body.confirmations, [{ lang: 'en', createdAt: now, expiresAt: '2026-07-08T12:00:00Z', usedAt: null }])
    assert.deepEqual(body.mails.map(({ template }: { template: string }) => template).toSorted(), [
      'confirm-subscription',
      'message',
      'message',
    ])
    for (const { unsubscribe_token: token, client } of await query('select * from subscription')) {
      assert.ok(!text.includes(token) && !text.includes(client))
    }
    const [{ token }] = await query(`select data ->> 'sealedToken' as token from mail_outbox where template = 'confirm-subscription'`)
    assert.ok(token.length > 20 && !text.includes(token))
    assert.ok(!text.includes('bob@'))
  })

  it('erase 200: leaves no trace, affects nobody else, and finds nothing the second time', async () => {
    assert.ok((await traces()).length >= 6, 'the search finds the data')
    const { status, body } = await ask('erase', { email: ADA })
    assert.deepEqual(
      { status, body },
      { status: 200, body: { erased: { subscriptions: 2, confirmations: 1, mails: 3, browsers: 0, reports: 1, files: 3 } } },
    )
    assert.deepEqual(await traces(), [])
    assert.deepEqual(
      (await query('select distinct email from subscription')).map(({ email }) => email),
      ['bob@example.org'],
    )
    assert.deepEqual(await query('select reason, note from mail_suppression'), [{ reason: 'manual', note: null }])
    // The evaluation of a place may contain what only its subscribers asked for.
    assert.deepEqual(await query('select cell from alert_evaluation'), [{ cell: ELSEWHERE }])
    for (const table of ['digest_delivery', 'alert_notice', 'mail_bounce']) assert.equal((await query(`select from ${table}`)).length, 0)
    assert.equal((await query(`select from mail_attempt a where not exists (select from mail_outbox m where m.id = a.mail_id)`)).length, 0)
    assert.deepEqual((await ask('erase', { email: ADA })).body.erased, {
      subscriptions: 0,
      confirmations: 0,
      mails: 0,
      browsers: 0,
      reports: 0,
      files: 0,
    })
    assert.doesNotMatch(app.logLines.join(''), /lovelace/i)
  })

  it('audits both, with a keyed hash', async () => {
    const { items } = (await app.get('/api/admin/audit?objectType=person', editor.headers)).body
    assert.deepEqual(
      items.map(({ action }: { action: string }) => action),
      ['person.erase', 'person.erase', 'person.export'],
    )
    assert.equal(items[0].objectId, app.services.keyedHash('address', ADA.toLowerCase()))
    assert.equal(items[1].after.subscriptions, 2)
    assert.doesNotMatch(JSON.stringify(items), /lovelace/i)
  })

  it('subscriptions come back only through a confirmation', async () => {
    const body = { clientId: 'client-1', email: ADA, type: 'newsletter' }
    assert.equal((await send(app, '/api/subscriptions', { body })).body.subscription.confirmed, false)
  })

  it('400 for an invalid address, 403 for viewers', async () => {
    const viewer = await signIn(app, 'viewer')
    for (const what of ['export', 'erase'] as const) {
      assert.deepEqual((await ask(what, { email: 'no address' })).body.details[0].path, 'email')
      assert.equal((await ask(what, {})).status, 400)
      assert.equal((await ask(what, { email: ADA }, viewer)).status, 403)
    }
  })
})

describe('the browsers of a person', () => {
  it('are exported without what grants access, and erased with what they were told', async () => {
    const app = await createTestApp({ env: { ...PUSH_ENV, RATE_LIMITS: 'subscriptions=0', SUBSCRIPTION_CONFIRMATION: 'off' } })
    const editor = await signIn(app, 'editor')
    const service = await startPushService()
    const [own, other] = [await pushBrowser(app, service), await pushBrowser(app, service)]
    for (const browser of [own, other]) await browser.watch()
    const body = { clientId: own.clientId, email: ADA, type: 'newsletter' }
    assert.equal((await send(app, '/api/subscriptions', { body })).status, 201)
    const recipient = `push:${app.services.keyedHash('client id', own.clientId)}`
    const [event, now] = [randomUUID(), new Date(app.clock.now())]
    await app.database.pool.query(`insert into alert_event values ($1, 1, 'official', 'open', '{}', $2)`, [event, now])
    await app.database.pool.query(`insert into alert_notice values ($1, $2, 1, $3, 'open', 'severe', null)`, [event, recipient, now])
    const exported = await send(app, '/api/admin/subscriptions/export', { headers: editor.headers, body: { email: ADA } })
    assert.deepEqual(
      exported.body.notifications.map(({ name, service: host }: Record<string, unknown>) => [name, host]),
      [['Berlin', '127.0.0.1']],
    )
    assert.ok(!exported.text.includes(own.subscription.endpoint))
    const erased = await send(app, '/api/admin/subscriptions/erase', { headers: editor.headers, body: { email: ADA } })
    assert.equal(erased.body.erased.browsers, 1)
    assert.deepEqual({ ownList: (await own.list()).length, otherList: (await other.list()).length }, { ownList: 0, otherList: 1 })
    assert.equal((await app.database.pool.query('select from alert_notice')).rowCount, 0)
    await app.close()
  })

  it('are exported with all of their places, whose evaluations are erased', async () => {
    const app = await createTestApp({ env: { ...PUSH_ENV, RATE_LIMITS: 'subscriptions=0', SUBSCRIPTION_CONFIRMATION: 'off' } })
    const { headers } = await signIn(app, 'editor')
    const browser = await pushBrowser(app, await startPushService())
    await browser.watch()
    const body = { clientId: browser.clientId, email: ADA, type: 'newsletter' }
    assert.equal((await send(app, '/api/subscriptions', { body })).status, 201)
    await app.database.pool.query(`
      insert into push_watch (id, device_id, cell, name, lat, lon, frequency, alert_prefs, timezone, created_at, updated_at)
      select gen_random_uuid(), device_id, nth, name, lat, lon, frequency, alert_prefs, timezone, created_at, updated_at
      from push_watch, generate_series(1, 110) as nth`)
    await app.database.pool.query(
      `insert into alert_evaluation select nth, $1, array[$1::timestamptz], '{}' from generate_series(1, 110) as nth`,
      [new Date(app.clock.now())],
    )
    const exported = await send(app, '/api/admin/subscriptions/export', { headers, body: { email: ADA } })
    assert.equal(exported.body.notifications.length, 111)
    await send(app, '/api/admin/subscriptions/erase', { headers, body: { email: ADA } })
    assert.equal((await app.database.pool.query('select from alert_evaluation')).rowCount, 0)
    await app.close()
  })
})

describe('a person who is erased while mails to them are being decided', () => {
  let app: TestApp
  let editor: SignedIn
  before(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'subscriptions=0', SUBSCRIPTION_CONFIRMATION: 'off' } })
    editor = await signIn(app, 'editor')
  })
  after(() => app.close())

  const query = async (text: string) => (await app.database.pool.query(text)).rows
  const mailsTo = async (emailKey: string) => (await query(`select template from mail_outbox where email_key = '${emailKey}'`)).length
  const waiting = () =>
    query(`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`)

  /** Erases as the back office does, but finishes only once another transaction waits for the address. */
  async function eraseSlowly(emailKey: string): Promise<void> {
    const { keyedHash } = app.services
    await app.services.storage.database.kysely.transaction().execute(async (trx: Transaction<Tables>) => {
      await sql`set local lock_timeout = '20s'`.execute(trx)
      await erasePerson(trx as never, { keyedHash }, emailKey, app.clock.now())
      await until('a transaction waits for the address', async () => (await waiting()).length > 0)
      await erasePersonMails(trx as never, emailKey)
      await erasePersonDigests(trx as never, keyedHash('address', emailKey))
    })
  }

  const subscribe = (email: string, types: readonly string[] = ['newsletter', 'city_weekly']) =>
    Promise.all(
      types.map((type) =>
        send(app, '/api/subscriptions', { body: { clientId: 'one', email, type, ...(type === 'newsletter' ? {} : BERLIN) } }),
      ),
    )

  it('gets no digest from a run that had already read their subscriptions', async () => {
    for (const email of ['ada@example.org', 'bob@example.org']) await subscribe(email, ['city_weekly'])
    const erasing = eraseSlowly('ada@example.org')
    const run = app.get('/api/cron/weekly-digests', { authorization: `Bearer ${CRON_SECRET}` })
    await erasing
    const { body } = await run
    assert.deepEqual(
      { status: body.status, recipients: body.recipients, enqueued: body.enqueued, skipped: body.skipped, failed: body.failed },
      { status: 'completed', recipients: 2, enqueued: 1, skipped: 1, failed: 0 },
    )
    assert.deepEqual(
      { mailsToAdaExampleOrg: await mailsTo('ada@example.org'), mailsToBobExampleOrg: await mailsTo('bob@example.org') },
      { mailsToAdaExampleOrg: 0, mailsToBobExampleOrg: 1 },
    )
    assert.equal((await query('select from digest_delivery')).length, 1)
  })

  it('gets no message to all readers either', async () => {
    for (const email of ['bob@example.org', 'eve@example.org']) await subscribe(email)
    const erasing = eraseSlowly('eve@example.org')
    const { message } = (
      await send(app, '/api/admin/email/compose', {
        headers: editor.headers,
        body: { audience: { type: 'newsletter' }, subject: 'All', body: 'Dear all' },
      })
    ).body
    await erasing
    await until('all mails of the message are enqueued', async () => {
      const answer = await app.get(`/api/admin/email/compose/${message.id}`, editor.headers)
      return answer.body.message.state === 'enqueued'
    })
    assert.equal(await mailsTo('eve@example.org'), 0)
    assert.equal((await query(`select from mail_outbox where template = 'message' and email_key = 'bob@example.org'`)).length, 1)
  })
})
