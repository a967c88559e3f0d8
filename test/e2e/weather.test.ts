import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { LANGUAGES } from '../../src/messages/languages.ts'
import { assertAccessible, atRest, openSite } from './browser.ts'
import { assertSteady } from './watching.ts'

const BERLIN = '/weather/Berlin-52.52,13.41'
const OKLAHOMA_CITY = { lat: 35.47, lon: -97.52 }

/** What does not fit in the rows of the days, with each weekday in turn and a hard frost. */
function measureDays(page: Page, weekdays: readonly string[]): Promise<string[]> {
  return page.locator('section[aria-labelledby="days"] summary').evaluateAll((rows, names) => {
    const faults: string[] = []
    for (const [index, row] of rows.entries()) {
      const weekday = names[index % names.length] ?? ''
      const [name, sky, fall, wind, range] = row.children
      const [strong, words, min, max] = [name.querySelector('strong'), sky.lastElementChild, range.children[1], range.lastElementChild]
      strong.textContent = weekday
      min.textContent = '−28°'
      max.textContent = '−20°'
      const bounds = row.getBoundingClientRect()
      if (bounds.height > 64) faults.push(`${weekday}: ${bounds.height} high`)
      for (const [part, element] of Object.entries({ strong, fall, wind, min, max, range })) {
        const { width, height, left, right } = element.getBoundingClientRect()
        if (width === 0) continue
        if (element.scrollWidth > element.clientWidth + 1) faults.push(`${weekday}: ${part} is cut`)
        if (left < bounds.left - 1 || right > bounds.right + 1) faults.push(`${weekday}: ${part} stands outside`)
        if ((part === 'min' || part === 'max') && height > 32) faults.push(`${weekday}: ${part} has two lines`)
      }
      // On a phone the words are for screen readers.
      if (words.clientWidth > 1 && sky.clientWidth < 160) faults.push(`icon and words have ${sky.clientWidth} pixels`)
    }
    return faults
  }, weekdays)
}

