import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { DAY_MS } from '../../../time.ts'
import { PUSH_ENV, pushBrowser } from './testing/browser.ts'
import { startPushService } from './testing/push-service.ts'

let app: TestApp
let service: Awaited<ReturnType<typeof startPushService>>
before(async () => {
  app = await createTestApp({ env: { ...PUSH_ENV, RATE_LIMITS: 'subscriptions=0,unknown-client=2' } })
  service = await startPushService()
})
after(() => app.close())
beforeEach(() => truncate(app.database.pool, 'push_device cascade'))

const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows

describe('GET /api/push', () => {
  it('200 with the public key, which stays the same', async () => {
    const { status, body, headers } = await app.get('/api/push')
    assert.deepEqual({ status, from: Buffer.from(body.publicKey, 'base64url').length }, { status: 200, from: 65 })
    assert.match(headers.get('cache-control') ?? '', /public/)
    const [{ public_key: stored, sealed }] = await query('select * from push_key')
    assert.equal(stored, body.publicKey)
    assert.match(sealed, /^v1\./)
  })
})

describe('PUT /api/push/watches', () => {
  it('201, then 200 when it is repeated, which replaces what is wanted; nothing that grants access is stored or answered in the clear', async () => {
    const browser = await pushBrowser(app, service)
    const first = await browser.watch({ alertPrefs: { wind: true }, lang: 'fr', units: 'imperial' })
    assert.equal(first.status, 201)
    assert.deepEqual(first.body.ignoredPreferences, [])
    const { createdAt, updatedAt, ...watch } = first.body.watch
    assert.equal(createdAt, updatedAt)
    assert.deepEqual(watch, {
      name: 'Berlin',
      lat: 52.52,
      lon: 13.41,
      frequency: 'immediate',
      alertPrefs: { wind: true },
      timezone: 'Europe/Berlin',
    })
    app.clock.advance({ seconds: 10 })
    const second = await browser.watch({ lat: 52.523, name: 'Home\u202e', frequency: 'daily', timezone: 'europe/oslo' })
    assert.equal(second.status, 200)
    assert.deepEqual(
      {
        createdAt: second.body.watch.createdAt,
        name: second.body.watch.name,
        alertPrefs: second.body.watch.alertPrefs,
        timezone: second.body.watch.timezone,
      },
      { createdAt, name: 'Home', alertPrefs: {}, timezone: 'Europe/Oslo' },
    )
    assert.equal((await browser.list()).length, 1)
    const stored = JSON.stringify(await query('select * from push_device, push_watch'))
    for (const secret of [browser.subscription.endpoint, browser.subscription.keys.auth, browser.clientId])
      assert.ok(!stored.includes(secret))
    assert.ok(!app.logLines.join('').includes(browser.subscription.endpoint.split('/').at(-1) ?? ''))
  })

  it('400 names every field that is wrong', async () => {
    const browser = await pushBrowser(app, service)
    const { endpoint, keys } = browser.subscription
    const offCurve = Buffer.alloc(65, 1)
    offCurve[0] = 4
    const cases: readonly (readonly [object, readonly string[]])[] = [
      [{ subscription: { endpoint: 'ftp://127.0.0.1/x', keys } }, ['subscription.endpoint']],
      [{ subscription: { endpoint: 'https://push.example.org/x', keys } }, ['subscription.endpoint']],
      [{ subscription: { endpoint: 'no address', keys } }, ['subscription.endpoint']],
      [{ subscription: { endpoint: 'https://user:word@127.0.0.1/x', keys } }, ['subscription.endpoint']],
      [{ subscription: { endpoint, keys: { p256dh: 'AAAA', auth: 'AAAA' } } }, ['subscription.keys.p256dh', 'subscription.keys.auth']],
      [{ subscription: { endpoint, keys: { ...keys, p256dh: offCurve.toString('base64url') } } }, ['subscription.keys.p256dh']],
      [{ subscription: { endpoint, keys: { ...keys, auth: '****' } } }, ['subscription.keys.auth']],
      [{ alertPrefs: { wind: { minGustKmh: -1 } }, lang: '?', timezone: 'Nowhere' }, ['alertPrefs.wind.minGustKmh', 'lang', 'timezone']],
    ]
    for (const [change, paths] of cases) {
      const { status, body } = await browser.watch(change)
      assert.equal(status, 400, JSON.stringify(change))
      assert.deepEqual(
        body.details.map(({ path }: { path: string }) => path),
        paths,
      )
    }
    for (const change of [{ subscription: {} }, { lat: 91 }, { name: '' }, { clientId: '' }, { frequency: 'weekly' }])
      assert.equal((await browser.watch(change)).status, 400, JSON.stringify(change))
    assert.deepEqual(await query('select from push_device'), [])
  })

  it('409 beyond twenty places for a browser, and twenty new browsers a day from one network', async () => {
    const browser = await pushBrowser(app, service)
    for (let nth = 0; nth < 20; nth++) assert.equal((await browser.watch({ lat: nth })).status, 201)
    const beyond = await browser.watch({ lat: 20 })
    assert.deepEqual({ status: beyond.status, error: beyond.body.error }, { status: 409, error: 'limit_reached' })
    assert.equal((await browser.watch({ lat: 19, name: 'Changed' })).status, 200)
    for (let nth = 1; nth < 20; nth++) assert.equal((await (await pushBrowser(app, service)).watch()).status, 201)
    const late = await pushBrowser(app, service)
    assert.equal((await late.watch()).status, beyond.status)
    app.clock.advance({ hours: 25 })
    assert.equal((await late.watch()).status, 201)
  })

  it('an endpoint belongs to whoever registered it last, and a browser has one endpoint, also when two requests race', async () => {
    const [one, two] = [await pushBrowser(app, service), await pushBrowser(app, service)]
    await one.watch()
    await two.watch({ subscription: one.subscription })
    assert.deepEqual({ oneList: (await one.list()).length, twoList: (await two.list()).length }, { oneList: 0, twoList: 1 })
    await two.watch()
    assert.equal((await query('select from push_device')).length, 1)
    for (let round = 0; round < 6; round++) {
      const [racing, rival] = [await pushBrowser(app, service), await pushBrowser(app, service)]
      const lats = Array.from({ length: 12 }, (_, lat) => lat)
      const answers = await Promise.all(lats.map((lat) => racing.watch({ lat })))
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
      assert.equal((await racing.list()).length, 12)
      await rival.watch()
      const [mine, theirs] = [racing.subscription, rival.subscription]
      const swaps = await Promise.all(
        [1, 2, 3, 4].flatMap(() => [
          racing.watch({ subscription: theirs }),
          rival.watch({ subscription: mine }),
          racing.watch(),
          rival.watch(),
        ]),
      )
      assert.ok(swaps.every(({ status }) => status === 200 || status === 201))
    }
  })
})

