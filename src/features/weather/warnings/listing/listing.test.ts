import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { OfficialWarning } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { createTestFeed, type TestFeed } from '../testing/feed.ts'
import { publishOnly, runFeedReadings } from '../testing/read-feeds.ts'
import { buildOfficialWarning, buildRectangle } from '../testing/warning.ts'

const BERLIN = '13,52,14,53'
/** The languages of a warning, its own first. */
const TEXTS = [
  { language: 'de', event: 'Sturm', headline: 'Sturmwarnung', description: 'Böen.', instruction: null, areaNames: ['Ein Gebiet'] },
  { language: 'en', event: 'Storm', headline: null, description: 'Gusts.', instruction: 'Stay inside.' },
]

interface Feature {
  readonly id: string
  readonly geometry: { readonly type: string; readonly coordinates: number[][][] } | null
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into properties of every shape
  readonly properties: any
}

/** Official warnings of a country or a part of the world: an agency's own feed (DE), and one that collects those of DE and FR. */
describe('GET /api/alerts', () => {
  let app: TestApp
  let agency: TestFeed
  let collector: TestFeed
  let added: TestFeed
  before(async () => {
    agency = createTestFeed({ id: 'agency', parts: ['DE'], partsAreCountries: true, covers: ({ lon }) => lon >= 6 && lon <= 15 })
    collector = createTestFeed({ id: 'collector', parts: ['DE', 'FR'], partsAreCountries: true })
    added = createTestFeed({ id: 'added' })
    for (const feed of [agency, collector, added]) feed.behave('failing')
    app = await createTestApp({ warningFeeds: [collector, agency, added], env: { RATE_LIMITS: 'alerts=0' } })
  })
  after(() => app.close())

  const poll = (minutes?: number) => runFeedReadings(app, minutes)
  const update = async (...warnings: OfficialWarning[]) => {
    agency.publish(warnings)
    await poll()
  }
  const publish = (...warnings: OfficialWarning[]) => publishOnly(app, agency, warnings)
  const ask = (query: string, headers: Record<string, string> = {}) => app.get(`/api/alerts?${query}`, headers)
  const eventsAt = async (query: string) =>
    (await ask(query)).body.features.map(({ properties }: Feature) => properties.event).toSorted() as string[]

  describe('503', () => {
    it('before any feed was read: an empty list would read as an all-clear', async () => {
      for (const query of ['country=DE', `bbox=${BERLIN}`]) {
        const { status, body, headers } = await ask(query)
        assert.deepEqual(
          { status, error: body.error, retryAfter: headers.get('retry-after') },
          { status: 503, error: 'service_unavailable', retryAfter: '60' },
        )
      }
    })
  })

  describe('400', () => {
    const cases: readonly (readonly [query: string, path: string])[] = [
      ['', 'bbox'],
      ['bbox=13,52,14', 'bbox'],
      ['bbox=13,52,14,53,54', 'bbox'],
      ['bbox=13,53,14,52', 'bbox'],
      ['bbox=-181,52,14,53', 'bbox'],
      ['bbox=13,52,14,91', 'bbox'],
      ['bbox=a,b,c,d', 'bbox'],
      ['bbox=', 'bbox'],
      ['country=XX', 'country'],
      ['country=Germany', 'country'],
      ['country=DE&limit=0', 'limit'],
      ['country=DE&limit=501', 'limit'],
      ['country=DE&cursor=x', 'cursor'],
      ['country=DE&lang=', 'lang'],
      ['country=DE&country=FR', 'country'],
    ]
    for (const [query, path] of cases)
      it(`names ${path}: ${query}`, async () => {
        const { status, body } = await ask(query)
        assert.deepEqual({ status, error: body.error, path: body.details[0].path }, { status: 400, error: 'invalid_request', path })
      })
  })

  describe('404', () => {
    it('for a country without a feed, with those that have one', async () => {
      const { status, body } = await ask('country=US')
      assert.deepEqual({ status, error: body.error }, { status: 404, error: 'not_found' })
      assert.match(body.message, /does not mean that there are none\. Those of DE, FR are\./)
    })
  })

  describe('200', () => {
    it('is an empty list with its coverage once the feeds were read', async () => {
      for (const feed of [agency, collector, added]) feed.behave('well')
      await poll(60)
      const { status, body, headers } = await ask('country=de')
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'application/geo+json; charset=utf-8')
      const readAt = new Date(app.clock.now()).toISOString().replace('.000Z', 'Z')
      assert.deepEqual(body, {
        type: 'FeatureCollection',
        complete: true,
        coverage: ['agency', 'collector'].map((source) => ({
          source,
          name: `Feed ${source}`,
          country: 'DE',
          readAt,
          current: true,
          unlocated: 0,
        })),
        nextCursor: null,
        features: [],
      })
    })

    it('says of a box whether feeds cover all of it beyond doubt', async () => {
      const completeAt = async (bbox: string) => (await ask(`bbox=${bbox}`)).body.complete
      assert.equal(await completeAt(BERLIN), true)
      assert.equal(await completeAt('6,50,10,53.9'), true)
      assert.equal(await completeAt('14.5,52,15.1,53'), false)
      assert.equal(await completeAt('-80,40,-79,41'), false)
      assert.equal(await completeAt('6.5,40,14.5,60'), false)
    })

    it('has a warning with its outline, its grade and all its texts', async () => {
      await publish(buildOfficialWarning({ texts: TEXTS }))
      const { features } = (await ask(`bbox=${BERLIN}&lang=de`)).body as { features: Feature[] }
      const [{ id, geometry, properties } = {} as Feature, ...others] = features
      assert.equal(others.length, 0)
      assert.match(id, /^agency-\d+$/)
      assert.deepEqual(geometry, { type: 'Polygon', coordinates: buildRectangle(13, 52, 14, 53) })
      assert.deepEqual(properties, {
        id,
        event: 'Sturm',
        language: 'de',
        kind: 'wind',
        start: '2026-07-01T12:00:00Z',
        end: '2026-07-01T20:00:00Z',
        expires: null,
        sent: '2026-07-01T11:00:00Z',
        state: 'active',
        severity: 'severe',
        severitySource: 'stated',
        color: 'orange',
        colorSource: 'level',
        level: { name: 'orange', color: '#fb8c00' },
        urgency: 'expected',
        certainty: 'likely',
        senderName: 'Weather Service',
        areas: ['Ein Gebiet'],
        outlines: 'issuer',
        unlocatedAreas: [],
        texts: [
          { language: 'de', event: 'Sturm', headline: 'Sturmwarnung', description: 'Böen.', instruction: null, areas: ['Ein Gebiet'] },
          { language: 'en', event: 'Storm', headline: null, description: 'Gusts.', instruction: 'Stay inside.', areas: ['An area'] },
        ],
        source: 'agency',
        country: 'DE',
        timezone: 'Europe/Berlin',
        cap: `/api/alerts/${id}.cap`,
        attribution: agency.attribution,
      })
      assert.deepEqual(await eventsAt('country=DE'), ['Storm'])
    })

    it('lists a warning of two feeds once, from the agency’s own', async () => {
      await publish(buildOfficialWarning({ messageId: 'shared' }))
      collector.publish(
        [buildOfficialWarning({ key: 'other', messageId: 'shared' }), buildOfficialWarning({ key: 'own', messageId: 'own' })],
        'DE',
      )
      await poll()
      const sources = async () => (await ask('country=DE')).body.features.map(({ properties }: Feature) => properties.source).toSorted()
      assert.deepEqual(await sources(), ['agency', 'collector'])
      collector.publish([], 'DE')
    })

    it('is not complete once the readings are too old, and 503 without a warning', async () => {
      await publish(buildOfficialWarning({ end: null }))
      agency.behave('failing')
      collector.behave('failing')
      await poll(24 * 60)
      const { status, body } = await ask('country=DE')
      assert.deepEqual(
        { status, complete: body.complete, current: body.coverage[0].current, features: body.features.length },
        { status: 200, complete: false, current: false, features: 1 },
      )
      assert.equal((await ask('country=FR')).status, 503)
      agency.behave('well')
      collector.behave('well')
      await publish()
      assert.equal((await ask('country=FR')).status, 200)
    })

    it('pages by cursor, to which Link points', async () => {
      await publish(
        ...Array.from({ length: 5 }, (_, index) => buildOfficialWarning({ key: `p${index}`, messageId: `p${index}`, end: null })),
      )
      let path: string | undefined = '/api/alerts?country=DE&limit=2&lang=en'
      const seen: string[][] = []
      while (path !== undefined) {
        const { body, headers } = await app.get(path)
        seen.push(body.features.map(({ id }: Feature) => id))
        path = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
        assert.equal(path === undefined, body.nextCursor === null)
      }
      assert.deepEqual(
        { seen: seen.map(({ length }) => length), distinctSeen: new Set(seen.flat()).size },
        { seen: [2, 2, 1], distinctSeen: 5 },
      )
    })

    it('may be kept for a minute, and not past a change of state', async () => {
      const cacheControl = async () => (await ask('country=DE')).headers.get('cache-control')
      assert.equal(await cacheControl(), 'public, max-age=60, stale-while-revalidate=0, stale-if-error=0')
      await publish(buildOfficialWarning({ end: new Date(app.clock.now() + 200_000).toISOString() }))
      assert.equal(await cacheControl(), 'public, max-age=20, stale-while-revalidate=0, stale-if-error=0')
    })

    it('answers HEAD, and any origin', async () => {
      const head = await fetch(`${app.url}/api/alerts?country=DE`, { method: 'HEAD', headers: { origin: 'https://elsewhere.example' } })
      assert.deepEqual(
        { status: head.status, accessControlAllowOrigin: head.headers.get('access-control-allow-origin'), head: await head.text() },
        { status: 200, accessControlAllowOrigin: '*', head: '' },
      )
    })
  })

  describe('304', () => {
    it('through readings without news, until something changes', async () => {
      await publish(buildOfficialWarning({ key: 'tag', messageId: 'tag', end: null }))
      const { headers } = await ask('country=DE')
      const etag = headers.get('etag') ?? ''
      assert.match(etag, /^W\/"/)
      await poll()
      assert.equal((await ask('country=DE', { 'if-none-match': etag })).status, 304)
      await update(buildOfficialWarning({ key: 'tag', messageId: 'tag2', sent: '2026-07-01T11:30:00Z', severity: 'extreme', end: null }))
      assert.equal((await ask('country=DE', { 'if-none-match': etag })).status, 200)
    })
  })

  describe('429', () => {
    it('beyond the limit of alerts', async () => {
      // Nodes share what they counted within the last minute.
      app.clock.advance({ minutes: 2 })
      const node = await createTestApp({ sharing: app, warningFeeds: [agency], env: { RATE_LIMITS: 'alerts=1' } })
      const statuses = [(await node.get('/api/alerts?country=DE')).status, (await node.get('/api/alerts?country=DE')).status]
      await node.close()
      assert.deepEqual(statuses, [200, 429])
    })
  })

  it('is 404 if no feed is read at all', async () => {
    const node = await createTestApp({ sharing: app })
    const { status, body } = await node.get(`/api/alerts?bbox=${BERLIN}`)
    await node.stop()
    assert.deepEqual(
      { status, message: body.message },
      { status: 404, message: 'No official warnings are read here, which does not mean that there are none.' },
    )
  })
})
