import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { CONDITIONS } from '@isobar/weather'
import { send, type SignedIn, signIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { drawArtwork } from './artwork/draw.ts'
import { SCENES, toArtworkScene } from './artwork/scene.ts'

const ACCOUNT = { AD_PROGRAM_CLIENT_ID: 'ca-pub-1234567890123456', AD_PROGRAM_SLOT_HERO: '1234567890' }

describe('ads without a publisher', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  it('200: enables nothing', async () => {
    assert.deepEqual((await app.get('/api/ads/config')).body, { scriptEnabled: false, clientId: null, consentRequired: true })
    assert.deepEqual((await app.get('/api/ads?placement=hero')).body, {
      placement: 'hero',
      enabled: false,
      clientId: null,
      format: 'horizontal',
      consentRequired: true,
    })
  })

  it('200: coordinates up to the poles and the date line', async () => {
    for (const query of ['lat=90&lon=180', 'lat=-90&lon=-180'])
      assert.equal((await app.get(`/api/ads/placeholder-bg?${query}`)).body.source, 'artwork')
  })

  it('404 for ads.txt', async () => {
    const { status, body } = await app.get('/ads.txt')
    assert.equal(status, 404)
    assert.equal(body.error, 'not_found')
  })

  for (const path of [
    '/api/ads',
    '/api/ads?placement=footer',
    '/api/ads/placeholder-bg?lat=abc',
    '/api/ads/placeholder-bg?lat=90.1&lon=0',
    '/api/ads/placeholder-bg?lat=-90.1&lon=0',
    '/api/ads/placeholder-bg?lat=0&lon=180.1',
    '/api/ads/placeholder-bg?lat=0&lon=-180.1',
    '/api/ads/placeholder-bg?country=Portugal',
    '/api/ads/artwork/rain-dusk.svg',
    '/api/ads/artwork/frogs-day.svg',
  ]) {
    it(`400: ${path}`, async () => {
      const { status, body } = await app.get(path)
      assert.equal(status, 400)
      assert.equal(body.error, 'invalid_request')
    })
  }

  it('200: returns an existing artwork of the condition, by day and by night', async () => {
    const { status, body, headers } = await app.get('/api/ads/placeholder-bg?condition=heavy_snow&isDay=false&city=Troms%C3%B8')
    assert.equal(status, 200)
    assert.match(headers.get('cache-control') ?? '', /max-age=3600/)
    assert.deepEqual(body, { imageUrl: '/api/ads/artwork/snow-night.svg', source: 'artwork', width: 1600, height: 900, attribution: null })
    const picture = await app.get(body.imageUrl)
    assert.equal(picture.status, 200)
    assert.equal(picture.headers.get('content-type'), 'image/svg+xml')
    assert.equal(picture.text, drawArtwork('snow', false))
    assert.equal((await app.get(body.imageUrl, { 'if-none-match': picture.headers.get('etag') ?? '' })).status, 304)
  })

  it('200: shows fair weather for an unknown condition', async () => {
    assert.match((await app.get('/api/ads/placeholder-bg?condition=constructor')).body.imageUrl, /fair-day/)
    assert.match((await app.get('/api/ads/placeholder-bg')).body.imageUrl, /fair-day/)
  })
})

describe('ads with a publisher', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { ...ACCOUNT, OPEN_METEO_API_KEY: 'second-key-0123456789' } })
  })
  after(() => app.close())

  it('200: enables only the placement that has a slot', async () => {
    assert.deepEqual((await app.get('/api/ads/config')).body, {
      scriptEnabled: true,
      clientId: 'ca-pub-1234567890123456',
      consentRequired: true,
    })
    const hero = (await app.get('/api/ads?placement=hero')).body
    assert.deepEqual({ enabled: hero.enabled, slotId: hero.slotId }, { enabled: true, slotId: '1234567890' })
    const dashboard = (await app.get('/api/ads?placement=dashboard')).body
    assert.deepEqual([dashboard.enabled, 'slotId' in dashboard], [false, false])
  })

  it('200: ads.txt is one line', async () => {
    const { status, text, headers } = await app.get('/ads.txt')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.equal(text, 'google.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0\n')
  })
})

