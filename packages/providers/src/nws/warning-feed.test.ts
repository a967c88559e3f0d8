import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertChanged } from '../cap/testing/calls.ts'
import { readSampleFile, withoutSamples } from '../cap/testing/samples.ts'
import { isObject } from '../json.ts'
import { ProviderFailure, type PaidCalls } from '../provider.ts'
import { createNws } from './index.ts'
import { decodeCollection } from './schema.ts'
import { transformMessages } from './transform.ts'

const NOW = Date.parse('2026-07-01T12:00:00Z')
const { warningFeed } = createNws({ baseUrl: new URL('https://feed.test'), readsWarnings: true })

const message = (id: string, change: Record<string, unknown> = {}, geometry: unknown = null) => ({
  type: 'Feature',
  geometry,
  properties: {
    id,
    sent: '2026-07-01T11:00:00Z',
    onset: '2026-07-01T11:00:00Z',
    ends: '2026-07-01T15:00:00Z',
    expires: '2026-07-01T12:30:00Z',
    event: 'Flood Warning',
    senderName: 'NWS Norman OK',
    status: 'Actual',
    messageType: 'Alert',
    severity: 'Severe',
    areaDesc: 'Murray, OK; Carter, OK',
    geocode: { SAME: ['040099', '040019'], UGC: ['OKC099', 'OKC019'] },
    ...change,
  },
})

/** Answers each address; a number is a status, `too_large` a failure. */
function answering(answers: Readonly<Record<string, unknown>>) {
  const asked: { readonly path: string; readonly headers: unknown }[] = []
  const calls: PaidCalls = {
    async get({ url, headers }) {
      asked.push({ path: url.pathname, headers })
      const answer = answers[url.search]
      if (answer === 'too_large') throw new ProviderFailure('too_large', 'nws/warnings: too large')
      if (typeof answer === 'number') return { status: answer, headers: {}, body: Buffer.alloc(0) }
      const body = Buffer.from(JSON.stringify(isObject(answer) ? { type: 'FeatureCollection', ...answer } : answer))
      return { status: 200, headers: { etag: '"1"' }, body }
    },
  }
  return { asked, calls }
}

const read = async (answers: Readonly<Record<string, unknown>>, state: unknown = null) => {
  const { asked, calls } = answering(answers)
  return { reading: await warningFeed.read('US', state, calls, NOW), asked }
}
const WHOLE = '?status=actual'

it('the feed of the country is read where it is asked for alone', () => {
  assert.deepEqual(warningFeed.parts, ['US'])
  const isRead = (options: { readonly readsWarnings?: boolean }) =>
    createNws({ baseUrl: new URL('https://feed.test'), ...options }).warningFeed.configured()
  assert.deepEqual([isRead({ readsWarnings: true }), isRead({ readsWarnings: false }), isRead({})], [true, false, false])
})

