import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertChanged, readFailureKind, copyReadingState, type Served, createServedCalls } from '../cap/testing/calls.ts'
import { writeCapDocument, writeCapInfo } from '../cap/testing/messages.ts'
import { readSampleFile, withoutSamples } from '../cap/testing/samples.ts'
import { parseXml } from '../cap/xml.ts'
import { ProviderFailure } from '../provider.ts'
import { type CapFeedOptions, openCapFeed } from './index.ts'
import { readFeedDocument } from './items.ts'
import { selectBodiesToCache } from './state.ts'

const NOW = Date.parse('2026-07-01T10:00:00Z')
const BASE = 'https://upstream.test'
const attribution = { name: 'Office', text: 'Warnings by the office', url: 'https://office.test/', license: 'CC BY 4.0' }

const open = (options: Partial<CapFeedOptions> = {}) =>
  openCapFeed({ id: 'office', url: new URL(`${BASE}/rss`), attribution, ...options }).warningFeed
const rss = (items: readonly string[]) =>
  `<rss version="2.0" xmlns:cap="urn:oasis:names:tc:emergency:cap:1.1"><channel><title>x</title>${items.join('')}</channel></rss>`
const item = (path: string, more = '') => `<item><title>t</title><link>${path.startsWith('http') ? path : BASE + path}</link>${more}</item>`

/** An agency: its index, and its documents by path. */
const agency = (index: Served, documents: Readonly<Record<string, Served>>) =>
  createServedCalls((url) => (url.pathname === '/rss' ? index : (documents[url.pathname + url.search] ?? { status: 404 })))

