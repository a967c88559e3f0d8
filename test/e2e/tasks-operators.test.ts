import assert from 'node:assert/strict'
import { before, describe } from 'node:test'
import { formatInstant } from '@isobar/weather'
import type { Page } from 'playwright-core'
import { HOUR_MS } from '../../src/time.ts'
import { send, type SignedIn, signIn } from '../helpers/admin.ts'
import { CRON_SECRET, type TestApp } from '../helpers/app.ts'
import { openSite } from './browser.ts'
import { BERLIN, DESKTOP, NOW, openTasks } from './tasks.ts'

const PASSWORD = 'the password of an owner'
const { task, assertComplete } = openTasks('Operators')

describe('tasks of operators', () => {
  const site = openSite({ now: formatInstant(NOW - 5 * 24 * HOUR_MS), env: { RATE_LIMITS: 'subscriptions=0' } })
  let owner: SignedIn
  before(async () => {
    const { app } = site
    for (const lang of ['de', 'en']) await subscribe(app, { email: `${lang}@example.org`, type: 'newsletter', lang })
    const { headers } = await signIn(app, 'owner', 'grace@example.org')
    const change = { method: 'PATCH', headers, body: { analyticsEventsPerDay: 2000 } }
    assert.equal((await send(app, '/api/admin/config', change)).status, 200)
    app.clock.advance({ hours: 5 * 24 })
    owner = await signIn(app, 'owner')
    const hash = await app.services.users.passwords.hash(PASSWORD)
    await app.database.pool.query('update admin_user set password_hash = $2 where id = $1', [owner.id, hash])
  })
  const open = () => site.visit('/admin', { ...DESKTOP, cookie: owner.headers.cookie })
  const menu = (page: Page, name: string) => page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name, exact: true })

  task('Who changed the daily limit of events last week?', open, async (page, { click }) => {
    await click(menu(page, 'Settings'))
    const change = page.getByRole('listitem').filter({ hasText: 'Analytics events per day' })
    await change.getByText('200,000 → 2,000').waitFor()
    await change.getByText(/^grace@example\.org, 1 Jul 2026/).waitFor()
  })

  task('Which fields did somebody change in a subscription?', open, async (page, { click }) => {
    const { rows } = await site.app.database.pool.query(`select id from subscription where email_key = 'en@example.org'`)
    const { headers } = await signIn(site.app, 'editor')
    const change = { method: 'PATCH', headers, body: { id: rows[0].id, frequency: 'monthly' } }
    assert.equal((await send(site.app, '/api/admin/subscriptions', change)).status, 200)
    await click(menu(page, 'Audit log'))
    await page
      .getByRole('row', { name: /Subscription: update/ })
      .getByText('Frequency: weekly → monthly')
      .waitFor()
  })

  task('Is VALKEY_URL set?', open, async (page, hands) => {
    await hands.click(menu(page, 'Settings'))
    await hands.type(page.getByRole('searchbox'), 'valkey_url')
    await page.getByRole('row', { name: /^VALKEY_URL.*Not set/ }).waitFor()
  })

  task('Where do I add a passkey?', open, async (page, hands) => {
    await hands.press('Control+k')
    await hands.type(page.getByRole('combobox', { name: 'Find', exact: true }), 'passkey')
    await hands.press('Enter')
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
  })

  task('Who is told at a place, and why?', open, async (page, hands) => {
    const [hamburg] = (await site.app.get('/api/geocode?q=hamburg')).body as { lat: number; lon: number }[]
    await site.app.get(`/api/weather?lat=${hamburg?.lat}&lon=${hamburg?.lon}&scope=current&trigger=search_select`)
    await site.app.services.places.searches.flush()
    await hands.press('Control+k')
    await hands.type(page.getByRole('combobox', { name: 'Find', exact: true }), 'hamburg')
    await page.getByRole('option', { name: /Hamburg.*Place/ }).waitFor()
    await hands.press('Enter')
    await page.getByText('Nobody asked for alerts here').waitFor()
  })

  task('Does the first provider answer, and what does it say?', open, async (page, { click }) => {
    await click(menu(page, 'Connections'))
    await click(page.getByRole('button', { name: 'Check now: OpenWeather, weather' }))
    await page.getByText(/^One call, just now: Responding normally: -?\d+\.\d °C$/).waitFor()
  })

  task('Ask another provider first, and take it back', open, async (page, { click }) => {
    const order = () => site.app.services.settings.current().weatherProviders
    const before = order()
    await click(menu(page, 'Connections'))
    await click(page.getByRole('button', { name: 'Down: ask OpenWeather later' }))
    await page.getByText(/^Before your last change: OpenWeather/).waitFor()
    assert.notEqual(order(), before)
    await click(page.getByRole('button', { name: 'Undo' }))
    await page.getByText(/^Before your last change/).waitFor({ state: 'detached' })
    assert.equal(order(), before)
  })

  task('What did readers on phones read this month?', open, async (page, { click }) => {
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari/604.1'
    const view = { body: { type: 'pageview', path: '/warnings' }, headers: { 'user-agent': phone } }
    assert.equal((await send(site.app, '/api/analytics/collect', view)).status, 202)
    await site.app.services.analytics.drain()
    await site.app.services.analytics.maintain()
    await click(menu(page, 'Analytics'))
    await click(page.getByRole('button', { name: 'Mobile' }))
    await click(page.getByText('30 days', { exact: true }))
    await page.getByText('That these visits read').waitFor()
    await page.getByText('/warnings', { exact: true }).waitFor()
  })

  task('End the subscriptions of three addresses', open, async (page, { click }) => {
    const names = ['one', 'two', 'three'].map((name) => `${name}@example.org`)
    for (const email of names) await subscribe(site.app, { email, type: 'newsletter', lang: 'en' })
    await click(menu(page, 'Subscriptions'))
    for (const email of names) await click(page.getByRole('checkbox', { name: `Choose ${email}, Newsletter` }))
    await click(page.getByRole('button', { name: 'End subscriptions' }))
    await click(page.getByRole('dialog').getByRole('button', { name: 'End subscriptions' }))
    await page.getByText('End subscriptions: 3 of 3 done').waitFor()
    const ended = await site.app.database.pool.query('select from subscription where not active and email_key = any($1)', [names])
    assert.equal(ended.rowCount, 3)
  })

  task('Leave a message to two kinds of subscribers for a colleague', open, async (page, hands) => {
    await hands.click(menu(page, 'Compose'))
    await hands.click(page.getByRole('checkbox', { name: 'Alert subscribers' }))
    await hands.type(page.getByLabel('Subject'), 'New: maps')
    await hands.type(page.getByRole('textbox', { name: 'Text' }), 'Soon.')
    await hands.click(page.getByRole('button', { name: 'Save draft' }))
    await page.getByText('Draft saved').waitFor()
    const { rows } = await site.app.database.pool.query('select subject, audience from message_draft')
    assert.deepEqual(rows, [{ subject: 'New: maps', audience: { types: ['newsletter', 'city_alerts'] } }])
  })

  task('Send last week’s message to other subscribers, too', open, async (page, hands) => {
    const place = { type: 'city_alerts', cityName: 'Berlin', cityLat: BERLIN.lat, cityLon: BERLIN.lon }
    await subscribe(site.app, { ...place, email: 'alerts@example.org' })
    const sent = { audience: { types: ['newsletter'] }, subject: 'News of last week', body: 'As written.' }
    assert.equal((await send(site.app, '/api/admin/email/compose', { headers: owner.headers, body: sent })).status, 202)
    await hands.click(menu(page, 'Messages'))
    await hands.click(page.getByRole('button', { name: 'News of last week' }))
    await hands.click(page.getByRole('link', { name: 'Write a copy' }))
    await hands.click(page.getByRole('checkbox', { name: 'Newsletter subscribers' }))
    await hands.click(page.getByRole('checkbox', { name: 'Alert subscribers' }))
    await page.getByText(/ would get it now\.$/).waitFor()
    await hands.click(page.getByRole('button', { name: 'Send message' }))
    await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Send message' }))
    await page.getByRole('link', { name: 'View the report' }).waitFor()
    const { rows } = await site.app.database.pool.query(
      `select segment from composed_message where subject = 'News of last week' order by created_at`,
    )
    assert.ok(rows.some(({ segment }) => segment.types.join() === 'city_alerts'))
  })

  task('Why did this person get no mail?', open, async (page, hands) => {
    await stormWithQuietReader(site.app)
    await hands.press('Control+k')
    await hands.type(page.getByRole('combobox', { name: 'Find', exact: true }), 'quiet@')
    await page.getByRole('option', { name: /quiet@example\.org/ }).waitFor()
    await hands.press('Enter')
    await page.getByText(/^No mail yet: quiet hours from 00:00 to 23:59/).waitFor()
  })

  task('Send news to the German readers on Monday at 8', open, async (page, hands) => {
    await hands.click(menu(page, 'Compose'))
    await hands.click(page.getByRole('checkbox', { name: 'German' }))
    await hands.type(page.getByLabel('Subject'), 'Neu: Warnungen')
    await hands.type(page.getByRole('textbox', { name: 'Text' }), 'Ab **heute** gibt es Warnungen.')
    await hands.click(page.getByText('Later', { exact: true }))
    await hands.type(page.getByLabel('Date and time'), '2026-07-13T08:00')
    await hands.click(page.getByRole('button', { name: 'Schedule message' }))
    await page.getByText('1 address would get it now.').first().waitFor()
    await hands.click(page.getByRole('dialog').getByRole('button', { name: 'Schedule message' }))
    await page.getByText('Message scheduled').waitFor()
    const { rows } = await site.app.database.pool.query(`select languages from composed_message where subject = 'Neu: Warnungen'`)
    assert.deepEqual(rows, [{ languages: ['de'] }])
  })

  task('Download a backup of now', open, async (page, { click, type }) => {
    await click(menu(page, 'Backups'))
    await click(page.getByRole('button', { name: 'Back up now' }))
    await click(page.getByRole('button', { name: /^Download the backup of/ }))
    const dialog = page.getByRole('dialog', { name: 'Download this backup' })
    await type(dialog.getByLabel('Your password'), PASSWORD)
    const [file] = await Promise.all([page.waitForEvent('download'), click(dialog.getByRole('button', { name: 'Download' }))])
    assert.match(file.suggestedFilename(), /backup/)
  })

  task('Is anything wrong, and what should I do?', open, async (page) => {
    const { simulator, services, clock } = site.app
    simulator.setFaults([{ kind: 'status', status: 503 }])
    for (let place = 0; place < 8; place++) await site.app.get(`/api/weather?lat=${30 + place}&lon=10&scope=current`)
    await services.gateway.drain()
    clock.advance({ seconds: 30 })
    await page.reload()
    const bar = page.getByRole('region', { name: 'What is wrong' })
    await bar.getByText('No weather provider answers').waitFor()
    await bar.getByText('Pages show the last known weather').waitFor()
  })

  assertComplete()
})

/** A storm is forecast where a reader has quiet hours all day, and the job of alerts has run. */
async function stormWithQuietReader(app: TestApp): Promise<void> {
  const from = NOW + 3 * HOUR_MS
  app.simulator.setConditions([{ ...BERLIN, radiusDeg: 0.3, from, to: from + 3 * HOUR_MS, weather: { windGust: 35 } }])
  const place = { type: 'city_alerts', cityName: 'Berlin', cityLat: BERLIN.lat, cityLon: BERLIN.lon, timezone: 'UTC' }
  const alertPrefs = { wind: { minGustKmh: 100 }, quietHours: { from: '00:00', to: '23:59' } }
  await subscribe(app, { ...place, email: 'quiet@example.org', alertPrefs })
  await app.get('/api/cron/weather-alerts', { authorization: `Bearer ${CRON_SECRET}` })
}

async function subscribe(app: TestApp, wanted: { readonly email: string; readonly [field: string]: unknown }): Promise<void> {
  const { status, text } = await send(app, '/api/subscriptions', { body: { clientId: wanted.email, ...wanted } })
  assert.equal(status, 201, text)
}
