import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertChanged, readFailureKind, copyReadingState, type Served, createServedCalls } from '../cap/testing/calls.ts'
import { readSampleFile, withoutSamples } from '../cap/testing/samples.ts'
import { createMetNorway } from './index.ts'

const NOW = Date.parse('2026-07-01T10:00:00Z')
const { warningFeed } = createMetNorway({ baseUrl: new URL('https://upstream.test'), enabled: true })

const feature = (id: string, more: object = {}, interval = ['2026-07-01T12:00:00+00:00', '2026-07-01T22:00:00+00:00']) => ({
  type: 'Feature',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [5, 60],
        [6, 60],
        [6, 61],
        [5, 60],
      ],
    ],
  },
  properties: {
    id,
    area: 'Vestlandet',
    event: 'wind',
    eventAwarenessName: 'Kraftige vindkast',
    awareness_level: '3; orange; Severe',
    awareness_type: '1; Wind',
    certainty: 'Likely',
    severity: 'Moderate',
    geographicDomain: 'land',
    description: 'Vindkast 35 m/s.',
    consequences: 'Trær kan velte.',
    instruction: 'Sikre løse gjenstander.',
    status: 'Actual',
    type: 'Alert',
    title: 'Kraftige vindkast',
    web: '\n  https://www.met.no/\n',
    ...more,
  },
  when: { interval },
})
const collection = (...features: readonly object[]) => ({
  body: JSON.stringify({ features, lang: 'no', lastChange: '2026-07-01T09:17:01+00:00', type: 'FeatureCollection' }),
})
const institute = (norwegian: Served, english: Served = collection()) =>
  createServedCalls((url) => (url.searchParams.get('lang') === 'no' ? norwegian : english))
const read = async (norwegian: Served, english?: Served, former: unknown = null) =>
  warningFeed.read('NO', former, institute(norwegian, english).calls, NOW)