describe('an index of documents', () => {
  it('is read with each document once, which is dropped when the index drops it', async () => {
    const documents = { '/a': { body: writeCapDocument({ id: 'a' }) }, '/b': { body: writeCapDocument({ id: 'b' }) } }
    const first = agency({ body: rss([item('/a'), item('/b'), item('/a')]), headers: { etag: '"1"' } }, documents)
    const reading = assertChanged(await open().read('all', null, first.calls, NOW))
    assert.deepEqual(
      { complete: reading.complete, warnings: reading.warnings.length, paths: first.paths() },
      { complete: true, warnings: 2, paths: ['/rss', '/a', '/b'] },
    )

    const second = agency({ body: rss([item('/b')]) }, {})
    const next = assertChanged(await open().read('all', copyReadingState(reading), second.calls, NOW))
    assert.deepEqual(
      { complete: next.complete, warnings: next.warnings.map(({ messageId }) => messageId), paths: second.paths() },
      { complete: true, warnings: ['b'], paths: ['/rss'] },
    )
    assert.equal(second.asked[0]?.headers?.['if-none-match'], '"1"')
    assert.equal((copyReadingState(next) as { bodies: unknown[] }).bodies.length, 1)

    const third = agency({ status: 304 }, {})
    const withTag = { ...(copyReadingState(next) as object), validators: { etag: '"2"', lastModified: null } }
    assert.deepEqual(await open().read('all', withTag, third.calls, NOW), { unchanged: true })
  })

  it('fetches a document again if its entry shows another version', async () => {
    const at = (time: string) => item('/current', `<pubDate>${time}</pubDate>`)
    const first = agency({ body: rss([at('1')]) }, { '/current': { body: writeCapDocument({ id: 'a' }) } })
    const reading = await open().read('all', null, first.calls, NOW)
    const second = agency({ body: rss([at('2')]) }, { '/current': { body: writeCapDocument({ id: 'b' }) } })
    assert.equal(assertChanged(await open().read('all', copyReadingState(reading), second.calls, NOW)).warnings[0]?.messageId, 'b')
  })

  it('is incomplete until everything it lists is read; failed documents are retried after the rest', async () => {
    const items = ['/bad', ...Array.from({ length: 70 }, (_, n) => `/${n}`)]
    const documents = Object.fromEntries(items.slice(1).map((path) => [path, { body: writeCapDocument({ id: path }) }]))
    const index = { body: rss(items.map((path) => item(path))), headers: { etag: '"1"' } }
    const first = assertChanged(await open().read('all', null, agency(index, documents).calls, NOW))
    assert.deepEqual(
      { complete: first.complete, warnings: first.warnings.length, leftOut: first.leftOut },
      { complete: false, warnings: 59, leftOut: { unreadable: 12 } },
    )
    const second = agency(index, documents)
    const next = assertChanged(await open().read('all', copyReadingState(first), second.calls, NOW))
    assert.equal(second.asked[0]?.headers?.['if-none-match'], undefined)
    assert.deepEqual(
      { complete: next.complete, warnings: next.warnings.length, leftOut: next.leftOut },
      { complete: false, warnings: 70, leftOut: { unreadable: 1 } },
    )
    const third = agency(index, { ...documents, '/bad': { body: writeCapDocument({ id: 'good' }) } })
    const last = assertChanged(await open().read('all', copyReadingState(next), third.calls, NOW))
    assert.deepEqual(
      { complete: last.complete, warnings: last.warnings.length, paths: third.paths() },
      { complete: true, warnings: 71, paths: ['/rss', '/bad'] },
    )
  })

  it('fetches nothing from other hosts unless that is allowed', async () => {
    const elsewhere = [
      'http://169.254.169.254/latest/meta-data',
      'https://other.test/a',
      `${BASE}:8443/a`,
      'ftp://upstream.test/a',
      'file:///etc/passwd',
      'nonsense://',
    ]
    const { calls, paths } = agency({ body: rss(elsewhere.map((url) => item(url))) }, {})
    const reading = assertChanged(await open().read('all', null, calls, NOW))
    assert.deepEqual(
      { complete: reading.complete, leftOut: reading.leftOut, paths: paths() },
      { complete: false, leftOut: { elsewhere: 6 }, paths: ['/rss'] },
    )
    const other = agency({ body: rss([item('https://other.test/a')]) }, { '/a': { body: writeCapDocument() } })
    assert.equal(assertChanged(await open({ hosts: ['other.test'] }).read('all', null, other.calls, NOW)).complete, true)
  })

  it('uses https even if the index says http', async () => {
    const { calls, asked } = agency({ body: rss([item('http://upstream.test/a')]) }, { '/a': { body: writeCapDocument() } })
    assert.equal(assertChanged(await open().read('all', null, calls, NOW)).complete, true)
    assert.equal(asked[1]?.url.href, 'https://upstream.test/a')
  })

  it('does not fetch what is over according to the index', async () => {
    const over = '<cap:expires>Wed, 01 Jul 2026 09:00:00 +0000</cap:expires>'
    const { calls, paths } = agency(
      { body: rss([item('/a', over), item('/b', over.replace('09:', '23:'))]) },
      { '/b': { body: writeCapDocument() } },
    )
    const { complete, leftOut, warnings } = assertChanged(await open().read('all', null, calls, NOW))
    assert.deepEqual(
      { complete, leftOut, warnings: warnings.length, paths: paths() },
      { complete: true, leftOut: { expired: 1 }, warnings: 1, paths: ['/rss', '/b'] },
    )
  })

  it('stops once further calls would be refused', async () => {
    const items = Array.from({ length: 40 }, (_, n) => item(`/${n}`))
    let calls = 0
    const reading = open().read(
      'all',
      null,
      {
        get: async ({ url }) => {
          if (url.pathname === '/rss') return { status: 200, headers: {}, body: Buffer.from(rss(items)) }
          calls += 1
          throw new ProviderFailure('circuit_open', 'resting')
        },
      },
      NOW,
    )
    assert.deepEqual([assertChanged(await reading).complete, calls <= 4], [false, true])
  })

  it('fails if it is not a feed, or does not arrive', async () => {
    for (const body of ['', '<html><body><p>calm</p></body></html>', '<!doctype html><html></html>', rss([item('/a')]).slice(0, 90)])
      assert.equal(await readFailureKind(open().read('all', null, agency({ body }, {}).calls, NOW)), 'invalid_body', body)
    assert.equal(await readFailureKind(open().read('all', null, agency({ status: 503 }, {}).calls, NOW)), 'unavailable')
  })

  it('ignores entries without a link, and fetches what expires at a time without a zone', async () => {
    const local = '<cap:expires>2026-07-01T09:00:00</cap:expires>'
    const index = rss(['<item><title>No warnings</title><guid>x</guid></item>', item('/a', local)])
    const { calls, paths } = agency({ body: index }, { '/a': { body: writeCapDocument() } })
    assert.equal(assertChanged(await open().read('all', null, calls, NOW)).complete, true)
    assert.deepEqual(paths(), ['/rss', '/a'])
  })

  it('may be empty', async () => {
    const { complete, warnings } = assertChanged(await open().read('all', null, agency({ body: rss([]) }, {}).calls, NOW))
    assert.deepEqual({ complete, warnings }, { complete: true, warnings: [] })
  })
})

