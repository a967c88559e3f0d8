import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { PUSH_ENV, pushBrowser } from './testing/browser.ts'
import { startPushService } from './testing/push-service.ts'

describe('POST /api/push/test', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: PUSH_ENV })
  })
  after(() => app.close())

  const devices = async () => (await app.database.pool.query('select from push_device')).rows.length

  it('200: reaches the browser in its language, and each replaces the one before', async () => {
    const service = await startPushService()
    const browser = await pushBrowser(app, service)
    await browser.watch({ lang: 'ar' })
    const test = () => browser.ask('POST', '/test', { clientId: browser.clientId })
    for (let nth = 0; nth < 2; nth++) {
      const { status, body } = await test()
      assert.deepEqual({ status, outcome: body.outcome }, { status: 200, outcome: 'sent' })
    }
    const [first, second] = service.received.map(({ message }) => message)
    // Without the isolates around the name.
    const title = first.title.replaceAll(/[\u2068\u2069]/g, '')
    assert.deepEqual(
      { lang: first.lang, dir: first.dir, title, url: first.url },
      { lang: 'ar', dir: 'rtl', title: 'إشعار تجريبي من Isobar', url: '/' },
    )
    assert.equal(first.tag, second.tag)
    assert.notEqual(first.id, second.id)
    const { rows } = await app.database.pool.query('select from push_message')
    assert.equal(rows.length, 0, 'nothing is queued')
  })

  it('200: what the push service refuses is said, and not tried later', async () => {
    const service = await startPushService(() => ({ status: 429, headers: { 'retry-after': '1' } }))
    const browser = await pushBrowser(app, service)
    await browser.watch()
    const { body } = await browser.ask('POST', '/test', { clientId: browser.clientId })
    assert.deepEqual(body, { outcome: 'failed', message: 'The push service answered 429' })
    assert.equal(service.received.length, 1)
    await browser.end()
  })

  it('200: a browser that its push service no longer knows is deleted; 404 from then on', async () => {
    const service = await startPushService(() => ({ status: 410 }))
    const browser = await pushBrowser(app, service)
    await browser.watch()
    const before = await devices()
    const test = () => browser.ask('POST', '/test', { clientId: browser.clientId })
    assert.equal((await test()).body.outcome, 'gone')
    assert.equal(await devices(), before - 1)
    assert.equal((await test()).status, 404)
  })

  it('429: a browser is tested ten times an hour at most', async () => {
    const service = await startPushService()
    const browser = await pushBrowser(app, service)
    await browser.watch()
    const statuses: number[] = []
    for (let nth = 0; nth < 11; nth++) statuses.push((await browser.ask('POST', '/test', { clientId: browser.clientId })).status)
    assert.deepEqual({ first: new Set(statuses.slice(0, 10)), next: statuses[10] }, { first: new Set([200]), next: 429 })
    assert.equal(service.received.length, 10)
    await browser.end()
  })

  it('400 and 404: no clientId, one without notifications', async () => {
    const { ask } = await pushBrowser(app, await startPushService())
    assert.equal((await ask('POST', '/test', {})).status, 400)
    assert.equal((await ask('POST', '/test', { clientId: randomUUID() })).status, 404)
  })
})
