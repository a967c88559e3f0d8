import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readCapDocument } from './document.ts'
import { parseCircle, parsePolygon, readPolygons } from './geometry.ts'
import { getLanguageTag } from './language.ts'
import { toCapMessage } from './message.ts'
import { wrapJsonObject } from './node.ts'
import { toPlainLine, toPlainText } from './plain-text.ts'
import { writeCapDocument, writeCapInfo } from './testing/messages.ts'
import { parseTime } from './time.ts'

const read = (text: string) => readCapDocument(Buffer.from(text), null)

describe('a document', () => {
  it('is read whatever its version and prefix', () => {
    for (const namespace of [
      'urn:oasis:names:tc:emergency:cap:1.1',
      'urn:oasis:names:tc:emergency:cap:1.2',
      'http://www.incident.com/cap/1.0',
    ])
      assert.equal(read(writeCapDocument().replace(/xmlns="[^"]+"/, `xmlns="${namespace}"`))?.identifier, 'm1')
    const prefixed = writeCapDocument()
      .replaceAll(/<(\/?)(\w)/g, '<$1cap:$2')
      .replace('xmlns=', 'xmlns:cap=')
    assert.deepEqual(read(prefixed), read(writeCapDocument()))
  })

  it('is refused without identifier, sender, time or status, or in another namespace', () => {
    for (const missing of ['identifier', 'sender', 'sent', 'status', 'msgType'])
      assert.equal(read(writeCapDocument().replace(new RegExp(`<${missing}>.*?</${missing}>`), '')), null, missing)
    assert.equal(read('<alert xmlns="urn:other"><identifier>a</identifier></alert>'), null)
    assert.equal(read(writeCapDocument({ sent: '2026-07-01T08:00:00' })), null, 'a time without a zone')
  })

  it('without an event is named by its headline, or by the first line of its description', () => {
    const text = (more: string) => writeCapDocument({ infos: [writeCapInfo({ event: '' }, 'A1', more)] })
    assert.equal(read(text('<headline>Gale</headline>'))?.infos[0]?.event, 'Gale')
    assert.equal(read(text('<description>Gale &lt;b&gt;soon&lt;/b&gt;\nStay in.</description>'))?.infos[0]?.event, 'Gale soon')
  })

  it('refers to others, several at a time, but never to itself', () => {
    const text = writeCapDocument({ references: ['m0', 'm1', 'other'] })
    assert.deepEqual(
      read(text)?.references.map(({ identifier }) => identifier),
      ['m0', 'other'],
    )
  })

  it('as JSON reads the same as XML', () => {
    const json = { identifier: 'm1', sender: 'office', sent: '2026-07-01T08:00:00Z', status: 'Actual', msgType: 'Alert', scope: 'Public' }
    const area = { areaDesc: 'A1', geocode: [{ valueName: 'EMMA_ID', value: 'A1' }] }
    const block = { language: 'en', category: ['Met'], event: 'Storm', urgency: 'Future', severity: 'Severe', certainty: 'Likely' }
    const times = { onset: '2026-07-01T14:00:00+02:00', expires: '2026-07-01T20:00:00-00:00' }
    assert.deepEqual(
      toCapMessage(wrapJsonObject({ ...json, info: [{ ...block, ...times, area: [area] }] }), null),
      read(writeCapDocument()),
    )
    assert.deepEqual(toCapMessage(wrapJsonObject({ ...json, info: { ...block, ...times, area } }), null), read(writeCapDocument()))
  })
})

describe('a time', () => {
  for (const [text, zone, instant] of [
    ['2026-08-31T21:03:41+12:00', null, '2026-08-31T09:03:41.000Z'],
    ['2025-03-06T13:37:01-00:00', null, '2025-03-06T13:37:01.000Z'],
    ['2026-07-01T09:00:00.5+0530', null, '2026-07-01T03:30:00.000Z'],
    ['2026-07-01 09:00Z', null, '2026-07-01T09:00:00.000Z'],
    ['2569-07-01T09:00:00+07:00', null, '2026-07-01T02:00:00.000Z'],
    ['2026-09-06 11:20:00.0', 'America/Sao_Paulo', '2026-09-06T14:20:00.000Z'],
    ['2026-09-06T11:20:00Z', 'America/Sao_Paulo', '2026-09-06T11:20:00.000Z'],
    ['2026-09-06T11:20:00', null, null],
    ['2026-02-30T11:20:00', 'Europe/Oslo', null],
    ['2026-13-01T11:20:00Z', null, null],
    ['0001-01-01T00:00:00+00:00', null, null],
    ['2026-07-01T09:00:00', 'Nowhere/None', null],
    ['Mon Jan 01 09:00:00 IST 2035', null, null],
    ['', null, null],
  ] as const)
    it(`${text} in ${zone}`, () => {
      const epochMs = parseTime(text, zone)
      assert.equal(epochMs === null ? null : new Date(epochMs).toISOString(), instant)
    })
})

describe('a shape', () => {
  it('is converted from lat,lon to [lon, lat], closed, and may cross the date line', () => {
    assert.deepEqual(parsePolygon(' 1,2\n\t3,4 5 , 6 '), [
      [
        [2, 1],
        [4, 3],
        [6, 5],
        [2, 1],
      ],
    ])
    assert.deepEqual(parsePolygon('1,179 1,181 2,181 1,179')?.[0]?.[1], [-179, 1])
  })

  it('is refused with a word, off the globe, or with two points', () => {
    for (const text of ['', '1,2 3,x 5,6', '91,0 1,1 2,2', '1,2 3,4', '1,2 3,4 1,2', '1 2 3']) assert.equal(parsePolygon(text), null, text)
  })

  it('may be a circle, in kilometres', () => {
    assert.deepEqual(parseCircle('48.5,-122.25 12.5'), { lat: 48.5, lon: -122.25, radiusKm: 12.5 })
    assert.equal(parseCircle('1,2 0')?.radiusKm, 0)
    for (const text of ['1,2', '1,2 -3', '95,2 3', '1,2 x', '1,2 50000']) assert.equal(parseCircle(text), null, text)
  })

  it('in GeoJSON keeps its holes; a broken hole is dropped, and a broken outline drops the polygon', () => {
    const ring = (at: number) => [
      [at, at],
      [at + 1, at],
      [at, at + 1],
      [at, at],
    ]
    assert.deepEqual(readPolygons({ type: 'Polygon', coordinates: [ring(1), ring(2), 'x'] }), [[ring(1), ring(2)]])
    assert.deepEqual(readPolygons({ type: 'MultiPolygon', coordinates: [[ring(1)], ['x'], [ring(3)]] }), [[ring(1)], [ring(3)]])
    for (const other of [null, undefined, 3, { type: 'Point', coordinates: [1, 2] }, { type: 'Polygon' }])
      assert.deepEqual(readPolygons(other), [])
  })

  it('has the points that were written, whatever they are', () => {
    const point = fc.tuple(fc.integer({ min: -9_000_000, max: 9_000_000 }), fc.integer({ min: -18_000_000, max: 18_000_000 }))
    fc.assert(
      fc.property(fc.uniqueArray(point, { minLength: 3, maxLength: 40, selector: String }), (points) => {
        const degrees = points.map(([lat, lon]) => [lat / 1e5, lon / 1e5] as const)
        const ring = parsePolygon(degrees.map(([lat, lon]) => `${lat},${lon}`).join(' '))?.[0]
        assert.deepEqual(
          ring?.slice(0, points.length),
          degrees.map(([lat, lon]) => [lon, lat]),
        )
        assert.deepEqual(ring?.at(-1), ring?.[0])
      }),
    )
  })
})

describe('a text', () => {
  for (const [sent, text] of [
    ['Gusts <60 km/h & rain > 5 mm', 'Gusts <60 km/h & rain > 5 mm'],
    ['Warnung &quot;Probe&quot;<br/><br/>Es &amp; Sie', 'Warnung "Probe"\n\nEs & Sie'],
    ['<p>One</p><p>Two <b>bold</b></p>', 'One\nTwo bold'],
    ['<ul><li>a</li><li>b<5</li></ul>', 'a\nb<5'],
    ['a  \t b\r\nc\n\n\n\nd  ', 'a b\nc\n\nd'],
    ['<script>alert(1)</script>x<br>', '<script>alert(1)</script>x'],
    ['  ', null],
  ] as const)
    it(JSON.stringify(sent), () => assert.equal(toPlainText(sent), text))

  it('is limited in length, and a line stays one line', () => {
    assert.equal(toPlainText('x'.repeat(100_000))?.length, 20_000)
    assert.equal(toPlainLine('a<br>b\nc'), 'a b c')
    assert.equal(toPlainLine('x'.repeat(1_000))?.length, 500)
  })
})

describe('a language', () => {
  for (const [sent, tag] of [
    [null, 'en-US'],
    ['zh-mo', 'zh-MO'],
    ['DE', 'de'],
    ['sr-Latn', 'sr-Latn'],
    ['en_GB', 'en-GB'],
    ['OD', 'or'],
    ['not a tag', 'und'],
  ] as const)
    it(`${sent} is ${tag}`, () => assert.equal(getLanguageTag({ language: sent }), tag))
})

it('an area keeps its codes under the usual scheme names', () => {
  const geocodes = [
    ['layer:EC-MSC-SMC:1.0:CLC', '480110'],
    ['profile:CAP-CP:Location:0.3', '4806016'],
    ['FIPS6', '030049'],
    ['KZSTD', '304'],
  ]
  const area = geocodes.map(([name, code]) => `<geocode><valueName>${name}</valueName><value>${code}</value></geocode>`).join('')
  const text = writeCapDocument({ infos: [writeCapInfo().replace(/<geocode>.*<\/geocode>/, area)] })
  assert.deepEqual(
    read(text)?.infos[0]?.areas[0]?.codes.map(({ scheme }) => scheme),
    ['CLC', 'SGC', 'SAME', 'KZSTD'],
  )
})
