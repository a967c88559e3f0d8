import assert from 'node:assert/strict'
import { before, describe } from 'node:test'
import { formatInstant } from '@isobar/weather'
import type { Page } from 'playwright-core'
import { archiveFetched } from '../../src/features/weather/history/testing/archive-fetched.ts'
import { buildTestObservation, buildTestForecastDay } from '../../src/features/weather/history/testing/fetched.ts'
import { createTestFeed } from '../../src/features/weather/warnings/testing/feed.ts'
import { buildOfficialWarning } from '../../src/features/weather/warnings/testing/warning.ts'
import { HOUR_MS } from '../../src/time.ts'
import { NO_SHARES, type TestApp } from '../helpers/app.ts'
import { until } from '../helpers/until.ts'
import { AS_READER, openSite } from './browser.ts'
import type { Hands } from './hands.ts'
import { BERLIN, DESKTOP, NOW, openTasks } from './tasks.ts'

const { task, assertComplete } = openTasks('Readers')

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
  const open = () => site.visit('/', { ...DESKTOP, ...AS_READER })

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
    () => site.visit('/', { ...munich, ...AS_READER }),
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

  assertComplete()
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
