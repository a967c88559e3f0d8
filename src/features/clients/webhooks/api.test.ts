import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { issueKey } from '../../../../test/helpers/client-keys.ts'
import { DAY_MS } from '../../../time.ts'
import { insertDeliveries } from './index.ts'
import { createWebhookClient } from './testing/client.ts'

const URL = 'https://93.184.216.34/hook'
const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const BERLIN = { lat: 52.52, lon: 13.41 }

let app: TestApp
let client: Awaited<ReturnType<typeof createWebhookClient>>
before(async () => {
  app = await createTestApp()
  client = await createWebhookClient(app)
})
after(() => app.close())

describe('POST /api/webhooks', () => {
  it('201 with the webhook and its secret, which is shown only here and stored encrypted', async () => {
    const alertPrefs = { wind: { minGustKmh: 90 }, official: true }
    const { status, body, headers } = await client.send('POST', '', {
      url: URL,
      ...BERLIN,
      name: ' Depot\n Berlin ',
      alertPrefs,
      lang: 'de',
    })
    assert.deepEqual({ status, cacheControl: headers.get('cache-control') }, { status: 201, cacheControl: 'private, no-store' })
    assert.match(body.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const { id, createdAt, updatedAt, ...webhook } = body.webhook
    assert.equal(createdAt, updatedAt)
    assert.deepEqual(webhook, {
      name: 'Depot Berlin',
      url: URL,
      ...BERLIN,
      alertPrefs,
      lang: 'de',
      timezone: 'Europe/Berlin',
      enabled: true,
      disabledAt: null,
      disabledBy: null,
      formerSecretUntil: null,
    })
    const { body: found, text } = await client.send('GET', `/${id}`)
    assert.deepEqual(found.webhook, body.webhook)
    assert.deepEqual((await client.send('GET', '')).body.webhooks, [body.webhook])
    const { rows } = await app.database.pool.query<{ row: string }>('select webhook::text as row from webhook')
    for (const each of [text, ...rows.map(({ row }) => row), ...app.logLines]) assert.ok(!each.includes(body.secret.slice(6)))
  })

  it('400 names every invalid field', async () => {
    const { status, body } = await client.send('POST', '', {
      url: URL,
      ...BERLIN,
      alertPrefs: { wind: { minGustKmh: 9_000 } },
      lang: '!',
      timezone: 'Mars/Olympus',
    })
    assert.deepEqual(
      { status, details: body.details.map(({ path }: { path: string }) => path) },
      { status: 400, details: ['lang', 'timezone', 'alertPrefs.wind.minGustKmh'] },
    )
    for (const wrong of [{}, { url: URL }, { url: URL, lat: 91, lon: 0 }, { url: 7, ...BERLIN }])
      assert.equal((await client.send('POST', '', wrong)).status, 400)
  })

  for (const url of [
    'http://93.184.216.34/',
    'https://127.0.0.1/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://2130706433/',
    'https://localhost/',
    'https://no-such-host.invalid/',
    'https://me:secret@93.184.216.34/',
    'ftp://93.184.216.34/',
    'nonsense',
  ])
    it(`400 for the address ${url}`, async () => {
      for (const send of [
        () => client.send('POST', '', { url, ...BERLIN }),
        async () => client.send('PATCH', `/${(await client.create(URL)).id}`, { url }),
      ]) {
        const { status, body } = await send()
        assert.deepEqual({ status, path: body.details[0].path }, { status: 400, path: 'url' })
      }
    })

  it('401 without a key, 403 with one that does not include webhooks', async () => {
    const ask = (headers: Record<string, string>) => app.get('/api/webhooks', headers)
    assert.equal((await ask({})).status, 401)
    const { secret } = await issueKey(app, { scopes: ['weather'] })
    assert.equal((await ask({ 'x-api-key': secret })).status, 403)
    assert.equal((await fetch(`${app.url}/api/webhooks`, { method: 'POST' })).status, 401)
  })

  it('409 beyond a hundred', async () => {
    const other = await createWebhookClient(app)
    await other.create(URL)
    await app.database.pool.query(
      `insert into webhook (id, key_id, name, url, cell, lat, lon, alert_prefs, lang, timezone, created_at, updated_at)
       select gen_random_uuid(), key_id, name, url, cell, lat, lon, alert_prefs, lang, timezone, created_at, updated_at
       from webhook, generate_series(1, 99) where key_id = $1`,
      [other.key.id],
    )
    const { status, body } = await other.send('POST', '', { url: URL, ...BERLIN })
    assert.deepEqual({ status, error: body.error }, { status: 409, error: 'limit_reached' })
  })
})

describe('a webhook', () => {
  it('is changed field by field: preferences are merged, and null removes one', async () => {
    const { id } = await client.create(URL, { alertPrefs: { wind: { minGustKmh: 90 }, rain: true } })
    const waiting = { webhookId: id, type: 'warning.new', data: {} }
    await insertDeliveries(app.services.storage.database.kysely, [waiting], app.clock.now() + DAY_MS)
    const patch = { url: 'https://93.184.216.35/x', name: 'New', alertPrefs: { rain: null, snow: true }, lang: 'fr', timezone: 'UTC' }
    app.clock.advance({ minutes: 1 })
    const { status, body } = await client.send('PATCH', `/${id}`, patch)
    assert.equal(status, 200)
    const { url, name, alertPrefs, lang, timezone, enabled, disabledBy } = body.webhook
    assert.deepEqual({ url, name, lang, timezone }, { url: patch.url, name: 'New', lang: 'fr', timezone: 'UTC' })
    assert.deepEqual(alertPrefs, { wind: { minGustKmh: 90 }, snow: true })
    assert.deepEqual(
      { enabled, disabledBy, state: (await client.deliveries(id))[0].state },
      { enabled: true, disabledBy: null, state: 'waiting' },
    )
    assert.ok(body.webhook.updatedAt > body.webhook.createdAt)
    assert.equal((await client.send('PATCH', `/${id}`, { alertPrefs: { snow: { minMm: -1 } } })).status, 400)
    assert.deepEqual((await client.send('GET', `/${id}`)).body.webhook.alertPrefs, alertPrefs)
  })

  it('is switched off and on again', async () => {
    const { id } = await client.create(URL)
    const off = (await client.send('PATCH', `/${id}`, { enabled: false })).body.webhook
    assert.deepEqual(
      { enabled: off.enabled, disabledBy: off.disabledBy, name: off.name },
      { enabled: false, disabledBy: 'client', name: '' },
    )
    assert.equal((await client.send('POST', `/${id}/test`)).status, 409)
    const on = (await client.send('PATCH', `/${id}`, { enabled: true })).body.webhook
    assert.deepEqual(
      { enabled: on.enabled, disabledAt: on.disabledAt, disabledBy: on.disabledBy },
      { enabled: true, disabledAt: null, disabledBy: null },
    )
  })

  it('gets a new secret, with the end of the former one', async () => {
    const { id, secret } = await client.create(URL)
    const rotated = await client.send('POST', `/${id}/rotate-secret`, {})
    assert.notEqual(rotated.body.secret, secret)
    assert.equal(Date.parse(rotated.body.webhook.formerSecretUntil), app.clock.now() - (app.clock.now() % 1_000) + 24 * 3_600_000)
    assert.equal((await client.send('POST', `/${id}/rotate-secret`, { overlapHours: 0 })).body.webhook.formerSecretUntil, null)
    assert.equal((await client.send('POST', `/${id}/rotate-secret`, { overlapHours: 169 })).status, 400)
  })

  it('404 for that of another key, 400 for what is no id', async () => {
    const { id } = await client.create(URL)
    const other = await createWebhookClient(app)
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', {}],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate-secret', {}],
      ['GET', '/deliveries'],
      ['POST', `/deliveries/${UNKNOWN}/replay`],
    ] as const) {
      assert.equal((await other.send(method, `/${id}${path}`, body)).status, 404, `${method} ${path}`)
      assert.equal((await client.send(method, `/${UNKNOWN}${path}`, body)).status, 404, `${method} ${path}`)
      assert.equal((await client.send(method, `/1${path}`, body)).status, 400, `${method} ${path}`)
    }
    assert.equal((await client.send('POST', `/${id}/deliveries/${UNKNOWN}/replay`)).status, 404)
    assert.equal((await client.send('GET', `/${id}`)).status, 200)
  })
})