describe('MetAlerts', () => {
  it('are fetched in two languages, which form one warning', async () => {
    const { calls, paths } = institute(
      collection(feature('1')),
      collection(feature('1', { eventAwarenessName: 'Strong wind gusts', description: 'Gusts 35 m/s.' })),
    )
    const { warnings, complete } = assertChanged(await warningFeed.read('NO', null, calls, NOW))
    assert.deepEqual(paths(), ['/weatherapi/metalerts/2.0/current.json?lang=no', '/weatherapi/metalerts/2.0/current.json?lang=en'])
    const [warning] = warnings
    assert.equal(complete, true)
    assert.deepEqual(
      warning?.texts.map(({ language, event, description }) => [language, event, description]),
      [
        ['no', 'Kraftige vindkast', 'Vindkast 35 m/s.\nTrær kan velte.'],
        ['en', 'Strong wind gusts', 'Gusts 35 m/s.\nTrær kan velte.'],
      ],
    )
    assert.deepEqual(
      { severity: warning?.severity, name: warning?.level?.name, tags: warning?.tags, sent: warning?.sent, end: warning?.end },
      { severity: 'severe', name: 'orange', tags: ['Wind'], sent: '2026-07-01T09:17:01Z', end: '2026-07-01T22:00:00Z' },
    )
    assert.deepEqual(warning?.areas[0]?.polygons, [
      [
        [
          [5, 60],
          [6, 60],
          [6, 61],
          [5, 60],
        ],
      ],
    ])
  })

  it('are not fetched before they expire, then only if changed', async () => {
    const headers = {
      date: 'Wed, 01 Jul 2026 10:00:00 GMT',
      expires: 'Wed, 01 Jul 2026 10:10:00 GMT',
      'last-modified': 'Wed, 01 Jul 2026 09:17:01 GMT',
    }
    const first = await read({ ...collection(feature('1')), headers })
    const { calls, asked } = createServedCalls(() => ({ status: 304 }))
    assert.deepEqual(await warningFeed.read('NO', copyReadingState(first), calls, NOW + 599_000), { unchanged: true })
    assert.equal(asked.length, 0)
    assert.deepEqual(await warningFeed.read('NO', copyReadingState(first), calls, NOW + 600_000), { unchanged: true })
    assert.deepEqual(
      asked.map((each) => each.headers?.['if-modified-since']),
      [headers['last-modified']],
    )
    const broken = await read({ ...collection(), headers: { ...headers, expires: 'Wed, 01 Jul 2099 10:10:00 GMT' } })
    assert.equal((copyReadingState(broken) as { notBeforeMs: number }).notBeforeMs, 0)
  })

  it('are Norwegian only while there is no English, which is fetched again', async () => {
    const reading = assertChanged(await read({ ...collection(feature('1')), headers: { 'last-modified': 'x' } }, { status: 503 }))
    assert.deepEqual({ complete: reading.complete, texts: reading.warnings[0]?.texts.length }, { complete: true, texts: 1 })
    assert.equal((copyReadingState(reading) as { validators: { lastModified: unknown } }).validators.lastModified, null)
  })

  it('keep their key from message to message, including a Cancel', async () => {
    let former: unknown = null
    const keys = []
    for (const more of [{ type: 'Alert' }, { type: 'Update', eventEndingTime: '2026-07-02T06:00:00+00:00' }, { type: 'Cancel' }]) {
      const reading = assertChanged(
        await read(collection(feature(`${more.type}-1`, more), feature('other', { area: 'Østlandet' })), undefined, former),
      )
      keys.push(reading.warnings.map(({ key }) => key))
      assert.deepEqual(
        reading.warnings.map(({ ended }) => ended),
        [more.type === 'Cancel', false],
      )
      former = copyReadingState(reading)
    }
    assert.deepEqual({ secondKeys: keys[1], thirdKeys: keys[2] }, { secondKeys: keys[0], thirdKeys: keys[0] })
    assert.equal(new Set(keys[0]).size, 2)
  })

  it('leave out tests and what is over, and count what is unreadable', async () => {
    const over = feature('2', {}, ['2026-07-01T01:00:00+00:00', '2026-07-01T09:00:00+00:00'])
    const { warnings, leftOut, complete } = assertChanged(
      await read(collection(feature('1'), over, feature('3', { status: 'Test' }), feature('4', {}, []))),
    )
    assert.deepEqual(
      { warnings: warnings.length, leftOut, complete },
      { warnings: 1, leftOut: { test: 1, expired: 1, unreadable: 1 }, complete: false },
    )
  })

  it('are no warnings on the green level, which ends a known one', async () => {
    const green = { awareness_level: '1; green; Minor', riskMatrixColor: 'Green', severity: 'Minor' }
    const first = assertChanged(await read(collection(feature('1', green), feature('2', { area: 'Østlandet' }))))
    assert.deepEqual(
      { warnings: first.warnings.map(({ messageId }) => messageId), leftOut: first.leftOut, complete: first.complete },
      { warnings: ['2'], leftOut: { green: 1 }, complete: true },
    )
    const second = assertChanged(await read(collection(feature('3', { area: 'Østlandet', ...green })), undefined, copyReadingState(first)))
    assert.deepEqual(
      second.warnings.map(({ key, ended, level }) => [key, ended, level]),
      [[first.warnings[0]?.key, true, null]],
    )
  })

  it('fail if the answer is not a list', async () => {
    for (const body of ['', '{}', '[]', '<html>400</html>', '{"features":[]}'])
      assert.equal(await readFailureKind(read({ body })), 'invalid_body')
    for (const [status, kind] of [
      [403, 'refused_key'],
      [429, 'quota'],
      [502, 'unavailable'],
    ] as const)
      assert.equal(await readFailureKind(read({ status })), kind)
    assert.equal(assertChanged(await read({ ...collection(), status: 203 })).complete, true)
  })
})

describe('recorded lists', { skip: withoutSamples }, () => {
  for (const [file, at, count] of [
    ['metalerts_current_no_29_marine_2026-03-07.json', '2026-03-07T06:00:00Z', 29],
    ['metalerts_one_gale_update_2024-05-02.json', '2024-05-02T18:00:00Z', 1],
    ['metalerts_empty_2024-05-02.json', '2024-05-02T18:00:00Z', 0],
  ] as const)
    it(file, async () => {
      const { calls } = createServedCalls(() => ({ body: readSampleFile(`cap/met-norway/${file}`) }))
      const { warnings, complete } = assertChanged(await warningFeed.read('NO', null, calls, Date.parse(at)))
      assert.deepEqual(
        { warnings: warnings.length, distinctWarnings: new Set(warnings.map(({ key }) => key)).size, complete },
        { warnings: count, distinctWarnings: count, complete: true },
      )
      for (const { areas, severity } of warnings) assert.ok((areas[0]?.polygons.length ?? 0) > 0 && severity !== null)
    })
})
