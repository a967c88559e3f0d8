import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { PUSH_ENV, pushBrowser } from './testing/browser.ts'
import { startPushService } from './testing/push-service.ts'

describe('browsers on the page behind the links in mails', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { ...PUSH_ENV, RATE_LIMITS: 'subscriptions=0', SUBSCRIPTION_CONFIRMATION: 'off' } })
  })
  after(() => app.close())

  /** A browser that is notified of Berlin and Oslo, and subscribed with an address; the path of its page. */
  async function subscribed(email: string) {
    const browser = await pushBrowser(app, await startPushService())
    for (const place of [{}, { lat: 59.91, lon: 10.75, name: 'Oslo' }]) assert.equal((await browser.watch(place)).status, 201)
    const body = { clientId: browser.clientId, email, type: 'newsletter' }
    const { subscription } = (await send(app, '/api/subscriptions', { body })).body
    return { browser, path: `/preferences?token=${subscription.unsubscribe_token}` }
  }
  async function idOf(clientId: string, place: string): Promise<string> {
    const { rows } = await app.database.pool.query(
      'select w.id from push_watch w join push_device d on d.id = device_id where client = $1 and name = $2',
      [app.services.keyedHash('client id', clientId), place],
    )
    return rows[0].id
  }
  const forget = (path: string, id: string) =>
    fetch(app.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ do: `forget:${id}` }),
    })

  it('are ended one by one', async () => {
    const { browser, path } = await subscribed('ada@example.org')
    const answer = await forget(path, await idOf(browser.clientId, 'Oslo'))
    assert.deepEqual({ status: answer.status, location: answer.headers.get('location') }, { status: 303, location: `${path}&done=saved` })
    assert.deepEqual(
      (await browser.list()).map(({ name }: { name: string }) => name),
      ['Berlin'],
    )
    await forget(path, await idOf(browser.clientId, 'Berlin'))
    assert.equal((await app.database.pool.query('select from push_device')).rowCount, 0)
  })

  it('of others are not ended', async () => {
    const [ada, eve] = [await subscribed('ada@example.org'), await subscribed('eve@example.org')]
    await forget(eve.path, await idOf(ada.browser.clientId, 'Oslo'))
    assert.deepEqual(
      { adaBrowserList: (await ada.browser.list()).length, eveBrowserList: (await eve.browser.list()).length },
      { adaBrowserList: 2, eveBrowserList: 2 },
    )
  })
})
