import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { assertAccessible, hydrated, openSite, type VisitOptions } from './browser.ts'

/** A browser that does not say that it is driven by a program: those are taken for crawlers. */
const PERSON: VisitOptions = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
}
const search = (page: Page) => page.getByRole('combobox', { name: 'Find a place' })

/** The requests of a page that an address matches, from now on. */
function requestsOf(page: Page, pattern: RegExp): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    if (pattern.test(request.url())) seen.push(request.url())
  })
  return seen
}

describe('the search', () => {
  const site = openSite()

  it('leads to a city by the keyboard alone, and asks once for what was typed', async () => {
    const page = await site.visit('/', PERSON)
    const asked = requestsOf(page, /\/api\/geocode/)
    await page.clock.install()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await search(page).focus()
    await page.keyboard.type('berlin')
    await page.clock.runFor(240)
    assert.deepEqual(asked, [])
    await page.clock.runFor(10)
    await page.clock.resume()
    const option = page.getByRole('option', { name: /^Berlin.*Germany/ })
    await option.waitFor()
    assert.equal(asked.length, 1, asked.join('\n'))
    assert.match(asked[0] ?? '', /q=berlin&lang=en/)
    assert.equal(await page.getByRole('status').filter({ hasText: 'found' }).textContent(), '1 place found')
    await page.keyboard.press('ArrowDown')
    assert.equal(await option.getAttribute('aria-selected'), 'true')
    assert.equal(await search(page).getAttribute('aria-activedescendant'), await option.getAttribute('id'))
    await assertAccessible(page, 'the open list')
    await page.keyboard.press('Escape')
    assert.equal(await search(page).getAttribute('aria-expanded'), 'false')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/weather\/berlin-52\.5\d*,13\.\d+/)
  })

  it('shows the weather of a suggestion on which one stays, by one request', async () => {
    const page = await site.visit('/', PERSON)
    const asked = requestsOf(page, /\/api\/weather\?.*trigger=search_preview/)
    await search(page).fill('berlin')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: /-?\d+°/ }).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    assert.equal(asked.length, 1, asked.join('\n'))
  })

  it('leads to the suggestion that is clicked, and finds it again in another language', async () => {
    const page = await site.visit('/', { ...PERSON, locale: 'de-DE' })
    await page.getByRole('combobox', { name: 'Ort suchen' }).fill('münchen')
    await page.getByRole('option', { name: /^München.*Deutschland/ }).click()
    await page.waitForURL(/\/weather\/m[^/]*-48\.1\d*,11\.5\d*/)
  })

  it('takes nobody to what was found for less than was typed', async () => {
    const page = await site.visit('/', PERSON)
    await search(page).fill('ber')
    await page.getByRole('option').first().waitFor()
    await page.route(/\/api\/geocode\?q=berx/, () => undefined)
    await search(page).fill('berxyz')
    await page.keyboard.press('Enter')
    await page.waitForURL('/?q=berxyz')
  })

  it('says that nothing was found, and that it does not answer', async () => {
    const page = await site.visit('/', { ...PERSON, expected: /429/ })
    await search(page).fill('qqqqqqqq')
    await page.getByText('No place of that name was found').waitFor()
    await page.route(/\/api\/geocode/, (route) => route.fulfill({ status: 429, json: { error: 'rate_limited', message: 'Too many' } }))
    await search(page).fill('qqqqqqqqq')
    await page.getByText('The search does not answer right now').waitFor()
  })

  it('works without scripts', async () => {
    const { text, status } = await site.app.get('/?q=berlin', { accept: 'text/html', 'user-agent': String(PERSON.userAgent) })
    assert.equal(status, 200)
    assert.match(text, /<a [^>]*href="\/weather\/berlin-52\.5[^"]*from=search"[^>]*>/)
    assert.match(text, /<meta name="robots" content="noindex"/)
    assert.match((await site.app.get('/?q=qqqqqqqq', { accept: 'text/html' })).text, /No place of that name was found/)
  })
})

