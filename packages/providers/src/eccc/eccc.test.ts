import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertChanged, readFailureKind, copyReadingState, type Served, createServedCalls } from '../cap/testing/calls.ts'
import { readSampleFile, withoutSamples } from '../cap/testing/samples.ts'
import { createEccc } from './index.ts'

const NOW = Date.parse('2026-07-01T10:00:00Z')
const { warningFeed } = createEccc({ baseUrl: new URL('https://upstream.test'), enabled: true })

const feature = (area: number, more: object = {}, event = '1618202607010503') => ({
  type: 'Feature',
  id: `${event}_fea1-${area}`,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-80 + area, 43],
        [-79 + area, 43],
        [-79 + area, 44],
        [-80 + area, 43],
      ],
    ],
  },
  properties: {
    alert_code: 'FRW',
    alert_type: 'warning',
    alert_name_en: 'freezing rain warning',
    alert_name_fr: 'avertissement de pluie verglaçante',
    publication_datetime: '2026-07-01T08:00:00.000Z',
    expiration_datetime: '2026-07-01T20:00:00.000Z',
    validity_datetime: '2026-07-01T12:00:00.000Z',
    event_end_datetime: '2026-07-03T12:00:00.000Z',
    alert_text_en: 'Freezing rain.',
    alert_text_fr: 'Pluie verglaçante.',
    risk_colour_en: 'yellow',
    feature_name_en: `Area ${area}`,
    feature_name_fr: `Région ${area}`,
    status_en: 'issued',
    feature_id: `fea1-${area}`,
    ...more,
  },
})
const collection = (features: readonly unknown[], total = features.length) => ({
  body: JSON.stringify({ type: 'FeatureCollection', features, numberMatched: total, numberReturned: features.length }),
})
/** Advances the clock by five minutes, so that each reading is a full one, and reads. */
let now = NOW
const read = (served: Served, former: unknown = null) =>
  warningFeed.read('CA', former, createServedCalls(() => served).calls, (now += 5 * 60_000))

describe('the collection of alerts', () => {
  it('merges the features of all areas into one warning, in both languages', async () => {
    const { warnings, complete } = assertChanged(await read(collection([feature(1), feature(2), feature(3)])))
    const [warning] = warnings
    assert.deepEqual({ warnings: warnings.length, complete, areas: warning?.areas.length }, { warnings: 1, complete: true, areas: 3 })
    assert.deepEqual(
      warning?.texts.map(({ language, event, areaNames }) => [language, event, areaNames]),
      [
        ['en-CA', 'freezing rain warning', ['Area 1', 'Area 2', 'Area 3']],
        ['fr-CA', 'avertissement de pluie verglaçante', ['Région 1', 'Région 2', 'Région 3']],
      ],
    )
    assert.deepEqual(
      { start: warning?.start, end: warning?.end, expires: warning?.expires },
      { start: '2026-07-01T12:00:00Z', end: '2026-07-03T12:00:00Z', expires: '2026-07-01T20:00:00Z' },
    )
  })

  it('is read page by page', async () => {
    const all = Array.from({ length: 230 }, (_, area) => feature(area % 80, {}, `event${area}`))
    const { calls, paths } = createServedCalls((url) => {
      const offset = Number(url.searchParams.get('offset'))
      return collection(all.slice(offset, offset + Number(url.searchParams.get('limit'))), all.length)
    })
    const { warnings, complete } = assertChanged(await warningFeed.read('CA', null, calls, NOW))
    assert.deepEqual({ warnings: warnings.length, complete }, { warnings: 230, complete: true })
    assert.deepEqual(
      paths().map((path) => path.replace(/.*offset=/, '')),
      ['0', '100', '200'],
    )
  })

  it('is incomplete if a feature is missing or unreadable, and fails if a page does', async () => {
    assert.equal(assertChanged(await read(collection([feature(1)], 2))).complete, false)
    const broken = assertChanged(await read(collection([feature(1), { type: 'Feature', properties: {} }])))
    assert.deepEqual({ complete: broken.complete, leftOut: broken.leftOut }, { complete: false, leftOut: { unreadable: 1 } })
    // One was added while it was being read.
    assert.equal(assertChanged(await read(collection([feature(1), { type: 'Feature', properties: {} }], 1))).complete, false)
    const { calls } = createServedCalls((url) => (url.searchParams.get('offset') === '0' ? collection([feature(1)], 101) : { status: 500 }))
    assert.equal(await readFailureKind(warningFeed.read('CA', null, calls, NOW)), 'unavailable')
  })

  it('grades by colour; statements have no colour and no grade', async () => {
    for (const [colour, severity] of [
      ['yellow', 'moderate'],
      ['orange', 'severe'],
      ['red', 'extreme'],
    ] as const) {
      const [warning] = assertChanged(await read(collection([feature(1, { risk_colour_en: colour })]))).warnings
      assert.deepEqual({ name: warning?.level?.name, severity: warning?.severity }, { name: colour, severity })
    }
    const { risk_colour_en: _, ...statement } = feature(1).properties
    const named = { ...feature(1), properties: { ...statement, alert_name_en: 'special weather statement' } }
    const [warning] = assertChanged(await read(collection([named]))).warnings
    assert.deepEqual({ level: warning?.level, severity: warning?.severity }, { level: null, severity: null })
  })

  it('ends in some areas and continues in others, then ends', async () => {
    const first = await read(collection([feature(1), feature(2)]))
    const half = await read(collection([feature(1), feature(2, { status_en: 'ended' })]), copyReadingState(first))
    const [going] = assertChanged(half).warnings
    assert.deepEqual(
      { ended: going?.ended, areas: going?.areas.map(({ name }) => name), endedAreas: going?.endedAreas?.map(({ name }) => name) },
      { ended: false, areas: ['Area 1'], endedAreas: ['Area 2'] },
    )
    const [ended] = assertChanged(
      await read(collection([feature(1, { status_en: 'ended' }), feature(2, { status_en: 'ended' })]), copyReadingState(half)),
    ).warnings
    assert.deepEqual({ ended: ended?.ended, key: ended?.key }, { ended: true, key: assertChanged(first).warnings[0]?.key })
  })

  it('may have parts of different colours, each of which keeps its key', async () => {
    const orange = { risk_colour_en: 'orange' }
    const first = await read(collection([feature(1, orange), feature(2), feature(3)]))
    const keyAt = (reading: Awaited<typeof first>, area: string) =>
      assertChanged(reading).warnings.find(({ areas }) => areas.some(({ name }) => name === area))?.key
    assert.notEqual(keyAt(first, 'Area 1'), keyAt(first, 'Area 2'))
    const second = await read(collection([feature(1, orange), feature(4, orange), feature(5, orange), feature(3)]), copyReadingState(first))
    for (const area of ['Area 1', 'Area 3']) assert.equal(keyAt(second, area), keyAt(first, area))
  })

  it('includes warnings that end after their message has expired', async () => {
    const late = { expiration_datetime: '2026-07-01T09:00:00.000Z' }
    assert.equal(assertChanged(await read(collection([feature(1, late)]))).warnings.length, 1)
    const over = { event_end_datetime: '2026-07-01T09:00:00.000Z' }
    assert.deepEqual(assertChanged(await read(collection([feature(1, over)]))).leftOut, { expired: 1 })
  })

  it('fails if it is not a collection', async () => {
    for (const body of [
      '',
      '{}',
      '<html></html>',
      '{"type":"FeatureCollection","features":[]}',
      '{"type":"Feature","features":[],"numberMatched":0}',
    ])
      assert.equal(await readFailureKind(read({ body })), 'invalid_body')
  })
})

