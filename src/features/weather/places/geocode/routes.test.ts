import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, beforeEach, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createTestApp, type TestAnswer, type TestApp } from '../../../../../test/helpers/app.ts'

const UNLIMITED = 'weather=0,geocode=0,upstream=0,upstream-day=0,upstream-geocode=0,upstream-tiles=0'
const SAMPLES = fileURLToPath(new URL('../../../../../../shared/upstream-samples/', import.meta.url))

const labels = ({ body }: TestAnswer): string[] => (body as { label: string }[]).map(({ label }) => label)

describe('GET /api/geocode', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: UNLIMITED } })
  })
  after(() => app.close())
  beforeEach(() => {
    app.simulator.reset()
    // Beyond all results of earlier tests, and beyond the pause of a breaker.
    app.clock.advance({ hours: 31 * 24 })
  })

  const get = (query: string, headers?: Record<string, string>) => app.get(`/api/geocode?${query}`, headers)
  const calls = () => app.simulator.calls().byProduct['openweather/geo'] ?? 0
  const failing = (status = 503) => app.simulator.setFaults([{ kind: 'status', status, match: { provider: 'openweather' } }])

  describe('200', () => {
    it('is a bare list of places, from the provider once and then from memory', async () => {
      const first = await get('q=Berlin')
      assert.equal(first.status, 200)
      const [berlin] = first.body
      assert.deepEqual(Object.keys(berlin), ['name', 'country', 'state', 'lat', 'lon', 'label', 'match'])
      assert.equal(berlin.match, 'exact')
      assert.deepEqual({ name: berlin.name, country: berlin.country }, { name: 'Berlin', country: 'DE' })
      assert.ok(Math.abs(berlin.lat - 52.52) < 0.1 && Math.abs(berlin.lon - 13.4) < 0.1)
      assert.match(berlin.label, /^Berlin, (?:.+, )?DE$/)
      assert.equal(first.headers.get('x-cache'), 'upstream')
      assert.match(first.headers.get('cache-status') ?? '', /^Isobar; fwd=miss; stored; ttl=604800$/)
      assert.equal(first.headers.get('cache-control'), 'public, max-age=604800, stale-while-revalidate=1987200, stale-if-error=1987200')
      const second = await get('q=Berlin')
      assert.deepEqual(second.body, first.body)
      assert.equal(second.headers.get('x-cache'), 'memory')
      assert.match(second.headers.get('cache-status') ?? '', /^Isobar; hit; ttl=604800; detail=memory$/)
      assert.equal(calls(), 1)
    })

    it('ignores case, accents and space', async () => {
      const answers = []
      for (const q of ['S%C3%A3o%20Paulo', 'SAO%20PAULO', '%20%20sao%20%20paulo%20', 'Sa%CC%83o+Paulo']) answers.push(await get(`q=${q}`))
      assert.equal(answers[0]?.body[0]?.country, 'BR')
      for (const answer of answers) assert.deepEqual(answer.body, answers[0]?.body)
      assert.equal(calls(), 1)
    })

    it('names places in the language without another call', async () => {
      const english = await get('q=Munich')
      const german = await get('q=Munich&lang=de-AT')
      assert.deepEqual(
        { firstEnglishBodyName: english.body[0].name, firstGermanBodyName: german.body[0].name },
        { firstEnglishBodyName: 'Munich', firstGermanBodyName: 'München' },
      )
      assert.match(german.body[0].label, /^München, /)
      assert.equal(calls(), 1)
    })

    it('restricts results to the country, with a new call for another', async () => {
      assert.deepEqual(new Set((await get('q=London&country=ca')).body.map(({ country }: { country: string }) => country)), new Set(['CA']))
      assert.equal((await get('q=London&country=GB')).body[0].country, 'GB')
      assert.equal((await get('q=London,GB&country=GB')).body[0].country, 'GB')
      assert.equal(calls(), 3)
    })

    it('puts nearer places first, without another call', async () => {
      const plain = await get('q=Springfield')
      assert.ok(plain.body.length >= 2, 'the simulator has several')
      const last = plain.body.at(-1)
      const near = await get(`q=Springfield&lat=${last.lat}&lon=${last.lon}`)
      assert.equal(near.body[0].label, last.label)
      assert.equal(near.body.length, plain.body.length)
      assert.equal(calls(), 1)
    })

    it('limits the list', async () => {
      assert.equal((await get('q=Springfield&limit=1')).body.length, 1)
      assert.ok((await get('q=Springfield')).body.length > 1)
    })

    it('is an empty list if nothing is found, cached for an hour', async () => {
      for (const advance of [0, 59]) {
        app.clock.advance({ minutes: advance })
        const answer = await get('q=Xqzzyplace')
        assert.deepEqual({ status: answer.status, body: answer.body }, { status: 200, body: [] })
      }
      assert.equal(calls(), 1)
      app.clock.advance({ minutes: 1 })
      await get('q=Xqzzyplace')
      assert.equal(calls(), 2)
    })

    it('gives an odd spelling the result of the usual one, with one call', async () => {
      const odd = await get(`q=${encodeURIComponent('Nàiröbi')}`)
      assert.deepEqual({ name: odd.body[0]?.name, xCache: odd.headers.get('x-cache') }, { name: 'Nairobi', xCache: 'upstream' })
      assert.deepEqual((await get('q=Nairobi')).body, odd.body)
      assert.equal(calls(), 1)
    })

    it('looks a name up as written if its folded form finds nothing', async () => {
      const written = 'Çığlı-Ovası'
      assert.deepEqual((await get(`q=${encodeURIComponent(written)}`)).body, [])
      assert.equal(calls(), 2)
      // The folded form was looked up too, so both are cached.
      assert.deepEqual((await get('q=cigli-ovasi')).body, [])
      assert.deepEqual((await get(`q=${encodeURIComponent(written)}`)).body, [])
      assert.equal(calls(), 2)
      // Other spellings are looked up as well, but only a limited number.
      for (const other of ['Çigli-Ovasi', 'Cığlı-Ovası', 'Çığlı-Ovasi'])
        assert.deepEqual((await get(`q=${encodeURIComponent(other)}`)).body, [])
      assert.equal(calls(), 4)
    })

    it('uses the bundled towns if the provider finds nothing, by their names in any language', async () => {
      for (const name of ['Mwanza', 'Мванза']) {
        const { status, body, headers } = await get(`q=${encodeURIComponent(name)}`)
        assert.deepEqual(
          { status, name: body[0]?.name, country: body[0]?.country, xCache: headers.get('x-cache') },
          { status: 200, name: 'Mwanza', country: 'TZ', xCache: 'gazetteer' },
        )
        assert.match(headers.get('link') ?? '', /geonames/)
        assert.match(headers.get('cache-control') ?? '', /^public, max-age=3600/)
      }
    })

    it('finds a misspelt name among the bundled towns if the provider finds nothing', async () => {
      const { status, body, headers } = await get('q=Reykjavk')
      assert.deepEqual(
        { status, label: body[0]?.label, match: body[0]?.match, xCache: headers.get('x-cache') },
        { status: 200, label: 'Reykjavík, IS', match: 'similar', xCache: 'gazetteer' },
      )
    })

    it('puts a place of exactly that name before one whose name only begins so', async () => {
      // The provider knows only Springfields; the bundled towns include a Spring.
      const { body, headers } = await get('q=spring')
      assert.deepEqual(
        { name: body[0]?.name, firstBodyMatch: body[0]?.match, lastBodyMatch: body.at(-1)?.match },
        { name: 'Spring', firstBodyMatch: 'exact', lastBodyMatch: 'partial' },
      )
      assert.ok(body.length > 1 && body.slice(1).every(({ name }: { name: string }) => /^[SŞ]pring/.test(name)))
      assert.match(headers.get('link') ?? '', /geonames/)
      const munich = await get('q=munchen&lang=de')
      assert.deepEqual({ name: munich.body[0]?.name, link: munich.headers.get('link') }, { name: 'München', link: null })
    })

    it('finds nothing for punctuation alone, without a call', async () => {
      assert.deepEqual((await get('q=!!,,')).body, [])
      assert.equal(calls(), 0)
    })

    it('reads recorded answers: states as codes, near duplicates, names in other scripts', async (t) => {
      if (!existsSync(SAMPLES)) return t.skip('the recorded answers are not here')
      const node = await createTestApp({ sharing: app, env: { RATE_LIMITS: UNLIMITED } })
      try {
        const replayed = async (file: string, query: string): Promise<TestAnswer> => {
          await fetch(`${app.simulator.url}/__simulator/replay`, {
            method: 'PUT',
            body: JSON.stringify({ dir: SAMPLES, map: [{ path: '/geo/1.0/direct', file: `openweather/${file}` }] }),
          })
          return node.get(`/api/geocode?${query}`)
        }
        assert.deepEqual(labels(await replayed('geo_direct_london_limit5.json', 'q=London%20recorded')), [
          'London, GB',
          'London, CA',
          'London, Ohio, US',
          'London, Kentucky, US',
          'London, California, US',
        ])
        assert.deepEqual(labels(await replayed('geo_direct_seoul.json', 'q=Seoul%20recorded')), ['Seoul, KR'])
        assert.deepEqual(labels(await replayed('geo_direct_beijing_single.json', 'q=Beijing%20recorded&lang=zh')), ['Beijing, CN'])
        assert.deepEqual(labels(await replayed('geo_direct_nagoya.json', 'q=Nagoya%20recorded&lang=ja')), ['名古屋市, JP'])
        assert.equal((await replayed('geo_direct_springfield_us.json', 'q=Springfield%20recorded')).body.length, 5)
        assert.deepEqual((await replayed('geo_direct_empty_200.json', 'q=Nothing%20recorded')).body, [])
      } finally {
        await node.close()
      }
    })
  })

  describe('304', () => {
    it('if the client’s copy is current', async () => {
      const etag = (await get('q=Lisbon')).headers.get('etag') ?? ''
      assert.match(etag, /^W\/"/)
      const again = await get('q=Lisbon', { 'if-none-match': etag })
      assert.deepEqual({ status: again.status, text: again.text, etag: again.headers.get('etag') }, { status: 304, text: '', etag })
      assert.notEqual((await get('q=Lisbon&lang=pt')).headers.get('etag'), etag)
    })
  })

  describe('400', () => {
    const wrong: readonly (readonly [query: string, path: string])[] = [
      ['', 'q'],
      ['q=', 'q'],
      ['q=a', 'q'],
      ['q=%20a%20%20', 'q'],
      [`q=${'x'.repeat(101)}`, 'q'],
      [`q=${'x'.repeat(401)}`, 'q'],
      ['q=Rome&q=Paris', 'q'],
      ['q=Rome&country=ITA', 'country'],
      ['q=Rome&country=', 'country'],
      ['q=Rome&lat=41', 'lon'],
      ['q=Rome&lon=12', 'lat'],
      ['q=Rome&lat=91&lon=12', 'lat'],
      ['q=Rome&lat=&lon=12', 'lat'],
      ['q=Rome&lang=en_US', 'lang'],
      ['q=Rome&limit=0', 'limit'],
      ['q=Rome&limit=6', 'limit'],
      ['q=Rome&limit=two', 'limit'],
    ]
    for (const [query, path] of wrong) {
      it(`?${query.slice(0, 40)} names ${path}`, async () => {
        const { status, body } = await get(query)
        assert.deepEqual({ status, error: body.error, path: body.details?.[0]?.path }, { status: 400, error: 'invalid_request', path })
        assert.equal(calls(), 0)
      })
    }

    it('but not for a hundred characters, or two of Chinese', async () => {
      assert.equal((await get(`q=%20${'x'.repeat(100)}%20`)).status, 200)
      assert.equal((await get(`q=${encodeURIComponent('東京')}`)).status, 200)
    })
  })

  describe('502', () => {
    it('if the provider fails and the gazetteer has nothing', async () => {
      failing()
      const { status, body } = await get('q=Xqzzyplace')
      assert.deepEqual({ status, error: body.error }, { status: 502, error: 'upstream_error' })
    })

    it('if the provider refuses the key and the gazetteer has nothing', async () => {
      failing(401)
      const { status, body } = await get('q=Xqzzyplace')
      assert.deepEqual({ status, error: body.error }, { status: 502, error: 'service_unavailable' })
    })

    it('without a key, cached or not', async () => {
      await get('q=Athens')
      await app.services.places.geocode.drain()
      const node = await createTestApp({
        sharing: app,
        env: { RATE_LIMITS: UNLIMITED, WEATHER_PROVIDERS: 'openweather', OPENWEATHER_API_KEY: '' },
      })
      try {
        const { status, body } = await node.get('/api/geocode?q=Athens')
        assert.deepEqual({ status, error: body.error }, { status: 502, error: 'service_unavailable' })
      } finally {
        await node.close()
      }
    })
  })

  describe('200 without calls', () => {
    it('from the gazetteer if the address has used up its provider calls, also when nothing is found; its neighbours’ searches go on', async () => {
      const node = await createTestApp({ sharing: app, env: { RATE_LIMITS: 'geocode=0,upstream-geocode=1', TRUST_PROXY: '1' } })
      try {
        const ask = (q: string, ip: string) => node.get(`/api/geocode?q=${q}`, { 'x-forwarded-for': ip })
        assert.equal((await ask('Warsaw', '198.51.100.1')).status, 200)
        assert.equal((await ask('Prague', '198.51.100.1')).headers.get('x-cache'), 'gazetteer')
        for (let miss = 0; miss < 25; miss += 1) {
          const { status, body, headers } = await ask(`Xqzzyplace${'x'.repeat(miss)}`, '198.51.100.1')
          assert.deepEqual(
            { status, body, xCache: headers.get('x-cache'), link: headers.get('link') },
            { status: 200, body: [], xCache: 'gazetteer', link: null },
          )
        }
        assert.equal((await ask('Xqzzyplace', '198.51.100.2')).headers.get('x-cache'), 'upstream')
      } finally {
        await node.close()
      }
    })
  })

  describe('429', () => {
    it('beyond the rate of the address', async () => {
      const node = await createTestApp({
        sharing: app,
        env: {
          RATE_LIMITS: 'geocode=2,upstream=0,upstream-day=0,upstream-geocode=0,upstream-tiles=0',
        },
      })
      try {
        const statuses = []
        for (let round = 0; round < 3; round += 1) statuses.push((await node.get('/api/geocode?q=Oslo')).status)
        assert.deepEqual(statuses, [200, 200, 429])
      } finally {
        await node.close()
      }
    })
  })

  describe('405', () => {
    it('for methods that write', async () => {
      const response = await fetch(`${app.url}/api/geocode?q=Rome`, { method: 'POST' })
      assert.equal(response.status, 405)
    })
  })
})
