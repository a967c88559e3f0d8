import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { archiveFetched } from '../../src/features/weather/history/testing/archive-fetched.ts'
import { buildTestForecastDay } from '../../src/features/weather/history/testing/fetched.ts'
import { HOUR_MS } from '../../src/time.ts'
import { USER_AGENT } from '../../tools/browser/browser.ts'
import { until } from '../helpers/until.ts'
import { assertAccessible, hydrated, openSite } from './browser.ts'
import { assertSteady } from './watching.ts'

const CHANGED = /Changed since your last visit: today (?:up to )?\S+.* instead of /

describe('the notes on a place’s page', () => {
  const site = openSite({ now: '2026-11-21T09:47:00Z' })

  /** Makes what this browser saw older, and its first day warmer by 20 degrees. */
  const change = (page: Page, hours: number) =>
    page.evaluate(
      ([key, ms]) => {
        const visits = JSON.parse(localStorage.getItem(String(key)) ?? '[]') as {
          at: number
          days: [string, string, number, ...unknown[]][]
        }[]
        for (const visit of visits) visit.at -= Number(ms)
        for (const visit of visits) if (visit.days[0] !== undefined) visit.days[0][2] += 20
        localStorage.setItem(String(key), JSON.stringify(visits))
      },
      ['seen_places', hours * HOUR_MS],
    )
  const seen = async (page: Page) =>
    JSON.parse((await page.evaluate<string | null>('localStorage.seen_places')) ?? '[]') as { at: number }[]

  for (const width of [1440, 390]) {
    it(`tell what has changed since the last visit, without moving anything, ${width} pixels wide`, async () => {
      const page = await site.visit('/weather/berlin-52.52,13.41', { viewport: { width, height: 2_000 } })
      await page.getByText('less daylight than yesterday').waitFor()
      await until('the visit is noted', async () => (await seen(page)).length === 1)
      assert.equal(await page.getByText(CHANGED).count(), 0)
      await change(page, 5)
      await page.reload()
      await hydrated(page)
      await page.getByText(CHANGED).waitFor()
      assert.equal(await page.getByText('less daylight than yesterday').count(), 0)
      await assertSteady(page)
      await assertAccessible(page)
      assert.equal((await seen(page)).length, 1)
      assert.deepEqual(await page.context().cookies(), [])
    })
  }

  for (const width of [1440, 390]) {
    it(`open to a second opinion, also without scripts, ${width} pixels wide`, async () => {
      const [lat, lon] = [48.85, 2.35]
      const daily = ['22', '23', '24'].map((date) => buildTestForecastDay(`2026-11-${date}`, { temperatureMin: 30, temperatureMax: 49 }))
      const parts = { source: 'met-norway', simulated: true, current: null, hourly: [], daily }
      const path = `/weather/paris-${lat},${lon}`
      // Fetched and archived, so that there is something to differ from.
      await site.app.get(path, { accept: 'text/html', 'user-agent': USER_AGENT })
      await site.app.services.gateway.drain()
      await archiveFetched(site.app, { lat, lon, instant: '2026-11-21T09:30:00Z', parts })
      await site.app.services.history.archive.flush()
      // A page caches a history that has hardly begun for a minute.
      site.app.clock.advance({ minutes: 1 })
      const page = await site.visit(path, { viewport: { width, height: 2_000 }, javaScriptEnabled: width > 400 })
      await page.getByText(/expects up to .* MET Norway up to 49°/).click()
      assert.equal(await page.getByRole('row', { name: 'MET Norway 49° 30°' }).count(), 3)
      assert.equal(await page.getByRole('link', { name: 'Data from MET Norway' }).isVisible(), true)
      if (width <= 400) return
      await assertSteady(page)
      await assertAccessible(page)
    })
  }
})
