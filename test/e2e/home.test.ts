import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { USER_AGENT } from '../../tools/browser/browser.ts'
import { until } from '../helpers/until.ts'
import { assertAccessible, atRest, hydrated, openSite, stored } from './browser.ts'
import { requestsOf, assertSteady } from './watching.ts'

describe('the front page', () => {
  const site = openSite()

  it('has the weather in its HTML, and describes itself to search engines', async () => {
    let text = ''
    // A page waits only briefly for the weather.
    await until('the weather is there', async () => {
      ;({ text } = await site.app.get('/', { accept: 'text/html', 'user-agent': USER_AGENT }))
      return />-?\d+°</.test(text)
    })
    assert.match(text, /<h2[^>]*>London<\/h2>/)
    assert.match(text, /<link rel="canonical" href="http:\/\/localhost:\d+\/"/)
    assert.match(text, /hrefLang="de"/i)
    const data = JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(text)?.[1] ?? '') as Record<string, unknown>
    assert.equal(data['@type'], 'WebSite')
  })

  it('shows examples if nobody has searched, and calls a place popular once several have searched for it', async () => {
    const front = async () => (await site.app.get('/', { accept: 'text/html', 'user-agent': USER_AGENT })).text
    const cards = async (title: string) => {
      const [, list = ''] = new RegExp(`<h2 id="popular">${title}</h2><ul[^>]*>(.*?)</ul>`).exec(await front()) ?? []
      return list.split('<li>').slice(1)
    }
    // The first visit requests the weather of the examples, but does not wait long for it.
    await until(
      'the examples have weather',
      async () => (await cards('Places to start with')).filter((card) => card.includes('°')).length === 8,
    )
    const [lisbon] = (await site.app.get('/api/geocode?q=lisbon')).body as { lat: number; lon: number }[]
    for (const times of [1, 2, 3]) {
      assert.equal((await cards('Places to start with')).length, 8)
      assert.doesNotMatch(await front(), /Lisbon/, `after ${times - 1}`)
      // A client counts once per hour.
      site.app.clock.advance({ hours: 1 })
      await site.app.get(`/api/weather?lat=${lisbon?.lat}&lon=${lisbon?.lon}&scope=current&trigger=search_preview`)
      await site.app.services.places.searches.flush()
      site.app.clock.advance({ seconds: 3 })
    }
    assert.match(await front(), /<h2 id="hero"[^>]*>Lisbon</)
    const found = await cards('Places to start with')
    assert.match(found[0] ?? '', /Lisbon/)
    assert.equal(found.length, 8)
  })

  it('is reached from other pages without a full page load', async () => {
    const page = await site.visit('/settings')
    const documents = requestsOf(page, /\/$/)
    await page.getByRole('link', { name: 'Isobar' }).click()
    await page.getByRole('heading', { level: 1, name: 'What will the weather be?' }).waitFor()
    assert.deepEqual(documents, [])
  })

  const assertSteadyOnceDrawn = async (page: Page): Promise<void> => {
    await page.waitForLoadState('networkidle')
    await assertSteady(page)
  }

  it('does not shift and fits, 390 pixels wide', async () => {
    const page = await site.visit('/', { viewport: { width: 390, height: 844 } })
    await assertSteadyOnceDrawn(page)
    await page.mouse.wheel(0, 2_000)
    await atRest(page)
    const loaded = await page.evaluate<string[]>('performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)')
    assert.deepEqual(
      loaded.filter((path) => path.includes('map')),
      [],
      'the map is a page of its own',
    )
  })

  it('does not shift and fits, 1280 pixels wide, and loads tiles of the layer that a person chooses, but never for a crawler', async () => {
    const page = await site.visit('/', { viewport: { width: 1280, height: 844 } })
    await page.getByRole('radio', { name: 'Clouds' }).waitFor()
    await assertSteadyOnceDrawn(page)
    const clouds = requestsOf(page, /map-tile\/clouds\/2\//)
    const first = page.waitForResponse(/map-tile\/clouds/)
    await page.getByRole('radio', { name: 'Clouds' }).check()
    await first
    assert.ok(clouds.length > 0 && clouds.length <= 8, clouds.join('\n'))
    const closer = page.waitForResponse(/map-tile\/clouds\/4\//)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await closer

    const crawler = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
    const { text } = await site.app.get('/', { accept: 'text/html', 'user-agent': crawler })
    assert.match(text, /<h2 id="hero"/)
    assert.doesNotMatch(text, /role="application"|type="radio"/)
  })

  it('saves places in the browser, and shows them with one request in every tab', async () => {
    const places = Array.from({ length: 30 }, (_, i) => ({ name: `Place ${i}`, lat: i, lon: i }))
    const page = await site.visit('/settings', stored(site, { saved_places: JSON.stringify(places) }))
    const asked = requestsOf(page, /\/api\/weather\/batch/)
    await page.goto('/')
    await hydrated(page)
    const list = page.getByRole('region', { name: 'Saved places' })
    await list.getByRole('link', { name: /Place 29.*°/ }).waitFor()
    assert.equal(await list.getByRole('link', { name: /^Place \d/ }).count(), 30)
    assert.equal(asked.length, 1)

    const other = await page.context().newPage()
    await other.goto('/')
    await hydrated(other)
    await other.getByRole('button', { name: 'Remove Place 0' }).click()
    await list.getByRole('link', { name: /Place 0/ }).waitFor({ state: 'detached' })
    assert.equal(await list.getByRole('link', { name: /^Place \d/ }).count(), 29)
    assert.equal(asked.length, 1)
  })

  it('begins with the places of its visitor, and says nothing of them to others', async () => {
    for (const places of [[], [{ name: 'Lima', lat: -12.05, lon: -77.04 }]]) {
      const texts = stored(site, { saved_places: JSON.stringify(places) })
      const page = await site.visit('/', { ...texts, viewport: { width: 390, height: 844 } })
      const [saved, hero] = [page.locator('section[aria-labelledby="saved"]'), page.locator('section[aria-labelledby="hero"]')]
      if (places.length === 0) assert.equal(await saved.count(), 0)
      else {
        await saved.getByRole('link', { name: /Lima.*°/ }).waitFor()
        const [first, second] = [await saved.boundingBox(), await hero.boundingBox()]
        assert.ok((first?.y ?? NaN) < (second?.y ?? NaN) && (first?.y ?? NaN) < 400)
      }
      await assertSteadyOnceDrawn(page)
    }
  })

  it('goes to the user’s location after a click, and says so if the browser withholds it', async () => {
    const page = await site.visit('/', { geolocation: { latitude: 48.137_154, longitude: 11.576_124 } })
    const here = page.getByRole('button', { name: 'Use my location' })
    await here.click()
    await page.getByText('Your browser did not share your location').waitFor()
    await page.context().grantPermissions(['geolocation'])
    await here.click()
    await page.waitForURL(/\/weather\/[^/]+-48\.14,11\.58/)
  })

  it('reports the visit without cookies, and nothing for visitors who opt out', async () => {
    const page = await site.visit('/settings')
    const events: { type: string; path: string; name?: string }[] = []
    // What is not sent when the page is hidden was sent some seconds after it happened.
    page.on('request', (request) => {
      if (request.url().endsWith('/api/analytics/collect')) events.push(...JSON.parse(request.postData() ?? '').events)
    })
    await page.goto('/')
    await hydrated(page)
    await page.waitForLoadState('networkidle')
    // On a busy machine the largest paint is reported after the network is idle; the page's own observer hears of it first.
    await page.evaluate(
      "new Promise((done) => new PerformanceObserver(() => done()).observe({ type: 'largest-contentful-paint', buffered: true }))",
    )
    await page.evaluate(
      "Object.defineProperty(document, 'visibilityState', { value: 'hidden' }); document.dispatchEvent(new Event('visibilitychange'))",
    )
    await until('the largest paint is reported', () =>
      events.some(({ type, name, path }) => type === 'vitals' && name === 'LCP' && path === '/'),
    )
    assert.deepEqual(
      events.filter(({ type, path }) => type === 'pageview' && path === '/'),
      [{ path: '/', type: 'pageview' }],
    )
    assert.deepEqual(await page.context().cookies(), [])

    const silent = await site.visit('/settings')
    const beacons = requestsOf(silent, /analytics/)
    await silent.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })")
    await silent.goto('/')
    await silent.waitForLoadState('networkidle')
    await silent.goto('/settings')
    assert.deepEqual(
      beacons.filter((url) => url.endsWith('/collect')),
      [],
    )
  })
})

