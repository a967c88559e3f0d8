import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { formatInstant } from '@isobar/weather'
import type { Page } from 'playwright-core'
import { archiveFetched } from '../../src/features/weather/history/testing/archive-fetched.ts'
import { buildTestObservation, buildTestForecastDay } from '../../src/features/weather/history/testing/fetched.ts'
import { createTestFeed } from '../../src/features/weather/warnings/testing/feed.ts'
import { buildOfficialWarning } from '../../src/features/weather/warnings/testing/warning.ts'
import { HOUR_MS } from '../../src/time.ts'
import { send, type SignedIn, signIn } from '../helpers/admin.ts'
import { CRON_SECRET, NO_SHARES, type TestApp } from '../helpers/app.ts'
import { until } from '../helpers/until.ts'
import { openSite } from './browser.ts'
import { type Hands, handsOn } from './hands.ts'

/** The tables of docs/tasks.md: a task, its steps, and how many actions they take. */
const DOCUMENTED = new Map(
  readFileSync(new URL('../../docs/tasks.md', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, , , actions = '']) => /^\d+$/.test(actions))
    .map(([, name = '', steps = '', actions]) => [name, { steps: steps.split(' → '), actions: Number(actions) }]),
)
const TRIED = new Set<string>()
const DESKTOP = { viewport: { width: 1440, height: 900 } }
const BERLIN = { lat: 52.517, lon: 13.3889 }
const PASSWORD = 'the password of an owner'
/** A Monday. */
const NOW = Date.parse('2026-07-06T12:00:00Z')

/** Does the task from the first page on, and compares what it takes with the documentation. */
function task(name: string, open: () => Promise<Page>, perform: (page: Page, hands: Hands) => Promise<unknown>): void {
  TRIED.add(name)
  it(name, async () => {
    const page = await open()
    const hands = handsOn(page)
    await perform(page, hands)
    const { steps = [], actions } = DOCUMENTED.get(name) ?? {}
    assert.equal(hands.actions, actions, 'docs/tasks.md')
    if (actions !== 0) assert.equal(steps.length, actions, 'the steps in docs/tasks.md')
  })
}

async function openPlace(page: Page, { type, press }: Hands, town: string): Promise<void> {
  await type(page.getByRole('combobox', { name: 'Find a place' }), town)
  await page
    .getByRole('option', { name: new RegExp(`^${town}`) })
    .first()
    .waitFor()
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: town }).waitFor()
}

