import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { openCapFeed } from '@isobar/providers/cap-feed'
import type { PaidCalls } from '@isobar/providers/port'
import type { OfficialWarning } from '@isobar/weather'
import { parseAtomFeed } from 'feedsmith'
import { validateXML } from 'xmllint-wasm'
import { readCapDocument } from '../../../../../packages/providers/src/cap/document.ts'
import { NOTHING_KNOWN } from '../../../../../packages/providers/src/cap/memory.ts'
import { assertChanged } from '../../../../../packages/providers/src/cap/testing/calls.ts'
import { PLAIN } from '../../../../../packages/providers/src/cap/testing/messages.ts'
import { readCapWarnings } from '../../../../../packages/providers/src/cap/warnings.ts'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'
import { canRepublishWarnings } from '../feed.ts'
import { createTestFeed, type TestFeed } from '../testing/feed.ts'
import { runFeedReadings } from '../testing/read-feeds.ts'
import { buildRectangleArea, buildOfficialWarning } from '../testing/warning.ts'

const SCHEMA = readFileSync(new URL('../testing/cap.xsd', import.meta.url), 'utf8')

const errorsIn = async (xml: string): Promise<string[]> => {
  const { errors } = await validateXML({
    xml: [{ fileName: 'alert.xml', contents: xml }],
    schema: [{ fileName: 'cap.xsd', contents: SCHEMA }],
  })
  return errors.map(({ message }) => message)
}

/** A warning with everything that a document can hold. */
const FULL = buildOfficialWarning({
  replaces: ['A.0'],
  expires: '2026-07-01T16:00:00Z',
  texts: [
    {
      language: 'de',
      event: 'Sturm & Böen',
      headline: 'Sturm <rot>',
      description: 'Böen.\n\u0007Regen "stark"',
      instruction: 'Drinnen bleiben.',
      areaNames: ['Gebiet', 'Kreis', 'Berg'],
    },
    { language: 'en', event: 'Storm', headline: null, description: 'Gusts.', instruction: null },
  ],
  areas: [
    buildRectangleArea(13, 52, 14, 53),
    { name: 'Circle', polygons: [], circles: [{ lat: 52, lon: 10, radiusKm: 12.5 }], codes: [] },
    { name: 'Summit', polygons: [], circles: [], codes: [{ scheme: 'EMMA_ID', code: 'DE001' }], height: { from: 1_000, to: 2_000 } },
  ],
})

