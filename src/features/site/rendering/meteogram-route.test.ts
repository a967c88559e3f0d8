import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createTestApp, NO_SHARES, type TestApp } from '../../../../test/helpers/app.ts'
import { buildPages } from '../../../../tools/build/pages.ts'

const PICTURE = '/weather/berlin-52.52,13.41/meteogram.svg'

describe('GET /weather/{place}/meteogram.svg', () => {
  let app: TestApp
  before(async () => {
    await buildPages()
    app = await createTestApp({ env: { RATE_LIMITS: `weather=0,geocode=0,pages=0,${NO_SHARES}` } })
  })
  after(() => app?.close())

  describe('200', () => {
    it('is a picture that other sites may show, with its credit and no script', async () => {
      const { status, headers, text } = await app.get(PICTURE, { origin: 'https://elsewhere.example' })
      assert.deepEqual({ status, contentType: headers.get('content-type') }, { status: 200, contentType: 'image/svg+xml; charset=utf-8' })
      assert.equal(headers.get('access-control-allow-origin'), '*')
      assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'unsafe-inline'/)
      assert.ok(/^<svg [^>]*aria-label="The weather in Berlin over/.test(text))
      assert.ok(/Weather data [^<]*\(CC BY[^)]*\)/.test(text))
      assert.ok(/Berlin · As of /.test(text))
      assert.ok(!/<script|href=|url\((?!#)/.test(text))
    })

    it('may be kept until its data is no longer fresh', async () => {
      const { body } = await app.get('/api/weather?lat=52.52&lon=13.41&scope=hourly')
      const { headers } = await app.get(PICTURE)
      const seconds = (Date.parse(body.expiresAt) - app.clock.now()) / 1_000
      assert.match(headers.get('cache-control') ?? '', new RegExp(`^public, max-age=${Math.floor(seconds)}, `))
    })

    it('has the values of the hours that the API has', async () => {
      const { body } = await app.get('/api/weather?lat=52.52&lon=13.41&scope=hourly')
      const { text } = await app.get(PICTURE)
      const titles = [...text.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title = '']) => title)
      const celsius = (value: number) => `${Math.round(value)}`.replace('-', '−').replace(/^−0$/, '0')
      for (const [index, { temperature, description }] of body.points.entries()) {
        assert.ok(titles[index]?.includes(`Temperature: ${celsius(temperature)}°\n`), `${index}: ${titles[index]}`)
        assert.ok(titles[index]?.includes(description))
      }
    })

    it('is in the language, units, clock, theme and width that are asked for', async () => {
      const { text } = await app.get(`${PICTURE}?lang=de-AT&units=imperial&clock=12&theme=dark&width=400`)
      assert.ok(/width="400"/.test(text))
      assert.ok(/Temperatur <tspan[^>]*>°F</.test(text))
      assert.ok(/12 (?:PM|AM)/.test(text))
      assert.ok(/\.back\{fill:#171e27\}/.test(text))
      assert.ok(!/prefers-color-scheme/.test(text))
      assert.ok(/lang="en-GB"/.test((await app.get(`${PICTURE}?lang=nl`)).text))
    })

    for (const [language, cookie, isHour12] of [
      ['en-US', '', true],
      ['en', '', false],
      ['en-GB', '', false],
      ['de', '', false],
      ['en-US-u-hc-h23', '', false],
      ['ja', '', false],
      ['ar', '', true],
      ['de', 'clock=12', true],
      ['en-US', 'clock=24', false],
    ] as const)
      it(`has the clock of the page that it is on: ${language} ${cookie}`, async () => {
        const headers = {
          accept: 'text/html',
          'user-agent': 'Mozilla/5.0 Firefox/150.0',
          'accept-language': language,
          cookie: `site_preferences=${encodeURIComponent(`units=metric&${cookie}`)}`,
        }
        const { text: page } = await app.get('/weather/berlin-52.52,13.41', headers)
        const src = /<img [^>]*src="([^"]*meteogram\.svg[^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
        const { status, text: picture } = await app.get(src)
        assert.equal(status, 200, src)
        /** The hours of the page's table, in the order in which the picture has them. */
        const table = page.slice(page.indexOf('id="meteogram"')).split('</section>')[0] ?? ''
        const hours = [...table.matchAll(/<tr><th scope=row>([^<]+)/g)].map(([, hour = '']) => hour)
        assert.equal(/[AP]M|[صم]/.test(hours.join()), isHour12, hours.slice(0, 3).join())
        const titles = [...picture.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title = '']) => title)
        assert.ok(hours.length > 40)
        // The picture's times have minutes in either clock.
        for (const [index, hour] of hours.entries())
          assert.ok(titles[index]?.replace(/(\d):00\s(?=[APصم])/, '$1 ').includes(hour.replace(/\s/, ' ')), `${hour}: ${titles[index]}`)
      })

    it('depends on its address alone', async () => {
      const texts = await Promise.all(
        [
          {},
          { 'accept-language': 'fr', cookie: 'site_preferences=lang%3Dfr%26units%3Dimperial' },
          { 'user-agent': 'curl/8.14.1', accept: '*/*' },
        ].map(async (headers) => (await app.get(PICTURE, headers)).text),
      )
      assert.equal(new Set(texts).size, 1)
    })

    it('finds a place by its name, and reads the air only if it is asked for', async () => {
      assert.ok(/New York[^<]* · As of/.test((await app.get('/weather/new+york/meteogram.svg')).text))
      const calls = () => Object.keys(app.simulator.calls().byProduct).filter((product) => product.includes('air'))
      assert.deepEqual(calls(), [])
      assert.ok(/Air quality: European AQI \d+ \(/.test((await app.get(`${PICTURE}?air=true`)).text))
      assert.notDeepEqual(calls(), [])
    })

    it('says that its data is out of date when the provider fails', async () => {
      await app.get(PICTURE)
      await app.services.gateway.drain()
      app.simulator.setFaults([{ kind: 'status', status: 503 }])
      app.clock.advance({ hours: 7 })
      const { status, headers, text } = await app.get(PICTURE)
      app.simulator.setFaults([])
      assert.equal(status, 200)
      assert.ok(/As of [^<]* · out of date: the provider is not responding/.test(text))
      assert.match(headers.get('cache-control') ?? '', /max-age=0,/)
    })
  })

  it('304: for who has it already', async () => {
    const first = await app.get(PICTURE)
    const again = await app.get(PICTURE, { 'if-none-match': first.headers.get('etag') ?? '' })
    assert.deepEqual(
      { status: again.status, text: again.text, etag: again.headers.get('etag') },
      { status: 304, text: '', etag: first.headers.get('etag') },
    )
    assert.equal((await app.get(`${PICTURE}?width=500`, { 'if-none-match': first.headers.get('etag') ?? '' })).status, 200)
  })

  it('400: for a wrong query, which it names', async () => {
    for (const [query, path] of [
      ['units=kelvin', 'units'],
      ['width=279', 'width'],
      ['width=2001', 'width'],
      ['width=wide', 'width'],
      ['theme=blue', 'theme'],
      ['clock=13', 'clock'],
      ['air=perhaps', 'air'],
      ['lang=en_GB', 'lang'],
    ] as const) {
      const { status, body } = await app.get(`${PICTURE}?${query}`)
      assert.deepEqual({ status, error: body.error, path: body.details?.[0]?.path }, { status: 400, error: 'invalid_request', path }, query)
    }
    const problem = await app.get(`${PICTURE}?width=1`, { accept: 'application/problem+json' })
    assert.equal(problem.headers.get('content-type'), 'application/problem+json; charset=utf-8')
    assert.equal((await app.get('/weather/%E0%A4%A/meteogram.svg')).status, 400)
  })

  it('404: for a place that is not found', async () => {
    const { status, body } = await app.get('/weather/xqzzyqx/meteogram.svg')
    assert.deepEqual({ status, error: body.error }, { status: 404, error: 'not_found' })
  })

  it('502: if nothing is known and the provider fails', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 503 }])
    const { status, body } = await app.get('/weather/-31.95,115.86/meteogram.svg')
    app.simulator.setFaults([])
    assert.deepEqual({ status, error: body.error }, { status: 502, error: 'upstream_error' })
  })

  it('503: without the pages', async () => {
    const bare = await createTestApp({ site: null })
    assert.equal((await bare.get(PICTURE)).status, 503)
    await bare.close()
  })
})