describe('ads as owners set them', () => {
  let app: TestApp
  let other: TestApp
  let owner: SignedIn
  before(async () => {
    const env = { ...ACCOUNT, OPEN_METEO_API_KEY: 'second-key-0123456789' }
    app = await createTestApp({ env })
    other = await createTestApp({ sharing: app, env })
    owner = await signIn(app, 'owner')
  })
  after(async () => {
    await other.close()
    await app.close()
  })
  const set = (body: object, node = app, headers = owner.headers) => send(node, '/api/admin/config', { method: 'PATCH', headers, body })
  /** What the node that did not make the change says. */
  async function shown() {
    await other.services.changes.check()
    const { scriptEnabled, clientId } = (await other.get('/api/ads/config')).body
    const placements = ['hero', 'dashboard', 'recent-checks', 'city-detail']
    const answers = await Promise.all(placements.map(async (each) => (await other.get(`/api/ads?placement=${each}`)).body))
    const slots = Object.fromEntries(
      answers.flatMap(({ placement, enabled, slotId }) => (slotId === undefined ? [] : [[placement, enabled ? slotId : `off: ${slotId}`]])),
    )
    return { scriptEnabled, clientId, slots, adsTxt: (await other.get('/ads.txt')).text.split(', ')[1] }
  }

  it('are in force at once on every node, over what the environment says', async () => {
    const before = await shown()
    assert.deepEqual(before, {
      scriptEnabled: true,
      clientId: 'ca-pub-1234567890123456',
      slots: { hero: '1234567890' },
      adsTxt: 'pub-1234567890123456',
    })
    assert.equal((await set({ adClientId: 'ca-pub-9999999999', adSlotHero: 'none', adSlotCityDetail: '7777' })).status, 200)
    const changed = { scriptEnabled: true, clientId: 'ca-pub-9999999999', slots: { 'city-detail': '7777' }, adsTxt: 'pub-9999999999' }
    assert.deepEqual(await shown(), changed)
    assert.equal((await set({ ads: 'off' })).status, 200)
    assert.deepEqual(await shown(), { ...changed, scriptEnabled: false, slots: { 'city-detail': 'off: 7777' } })
    assert.equal((await set({ ads: null, adClientId: null, adSlotHero: null, adSlotCityDetail: null })).status, 200)
    assert.deepEqual(await shown(), before)
    // No cache keeps what an owner has changed.
    for (const path of ['/api/ads/config', '/api/ads?placement=hero', '/ads.txt'])
      assert.equal((await app.get(path)).headers.get('cache-control'), 'public, no-cache')
    const { rows } = await app.database.pool.query(
      `select before, after from admin_audit where action = 'settings.update' order by at, id limit 1`,
    )
    assert.deepEqual(rows[0], {
      before: { adClientId: 'ca-pub-1234567890123456', adSlotHero: '1234567890', adSlotCityDetail: null },
      after: { adClientId: 'ca-pub-9999999999', adSlotHero: 'none', adSlotCityDetail: '7777' },
    })
  })

  for (const [name, values] of Object.entries({
    adClientId: ['pub-1234567890123456', 'ca-pub-12', 'ca-pub-1234567890123456"><script>', `ca-pub-${'1'.repeat(21)}`],
    adSlotHero: ['12', '1234a', '1'.repeat(21), 'None'],
    adSlotRecentChecks: ['-1234'],
    ads: ['yes'],
  }))
    for (const value of values)
      it(`400: ${name} is not ${value.slice(0, 40)}`, async () => {
        const { status, body } = await set({ [name]: value })
        assert.deepEqual({ status, path: body.details[0].path }, { status: 400, path: name })
      })

  it('403: for others than owners', async () => {
    const editor = await signIn(app, 'editor')
    assert.equal((await set({ ads: 'off' }, app, editor.headers)).status, 403)
  })

  it('400: if they would leave no weather provider, by its terms; those that may be used beside ads are', async (t) => {
    const env = { WEATHER_PROVIDERS: 'open-meteo', OPENWEATHER_API_KEY: 'key-0123456789' }
    const alone = await createTestApp({ env })
    t.after(() => alone.close())
    const { headers } = await signIn(alone, 'owner')
    const refused = await set({ adClientId: 'ca-pub-1234567890123456' }, alone, headers)
    assert.deepEqual({ status: refused.status, path: refused.body.details[0].path }, { status: 400, path: 'adClientId' })
    assert.match(refused.body.details[0].message, /no weather provider: open-meteo: its free plan is non-commercial/)
    assert.equal((await set({ weatherProviders: 'open-meteo,openweather' }, alone, headers)).status, 200)
    const current = '/api/weather?lat=52.52&lon=13.41&scope=current'
    assert.equal((await alone.get(current)).body.source, 'open-meteo')
    assert.equal((await set({ adClientId: 'ca-pub-1234567890123456' }, alone, headers)).status, 200)
    assert.equal((await alone.get(current.replace('52.52', '48.85'))).body.source, 'openweather')
    // A node that starts with such settings and with a list that ads rule out does not refuse to start.
    const restarted = await createTestApp({ sharing: alone, env })
    await restarted.close()
  })
})

