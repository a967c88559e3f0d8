import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type OfficialWarning, formatInstant } from '@isobar/weather'
import { createTestFeed } from '../../src/features/weather/warnings/testing/feed.ts'
import { buildRectangleArea, buildOfficialWarning } from '../../src/features/weather/warnings/testing/warning.ts'
import { LANGUAGES } from '../../src/messages/languages.ts'
import { HOUR_MS } from '../../src/time.ts'
import { until } from '../helpers/until.ts'
import { assertAccessible, atRest, openSite } from './browser.ts'
import { assertSteady } from './watching.ts'

describe('the pages of official warnings', () => {
  const agency = createTestFeed({ id: 'agency', parts: ['DE', 'AT'], partsAreCountries: true })
  const site = openSite({ warningFeeds: [agency], env: { RATE_LIMITS: 'alerts=0' } })
  const html = (path: string, headers: Record<string, string> = {}) => site.app.get(path, { accept: 'text/html', ...headers })
  /** The world's page is shared for a minute. */
  const read = async () => {
    site.app.clock.advance({ minutes: 3 })
    await site.app.services.warnings.readDue()
    await site.app.services.changes.check()
  }
  const hoursFromNow = (hours: number) => formatInstant(site.app.clock.now() + hours * HOUR_MS)
  const storm = (change: Partial<OfficialWarning> = {}) =>
    buildOfficialWarning({ sent: hoursFromNow(-1), start: hoursFromNow(-1), end: hoursFromNow(9), ...change })

  describe('503', () => {
    it('before anything was read: that is no all-clear', async () => {
      const { status, text, headers } = await html('/warnings/DE')
      assert.deepEqual({ status, retryAfter: headers.get('retry-after') }, { status: 503, retryAfter: '60' })
      assert.match(text, /cannot be loaded right now\. This does not mean that there are none/)
      assert.match(text, /<meta name="robots" content="noindex"/)
      assert.equal((await html('/warnings')).status, 503)
    })
  })

  describe('404', () => {
    for (const path of ['/warnings/XX', '/warnings/D', '/warnings/DEU', '/warnings/1A', '/warnings/DE/Berlin'])
      it(path, async () => assert.equal((await html(path)).status, 404))
  })

  describe('301', () => {
    it('to the code in capitals', async () => {
      const response = await fetch(`${site.app.url}/warnings/de?lang=fr`, { redirect: 'manual' })
      assert.deepEqual(
        { status: response.status, location: response.headers.get('location') },
        { status: 301, location: '/warnings/DE?lang=fr' },
      )
    })
  })

  describe('200', () => {
    it('says of a country without a feed that nothing is known', async () => {
      await read()
      const { status, text } = await html('/warnings/JP')
      assert.equal(status, 200)
      assert.match(text, /Japan: we have no list of official warnings\. This does not mean that there are none/)
      assert.match(text, /<meta name="robots" content="noindex"/)
    })

    it('says that there are none only of what was read recently', async () => {
      await read()
      assert.match((await html('/warnings/AT')).text, /Austria: no warning is in force or expected\./)
      const world = (await html('/warnings')).text
      assert.match(world, /No warning is in force or expected in the countries listed below/)
      assert.match(world, /All other countries: we have no list/)
      agency.publish([storm()], 'DE')
      await read()
      agency.behave('failing')
      site.app.clock.advance({ hours: 6 })
      await site.app.services.warnings.readDue()
      const old = (await html('/warnings/DE')).text
      assert.match(old, /Not updated recently: newer warnings may be missing/)
      assert.match(old, /Storm/)
      const both = (await html('/warnings')).text
      assert.doesNotMatch(both, /No warning is in force/)
      agency.behave('well')
    })

    it('lists warnings with the most severe first, those of the same words as one', async () => {
      agency.publish(
        [
          storm({
            key: 'a',
            level: { name: 'yellow', color: '#ffff00' },
            texts: [{ language: 'en', event: 'Fog', headline: null, description: 'Thick.', instruction: null }],
          }),
          storm({ key: 'b', messageId: 'B.1', areas: [{ ...buildRectangleArea(13, 52, 14, 53), name: 'Barnim' }] }),
          storm({ key: 'c', messageId: 'C.1', areas: [{ ...buildRectangleArea(14, 52, 15, 53), name: 'Oder-Spree' }] }),
        ],
        'DE',
      )
      agency.publish([storm({ key: 'd', messageId: 'D.1', level: { name: 'red', color: '#ff0000' } })], 'AT')
      await read()
      const page = await site.visit('/warnings')
      const events = page.getByRole('article')
      assert.deepEqual(await events.getByRole('heading').allTextContents(), ['Storm', 'Storm', 'Fog'])
      assert.match((await events.nth(1).textContent()) ?? '', /Germany.*Barnim; Oder-Spree/)
      const countries = page.getByRole('region', { name: 'By country' }).getByRole('listitem')
      assert.match((await countries.first().textContent()) ?? '', /^Austria1 Red/)
      await countries.getByRole('link', { name: 'Germany' }).click()
      await page.getByRole('heading', { level: 1, name: 'Official warnings: Germany' }).waitFor()
      assert.equal(await events.count(), 2)
      assert.equal(await page.getByText('2 warnings').count(), 1)
      await events.first().getByText('Text and advice').click()
      await events.first().getByText('Stay inside.').waitFor()
      assert.equal(await events.first().getByRole('link', { name: 'Warnings by agency' }).getAttribute('href'), 'https://warnings.example/')
    })

    it('has the text in the reader’s language, and the original, also in print', async () => {
      agency.publish(
        [
          storm({
            texts: [
              { language: 'de', event: 'Sturm', headline: null, description: 'Böen bis 100 km/h.', instruction: 'Bleiben Sie zu Hause.' },
              { language: 'fr', event: 'Tempête', headline: null, description: 'Rafales.', instruction: 'Restez chez vous.' },
            ],
          }),
        ],
        'DE',
      )
      await read()
      const page = await site.visit('/warnings/DE', { locale: 'fr-FR' })
      const article = page.getByRole('article').filter({ hasText: 'Rafales.' })
      await page.emulateMedia({ media: 'print' })
      await until('the text is there', async () => ((await article.getByText('Böen bis 100 km/h.').boundingBox())?.height ?? 0) > 0)
      assert.equal(await page.getByRole('application').isVisible(), false)
      await page.emulateMedia({ media: 'screen' })
      await article.getByText('Texte et conseils').click()
      await article.getByText('Restez chez vous.').waitFor()
      await article.getByText('Original (allemand)').waitFor()
      assert.equal(await article.getByText('Bleiben Sie zu Hause.').locator('..').getAttribute('lang'), 'de')
    })

    it('is complete without scripts, texts too', async () => {
      const page = await site.visit('/warnings/DE', { javaScriptEnabled: false })
      assert.equal(await page.getByRole('application').isVisible(), false)
      const article = page.getByRole('article').filter({ hasText: 'Bleiben Sie zu Hause.' })
      await article.getByText('Text and advice').click()
      assert.equal(await article.getByText('Bleiben Sie zu Hause.').isVisible(), true)
    })

    it('is there in every language', async () => {
      for (const lang of LANGUAGES) {
        const { status, text } = await html(`/warnings/DE?lang=${lang}`)
        assert.equal(status, 200)
        assert.match(text, new RegExp(`<html[^>]* lang="${lang}"`))
        assert.match(text, /data-color="orange"/)
      }
    })

    for (const [path, width, colorScheme] of [
      ['/warnings', 1440, 'light'],
      ['/warnings', 390, 'dark'],
      ['/warnings/DE', 390, 'light'],
      ['/warnings/DE?lang=ar', 1440, 'dark'],
    ] as const) {
      it(`fits, does not shift and is accessible: ${path}, ${width} pixels wide, ${colorScheme}`, async () => {
        const page = await site.visit(path, { viewport: { width, height: 844 }, colorScheme })
        await page.locator('path.leaflet-interactive').first().waitFor()
        await atRest(page)
        await assertSteady(page)
        await page.locator('summary').first().click()
        await assertAccessible(page)
      })
    }
  })
})

describe('warnings where no feed is read', () => {
  const site = openSite({ warningFeeds: [] })

  it('are unknown, and the page says so', async () => {
    const { status, text } = await site.app.get('/warnings', { accept: 'text/html' })
    assert.equal(status, 200)
    assert.match(text, /has no list of official warnings\. This does not mean that there are none/)
  })
})