describe('the weather of a place', () => {
  const site = openSite()

  it('is completely in the HTML: now, 48 hours and 8 days, without a script', async () => {
    await site.app.get(BERLIN, { accept: 'text/html' })
    const bare = await site.visit(BERLIN, { javaScriptEnabled: false })
    // Checks what is visible, wherever it is in the HTML: on a busy machine the page sends its frame first.
    assert.match(await bare.locator('body').innerText(), /Feels like/)
    assert.ok((await bare.locator('table tbody tr').count()) >= 48)
    const { text } = await site.app.get(BERLIN, { accept: 'text/html' })
    assert.match(text, /application\/ld\+json/)
  })

  it('has rows of days of one height at every width, in every language', async () => {
    await site.app.get(BERLIN, { accept: 'text/html' })
    for (const locale of LANGUAGES) {
      const page = await site.visit(BERLIN, { locale, javaScriptEnabled: false })
      const weekdays = Array.from({ length: 7 }, (_, day) =>
        new Date(Date.UTC(2026, 0, 4 + day)).toLocaleDateString(locale, { weekday: 'long' }),
      )
      for (const width of [320, 360, 390, 414, 600, 744, 768, 834, 1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const faults = await measureDays(page, weekdays)
        assert.deepEqual(faults, [], `${locale}, ${width} pixels`)
      }
    }
  })

  it('is about four screens of a phone', async () => {
    await site.app.get(BERLIN, { accept: 'text/html' })
    const page = await site.visit(BERLIN, { viewport: { width: 390, height: 844 } })
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
    assert.ok(height < 3_700, `${height} pixels`)
  })

  it('reads its 24 hours by pointer, touch and keys, to everybody, without moving anything', async () => {
    await site.app.get(BERLIN, { accept: 'text/html' })
    const { body } = await site.app.get('/api/weather?lat=52.52&lon=13.41&scope=hourly')
    const degrees = (index: number) => `Temperature: ${Math.round(body.points[index].temperature)}°`.replace('-', '−')
    for (const hasTouch of [false, true]) {
      const page = await site.visit(BERLIN, { hasTouch, viewport: { width: hasTouch ? 390 : 1_280, height: 900 } })
      const part = page.locator('section[aria-labelledby="hours"]')
      const chart = part.getByRole('application')
      const readOut = () => part.getByRole('status').innerText()
      await chart.waitFor()
      const box = (await chart.locator('svg').first().boundingBox()) ?? { x: NaN, y: NaN, width: NaN }
      const [x, y] = [box.x + ((14 + 3.5 * 29) / (24 * 29 + 28)) * box.width, box.y + 60]
      await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.move(x, y))
      assert.ok((await readOut()).includes(degrees(3)), await readOut())
      assert.match(await readOut(), /Gusts: \d/)
      await chart.focus()
      await page.keyboard.press('Home')
      assert.ok((await readOut()).includes(degrees(0)))
      await page.keyboard.press('ArrowRight')
      assert.ok((await readOut()).includes(degrees(1)))
      await page.keyboard.press('End')
      assert.ok((await readOut()).includes(degrees(23)))
      await assertAccessible(page)
      await assertSteady(page)
      await page.context().close()
    }
  })

  it('reads air and sea only for those who ask for them', async () => {
    const calls = () => Object.keys(site.app.simulator.calls().byProduct).filter((product) => /air|marine/.test(product))
    const page = await site.visit(BERLIN)
    assert.deepEqual(calls(), [])
    await page.getByRole('link', { name: 'Show air quality, pollen and sea' }).click()
    await page
      .getByRole('definition')
      .filter({ hasText: /European AQI \d+ \(/ })
      .waitFor()
    assert.equal(await page.getByRole('link', { name: 'Show air quality, pollen and sea' }).count(), 0)
    assert.notDeepEqual(calls(), [])
    await assertAccessible(page)
  })

  it('starts with the official warnings, in colour, icon and word', async () => {
    const starts = new Date(site.app.clock.now() - 3_600_000).toISOString()
    const ends = new Date(site.app.clock.now() + 5 * 3_600_000).toISOString()
    site.app.simulator.setConditions([
      { ...OKLAHOMA_CITY, alert: { event: 'Tornado Warning', severity: 'Extreme', start: starts, end: ends } },
    ])
    const path = `/weather/Oklahoma-City-${OKLAHOMA_CITY.lat},${OKLAHOMA_CITY.lon}`
    await site.app.get(path, { accept: 'text/html' })
    await site.app.services.gateway.drain()
    const page = await site.visit(path)
    const warning = page.getByRole('article').filter({ hasText: 'Tornado Warning' }).first()
    await warning.waitFor()
    assert.match((await warning.textContent()) ?? '', /Extreme/)
    assert.ok((await warning.locator('svg').count()) > 0)
    await assertAccessible(page)
  })

  it('says the most important on the first screen of a phone, in every language', async () => {
    const [start, end] = [-1, 5].map((hours) => new Date(site.app.clock.now() + hours * 3_600_000).toISOString())
    const instruction = 'Take cover now. Move to a basement or an interior room on the lowest floor of a sturdy building. '.repeat(5)
    site.app.simulator.setConditions([
      { ...OKLAHOMA_CITY, alert: { event: 'Tornado Warning', severity: 'Extreme', start, end, instruction } },
      { ...OKLAHOMA_CITY, weather: { thunder: true, temperature: 21, windGust: 45 } },
    ])
    site.app.clock.advance({ hours: 1 })
    const path = `/weather/oklahoma-city-${OKLAHOMA_CITY.lat},${OKLAHOMA_CITY.lon}`
    await site.app.get(path, { accept: 'text/html' })
    await site.app.services.gateway.drain()
    const linesOf = (locator: Locator) =>
      locator.evaluate((element) => {
        const range = element.ownerDocument.createRange()
        range.selectNodeContents(element)
        return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8))).size
      })
    for (const locale of LANGUAGES) {
      const page = await site.visit(path, { locale, viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
      const now = page.locator('section[aria-labelledby="now"]')
      const [sentence, facts] = [now.locator('div + p, div > p').last(), now.locator('dl > div')]
      assert.ok((await linesOf(sentence)) <= 2, `${locale}: ${await sentence.innerText()}`)
      assert.equal(await facts.count(), 3, locale)
      assert.match((await facts.nth(1).innerText()).normalize('NFKC'), /\d.*\n.*\d/s, 'wind and gust')
      const end = (await facts.last().boundingBox()) ?? { y: NaN, height: 0 }
      assert.ok(end.y + end.height < 844, `${locale}: ends at ${end.y + end.height}`)
      const warning = page.getByRole('article').filter({ hasText: 'Tornado Warning' }).locator('summary').first()
      await warning.getByText('Take cover now.').waitFor()
      assert.ok(((await warning.boundingBox())?.height ?? NaN) <= 100, `${locale}: three lines`)
    }
  })

  it('shows the severity of a warning as soon as it is known, even at a place that nobody visited before', async () => {
    const tulsa = { lat: 36.15, lon: -95.99 }
    const at = (hours: number) => new Date(site.app.clock.now() + hours * 3_600_000).toISOString()
    site.app.simulator.setConditions([{ ...tulsa, alert: { event: 'Tornado Warning', severity: 'Extreme', start: at(-1), end: at(5) } }])
    site.app.simulator.setFaults([{ kind: 'delay', delayMs: 1_000, match: { product: 'nws/alerts' } }])
    const page = await site.visit(`/weather/Tulsa-${tulsa.lat},${tulsa.lon}`)
    const warning = page.getByRole('article').filter({ hasText: 'Tornado Warning' })
    await warning.filter({ hasText: 'Extreme' }).first().waitFor()
    site.app.simulator.setFaults([])
  })

  it('is marked as old when the provider fails, never as fresh', async () => {
    await site.app.get(BERLIN, { accept: 'text/html' })
    await site.app.services.gateway.drain()
    site.app.simulator.setFaults([{ kind: 'status', status: 503 }])
    site.app.clock.advance({ hours: 7 })
    const page = await site.visit(BERLIN)
    const text = (await page.textContent('main')) ?? ''
    assert.match(text, /The provider is not responding/)
    assert.match(text, /7 hours ago/)
    await assertAccessible(page)
    site.app.simulator.setFaults([])
  })

  it('is an error page if nothing is cached', async () => {
    site.app.simulator.setFaults([{ kind: 'status', status: 503 }])
    const page = await site.visit('/weather/Perth-31.95,115.86', { expected: /502/ })
    // On a busy machine the frame is sent first.
    await page.getByRole('heading', { level: 1, name: 'The weather is not available right now' }).waitFor()
    site.app.simulator.setFaults([])
  })
})

