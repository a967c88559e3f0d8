import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { encodeCellBlend, toBlendKey } from '../../src/gateway/cell-blend.ts'
import { buildCellBlend } from '../../src/gateway/testing/cell-blend.ts'
import { LANGUAGES } from '../../src/messages/languages.ts'
import { DAY_MS } from '../../src/time.ts'
import { assertAccessible, openSite } from './browser.ts'

const BERLIN = '/weather/berlin-52.52,13.41'
const MADE = `${BERLIN}/sources`
const BERGEN = '/weather/bergen-60.39,5.32'
const CELL = toCell(52.52, 13.41)

describe('how a forecast is made', () => {
  const site = openSite({ now: '2026-07-01T06:00:00Z' })
  const read = async (path: string) => (await site.app.get(path, { accept: 'text/html' })).text
  const countCalls = async () => {
    await site.app.services.gateway.drain()
    const { rows } = await site.app.database.pool.query<{ n: number }>('select count(*)::int as n from upstream_call')
    return rows[0]?.n
  }

  it('is unknown where nothing is at hand, and asking costs no call', async () => {
    const page = await site.visit(`${BERGEN}/sources`)
    await page.getByText('No forecast for this place is available at present.').waitFor()
    assert.equal(await page.getByRole('table').count(), 0)
    assert.equal(await countCalls(), 0)
    assert.equal(await page.locator('meta[name="robots"]').getAttribute('content'), 'noindex')
    await assertAccessible(page)
    // There is nothing to say of what is no place.
    assert.equal((await site.app.get('/weather/nowhere/sources', { accept: 'text/html' })).status, 404)
  })

  it('is reached from the page of a place and of a day that are blended, and says what it is made of', async () => {
    // Nothing was learned there. The words are in every page, for the browser.
    assert.doesNotMatch(await read(BERGEN), new RegExp(`href="${BERGEN}/sources"`))
    const until = site.app.clock.now() + DAY_MS
    const blend = buildCellBlend({ openweather: 2 }, { simulated: true, at: site.app.clock.now(), until })
    const value = encodeCellBlend(blend) ?? assert.fail('it has every band')
    await site.app.services.level.put([{ key: toBlendKey(CELL.id), value, expiresAt: until }])
    const page = await site.visit(`${BERLIN}/2026-07-02`)
    await page
      .getByText(/high between .+ and .+, (quite|fairly|still) (un)?sure/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'How this forecast is made' }).click()
    await page.waitForURL(`**${MADE}`)
    await page.getByText('Temperatures here are made in this way.').waitFor()
    await page
      .getByText(/than OpenWeather, by 0\.5\s°C on average\. With a certainty of 95%, it is between 0\.3\s°C and 0\.7\s°C closer\./)
      .waitFor()
    assert.equal(await page.getByRole('row').count(), 2 + 48)
    const cells = await page.getByRole('row').nth(2).getByRole('cell').allTextContents()
    const [shown = NaN, sent = NaN, subtracted = NaN] = [cells[0], cells[2], cells[3]].map((text) =>
      parseFloat((text ?? '').replace('−', '-')),
    )
    assert.ok(Math.abs(sent - subtracted - shown) < 0.11, cells.join(' '))
    // The place's own address has the town's whole coordinates.
    assert.match(await read(BERLIN), /href="\/weather\/berlin-[\d.,]+\/sources"/)
  })

  it('is complete without scripts and accessible, in every language, on small and large screens, in light and dark', async () => {
    for (const lang of LANGUAGES) {
      const text = await read(`${MADE}?lang=${lang}`)
      assert.equal(text.split('<tr').length - 1, 2 + 48, lang)
    }
    for (const width of [320, 1440]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await site.visit(MADE, { locale: 'de', colorScheme, viewport: { width, height: 800 }, javaScriptEnabled: true })
        assert.equal(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'), 0)
        await assertAccessible(page)
      }
    }
  })
})
