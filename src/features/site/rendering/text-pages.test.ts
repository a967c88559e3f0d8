import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, NO_SHARES, type TestApp } from '../../../../test/helpers/app.ts'
import { buildPages } from '../../../../tools/build/pages.ts'

const CURL = { accept: '*/*', 'user-agent': 'curl/8.14.1' }
const CRAWLER = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }
const BROWSER = { accept: 'text/html,*/*;q=0.8', 'user-agent': 'Mozilla/5.0 Firefox/150.0' }

describe('GET /weather/{place} in a terminal', () => {
  let app: TestApp
  before(async () => {
    await buildPages()
    app = await createTestApp({ env: { RATE_LIMITS: `weather=0,geocode=0,pages=0,${NO_SHARES}`, PAGES_KEPT_MS: '1000' } })
  })
  after(() => app?.close())

  const text = (path: string, headers: Record<string, string> = {}) => app.get(path, { ...CURL, ...headers })

  describe('200', () => {
    it('is text without colours, 80 columns wide, for a name', async () => {
      const { status, headers, text: body } = await text('/weather/berlin')
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
      assert.equal(headers.get('content-language'), 'en')
      assert.equal(headers.get('cache-control'), 'private, no-cache')
      for (const name of ['accept', 'accept-language', 'user-agent', 'cookie'])
        assert.ok(headers.get('vary')?.split(', ').includes(name), name)
      assert.match(body, /^Berlin {2}Germany · 52\.5\d*, 13\.\d+\n\n[−\d]+°C · /)
      assert.match(body, /^Official warnings$/m)
      assert.match(body, /Licence: CC BY-SA 4\.0/)
      assert.ok(body.split('\n').every((line) => line.length <= 80))
      assert.ok(!body.includes('\u001b') && !body.includes('<'))
    })

    it('is for the place that an address of a page names, without a redirect', async () => {
      const { status, text: body } = await text('/weather/anything-52.52,13.41')
      assert.equal(status, 200)
      assert.match(body, /^Berlin {2}Germany · 52\.52, 13\.41\n/)
      assert.match((await text('/weather/-33.87,151.21')).text, /^Sydney {2}/)
      for (const path of ['new-york', 'new+york', 'New%20York,%20US'])
        assert.match((await text(`/weather/${path}`)).text, /^New York.* {2}.*United States/, path)
    })

    it('is in the language, units, width and colours that are asked for', async () => {
      const { headers, text: body } = await text('/weather/52.52,13.41?lang=de&units=imperial&width=120&color')
      assert.equal(headers.get('content-language'), 'de')
      assert.match(body, /°F.* · Gefühlt /)
      assert.ok(body.includes('\u001b['))
      assert.ok(body.split('\n').some((line) => line.length > 80))
      assert.match((await text('/weather/52.52,13.41', { 'accept-language': 'fr-CH' })).text, /Données|Sources/)
    })

    it('is for the programs of terminals, and for whoever prefers text; everybody else gets the page', async () => {
      const typeOf = async (headers: Record<string, string>) =>
        (await app.get('/weather/berlin-52.517,13.3889', headers)).headers.get('content-type')?.split(';')[0]
      const { accept: any } = CURL
      for (const tool of ['curl/8.14.1', 'Wget/1.25.0', 'HTTPie/3.2.4', 'xh/0.24.1'])
        assert.equal(await typeOf({ accept: any, 'user-agent': tool }), 'text/plain', tool)
      assert.equal(await typeOf({ ...BROWSER, accept: 'text/plain' }), 'text/plain')
      assert.equal(await typeOf({ ...BROWSER, accept: 'text/html;q=0.5, text/plain' }), 'text/plain')
      assert.equal(await typeOf(BROWSER), 'text/html')
      assert.equal(await typeOf({ ...CURL, accept: 'text/html' }), 'text/html')
      assert.equal(await typeOf({ ...BROWSER, accept: 'text/html, text/plain;q=0.9' }), 'text/html')
      assert.equal(await typeOf({ accept: any, 'user-agent': 'python-requests/2.32' }), 'text/html')
    })

    it('is fetched for whoever does not declare to be a crawler, which causes no paid call', async () => {
      const paidCalls = () => app.simulator.calls().byProduct['openweather/onecall'] ?? 0
      const before = paidCalls()
      assert.equal((await text('/weather/35.68,139.69')).status, 200)
      assert.equal(paidCalls(), before + 1)
      await app.get('/weather/-12.05,-77.04', { ...CRAWLER, accept: 'text/plain' })
      assert.equal(paidCalls(), before + 1)
    })

    it('is the page of a place that nobody has visited, for a person of any program, where one provider is in use', async (t) => {
      const single = await createTestApp({
        sharing: app,
        env: { WEATHER_PROVIDERS: 'openweather', RATE_LIMITS: `weather=0,geocode=0,pages=0,${NO_SHARES}` },
      })
      t.after(() => single.stop())
      const people = ['Lynx/2.9.2 libwww-FM/2.14 SSL-MM/1.4.1', 'NetSurf/3.11 (Linux)', 'WhatsApp/2.23.20.0', 'Twitterbot/1.0', 'node']
      for (const [at, userAgent] of people.entries()) {
        const { status, text: page } = await single.get(`/weather/${40 + at}.25,20.25`, { accept: 'text/html', 'user-agent': userAgent })
        assert.deepEqual({ userAgent, status, hasNumbers: /°C/.test(page) }, { userAgent, status: 200, hasNumbers: true })
      }
      for (const [accept, words] of [
        ['text/html', /<h1>We have no weather stored for this place<\/h1>/],
        ['text/plain', /^Automated readers only get weather/],
      ] as const) {
        const told = await single.get('/weather/30.25,20.25', { ...CRAWLER, accept })
        assert.deepEqual({ status: told.status, again: Number(told.headers.get('retry-after')) }, { status: 503, again: 3_600 })
        assert.match(told.text, words)
        assert.doesNotMatch(told.text, /°C/)
      }
    })

    it('has no body for HEAD', async () => {
      const response = await fetch(`${app.url}/weather/52.52,13.41`, { method: 'HEAD', headers: CURL })
      assert.deepEqual(
        { status: response.status, contentType: response.headers.get('content-type'), response: await response.text() },
        { status: 200, contentType: 'text/plain; charset=utf-8', response: '' },
      )
    })
  })

  it('400 for a query that is wrong, which it names', async () => {
    for (const [query, message] of [
      ['units=kelvin', 'units must be one of metric, uk, imperial, si\n'],
      ['width=20', 'width must be a whole number from 40 to 160\n'],
      ['width=wide', 'width must be a whole number from 40 to 160\n'],
      ['color=red', 'color must be always or never\n'],
    ] as const) {
      const { status, headers, text: body } = await text(`/weather/berlin?${query}`)
      assert.deepEqual({ status, body }, { status: 400, body: message })
      assert.match(headers.get('content-type') ?? '', /^text\/plain/)
    }
    assert.equal((await text('/weather/x')).status, 400)
  })

  it('404 for a place that nobody knows, in the language of the reader', async () => {
    const { status, text: body } = await text('/weather/qqqqqqqqxyz?lang=de')
    assert.deepEqual([status, body.startsWith('Kein Ort mit diesem Namen')], [404, true], body)
    assert.equal((await text('/berlin')).status, 404)
  })

  it('429 after too many searches, with the time to wait', async (t) => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'geocode=1' } })
    t.after(() => limited.close())
    assert.equal((await limited.get('/weather/berlin', CURL)).status, 200)
    const { status, headers, text: body } = await limited.get('/weather/berlin', CURL)
    assert.equal(status, 429)
    assert.ok(Number(headers.get('retry-after')) > 0)
    assert.match(body, /^Too many requests\. Please try again in (?:a second|\d+ seconds)\.\n$/)
  })

  it('502, 503 when no provider answers and nothing is known', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 500 }])
    const { status, text: body } = await text('/weather/1.5,1.5')
    app.simulator.setFaults([])
    assert.ok(status === 502 || status === 503, String(status))
    assert.equal(body, 'Please try again in a moment.\n')
  })
})