describe('every public page', () => {
  const site = openSite()

  it('has on paper what can be read there, and edges where a reader chooses the colours', async () => {
    const page = await site.visit(BERLIN)
    await page.emulateMedia({ media: 'print' })
    const names = await page.locator('main h2').allTextContents()
    const seen = await page.locator('main h2:visible').allTextContents()
    assert.deepEqual(
      names.filter((name) => !seen.includes(name)),
      ['Weather map', 'Weather for Berlin by email', 'The past week', 'Data sources', 'Is something wrong?'],
    )
    await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
    const widths = await page
      .locator('.card:visible')
      .evaluateAll((cards) => cards.map((card) => (card as unknown as { clientTop: number }).clientTop))
    assert.ok(widths.length > 6 && widths.every((width) => width >= 1), String(widths))
    await page.context().close()
  })

  it('passes axe and fits the screen: light, dark, narrow and wide', async () => {
    for (const path of ['/', BERLIN, '/settings', '/pages/privacy']) {
      const page = await site.visit(path)
      if (path === '/') await page.getByRole('radio', { name: 'Clouds' }).waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [390, 1280]) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 900 })
          await atRest(page)
          const look = `${path}, ${colorScheme}, ${width} pixels wide`
          await assertAccessible(page, look)
          const wider = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
          assert.ok(Number(wider) <= 0, `${look}: ${String(wider)} px wider than the screen`)
        }
      }
      await page.context().close()
    }
  })
})