describe('GET /api/ads/placeholder-bg with a photo service', () => {
  let app: TestApp
  let respond: (request: IncomingMessage) => { status: number; body: unknown } | null
  const calls: IncomingMessage[] = []
  let limit: Record<string, string> = {}
  const server = createServer((request, response) => {
    calls.push(request)
    const answer = respond(request)
    if (answer !== null) response.writeHead(answer.status, limit).end(JSON.stringify(answer.body))
  })
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    app = await createTestApp({ env: { PHOTO_PROVIDER_API_KEY: 'photo-key-0123456789', PHOTO_PROVIDER_BASE_URL: url } })
    photo = (name: string) => ({
      width: 4000,
      height: 2600,
      urls: { regular: 'https://images.example/photo.jpg?w=1080' },
      links: { html: 'https://photos.example/abc', download_location: `${url}/photos/abc/download` },
      user: { name },
    })
  })
  let photo: (name: string) => object
  after(async () => {
    await app.close()
    server.closeAllConnections()
    server.close()
  })

  it('200: the photo with its credit; the service is asked once and notified of the use', async () => {
    respond = () => ({ status: 200, body: { results: [photo('Ada Example')] } })
    const first = (await app.get('/api/ads/placeholder-bg?city=Lisbon&country=PT&condition=clear')).body
    assert.deepEqual(first, {
      imageUrl: 'https://images.example/photo.jpg?w=1080',
      width: 4000,
      height: 2600,
      attribution: {
        text: 'Photo by Ada Example on Unsplash',
        url: 'https://photos.example/abc?utm_source=isobar&utm_medium=referral',
        license: 'https://unsplash.com/license',
      },
      source: 'photo',
    })
    assert.deepEqual((await app.get('/api/ads/placeholder-bg?city=Lisbon&country=PT&condition=mostly_clear')).body, first)
    const searches = calls.filter(({ url = '' }) => url.startsWith('/search/photos'))
    assert.equal(searches.length, 1)
    assert.equal(searches[0]?.headers.authorization, 'Client-ID photo-key-0123456789')
  })

  for (const [what, answer] of [
    ['an error', { status: 403, body: { errors: ['Rate Limit Exceeded'] } }],
    ['something else', { status: 200, body: { results: [{ urls: {} }] } }],
  ] as const) {
    it(`200: artwork when the service sends ${what}`, async () => {
      respond = () => answer
      app.clock.advance({ hours: 25 })
      const { status, body } = await app.get(`/api/ads/placeholder-bg?city=${encodeURIComponent(what)}&condition=rain`)
      assert.equal(status, 200)
      assert.equal(body.source, 'artwork')
    })
  }

  it('200: artwork when the photo lacks what is shown with it, or its links are not https', async () => {
    const lacking: [string, object][] = [
      ['a secure picture', { urls: { regular: 'http://images.example/photo.jpg' } }],
      ['a secure page', { links: { html: 'http://photos.example/abc' } }],
      ['an author', { user: {} }],
      ['a width', { width: 0 }],
      ['a height', { height: 0 }],
    ]
    for (const [what, change] of lacking) {
      respond = () => ({ status: 200, body: { results: [{ ...photo('Ada Example'), ...change }] } })
      app.clock.advance({ hours: 25 })
      assert.equal((await app.get(`/api/ads/placeholder-bg?city=${encodeURIComponent(what)}`)).body.source, 'artwork', what)
    }
  })

  it('200: a town without a photo is remembered', async () => {
    app.clock.advance({ hours: 25 })
    respond = () => ({ status: 200, body: { results: [] } })
    const before = calls.length
    for (let round = 0; round < 3; round++) assert.equal((await app.get('/api/ads/placeholder-bg?city=Nowhere')).body.source, 'artwork')
    assert.equal(calls.length - before, 1)
  })

  it('200: artwork if unknown towns would use up the hourly limit, as the service states it, or else fifty calls', async () => {
    app.clock.advance({ hours: 25 })
    respond = () => ({ status: 200, body: { results: [] } })
    const towns = async (from: number, to: number): Promise<number> => {
      const before = calls.length
      for (let i = from; i < to; i++) assert.equal((await app.get(`/api/ads/placeholder-bg?city=Strange%20${i}`)).body.source, 'artwork')
      return calls.length - before
    }
    assert.equal(await towns(0, 60), 39)
    app.clock.advance({ hours: 1 })
    limit = { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '4' }
    assert.equal(await towns(60, 70), 2)
    app.clock.advance({ hours: 1 })
    limit = {}
    assert.equal(await towns(70, 90), 7)
    app.clock.advance({ hours: 1 })
  })

  it('200: artwork while the service hangs; after repeated failures it is not called', async () => {
    app.clock.advance({ hours: 25 })
    respond = () => null
    const towns = await Promise.all(['a', 'b', 'c'].map((city) => app.get(`/api/ads/placeholder-bg?city=${city}`)))
    assert.deepEqual(new Set(towns.map(({ body }) => body.source)), new Set(['artwork']))
    const before = calls.length
    assert.equal((await app.get('/api/ads/placeholder-bg?city=d')).body.source, 'artwork')
    assert.equal(calls.length, before)
  })
})

describe('GET /api/ads/placeholder-bg too often', () => {
  it('429: more than an address may ask for pages', async () => {
    const app = await createTestApp({ env: { RATE_LIMITS: 'pages=2' } })
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await app.get('/api/ads/placeholder-bg')).status)
    assert.deepEqual(statuses, [200, 200, 429])
    await app.close()
  })
})

describe('the artwork', () => {
  it('has a scene for every condition, and every scene is a small picture without active content', () => {
    for (const condition of CONDITIONS) assert.ok(SCENES.includes(toArtworkScene(condition)))
    for (const scene of SCENES) {
      for (const isDay of [true, false]) {
        const svg = drawArtwork(scene, isDay)
        assert.ok(svg.length < 9_000)
        assert.doesNotMatch(svg, /script|href|on[a-z]+=|NaN|undefined/)
        assert.equal(svg, drawArtwork(scene, isDay))
      }
    }
  })
})
