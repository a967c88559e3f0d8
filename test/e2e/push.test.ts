import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CDPSession, Page } from 'playwright-core'
import { PUSH_ENV } from '../../src/features/subscribers/push/testing/browser.ts'
import { startPushService } from '../../src/features/subscribers/push/testing/push-service.ts'
import { HOUR_MS } from '../../src/time.ts'
import { signIn } from '../helpers/admin.ts'
import { CRON_SECRET } from '../helpers/app.ts'
import { until } from '../helpers/until.ts'
import { AS_READER, assertAccessible, hydrated, openSite } from './browser.ts'

const BERLIN = '/weather/berlin-52.52,13.41'

describe('notifications', () => {
  const site = openSite({ env: { ...PUSH_ENV, RATE_LIMITS: 'subscriptions=0,unknown-client=0', SUBSCRIPTION_CONFIRMATION: 'off' } })
  let service: Awaited<ReturnType<typeof startPushService>>
  before(async () => {
    service = await startPushService()
  })
  after(() => service.close())

  /** A page whose browser subscribes at the stand-in: Chromium's own push service is not within reach. */
  async function pushPage(path: string, script = '', expected?: RegExp): Promise<Page> {
    const page = await site.visit('/pages/about', {
      ...AS_READER,
      permissions: ['notifications'],
      ...(expected === undefined ? {} : { expected }),
    })
    const { publicKey } = (await site.app.get('/api/push')).body
    const subscription = JSON.stringify(service.subscribe(publicKey))
    const key = JSON.stringify([...Buffer.from(publicKey, 'base64url')])
    await page.addInitScript(`
      const made = { ...${subscription}, options: { applicationServerKey: new Uint8Array(${key}).buffer }, toJSON: () => (${subscription}),
        unsubscribe: async () => localStorage.removeItem('test.push') }
      // The browser of the tests says denied, whatever is granted.
      Object.defineProperty(Notification, 'permission', { value: 'granted', configurable: true })
      PushManager.prototype.subscribe = async () => (localStorage.setItem('test.push', 'on'), made)
      PushManager.prototype.getSubscription = async () => localStorage.getItem('test.push') === null ? null : made
      ${script}`)
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await page.goto(path)
    await hydrated(page)
    await seen(page)
    return page
  }
  /** It is loaded when it is seen. */
  const seen = async (page: Page) => {
    await page.getByRole('heading', { name: /by email$/ }).click()
    await page.locator('[class*="deferred_"]').scrollIntoViewIfNeeded()
  }
  const section = (page: Page) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Notifications on this device' }) })
      .last()
  const query = async (text: string) => (await site.app.database.pool.query(text)).rows

  /** The worker's registration as DevTools name it. */
  async function registrationOf(devtools: CDPSession): Promise<string> {
    const found = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations
        if (first !== undefined) resolve(first.registrationId)
      }),
    )
    await devtools.send('ServiceWorker.enable')
    return found
  }

  /** Runs a script in the page's service worker, whose `shown` are the notifications on the screen. */
  async function inWorker<T>(page: Page, script: string): Promise<T> {
    const [worker] = page.context().serviceWorkers()
    assert.ok(worker)
    return worker.evaluate<T>(script)
  }
  /** The browser of the tests has no notifications to show: the worker's are listed here instead. */
  const keepShown = (page: Page) =>
    inWorker(
      page,
      `self.shown = []
      ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
        self.shown = [...self.shown.filter(({ tag }) => tag !== options.tag), { title, ...options }]
      }
      ServiceWorkerRegistration.prototype.getNotifications = async ({ tag }) => self.shown.filter((each) => each.tag === tag)`,
    )
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into notifications
  const shown = (page: Page) => inWorker<any[]>(page, 'self.shown')

  it('are turned on at the page of a place, arrive, are shown and opened; and turned off again', async () => {
    const page = await pushPage(`${BERLIN}?units=imperial`)
    await section(page).getByText('Notifications for Berlin are off.').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Choose your warnings' }).click()
    await page.getByRole('checkbox', { name: 'Strong gusts' }).check()
    await page.getByRole('spinbutton', { name: /Strong gusts: your limit/ }).fill('100')
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await section(page).getByText('Notifications for Berlin are on.').waitFor()
    await assertAccessible(page)
    const [watch] = await query('select name, lang, frequency, alert_prefs from push_watch join push_device on push_device.id = device_id')
    assert.deepEqual(
      { name: watch.name, lang: watch.lang, frequency: watch.frequency, wind: watch.alert_prefs.wind },
      { name: 'Berlin', lang: 'en-GB', frequency: 'immediate', wind: { minGustKmh: 100 } },
    )

    const now = site.app.clock.now()
    const storm = { windGust: 35, windSpeed: 20 }
    site.app.simulator.setConditions([
      { lat: 52.52, lon: 13.41, radiusDeg: 0.3, from: now + 2 * HOUR_MS, to: now + 5 * HOUR_MS, weather: storm },
    ])
    site.app.clock.advance({ minutes: 61 })
    await site.app.get('/api/cron/weather-alerts', { authorization: `Bearer ${CRON_SECRET}` })
    await until('the push service has it', () => service.received.length === 1)
    const sent = service.received[0]?.message

    const devtools = await page.context().newCDPSession(page)
    const registrationId = await registrationOf(devtools)
    const deliver = (message: object) =>
      devtools.send('ServiceWorker.deliverPushMessage', { origin: site.app.url, registrationId, data: JSON.stringify(message) })
    await keepShown(page)
    await deliver(sent)
    await until('it is shown', async () => (await shown(page)).length === 1)
    const { id, url, ...visible } = sent
    const asShown = { ...visible, icon: '/icons/192.png', data: { id, url } }
    assert.deepEqual(await shown(page), [{ ...asShown, renotify: true }])
    await deliver(sent)
    await until('the same again makes no sound', async () => (await shown(page))[0]?.renotify === false)
    await deliver({ ...sent, id: 'newer', title: 'It lasts longer' })
    await until('the newer one is shown', async () => (await shown(page))[0]?.title === 'It lasts longer')
    assert.deepEqual(
      (await shown(page)).map(({ renotify }) => renotify),
      [true],
    )

    // Chromium lets a worker move windows after real clicks only: what it asks for is recorded.
    const clicked = (path: string) =>
      inWorker<string>(
        page,
        `(async () => {
          const asked = []
          self.clients.openWindow = async (address) => void asked.push('open ' + address)
          WindowClient.prototype.focus = async function () { asked.push('focus ' + this.url) }
          const waiting = []
          const event = new ExtendableEvent('notificationclick')
          Object.defineProperty(event, 'waitUntil', { value: (work) => waiting.push(work) })
          Object.defineProperty(event, 'notification', { value: { close() {}, data: { url: ${JSON.stringify(path)} } } })
          self.dispatchEvent(event)
          await Promise.all(waiting)
          return asked.join()
        })()`,
      )
    assert.equal(await clicked(url), `focus ${site.app.url}${BERLIN}?units=imperial`)
    assert.equal(await clicked('/weather/oslo-59.91,10.75'), `open ${site.app.url}/weather/oslo-59.91,10.75`)

    await page.getByRole('button', { name: 'Turn off notifications' }).click()
    await section(page).getByText('Notifications for Berlin are off.').waitFor()
    assert.deepEqual(
      { query: await query('select from push_device'), evaluate: await page.evaluate(`localStorage.getItem('test.push')`) },
      { query: [], evaluate: null },
    )
  })

  it('of other places are listed on the device, and removed there or on the page that mails link to', async () => {
    const page = await pushPage(BERLIN)
    for (const path of ['/weather/oslo-59.91,10.75', '/weather/rome-41.89,12.48', BERLIN]) {
      await page.goto(path)
      await hydrated(page)
      await seen(page)
      await page.getByRole('button', { name: 'Turn on notifications' }).click()
      await section(page).getByText('are on.').waitFor()
    }
    await section(page).getByRole('button', { name: 'Remove: Oslo' }).click()
    await until('Oslo is gone', async () => (await query('select from push_watch')).length === 2)
    await page.getByLabel('Email address').fill('ada@example.org')
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    await page.getByText('will be sent to ada@example.org').waitFor()
    const [{ unsubscribe_token: token }] = await query('select unsubscribe_token from subscription')
    const preferences = await site.visit(`/preferences?token=${token}`, { bare: true })
    await preferences.getByText(/^Rome, since Wed,? 1 Jul \(127\.0\.0\.1\)/).waitFor()
    await assertAccessible(preferences)
    await preferences.getByRole('button', { name: 'Remove: Rome' }).click()
    await preferences.getByText('Your changes are saved.').waitFor()
    assert.deepEqual(
      (await query('select name from push_watch')).map(({ name }) => name),
      ['Berlin'],
    )
  })

  it('are tried out by their reader, and in the back office, which also says why there is none', async () => {
    const page = await pushPage('/weather/lisbon-38.72,-9.14')
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await section(page).getByText('are on.').waitFor()
    await section(page).getByRole('button', { name: 'Send a test notification' }).click()
    await section(page)
      .getByText(/^A test notification was sent to this device/)
      .waitFor()
    const { title, url, lang } = service.received.at(-1)?.message ?? {}
    assert.deepEqual({ title, url, lang }, { title: 'Test notification from Isobar', url: '/', lang: 'en' })
    await assertAccessible(page)

    const { headers } = await signIn(site.app, 'editor')
    const office = await site.visit('/admin/push-devices', { cookie: headers.cookie })
    await office
      .getByRole('row', { name: /Lisbon/ })
      .getByRole('button')
      .click()
    const details = office.getByRole('dialog', { name: 'Lisbon' })
    await details.getByRole('button', { name: 'Send a test notification' }).click()
    await details.getByText('The push service accepted it').waitFor()
    await assertAccessible(office)
    await details.getByRole('link', { name: 'Why is it notified, or not?' }).click()
    await office.getByText(/^No notification: there is no event/).waitFor()
    await assertAccessible(office)
  })

  for (const [what, script, text] of [
    ['are blocked', `Object.defineProperty(Notification, 'permission', { value: 'denied' })`, /Notifications from this site are blocked/],
    ['are not supported', 'delete globalThis.PushManager', 'This browser cannot show notifications.'],
    [
      'need an installed site, on iOS',
      `delete globalThis.PushManager; Object.defineProperty(navigator, 'standalone', { value: false })`,
      /add this site to the Home Screen first/,
    ],
  ] as const)
    it(`say so where they ${what}`, async () => {
      const page = await pushPage(BERLIN, script)
      await section(page).getByText(text).waitFor()
      assert.equal(await section(page).getByRole('button').count(), 0)
      await assertAccessible(page)
    })

  it('say so where the push service is not allowed, or ours cannot be reached', async () => {
    const page = await pushPage(
      BERLIN,
      `made.toJSON = () => ({ ...${JSON.stringify(service.subscribe('x'))}, endpoint: 'https://push.example.org/' })`,
      /400/,
    )
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await section(page).getByText('its push service is not supported here').waitFor()
    const away = await pushPage(BERLIN, `PushManager.prototype.subscribe = async () => { throw new Error('no push service') }`)
    await away.getByRole('button', { name: 'Turn on notifications' }).click()
    await section(away).getByText('This is not working right now.').waitFor()
    await assertAccessible(away)
  })
})