describe('official warnings as CAP', () => {
  let app: TestApp
  let feed: TestFeed
  let closed: TestFeed
  before(async () => {
    feed = createTestFeed({ id: 'agency', parts: ['DE'], partsAreCountries: true })
    closed = createTestFeed({ id: 'closed', parts: ['FR'], partsAreCountries: true, license: 'All rights reserved' })
    app = await createTestApp({ warningFeeds: [feed, closed], env: { RATE_LIMITS: 'alerts=0' } })
  })
  after(() => app.close())

  const publish = async (warnings: readonly OfficialWarning[], of = feed) => {
    of.publish(warnings)
    await runFeedReadings(app)
  }
  const idOf = async (country = 'DE'): Promise<string> => (await app.get(`/api/alerts?country=${country}`)).body.features[0].id

  describe('GET /api/alerts/{alertId}.cap', () => {
    it('is 200 with a valid document that says what the issuer said', async () => {
      await publish([FULL])
      const id = await idOf()
      const { status, headers, text } = await app.get(`/api/alerts/${id}.cap`)
      assert.deepEqual(
        { status, contentType: headers.get('content-type') },
        { status: 200, contentType: 'application/cap+xml; charset=utf-8' },
      )
      assert.match(headers.get('link') ?? '', /<https:\/\/warnings\.example\/>; rel="author"/)
      assert.deepEqual(await errorsIn(text), [])
      assert.match((await errorsIn(text.replace('Severe', 'Bad'))).join(), /severity/)
      const message = readCapDocument(Buffer.from(text), null)
      assert.ok(message)
      assert.deepEqual(
        { sender: message.sender, status: message.status, msgType: message.msgType, scope: message.scope },
        { sender: 'localhost', status: 'Actual', msgType: 'Alert', scope: 'Public' },
      )
      assert.match(text, new RegExp(`<incidents>${id}</incidents>`))
      assert.match(
        text,
        /<note>Rewritten from message A\.1\. Warnings by agency\. Licence: CC BY 4\.0\. https:\/\/warnings\.example\/<\/note>/,
      )
      const { warnings } = readCapWarnings([message], NOTHING_KNOWN, PLAIN, app.clock.now())
      const [{ key: _key, messageId: _id, replaces, level: _level, tags: _tags, sender, ...warning } = buildOfficialWarning(), ...others] =
        warnings
      assert.deepEqual({ others, replaces, sender }, { others: [], replaces: [], sender: 'localhost' })
      const { key: _key2, messageId: _id2, replaces: _replaces, level: _level2, tags: _tags2, ...expected } = FULL
      const [german, english] = FULL.texts
      assert.deepEqual(warning, {
        ...expected,
        areas: expected.areas.map((area, index) => ({ ...area, name: german?.areaNames?.[index] })),
        texts: [
          { ...german, description: 'Böen.\nRegen "stark"', areaNames: undefined },
          { ...english, areaNames: FULL.areas.map(({ name }) => name) },
        ].map((each) => Object.fromEntries(Object.entries(each).filter(([, value]) => value !== undefined))),
      })
    })

    it('is another message when the issuer sends another, about the same incident', async () => {
      const before = await app.get(`/api/alerts/${await idOf()}.cap`)
      await publish([{ ...FULL, messageId: 'A.2', replaces: ['A.1'], sent: '2026-07-01T11:30:00Z', severity: 'extreme' }])
      const after = await app.get(`/api/alerts/${await idOf()}.cap`)
      const partOf = (text: string, name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(text)?.[1]
      assert.equal(partOf(after.text, 'incidents'), partOf(before.text, 'incidents'))
      assert.notEqual(partOf(after.text, 'identifier'), partOf(before.text, 'identifier'))
      assert.deepEqual([partOf(after.text, 'sent'), partOf(after.text, 'severity')], ['2026-07-01T11:30:00-00:00', 'Extreme'])
    })

    it('states no severity that nobody stated, and no end that nobody knows', async () => {
      await publish([buildOfficialWarning({ key: 'B', messageId: 'B.1', severitySource: 'derived', end: null, level: null })])
      const { body } = await app.get('/api/alerts?country=DE')
      const { text } = await app.get(
        body.features.find((each: { properties: { end: unknown } }) => each.properties.end === null).properties.cap,
      )
      assert.deepEqual(await errorsIn(text), [])
      assert.match(text, /<severity>Unknown<\/severity>/)
      assert.doesNotMatch(text, /<expires>|eventEndingTime/)
    })

    it('is 304 for the copy that a client has, and answers HEAD', async () => {
      const path = `/api/alerts/${await idOf()}.cap`
      const etag = (await app.get(path)).headers.get('etag') ?? ''
      assert.equal((await app.get(path, { 'if-none-match': etag })).status, 304)
      const head = await fetch(app.url + path, { method: 'HEAD' })
      assert.deepEqual(
        { status: head.status, etag: head.headers.get('etag'), cacheControl: head.headers.get('cache-control') },
        { status: 200, etag, cacheControl: 'public, max-age=60, stale-while-revalidate=0, stale-if-error=0' },
      )
    })

    it('is 403 if the licence does not allow it', async () => {
      await publish([buildOfficialWarning()], closed)
      const { body: list } = await app.get('/api/alerts?country=FR')
      assert.equal(list.features[0].properties.cap, null)
      const { status, body } = await app.get(`/api/alerts/${list.features[0].id}.cap`)
      assert.deepEqual({ status, error: body.error }, { status: 403, error: 'forbidden' })
      assert.match(body.message, /All rights reserved/)
    })

    for (const id of ['agency-999999', 'unknown-1', 'agency', 'agency-x'])
      it(`is 404 for ${id}`, async () => assert.equal((await app.get(`/api/alerts/${id}.cap`)).status, 404))
    it('is 400 for what is no id', async () => assert.equal((await app.get('/api/alerts/a%20b.cap')).status, 400))

    it('leaves an alert of a place, whose id may hold a dot, to its own route', async () => {
      const { status, body } = await app.get('/api/alerts/agency-1.capital')
      assert.deepEqual({ status, message: body.message }, { status: 404, message: 'No such alert, or it ended more than a week ago.' })
    })

    it('is 410 once the warning is over', async () => {
      const id = await idOf()
      app.clock.advance({ hours: 12 })
      const { status, body } = await app.get(`/api/alerts/${id}.cap`)
      assert.deepEqual({ status, error: body.error }, { status: 410, error: 'gone' })
    })
  })

  describe('GET /api/alerts.atom', () => {
    const later = (key: string) => buildOfficialWarning({ key, messageId: `${key}.1`, end: '2026-07-03T20:00:00Z', replaces: [] })

    it('lists the documents, which another service reads', async () => {
      await publish([later('C'), later('D'), { ...later('E'), texts: FULL.texts }])
      const { status, headers, text } = await app.get('/api/alerts.atom?country=DE')
      assert.deepEqual(
        { status, contentType: headers.get('content-type') },
        { status: 200, contentType: 'application/atom+xml; charset=utf-8' },
      )
      const textIn = async (lang: string) => (await app.get(`/api/alerts.atom?country=DE&lang=${lang}`)).text
      assert.match(await textIn('en'), /Gusts\./)
      assert.match(await textIn('de'), /Böen\./)
      const { entries = [] } = parseAtomFeed(text)
      const mine = entries.filter(({ id }) => /^tag:localhost,2026:alerts\/agency-\d+$/.test(id ?? ''))
      assert.equal(mine.length, 4)
      const asked: string[] = []
      const calls: PaidCalls = {
        async get({ url }) {
          asked.push(url.pathname)
          const answer = await fetch(app.url + url.pathname + url.search)
          return { status: answer.status, headers: Object.fromEntries(answer.headers), body: Buffer.from(await answer.arrayBuffer()) }
        },
      }
      const attribution = feed.attribution
      const reader = openCapFeed({ id: 'relay', url: new URL('http://localhost:3000/api/alerts.atom?country=DE'), attribution })
      const reading = assertChanged(await reader.warningFeed.read('all', null, calls, app.clock.now()))
      assert.deepEqual(
        { complete: reading.complete, leftOut: reading.leftOut, warnings: reading.warnings.length },
        { complete: true, leftOut: {}, warnings: 4 },
      )
      assert.equal(asked.length, 5)
    })

    it('says whether there may be others, and leaves out what may not be passed on', async () => {
      const subtitleOf = async (country: string) =>
        parseAtomFeed((await app.get(`/api/alerts.atom?country=${country}`)).text).subtitle?.value
      assert.equal(await subtitleOf('DE'), 'There are no other warnings.')
      await publish([later('F')], closed)
      const { text } = await app.get('/api/alerts.atom?country=FR')
      assert.deepEqual([parseAtomFeed(text).entries ?? [], await subtitleOf('FR')], [[], 'There may be other warnings.'])
    })

    it('pages, without repeating a key that a client sent', async () => {
      const { text, headers } = await app.get('/api/alerts.atom?country=DE&limit=2&appid=secret')
      assert.doesNotMatch(text, /secret/)
      const next = parseAtomFeed(text).links?.find(({ rel }) => rel === 'next')?.href ?? ''
      assert.ok((headers.get('link') ?? '').includes(new URL(next).search))
      const { pathname, search } = new URL(next)
      assert.equal(parseAtomFeed((await app.get(pathname + search)).text).entries?.length, 2)
    })

    it('has the refusals of the list, 304 and HEAD', async () => {
      for (const [query, status] of [
        ['', 400],
        ['?country=XX', 400],
        ['?country=US', 404],
      ] as const)
        assert.equal((await app.get(`/api/alerts.atom${query}`)).status, status)
      const etag = (await app.get('/api/alerts.atom?country=DE')).headers.get('etag') ?? ''
      assert.equal((await app.get('/api/alerts.atom?country=DE', { 'if-none-match': etag })).status, 304)
      assert.equal((await fetch(`${app.url}/api/alerts.atom?country=DE`, { method: 'HEAD' })).status, 200)
    })
  })

  it('of a simulated feed are tests, which nobody takes for real', async () => {
    const node = await createTestApp({ env: { WARNING_FEEDS: 'dwd', UPSTREAM_CONTACT: 'tests@example.org' } })
    const end = new Date(node.clock.now() + 12 * 3_600_000).toISOString()
    node.simulator.setConditions([{ lat: 52.5, lon: 13.4, alert: { event: 'Volcanic ash', end, description: 'Ash.' } }])
    await runFeedReadings(node)
    const { features } = (await node.get('/api/alerts?country=DE')).body
    const { text } = await node.get(features[0].properties.cap)
    await node.close()
    assert.deepEqual(await errorsIn(text), [])
    assert.match(text, /<status>Test<\/status>/)
  })
})

describe('a licence', () => {
  for (const license of [
    'CC BY 4.0',
    'CC-BY 4.0',
    'CC BY-SA 4.0',
    'CC0 1.0',
    'Public domain',
    'Open Government Licence – Canada 2.0',
    'NLOD 2.0',
    'GeoNutzV',
  ])
    it(`${license} lets anybody pass a warning on`, () => assert.ok(canRepublishWarnings(license)))
  for (const license of ['CC BY-NC 4.0', 'CC BY-ND 4.0', 'CC BY-NC-SA 4.0', 'All rights reserved', 'unknown', ''])
    it(`${license || 'that is empty'} does not`, () => assert.ok(!canRepublishWarnings(license)))
})