describe('the front page', () => {
  const site = openSite()

  it('has the weather in its HTML, and says what it is to search engines', async () => {
    const { text } = await site.app.get('/', { accept: 'text/html', 'user-agent': String(PERSON.userAgent) })
    assert.match(text, /<h2[^>]*>London<\/h2>/)
    assert.match(text, />-?\d+°</)
    assert.match(text, /<link rel="canonical" href="http:\/\/localhost:\d+\/"/)
    assert.match(text, /hrefLang="de"/i)
    const data = JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(text)?.[1] ?? '') as Record<string, unknown>
    assert.equal(data['@type'], 'WebSite')
  })

  it('stands examples where nobody has searched, and what is searched for as soon as somebody has', async () => {
    const page = await site.visit('/', PERSON)
    assert.equal(await page.getByRole('region', { name: 'Some places to begin with' }).getByRole('link', { name: /°/ }).count(), 8)
    const [lisbon] = (await site.app.get('/api/geocode?q=lisbon')).body as { lat: number; lon: number }[]
    await site.app.get(`/api/weather?lat=${lisbon?.lat}&lon=${lisbon?.lon}&scope=current&trigger=search_select`)
    for (let tries = 0; tries < 50 && (await site.app.get('/api/recent-checks')).body.checks.length === 0; tries++) {
      await sleep(200)
      site.app.clock.advance({ seconds: 2 })
    }
    await page.reload()
    await page
      .getByRole('region', { name: 'Popular places' })
      .getByRole('link', { name: /Lisbon.*°/ })
      .waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Lisbon' }).count(), 1)
  })

  it('is reached from other pages without loading the site anew', async () => {
    const page = await site.visit('/settings', PERSON)
    const documents = requestsOf(page, /\/$/)
    await page.getByRole('link', { name: 'Isobar' }).click()
    await page.getByRole('heading', { level: 1, name: 'What will the weather be?' }).waitFor()
    assert.deepEqual(documents, [])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      it(`is accessible and stands still: ${colorScheme}, ${width} pixels wide`, async () => {
        const page = await site.visit('/', { ...PERSON, colorScheme, viewport: { width, height: 844 } })
        await page.getByRole('radio', { name: 'Clouds' }).waitFor()
        await page.waitForLoadState('networkidle')
        await assertAccessible(page)
        const [shift, beyond] = await page.evaluate<[number, number]>(SHIFT_AND_OVERFLOW)
        assert.ok(shift <= 0.01, `moved by ${shift}`)
        assert.ok(beyond <= 0, `${beyond} pixels too wide`)
      })
    }
  }

  it('asks for tiles of the layer that was chosen, when a person looks at the map; never for a crawler', async () => {
    const page = await site.visit('/', PERSON)
    const clouds = requestsOf(page, /map-tile\/clouds\/4\//)
    await page.getByRole('radio', { name: 'Clouds' }).check()
    await page.waitForResponse(/map-tile\/clouds/)
    assert.ok(clouds.length > 0 && clouds.length <= 8, clouds.join('\n'))
    const closer = page.waitForResponse(/map-tile\/clouds\/5\//)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await closer

    const crawler = await site.visit('/', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })
    await crawler.waitForLoadState('networkidle')
    assert.equal(await crawler.getByRole('radio').count(), 0)
  })

  it('keeps places in the browser and shows them all by one request, in every tab', async () => {
    const page = await site.visit('/', PERSON)
    const asked = requestsOf(page, /\/api\/weather\/batch/)
    const places = Array.from({ length: 30 }, (_, i) => ({ name: `Place ${i}`, lat: i, lon: i }))
    await page.evaluate((list) => localStorage.setItem('saved_places', JSON.stringify(list)), places)
    await page.reload()
    await hydrated(page)
    const list = page.getByRole('region', { name: 'Saved places' })
    await list.getByRole('link', { name: /Place 29.*°/ }).waitFor()
    assert.equal(await list.getByRole('link').count(), 30)
    assert.equal(asked.length, 1)

    const other = await page.context().newPage()
    await other.goto('/')
    await hydrated(other)
    await other.getByRole('button', { name: 'Remove Place 0' }).click()
    await list.getByRole('link', { name: /Place 0/ }).waitFor({ state: 'detached' })
    assert.equal(await list.getByRole('link').count(), 29)
    assert.equal(asked.length, 1)
  })

  it('goes to where one is after a click, and says so when the browser does not tell', async () => {
    const page = await site.visit('/', {
      ...PERSON,
      permissions: ['geolocation'],
      geolocation: { latitude: 48.137_154, longitude: 11.576_124 },
    })
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.waitForURL(/\/weather\/[^/]+-48\.14,11\.58/)
    const refused = await site.visit('/', PERSON)
    await refused.getByRole('button', { name: 'Use my location' }).click()
    await refused.getByText('Your browser does not tell us where you are').waitFor()
  })

  it('tells of the visit without cookies, and nothing of who asks not to be counted', async () => {
    const page = await site.visit('/', PERSON)
    await page.waitForLoadState('networkidle')
    const sent = page.waitForRequest(/\/api\/analytics\/collect/)
    await page.evaluate(
      "Object.defineProperty(document, 'visibilityState', { value: 'hidden' }); document.dispatchEvent(new Event('visibilitychange'))",
    )
    const { events } = JSON.parse((await sent).postData() ?? '') as { events: { type: string; path: string; name?: string }[] }
    assert.deepEqual(
      events.filter(({ type }) => type === 'pageview'),
      [{ path: '/', type: 'pageview' }],
    )
    assert.ok(events.some(({ type, name }) => type === 'vitals' && name === 'LCP'))
    assert.deepEqual(await page.context().cookies(), [])

    const silent = await site.visit('/settings', PERSON)
    const told = requestsOf(silent, /analytics/)
    await silent.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })")
    await silent.goto('/')
    await silent.waitForLoadState('networkidle')
    await silent.goto('/settings')
    assert.deepEqual(
      told.filter((url) => url.endsWith('/collect')),
      [],
    )
  })
})