describe('a feed without an index', () => {
  const alert = (id: string) => writeCapDocument({ id }).replace(/<\?xml.*?\?>/, '')

  it('is one document, or several in an envelope', async () => {
    const envelope = `<EDXLDistribution xmlns="urn:oasis:names:tc:emergency:EDXL:DE:1.0"><contentObject><xmlContent><embeddedXMLContent>${alert('a')}</embeddedXMLContent></xmlContent></contentObject><contentObject><xmlContent>${alert('b')}</xmlContent></contentObject></EDXLDistribution>`
    for (const [body, count] of [
      [writeCapDocument(), 1],
      [envelope, 2],
      ['<EDXLDistribution/>', 0],
    ] as const) {
      const { complete, warnings } = assertChanged(await open().read('all', null, agency({ body }, {}).calls, NOW))
      assert.deepEqual({ complete, warnings: warnings.length }, { complete: true, warnings: count })
    }
  })

  it('uses the configured zone for local times', async () => {
    const body = writeCapDocument({
      sent: '2026-07-01T05:00:00',
      infos: [writeCapInfo({ onset: '2026-07-01T09:00:00', expires: '2026-07-01T17:00:00' })],
    })
    const at = async (options: Partial<CapFeedOptions>) =>
      assertChanged(await open(options).read('all', null, agency({ body }, {}).calls, NOW))
    assert.equal((await at({})).complete, false)
    assert.equal((await at({ zone: 'America/Sao_Paulo' })).warnings[0]?.start, '2026-07-01T12:00:00Z')
  })

  it('may have messages that expire while the warning continues', async () => {
    const body = writeCapDocument({ infos: [writeCapInfo({ onset: '', expires: '2026-07-01T08:00:00+00:00' })] })
    const at = async (options: Partial<CapFeedOptions>) =>
      assertChanged(await open(options).read('all', null, agency({ body }, {}).calls, NOW))
    assert.deepEqual((await at({})).leftOut, { expired: 1 })
    const [warning] = (await at({ lastsUntilWithdrawn: true })).warnings
    assert.deepEqual({ end: warning?.end, expires: warning?.expires }, { end: null, expires: null })
  })

  it('covers weather and its effects, or the requested categories', async () => {
    const body = writeCapDocument({ infos: [writeCapInfo({ category: 'Security' })] })
    const at = async (options: Partial<CapFeedOptions>) =>
      assertChanged(await open(options).read('all', null, agency({ body }, {}).calls, NOW))
    assert.deepEqual((await at({})).leftOut, { category: 1 })
    assert.equal((await at({ categories: ['Security'] })).warnings.length, 1)
  })
})