describe('the front page while a provider is in trouble', () => {
  const site = openSite()
  const hero = (page: Page) => page.getByRole('region', { name: 'London' })

  it('does not wait long, and shows the weather when it arrives', async () => {
    // Longer than a busy machine takes to show the page.
    site.app.simulator.setFaults([{ kind: 'delay', delayMs: 8_000 }])
    const page = await site.visit('/')
    await hero(page).getByText('Loading the weather').waitFor()
    await hero(page)
      .getByText(/^-?\d+°$/)
      .first()
      .waitFor()
    // An answer that arrives after the clock advances would count as fresh.
    await atRest(page)
    site.app.simulator.setFaults([])
  })

  it('gives the age of weather that is older than it should be', async () => {
    site.app.clock.advance({ hours: 3 })
    site.app.simulator.setFaults([{ kind: 'status', status: 500 }])
    const page = await site.visit('/', { expected: /502/ })
    await hero(page).getByText('Last updated 3 hours ago. Our provider is not responding right now.').waitFor()
    await assertAccessible(page)
  })
})

describe('what is near a visitor', () => {
  const site = openSite({ env: { TRUST_PROXY: '1' } })

  it('is their place on a map, without asking what others search for', async () => {
    const where = { country: 'IT', city: 'Rome', latitude: '41.9', longitude: '12.5' }
    const headers = Object.fromEntries(Object.entries(where).map(([field, value]) => [`x-vercel-ip-${field}`, value]))
    const page = await site.visit('/settings', { extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.9', ...headers } })
    const asked = requestsOf(page, /\/api\/recent-checks/)
    await page.goto('/')
    await page.getByRole('region', { name: 'Rome' }).getByText('Near you').waitFor()
    await page.getByRole('radio', { name: 'Clouds' }).waitFor()
    // The names of countries are drawn where temperatures would be.
    await page.getByRole('application').getByText('Italy', { exact: true }).waitFor()
    await atRest(page)
    assert.deepEqual(asked, [])
  })
})

describe('the front page without a provider of map tiles', () => {
  const site = openSite({ env: { WEATHER_PROVIDERS: 'open-meteo' } })

  it('shows the weather of a place without a map, and without a gap', async () => {
    const page = await site.visit('/')
    const hero = page.locator('section[aria-labelledby="hero"]')
    await hero.getByText('°').first().waitFor()
    assert.equal(await page.getByRole('radio').count(), 0)
    assert.equal(await hero.locator(':scope > *').count(), 1)
    await assertAccessible(page)
  })
})