describe('the list of the country', () => {
  it('has the codes of zones and counties, or the outline of a message', async () => {
    const outline = {
      type: 'Polygon',
      coordinates: [
        [
          [-97, 34],
          [-96, 34],
          [-96, 35],
          [-97, 34],
        ],
      ],
    }
    const { reading } = await read({ [WHOLE]: { features: [message('a'), message('b', { event: 'Tornado Warning' }, outline)] } })
    const { warnings, complete } = assertChanged(reading)
    assert.equal(complete, true)
    assert.deepEqual(
      warnings.map(({ key, end, expires, areas }) => [
        key,
        end,
        expires,
        areas[0]?.name,
        areas[0]?.polygons.length,
        areas[0]?.codes.length,
      ]),
      [
        ['a', '2026-07-01T15:00:00Z', '2026-07-01T12:30:00Z', 'Murray, OK; Carter, OK', 0, 4],
        ['b', '2026-07-01T15:00:00Z', '2026-07-01T12:30:00Z', 'Murray, OK; Carter, OK', 1, 4],
      ],
    )
  })

  it('has an event once, in all of its areas, ended if all of its messages end it', async () => {
    const vtec = (action: string) => ({ parameters: { VTEC: [`/O.${action}.KOUN.FL.W.0012.260701T1100Z-260701T1500Z/`] } })
    const of = async (...actions: readonly string[]) => {
      const { reading } = await read({ [WHOLE]: { features: actions.map((action, index) => message(`m${index}`, vtec(action))) } })
      return assertChanged(reading).warnings.map(({ key, ended, isNumbered, areas }) => [key, ended, isNumbered, areas.length])
    }
    assert.deepEqual(await of('NEW', 'EXA'), [['KOUN.FL.W.0012.2026', false, true, 2]])
    assert.deepEqual(await of('CON', 'CAN'), [['KOUN.FL.W.0012.2026', false, true, 1]])
    assert.deepEqual(await of('CAN'), [['KOUN.FL.W.0012.2026', true, true, 1]])
  })

  it('leaves out what is over, and counts it', async () => {
    const { reading } = await read({
      [WHOLE]: { features: [message('a', { ends: '2026-07-01T12:00:00Z' }), message('b', { ends: null })] },
    })
    assert.deepEqual(
      { keys: assertChanged(reading).warnings.map(({ key }) => key), leftOut: assertChanged(reading).leftOut },
      { keys: ['b'], leftOut: { expired: 1 } },
    )
  })

  it('is asked for conditionally', async () => {
    const { reading } = await read({ [WHOLE]: { features: [] } })
    const { state } = assertChanged(reading)
    const again = await read({ [WHOLE]: 304 }, JSON.parse(JSON.stringify(state)))
    assert.deepEqual(again.reading, { unchanged: true })
    assert.deepEqual(again.asked, [{ path: '/alerts/active', headers: { accept: 'application/geo+json', 'if-none-match': '"1"' } }])
  })

  it('is read in two halves if it is too large for one answer, and page by page if it has pages', async () => {
    const halves = await read({
      [WHOLE]: 'too_large',
      '?status=actual&region_type=land': { features: [message('a')] },
      '?status=actual&region_type=marine': { features: [message('b')] },
    })
    assert.deepEqual(
      assertChanged(halves.reading).warnings.map(({ key }) => key),
      ['a', 'b'],
    )
    const next = 'https://elsewhere.test/alerts/active?cursor=2'
    const pages = await read({
      [WHOLE]: { features: [message('a')], pagination: { next } },
      '?status=actual&cursor=2': { features: [message('a'), message('c')] },
    })
    assert.deepEqual(
      assertChanged(pages.reading).warnings.map(({ key }) => key),
      ['a', 'c'],
    )
    // A validator is of one answer.
    const again = await read({ [WHOLE]: { features: [] } }, JSON.parse(JSON.stringify(assertChanged(pages.reading).state)))
    assert.deepEqual(again.asked[0]?.headers, { accept: 'application/geo+json' })
  })

  it('is incomplete if a message is unreadable or pages have no end, and fails without a list', async () => {
    const { reading } = await read({ [WHOLE]: { features: [message('a'), { properties: { event: 'x' } }] } })
    assert.deepEqual(
      { complete: assertChanged(reading).complete, leftOut: assertChanged(reading).leftOut },
      { complete: false, leftOut: { unreadable: 1 } },
    )
    const page = { features: [message('a')], pagination: { next: 'https://feed.test/alerts/active?cursor=2' } }
    const endless = await read({ [WHOLE]: page, '?status=actual&cursor=2': page })
    assert.deepEqual({ complete: assertChanged(endless.reading).complete, asked: endless.asked.length }, { complete: false, asked: 10 })
    await assert.rejects(read({ [WHOLE]: { title: 'x' } }), { kind: 'invalid_body' })
    await assert.rejects(read({ [WHOLE]: 503 }), ProviderFailure)
  })
})

describe('the recorded list of 2025-12-15', { skip: withoutSamples }, () => {
  const body = readSampleFile('nws/alerts_active_all_2025-12-15_529_alerts.json')
  const collection = JSON.parse(body.toString()) as { features: { properties: Record<string, unknown> }[] }
  const at = Math.max(...collection.features.map(({ properties }) => Date.parse(String(properties['sent']))))
  const calls: PaidCalls = { get: async () => ({ status: 200, headers: {}, body }) }

  it('has each event once, and every alert has the id that it has at a point', async () => {
    const { warnings, complete, leftOut } = assertChanged(await warningFeed.read('US', null, calls, at))
    assert.equal(complete, true)
    assert.equal(new Set(warnings.map(({ key }) => key)).size, warnings.length)
    const ids = transformMessages(decodeCollection(collection) ?? [], 1).length
    assert.equal(warnings.length + (leftOut['expired'] ?? 0), ids)
    assert.ok(warnings.length > 300, `${warnings.length}`)
    assert.ok(warnings.every(({ areas }) => areas.every(({ polygons, codes }) => polygons.length + codes.length > 0)))
  })
})