describe('between full readings', () => {
  const all = [feature(1), feature(2)]
  /** Serves the collection sorted and limited as the service does. */
  const service = (features: readonly ReturnType<typeof feature>[]) =>
    createServedCalls(({ searchParams }) => {
      const timeOf = ({ properties }: ReturnType<typeof feature>) => properties.publication_datetime
      const sorted = searchParams.has('sortby') ? features.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a))) : features
      return collection(sorted.slice(0, Number(searchParams.get('limit'))), features.length)
    })
  const after = async (features: readonly ReturnType<typeof feature>[], seconds: number) => {
    const first = await warningFeed.read('CA', null, service(all).calls, NOW)
    const { calls, asked } = service(features)
    return {
      reading: await warningFeed.read('CA', copyReadingState(first), calls, NOW + seconds * 1_000),
      asked: asked.map(({ url }) => url.searchParams.has('sortby')),
    }
  }

  it('one feature shows that nothing has changed', async () => {
    const { reading, asked } = await after(all, 120)
    assert.deepEqual({ unchanged: reading.unchanged, asked }, { unchanged: true, asked: [true] })
  })

  for (const [name, features] of [
    ['is new', [...all, feature(3)]],
    ['is updated', [feature(1, { status_en: 'ended', publication_datetime: '2026-07-01T10:01:00.000Z' }), feature(2)]],
    ['is withdrawn', [feature(1)]],
    ['is replaced', [feature(1), feature(3, { publication_datetime: '2026-07-01T10:01:00.000Z' })]],
    ['is left', []],
  ] as const)
    it(`everything is read if something ${name === 'is left' ? 'is no longer there' : name}`, async () => {
      const { reading, asked } = await after(features, 120)
      assert.deepEqual({ complete: assertChanged(reading).complete, asked }, { complete: true, asked: [true, false] })
    })

  it('everything is read if the service refuses the shorter query', async () => {
    const first = await warningFeed.read('CA', null, service(all).calls, NOW)
    const refusing = createServedCalls(({ searchParams }) => (searchParams.has('sortby') ? { status: 400, body: '{}' } : collection(all)))
    const reading = await warningFeed.read('CA', copyReadingState(first), refusing.calls, NOW + 120_000)
    assert.deepEqual({ complete: assertChanged(reading).complete, asked: refusing.asked.length }, { complete: true, asked: 2 })
  })

  it('everything is read after five minutes, and after an incomplete reading', async () => {
    const { reading, asked } = await after(all, 300)
    assert.deepEqual({ unchanged: reading.unchanged, asked }, { unchanged: false, asked: [false] })
    const partly = await warningFeed.read('CA', null, createServedCalls(() => collection([feature(1)], 2)).calls, NOW)
    const { calls, asked: then } = service(all)
    await warningFeed.read('CA', copyReadingState(partly), calls, NOW + 120_000)
    assert.deepEqual(
      then.map(({ url }) => url.searchParams.has('sortby')),
      [false],
    )
  })
})

describe('recorded collections', { skip: withoutSamples }, () => {
  for (const [file, at, count, areas] of [
    ['geomet_alerts_ontario_freezing_rain_2026-03-05.json', '2026-03-06T02:03:00Z', 2, [6, 1]],
    ['geomet_alerts_annapolis_heat.json', '2026-08-07T00:00:00Z', 1, [1]],
    ['geomet_alerts_toronto_none.json', '2026-08-05T21:17:00Z', 0, []],
  ] as const)
    it(file, async () => {
      const { calls } = createServedCalls(() => ({ body: readSampleFile(`cap/eccc/${file}`) }))
      const { warnings, complete } = assertChanged(await warningFeed.read('CA', null, calls, Date.parse(at)))
      assert.deepEqual([complete, warnings.length, warnings.map((warning) => warning.areas.length)], [true, count, areas])
    })
})