describe('the front page while a provider is in trouble', () => {
  const site = openSite()
  const hero = (page: Page) => page.getByRole('region', { name: 'London' })

  it('does not wait for long, and shows the weather when it is there', async () => {
    site.app.simulator.setFaults([{ kind: 'delay', delayMs: 2_500 }])
    const page = await site.visit('/', PERSON)
    await hero(page).getByText('The weather is on its way').waitFor()
    await hero(page)
      .getByText(/^-?\d+°$/)
      .first()
      .waitFor()
    site.app.simulator.setFaults([])
  })

  it('says how old the weather is when it is older than it should be', async () => {
    site.app.clock.advance({ hours: 3 })
    site.app.simulator.setFaults([{ kind: 'status', status: 500 }])
    const page = await site.visit('/', { ...PERSON, expected: /502/ })
    await hero(page).getByText('As of 3 hours ago. Our provider does not answer right now.').waitFor()
    await assertAccessible(page)
  })
})

/** How much the page has moved by itself, and how much wider it is than the screen. */
const SHIFT_AND_OVERFLOW = `new Promise((done) => {
  let moved = 0
  new PerformanceObserver((list) => { for (const shift of list.getEntries()) if (!shift.hadRecentInput) moved += shift.value }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => done([moved, document.documentElement.scrollWidth - innerWidth]), 100)
})`

/** Fills each slot as the ad program's script does: with a frame. */
const STAND_IN = `(() => {
  const fill = () => {
    const slot = document.querySelector('ins.adsbygoogle:not([data-adsbygoogle-status])')
    slot.setAttribute('data-adsbygoogle-status', 'done')
    const frame = document.createElement('iframe')
    frame.style.cssText = 'width: 100%; height: 100%; border: 0'
    frame.title = 'An ad'
    slot.append(frame)
  }
  for (const _ of window.adsbygoogle) fill()
  window.adsbygoogle = { push: fill }
})()`

describe('ads', () => {
  const site = openSite({
    env: {
      AD_PROGRAM_CLIENT_ID: 'ca-pub-1234567890123456',
      AD_PROGRAM_SLOT_HERO: '1111111111',
      AD_PROGRAM_SLOT_DASHBOARD: '2222222222',
      AD_PROGRAM_SLOT_RECENT_CHECKS: '3333333333',
    },
  })
  const policyOf = async (path: string, cookie: string) =>
    (await site.app.get(path, { accept: 'text/html', 'user-agent': String(PERSON.userAgent), cookie })).headers.get(
      'content-security-policy',
    ) ?? ''

  it('are loaded after a yes, in space that was kept for them, and not before', async () => {
    const page = await site.visit('/', PERSON)
    const loaded = requestsOf(page, /googlesyndication/)
    await page.route(/googlesyndication/, (route) => route.fulfill({ contentType: 'text/javascript', body: STAND_IN }))
    await page.waitForLoadState('networkidle')
    await assertAccessible(page, 'the question')
    assert.deepEqual(loaded, [])
    assert.equal(await page.locator('ins').count(), 0)

    await page.getByRole('button', { name: 'Allow ads' }).click()
    await page.locator('ins iframe').first().waitFor()
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    await page.locator('ins iframe').nth(2).waitFor()
    assert.equal(loaded.length, 1)
    const [shift] = await page.evaluate<[number, number]>(SHIFT_AND_OVERFLOW)
    assert.ok(shift <= 0.01, `moved by ${shift}`)
    await assertAccessible(page, 'with ads')
    assert.equal(await page.getByRole('button', { name: 'Allow ads' }).count(), 0)

    await page.goto('/settings')
    await hydrated(page)
    await page.getByRole('combobox', { name: 'Ads' }).selectOption('Not allowed')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('/')
    assert.equal(await page.locator('ins').count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Allow ads' }).count(), 0)
  })

  it('are left behind on the way to the back office', async () => {
    const page = await site.visit('/', PERSON)
    await page.route(/googlesyndication/, (route) => route.fulfill({ contentType: 'text/javascript', body: STAND_IN }))
    await page.getByRole('button', { name: 'Allow ads' }).click()
    await page.locator('ins iframe').first().waitFor()
    const document = page.waitForResponse((response) => new URL(response.url()).pathname === '/login')
    await page.evaluate("window.__reactRouterDataRouter.navigate('/login')")
    assert.doesNotMatch((await (await document).allHeaders())['content-security-policy'] ?? '', /unsafe/)
    await hydrated(page)
    assert.equal(await page.evaluate('typeof adsbygoogle'), 'undefined')
  })

  it('have their own policy on pages that show them with consent, and nowhere else', async () => {
    const yes = 'site_preferences=consent%3Dads'
    assert.match(await policyOf('/', yes), /'unsafe-eval' 'strict-dynamic' https: http:;/)
    for (const [path, cookie] of [
      ['/', ''],
      ['/', 'site_preferences=consent%3Dnone'],
      ['/settings', yes],
      ['/login', yes],
      ['/admin', yes],
    ] as const)
      assert.doesNotMatch(await policyOf(path, cookie), /unsafe/, `${path} ${cookie}`)
  })
})
