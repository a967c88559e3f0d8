import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../helpers/until.ts'
import { assertAccessible, atRest, openSite } from './browser.ts'
import { requestsOf } from './watching.ts'

const BERLIN = '/weather/berlin-52.52,13.41'

/** The part of the page, seen, so that what reads it has been loaded. */
async function seen(page: Page) {
  const part = page.locator('section[aria-labelledby="meteogram"]')
  await part.scrollIntoViewIfNeeded()
  const reader = part.getByRole('application')
  await reader.waitFor()
  await reader.scrollIntoViewIfNeeded()
  await atRest(page)
  return { part, reader, readOut: () => part.getByRole('status').innerText() }
}

describe('the meteogram of a place', () => {
  const site = openSite()

  it('is a picture and a table without scripts', async () => {
    const page = await site.visit(BERLIN, { javaScriptEnabled: false })
    const part = page.locator('section[aria-labelledby="meteogram"]')
    const picture = part.getByRole('img', { name: /^The weather in Berlin over the next days/ })
    await picture.scrollIntoViewIfNeeded()
    await until(
      'the picture is loaded',
      async () => (await page.evaluate('document.querySelector("#meteogram ~ div img").naturalWidth')) !== 0,
    )
    assert.ok(((await picture.boundingBox())?.height ?? 0) > 300)
    assert.equal(await part.getByRole('status').count(), 0)
    await part.getByText('All hours as a table').click()
    const rows = part.getByRole('row')
    const { body } = await site.app.get('/api/weather?lat=52.52&lon=13.41&scope=hourly')
    const temperature = `${Math.round(body.points[7].temperature)}°`.replace('-', '−')
    const texts = (await rows.allInnerTexts()).filter((text) => /^\d\d:00/.test(text))
    assert.equal(texts.length, body.points.length)
    assert.equal(texts[7]?.split('\t')[2], temperature)
  })

  it('is loaded with its script only when it is seen, and read by the keys, hour by hour and day by day, to everybody', async () => {
    const page = await site.visit(BERLIN)
    const asked = requestsOf(page, /reader-/)
    await atRest(page)
    assert.deepEqual(asked, [], 'not before')
    const { part, reader, readOut } = await seen(page)
    assert.equal(asked.length, 1)
    await reader.focus()
    const rows = (await part.locator('tbody tr').allTextContents()).filter((text) => /^\d\d:00/.test(text))
    const hours = rows.map((text) => text.slice(0, 5))
    const at = async () => /, (\d\d:\d\d)/.exec(await readOut())?.[1]
    assert.equal(await at(), hours[0])
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    assert.equal(await at(), hours[2])
    assert.match(await readOut(), /Temperature: −?\d+°/)
    await page.keyboard.press('ArrowLeft')
    assert.equal(await at(), hours[1])
    await page.keyboard.press('PageDown')
    assert.equal(await at(), '00:00')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('PageUp')
    assert.equal(await at(), '00:00')
    await page.keyboard.press('Home')
    assert.equal(await at(), hours[0])
    await page.keyboard.press('ArrowLeft')
    assert.equal(await at(), hours[0])
    // The last hour that its sources have.
    await page.keyboard.press('End')
    const { body } = await site.app.get('/api/weather?lat=52.52&lon=13.41&scope=hourly&hours=384')
    const last = new Date(body.points.at(-1).time).toLocaleString('en-GB', { timeZone: body.timezone, hour: '2-digit', minute: '2-digit' })
    assert.equal(await at(), last)
    assert.ok(body.points.length > 300, String(body.points.length))
    // Other keys stay the browser's.
    await page.keyboard.press('Tab')
    assert.equal(await reader.and(page.locator(':focus')).count(), 0)
    await assertAccessible(page)
  })

  it('is read by the pointer, with one mark over all lanes, and by touch', async () => {
    for (const hasTouch of [false, true]) {
      const page = await site.visit(BERLIN, { hasTouch, viewport: { width: hasTouch ? 390 : 1_280, height: 900 } })
      const { reader, readOut } = await seen(page)
      const measure = async () => {
        const box = await reader.boundingBox()
        assert.ok(box !== null)
        return box
      }
      const to = async (share: number) => {
        const box = await measure()
        const [x, y] = [box.x + box.width * share, box.y + 100]
        await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.move(x, y))
        return readOut()
      }
      const early = await to(0.2)
      assert.match(early, /Temperature: /)
      await until('another hour is read', async () => (await to(0.5)) !== early)
      const [mark, box] = [await reader.locator('rect').boundingBox(), await measure()]
      assert.ok(mark !== null && mark.x <= box.x + box.width * 0.5 && mark.x + mark.width >= box.x + box.width * 0.5)
      assert.ok(mark.height > box.height * 0.6)
      const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
      assert.ok(Number(wider) <= 0)
      await page.context().close()
    }
  })

  it('is legible in both themes and in Arabic, and never moves what is around it', async () => {
    for (const [colorScheme, locale] of [
      ['light', 'en-GB'],
      ['dark', 'ar'],
    ] as const) {
      const page = await site.visit(BERLIN, { colorScheme, locale, viewport: { width: 834, height: 900 } })
      await page.evaluate(
        'globalThis.shifts = 0; new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shifts += value }).observe({ type: "layout-shift" })',
      )
      const { part, reader } = await seen(page)
      await reader.focus()
      await page.keyboard.press('ArrowRight')
      const { width, height } = (await part.locator('img').boundingBox()) ?? { width: 0, height: 0 }
      const natural = await page.evaluate(
        '(({ naturalWidth, naturalHeight }) => naturalHeight / naturalWidth)(document.querySelector("section[aria-labelledby=meteogram] img"))',
      )
      assert.ok(Math.abs(height / width - Number(natural)) < 0.01, 'the page knows its height')
      await assertAccessible(page, locale)
      assert.ok(Number(await page.evaluate('globalThis.shifts')) < 0.01)
      await page.context().close()
    }
  })
})