it('stored documents are limited in size', () => {
  const body = (id: string, length: number) =>
    ({ id, message: { identifier: 'x'.repeat(length) } }) as Parameters<typeof selectBodiesToCache>[0][number]
  const all = [body('large', 3_000_000), body('small', 1_000), body('larger', 3_500_000)]
  assert.deepEqual(
    selectBodiesToCache(all).map(({ id }) => id),
    ['small', 'large'],
  )
})

describe('recorded indexes', { skip: withoutSamples }, () => {
  for (const [file, base, count, first] of [
    [
      'cap/metservice-nz/rss_2026-08-31.xml',
      'https://alerts.metservice.com/cap/rss',
      2,
      'https://alerts.metservice.com/cap/alert?id=2.49.0.0.554.0.roadsnow.desertroad.20260831090341521.0',
    ],
    [
      'cap/inmet/rss_one_item_coastal_wind_2026-09-06.xml',
      'https://apiprevmet3.inmet.gov.br/avisos/rss',
      1,
      'https://apiprevmet3.inmet.gov.br/avisos/rss/55632',
    ],
    [
      'cap/wmo-swic/rss_au_bom_en_2026-01-01.xml',
      'https://severeweather.wmo.int/v2/cap-alerts/au-bom-en/rss.xml',
      1,
      'https://severeweather.wmo.int/v2/cap-alerts/au-bom-en/2026/01/01/05/01/02-dc6fc32e272f13d57f3fb683aa6bd3b8.xml',
    ],
    [
      'cap/wmo-swic/alert_hub_unfiltered_rss_2016_trimmed.xml',
      'https://s3.amazonaws.com/alert-feeds/unfiltered/rss.xml',
      41,
      'https://alert-hub.s3.amazonaws.com/ca-msp-en/2016-08-03-04-38-34-602',
    ],
    [
      'meteoalarm/legacy_atom_uk.xml',
      'https://feeds.meteoalarm.org/feeds/meteoalarm-legacy-atom-united-kingdom',
      25,
      'https://feeds.meteoalarm.org/api/v1/warnings/feeds-united-kingdom/8dc8fa43-1146-455e-b831-4449ac7e10af',
    ],
    [
      'meteoalarm/legacy_atom_poland.xml',
      'https://feeds.meteoalarm.org/feeds/meteoalarm-legacy-atom-poland',
      2,
      'https://feeds.meteoalarm.org/api/v1/warnings/feeds-poland/3adfb5e8-78f3-4240-bc8e-4b6a4da41c3b',
    ],
  ] as const)
    it(file, () => {
      const root = parseXml(readSampleFile(file))
      const read = root === null ? null : readFeedDocument(root, new URL(base))
      assert.ok(read !== null && 'items' in read)
      assert.deepEqual({ items: read.items.length, href: read.items[0]?.url?.href }, { items: count, href: first })
    })

  it('MetService, from its index to a warning about a road', async () => {
    const road = { body: readSampleFile('cap/metservice-nz/cap_desert_road_update_expires_2035.xml') }
    const { calls } = createServedCalls((url) =>
      url.pathname === '/cap/rss'
        ? { body: readSampleFile('cap/metservice-nz/rss_2026-08-31.xml') }
        : url.search.includes('desertroad')
          ? road
          : { status: 404 },
    )
    const { warningFeed } = openCapFeed({ id: 'metservice', url: new URL('https://alerts.metservice.com/cap/rss'), attribution })
    const { complete, warnings } = assertChanged(await warningFeed.read('all', null, calls, Date.parse('2026-08-31T12:00:00Z')))
    const [warning] = warnings
    assert.deepEqual(
      { complete, warnings: warnings.length, end: warning?.end, name: warning?.level?.name, language: warning?.texts[0]?.language },
      { complete: false, warnings: 1, end: null, name: 'orange', language: 'en-US' },
    )
    assert.ok((warning?.areas[0]?.polygons[0]?.[0]?.length ?? 0) > 100)
  })
})