describe('the places of a browser', () => {
  it('are listed and ended, one or all; a browser without places is forgotten at once', async () => {
    const browser = await pushBrowser(app, service)
    for (const lat of [1, 2, 3]) await browser.watch({ lat })
    assert.deepEqual(
      (await browser.list()).map(({ lat }: { lat: number }) => lat),
      [1, 2, 3],
    )
    assert.deepEqual((await browser.end({ lat: 2, lon: 13.41 })).body, { removed: 1 })
    assert.deepEqual((await browser.end({ lat: 2, lon: 13.41 })).body, { removed: 0 })
    assert.equal((await browser.end({ lat: 2 })).body.details[0].path, 'lon')
    assert.deepEqual((await browser.end()).body, { removed: 2 })
    assert.deepEqual(await query('select from push_device'), [])
  })

  it('429 for many unknown browsers', async () => {
    app.clock.advance({ minutes: 2 })
    const statuses = []
    for (let nth = 0; nth < 3; nth++) statuses.push((await app.get(`/api/push/watches?clientId=unknown-${nth}`)).status)
    assert.deepEqual(statuses, [200, 200, 429])
  })

  it('are forgotten after a year in which nothing was delivered and the browser did not ask', async () => {
    const [quiet, asking] = [await pushBrowser(app, service), await pushBrowser(app, service)]
    await quiet.watch()
    await asking.watch()
    app.clock.advance({ seconds: (200 * DAY_MS) / 1_000 })
    await asking.list()
    app.clock.advance({ seconds: (200 * DAY_MS) / 1_000 })
    const task = app.services.features.flatMap(({ tasks = [] }) => tasks).find(({ name }) => name.includes('devices'))
    await task?.run()
    assert.equal((await query('select from push_device')).length, 1)
    assert.equal((await asking.list()).length, 1)
  })
})

describe('PUT /api/push/endpoint', () => {
  it('200: follows a browser to its new endpoint; 404 for an unknown one, 400 for a wrong one', async () => {
    const browser = await pushBrowser(app, service)
    await browser.watch()
    const subscription = service.subscribe((await app.get('/api/push')).body.publicKey)
    const move = { formerEndpoint: browser.subscription.endpoint, subscription }
    assert.deepEqual((await browser.ask('PUT', '/endpoint', move)).body, { moved: true })
    assert.equal((await browser.ask('PUT', '/endpoint', move)).status, 404)
    assert.equal(
      (await browser.ask('PUT', '/endpoint', { ...move, subscription: { ...subscription, endpoint: 'https://a.example/' } })).status,
      400,
    )
    assert.equal((await browser.list()).length, 1)
  })
})

describe('under a wrong ADMIN_SECRET', () => {
  it('503, and nothing is changed', async () => {
    const browser = await pushBrowser(app, service)
    await browser.watch()
    const node = await createTestApp({ sharing: app, env: { ...PUSH_ENV, ADMIN_SECRET: 'another secret of some length' } })
    const other = { ...browser, app: node }
    assert.equal((await node.get('/api/push')).status, 503)
    assert.equal((await node.get(`/api/push/watches?clientId=${other.clientId}`)).status, 503)
    await node.stop()
    assert.equal((await browser.list()).length, 1)
  })
})