describe('tasks of readers', () => {
  const agency = createTestFeed({ id: 'agency', parts: ['DE'], partsAreCountries: true })
  const site = openSite({
    now: formatInstant(NOW),
    warningFeeds: [agency],
    env: { RADAR_SOURCE: 'rainviewer', RATE_LIMITS: `subscriptions=0,pages=0,${NO_SHARES}` },
  })
  before(async () => {
    await archiveYesterday(site.app)
    const [start, end] = [formatInstant(NOW - HOUR_MS), formatInstant(NOW + 9 * HOUR_MS)]
    agency.publish([buildOfficialWarning({ sent: start, start, end })], 'DE')
    await site.app.services.warnings.readDue()
  })
  const open = () => site.visit('/', DESKTOP)

  task('Will it rain in my town tomorrow?', open, async (page, hands) => {
    await openPlace(page, hands, 'Berlin')
    await page
      .getByRole('listitem')
      .filter({ hasText: /^Tomorrow.*Rain or snow/s })
      .waitFor()
  })

  const munich = { ...DESKTOP, permissions: ['geolocation'], geolocation: { latitude: 48.137, longitude: 11.576 } }
  task(
    'Will the next hour be dry where I am?',
    () => site.visit('/', munich),
    async (page, { click }) => {
      await click(page.getByRole('button', { name: 'Use my location' }))
      await page.getByRole('heading', { level: 1, name: 'Munich' }).waitFor()
      await page
        .getByRole('region', { name: 'The next hour' })
        .getByText(/recipitation|Rain|dry/)
        .first()
        .waitFor()
    },
  )

  task('Have my town on the front page', open, async (page, hands) => {
    await openPlace(page, hands, 'Berlin')
    await hands.click(page.getByRole('button', { name: 'Save' }))
    await hands.click(page.getByRole('link', { name: 'Your places' }))
    await hands.click(page.getByRole('button', { name: 'Berlin as home place' }))
    await page.locator('tbody').getByText('Your home place').waitFor({ state: 'attached' })
  })

  task('Compare the week of two places', open, async (page, hands) => {
    for (const town of ['Berlin', 'Lisbon']) {
      await openPlace(page, hands, town)
      await hands.click(page.getByRole('button', { name: 'Save' }))
    }
    await hands.click(page.getByRole('link', { name: 'Your places' }))
    await page.locator('tbody tr').nth(1).waitFor()
  })

  task('Be warned of gusts over 80 km/h, but not at night, and get no other mail', open, async (page, hands) => {
    await openPlace(page, hands, 'Berlin')
    await hands.click(page.getByRole('heading', { name: 'Weather for Berlin by email' }))
    await hands.click(page.getByRole('link', { name: 'Choose your warnings' }))
    await hands.type(page.getByRole('textbox', { name: 'Email address' }), 'ada@example.org')
    await hands.click(page.getByRole('checkbox', { name: 'The week ahead' }))
    await hands.type(page.getByRole('spinbutton', { name: 'Strong gusts: your limit' }), '80')
    await hands.click(page.getByRole('checkbox', { name: 'Send nothing at night' }))
    await hands.click(page.getByRole('button', { name: 'Subscribe', exact: true }))
    await page.getByText('Weather alerts: will be sent to ada@example.org.').waitFor()
    const { rows } = await site.app.database.pool.query('select type, alert_prefs from subscription')
    const wanted = rows.map(({ type, alert_prefs: { wind, quietHours } }) => [type, wind, quietHours.from, quietHours.to])
    assert.deepEqual(wanted, [['city_alerts', { minGustKmh: 80 }, '22:00', '07:00']])
  })

  task('What had been forecast for yesterday, and what came?', open, async (page, hands) => {
    await openPlace(page, hands, 'Berlin')
    await hands.click(page.getByRole('heading', { name: 'The past week' }))
    await page.getByRole('row', { name: /Sun 5 Jul.*14° \/ 25°.*12° \/ 27°/ }).waitFor()
  })

  task('Which official warnings are in force in Germany?', open, async (page, { click }) => {
    await click(page.getByRole('link', { name: 'Official warnings' }))
    await click(page.getByRole('region', { name: 'By country' }).getByRole('link', { name: 'Germany' }))
    await page.getByRole('heading', { level: 1, name: 'Official warnings: Germany' }).waitFor()
    await page.getByRole('article').filter({ hasText: 'Storm' }).waitFor()
  })

  task('Where is it raining, and where will it be in half an hour?', open, async (page, { click }) => {
    await click(page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Map' }))
    await page.getByRole('slider', { name: 'Time of the radar picture' }).waitFor()
    await click(page.getByRole('button', { name: 'Play' }))
    await until('a picture of the future', async () =>
      /forecast · in \d+ min/.test(
        (await page.getByRole('slider', { name: 'Time of the radar picture' }).getAttribute('aria-valuetext')) ?? '',
      ),
    )
  })

  task('How windy will tomorrow be, hour by hour?', open, async (page, hands) => {
    await openPlace(page, hands, 'Berlin')
    await hands.click(
      page
        .getByRole('listitem')
        .filter({ hasText: /^Tomorrow/ })
        .locator('summary'),
    )
    await hands.click(page.getByRole('link', { name: /Tuesday 7 July/ }))
    await hands.click(page.getByText('All hours as a table'))
    await page.getByRole('row', { name: /^15:00 .* km\/h/ }).waitFor()
  })

  task('How clean is the air, and how much pollen is there?', open, async (page, hands) => {
    await openPlace(page, hands, 'Berlin')
    await hands.click(page.getByRole('link', { name: 'Show air quality, pollen and sea' }))
    await page
      .getByText(/European AQI \d+ \(/)
      .first()
      .waitFor()
  })

  task('Show temperatures in Fahrenheit', open, async (page, { click }) => {
    await click(page.getByRole('link', { name: 'Units and language' }))
    await page.getByRole('combobox', { name: 'Units' }).selectOption('imperial')
    await click(page.getByRole('combobox', { name: 'Units' }))
    await click(page.getByRole('button', { name: 'Save' }))
    await page
      .getByText(/°F|\d{2,3}°/)
      .first()
      .waitFor()
  })

  task('Read the site in German', open, async (page, { click }) => {
    await click(page.getByRole('contentinfo').getByRole('link', { name: 'Deutsch' }))
    await page.getByRole('heading', { level: 1, name: 'Wie wird das Wetter?' }).waitFor()
  })
})

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
})

it('docs/tasks.md lists these tasks, and no others', () => {
  assert.deepEqual([...DOCUMENTED.keys()].toSorted(), [...TRIED].toSorted())
})

/** Yesterday in Berlin as it had been forecast the day before, 12 to 27 °C, and as it came, 14 to 25 °C. */
async function archiveYesterday(app: TestApp): Promise<void> {
  const timezone = 'Europe/Berlin'
  const midnight = Date.parse('2026-07-04T22:00:00Z')
  const forecast = buildTestForecastDay('2026-07-05', { time: formatInstant(midnight), temperatureMin: 12, temperatureMax: 27 })
  const before = { ...BERLIN, instant: '2026-07-04T10:00:00Z' }
  await archiveFetched(app, { ...before, parts: { timezone, current: null, hourly: [], daily: [forecast] } })
  for (let hour = 0; hour < 24; hour++) {
    const instant = formatInstant(midnight + hour * HOUR_MS)
    const observed = buildTestObservation(instant, { temperature: 14 + Math.min(hour, 11), precipitation: 0 })
    await archiveFetched(app, { ...BERLIN, instant, parts: { timezone, current: observed, hourly: [], daily: [] } })
  }
}

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
