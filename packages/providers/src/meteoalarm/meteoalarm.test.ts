import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertChanged, readFailureKind, copyReadingState, type Served, createServedCalls } from '../cap/testing/calls.ts'
import { readSampleFile, withoutSamples } from '../cap/testing/samples.ts'
import { createMeteoAlarm } from './index.ts'

const NOW = Date.parse('2026-07-01T10:00:00Z')
const provider = createMeteoAlarm({ baseUrl: new URL('https://upstream.test'), countries: ['DE', 'FR', 'XX'] })
const { warningFeed } = provider

const entry = (id: string, level = '3; orange; Severe', more: object = {}, block: object = {}) => ({
  uuid: id,
  alert: {
    identifier: id,
    sender: 'office',
    sent: '2026-07-01T08:00:00+02:00',
    status: 'Actual',
    msgType: 'Alert',
    scope: 'Public',
    ...more,
    info: [
      {
        language: 'de-DE',
        category: ['Met'],
        event: 'STURM',
        severity: 'Moderate',
        urgency: 'Future',
        certainty: 'Likely',
        effective: '2026-07-01T08:00:00+02:00',
        onset: '2026-07-01T14:00:00+02:00',
        expires: '2026-07-01T20:00:00+02:00',
        parameter: [
          { valueName: 'awareness_level', value: level },
          { valueName: 'awareness_type', value: '1; wind' },
        ],
        area: [{ areaDesc: 'Kreis', geocode: [{ valueName: 'EMMA_ID', value: 'DE001' }] }],
        ...block,
      },
    ],
  },
})

const read = (served: Served | object, part = 'DE', former: unknown = null) => {
  const { calls } = createServedCalls(() => ('warnings' in served ? { body: JSON.stringify(served) } : (served as Served)))
  return warningFeed.read(part, former, calls, NOW)
}

describe('a feed of MeteoAlarm', () => {
  it('has the supported countries as parts', () => {
    assert.deepEqual(warningFeed.parts, ['DE', 'FR'])
    assert.equal(createMeteoAlarm({ baseUrl: new URL('https://upstream.test'), countries: [] }).warningFeed.configured(), false)
  })

  it('takes one call, conditional after the first', async () => {
    const headers = { etag: '"1"', 'last-modified': 'Wed, 01 Jul 2026 08:00:00 GMT' }
    const { calls, asked, paths } = createServedCalls((_url, request) =>
      request.headers?.['if-none-match'] === '"1"' ? { status: 304 } : { headers, body: JSON.stringify({ warnings: [entry('a')] }) },
    )
    const first = assertChanged(await warningFeed.read('DE', null, calls, NOW))
    assert.deepEqual(
      { complete: first.complete, warnings: first.warnings.length, simulated: first.simulated },
      { complete: true, warnings: 1, simulated: false },
    )
    assert.deepEqual(await warningFeed.read('DE', copyReadingState(first), calls, NOW), { unchanged: true })
    assert.deepEqual(paths(), ['/api/v1/warnings/feeds-germany', '/api/v1/warnings/feeds-germany'])
    assert.equal(asked[1]?.headers?.['if-modified-since'], headers['last-modified'])
  })

  it('grades by number, and ends with the expiry', async () => {
    const [warning] = assertChanged(await read({ warnings: [entry('a')] })).warnings
    assert.deepEqual(
      { severity: warning?.severity, name: warning?.level?.name, end: warning?.end },
      { severity: 'severe', name: 'orange', end: '2026-07-01T18:00:00Z' },
    )
  })

  it('never shows green', async () => {
    const { warnings, leftOut, complete } = assertChanged(await read({ warnings: [entry('a', '1; green; Minor'), entry('b')] }))
    assert.deepEqual({ warnings: warnings.length, leftOut, complete }, { warnings: 1, leftOut: { green: 1 }, complete: true })
  })

  it('is incomplete with an unreadable entry, and then fetches everything again', async () => {
    for (const broken of [null, {}, { alert: { identifier: 'x' } }, entry('x', '2', { sent: '2026-07-01T08:00:00' })]) {
      const reading = assertChanged(await read({ warnings: [entry('a'), broken] }))
      assert.deepEqual(
        { complete: reading.complete, warnings: reading.warnings.length, leftOut: reading.leftOut },
        { complete: false, warnings: 1, leftOut: { unreadable: 1 } },
      )
      assert.deepEqual((reading.state as { validators: unknown }).validators, { etag: null, lastModified: null })
    }
  })

  it('is empty only if it says so', async () => {
    assert.deepEqual(assertChanged(await read({ warnings: [] })).complete, true)
    for (const body of ['', '{"warnings":[', '{}', '[]', '<html><body>200</body></html>', '{"warnings":{}}'])
      assert.equal(await readFailureKind(read({ body })), 'invalid_body', body)
  })

  for (const [status, kind] of [
    [304, 'rejected'],
    [301, 'rejected'],
    [403, 'refused_key'],
    [404, 'not_found'],
    [429, 'quota'],
    [503, 'unavailable'],
  ] as const)
    it(`fails as ${kind} on ${status}`, async () => assert.equal(await readFailureKind(read({ status })), kind))

  it('of France keeps a warning through messages without references, and ignores markers', async () => {
    const day = (id: string, date: string, expires: string) => entry(id, '2; yellow; Moderate', {}, { onset: `${date}T00:00:00Z`, expires })
    const first = await read({ warnings: [day('1', '2026-07-01', '2026-07-02T00:00:00Z')] }, 'FR')
    const second = await read(
      {
        warnings: [
          day('2', '2026-07-01', '2026-07-02T00:00:00Z'),
          day('3', '2026-07-02', '2026-07-03T00:00:00Z'),
          day('4', '2026-07-04', '2026-07-04T00:00:00Z'),
        ],
      },
      'FR',
      copyReadingState(first),
    )
    const [before] = assertChanged(first).warnings
    const [now, ...more] = assertChanged(second).warnings
    assert.deepEqual(
      { key: now?.key, end: now?.end, more: more.length, leftOut: assertChanged(second).leftOut },
      { key: before?.key, end: '2026-07-03T00:00:00Z', more: 0, leftOut: { marker: 1 } },
    )
  })
})

describe('recorded feeds', { skip: withoutSamples }, () => {
  for (const [file, part, at, warnings, leftOut] of [
    ['cap/meteoalarm/feeds_germany_2026-04-20.json', 'DE', '2026-04-20T08:00:00Z', 3, { test: 1 }],
    ['cap/meteoalarm/feeds_france_green_markers_REDUCED.json', 'FR', '2026-08-03T15:00:00Z', 2, { marker: 2 }],
    ['meteoalarm/feeds_api_v1_netherlands_green_levels.json', 'NL', '2026-03-02T02:00:00Z', 0, { green: 3 }],
    ['meteoalarm/feeds_api_v1_bosnia_herzegovina.json', 'BA', '2024-01-07T10:00:00Z', 22, {}],
  ] as const)
    it(file, async () => {
      const { calls } = createServedCalls(() => ({ body: readSampleFile(file) }))
      const reading = assertChanged(await warningFeed.read(part, null, calls, Date.parse(at)))
      assert.deepEqual(
        { complete: reading.complete, warnings: reading.warnings.length, leftOut: reading.leftOut },
        { complete: true, warnings, leftOut },
      )
      for (const { areas, texts, severity } of reading.warnings) {
        assert.ok(areas.length > 0 && areas.every(({ codes }) => codes.length > 0))
        assert.ok(texts.length > 0 && severity !== null)
      }
    })
})
