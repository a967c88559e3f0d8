import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { AppError } from '../../../errors.ts'
import { NO_SUPPLEMENTS } from '../../../gateway/index.ts'
import { compressPart } from '../../../platform/http/bytes/stitched-gzip.ts'
import { buildTestObservation, buildTestForecastHour } from '../history/testing/fetched.ts'
import { NO_ALERTS, NO_EXTENDED } from '../place-weather/index.ts'
import { NO_STATION } from '../stations/index.ts'
import { createBytesBySecond } from './answer-bytes.ts'
import {
  type Answer,
  buildAnswer,
  buildScope,
  identifyCaller,
  buildScopeEnvelope,
  isSearch,
  type Provenance,
  type WeatherRequest,
} from './answer.ts'
import { isTrueAt, type Rendering } from './rendering.ts'
import { createRequestCache } from './routes.ts'
import { buildTestScopeRecord } from './testing/record.ts'
import { ATTRIBUTION, buildWeatherRequest } from './testing/request.ts'

const NOON = Date.parse('2026-07-01T12:00:00Z')
const WINDOW = { freshSeconds: 600, staleSeconds: 7_200, emergencySeconds: 21_600 }
const RECORD = buildTestScopeRecord({ current: buildTestObservation('2026-07-01T12:00:00Z') }, '2026-07-01T12:00:00Z')
const HOURS = buildTestScopeRecord(
  { hourly: { available: true, points: [buildTestForecastHour('2026-07-01T12:00:00Z')] } },
  '2026-07-01T11:58:00Z',
)
const HIT: Provenance = { freshness: 'fresh', layer: 'memory', cacheHit: true, tokensUsed: 0 }
const MISS: Provenance = { freshness: 'fresh', layer: 'upstream', cacheHit: false, tokensUsed: 1 }

const rendering = (change: Partial<Rendering> = {}): Rendering => {
  const tail = Buffer.from('"temperature":20}')
  return {
    record: RECORD,
    alerts: NO_ALERTS,
    station: NO_STATION,
    measured: null,
    supplements: NO_SUPPLEMENTS,
    extended: NO_EXTENDED,
    extent: undefined,
    parts: [],
    alertIds: null,
    from: -Infinity,
    until: Infinity,
    tail,
    compressed: () => compressPart(tail),
    ...change,
  }
}
const scope = (provenance = HIT, rendered: Partial<Rendering> = {}) =>
  buildScope(rendering(rendered), provenance, WINDOW, { attribution: ATTRIBUTION, sources: [] })
const answer = (provenance = HIT, change: Partial<WeatherRequest> = {}, rendered: Partial<Rendering> = {}): Answer =>
  buildAnswer(buildWeatherRequest(change), [scope(provenance, rendered)])
const headersAt = (of: Answer, seconds: number) => {
  const { headers } = createBytesBySecond(of, () => undefined)(NOON + seconds * 1_000)
  return Object.fromEntries(Array.from({ length: headers.length / 2 }, (_, index) => headers.slice(2 * index, 2 * index + 2)))
}

describe('what caches may do with an answer', () => {
  const cacheControl = (seconds: number, until = Infinity) => headersAt(answer(HIT, {}, { until }), seconds)['cache-control']

  it('ends with the windows of its data', () => {
    assert.equal(cacheControl(0), 'public, max-age=600, stale-while-revalidate=6600, stale-if-error=21000')
    assert.equal(cacheControl(100), 'public, max-age=500, stale-while-revalidate=6600, stale-if-error=21000')
    assert.equal(cacheControl(700), 'public, max-age=0, stale-while-revalidate=6500, stale-if-error=20900')
    assert.equal(cacheControl(8_000), 'public, max-age=0, stale-while-revalidate=0, stale-if-error=13600')
  })

  it('ends when the answer changes by itself, but for errors', () => {
    assert.equal(cacheControl(0, NOON + 200_000), 'public, max-age=200, stale-while-revalidate=0, stale-if-error=21400')
    assert.equal(cacheControl(0, NOON + 900_000), 'public, max-age=600, stale-while-revalidate=300, stale-if-error=21000')
  })

  it('is nothing for a search, which is counted, or one that a caller paid for', () => {
    for (const uncached of [answer(MISS), answer(HIT, { trigger: 'search_select' }), answer(HIT, { trigger: 'search_preview' })]) {
      assert.equal(uncached.etag, undefined)
      assert.deepEqual(
        { cacheControl: headersAt(uncached, 0)['cache-control'], etag: headersAt(uncached, 0)['etag'] },
        { cacheControl: 'no-store', etag: undefined },
      )
    }
    assert.match(headersAt(answer(), 0)['etag'] ?? '', /^W\/"/)
  })
})

describe('the headers of an answer', () => {
  it('say which layer answered, for how long, and whether another request made the call', () => {
    const status = (provenance: Provenance, seconds = 0) => headersAt(answer(provenance), seconds)['cache-status']
    assert.equal(status(HIT, 100), 'Isobar; hit; ttl=500; detail=memory')
    assert.equal(status(HIT, 700), 'Isobar; hit; ttl=-100; detail=memory')
    assert.equal(status(MISS), 'Isobar; fwd=miss; stored; ttl=600')
    assert.equal(status({ ...MISS, tokensUsed: 0 }), 'Isobar; fwd=miss; stored; collapsed; ttl=600')
  })

  it('state a cost only if there is one', () => {
    assert.deepEqual(
      {
        headersAtAnswerMISSXTokensUsed: headersAt(answer(MISS), 0)['x-tokens-used'],
        headersAtAnswerXTokensUsed: headersAt(answer(), 0)['x-tokens-used'],
      },
      { headersAtAnswerMISSXTokensUsed: '1', headersAtAnswerXTokensUsed: undefined },
    )
  })
})

describe('the bytes of an answer', () => {
  it('are made once for each second, and state the age in it', () => {
    const bytesAt = createBytesBySecond(answer(), () => undefined)
    const first = bytesAt(NOON + 5_000)
    assert.equal(bytesAt(NOON + 5_999), first)
    assert.equal(first.plain(), first.plain())
    const next = bytesAt(NOON + 6_000)
    assert.notEqual(next, first)
    // The clock may be set back.
    assert.notEqual(bytesAt(NOON + 5_000), next)
    const ages = [first, next].map((bytes) => JSON.parse(bytes.plain().toString()).ageSeconds)
    assert.deepEqual(ages, [5, 6])
  })

  it('are one JSON object of the request, its envelope and the data', () => {
    const { plain } = createBytesBySecond(answer(MISS, { trigger: 'city_detail' }), () => undefined)(NOON + 90_500)
    assert.deepEqual(JSON.parse(plain().toString()), {
      scope: 'current',
      lat: 52.52,
      lon: 13.41,
      fetchedAt: '2026-07-01T12:00:00Z',
      cacheHit: false,
      freshness: 'fresh',
      source: 'openweather',
      trigger: 'city_detail',
      tokensUsed: 1,
      expiresAt: '2026-07-01T12:10:00Z',
      ageSeconds: 90,
      attribution: ATTRIBUTION,
      temperature: 20,
    })
  })

  it('are the scopes of one envelope, if there are several: the worst of each is that of all', () => {
    const hourly = Buffer.from('"points":[]}')
    const results = [
      scope(
        { ...MISS, freshness: 'emergency', layer: 'database' },
        { record: HOURS, tail: hourly, compressed: () => compressPart(hourly) },
      ),
      new AppError('rate_limited', 'Spent.', { retryAfterSeconds: 9 }),
      scope(),
    ]
    const several = buildAnswer(buildWeatherRequest({ scopes: ['hourly', 'air', 'current'] }), results)
    const { plain, gzip, headers } = createBytesBySecond(several, () => undefined)(NOON + 60_000)
    const { scopes, ...envelope } = JSON.parse(plain().toString())
    assert.equal(gunzipSync(gzip?.() ?? '').toString(), plain().toString())
    assert.deepEqual(envelope, {
      lat: 52.52,
      lon: 13.41,
      trigger: 'unspecified',
      cacheHit: false,
      tokensUsed: 1,
      freshness: 'emergency',
      expiresAt: '2026-07-01T12:08:00Z',
    })
    const { data, meta } = scopes.hourly
    assert.deepEqual(data, { scope: 'hourly', lat: 52.52, lon: 13.41, points: [] })
    assert.deepEqual(
      { fetchedAt: meta.fetchedAt, ageSeconds: meta.ageSeconds, cacheLayer: meta.cacheLayer, tokensUsed: meta.tokensUsed },
      { fetchedAt: '2026-07-01T11:58:00Z', ageSeconds: 180, cacheLayer: 'database', tokensUsed: 1 },
    )
    assert.deepEqual(scopes.air, { error: 'rate_limited', message: 'Spent.', retryAfterSeconds: 9 })
    assert.deepEqual(
      { temperature: scopes.current.data.temperature, cacheLayer: scopes.current.meta.cacheLayer },
      { temperature: 20, cacheLayer: 'memory' },
    )
    assert.deepEqual(Object.keys(scopes), ['hourly', 'air', 'current'])
    const expected = 'x-cache|database|cache-status|Isobar; hit; ttl=420; detail=database|cache-control|no-store|x-tokens-used|1'
    assert.deepEqual(headers, expected.split('|'))
  })

  it('never state a negative age, although clocks of nodes differ', () => {
    assert.equal(buildScopeEnvelope(buildWeatherRequest(), scope(), NOON - 3_000).ageSeconds, 0)
  })
})

describe('the tag of an answer', () => {
  it('changes with all that a reader sees but age, cost and layer', () => {
    const tag = answer().etag
    for (const same of [answer({ ...HIT, layer: 'database' }), answer(HIT, { maxAgeMs: 5 })]) assert.equal(same.etag, tag)
    const others = [
      answer(HIT, { lat: 52.521 }),
      answer(HIT, { lon: 13.411 }),
      answer(HIT, {}, { record: HOURS }),
      answer(HIT, { lang: 'de' }),
      answer(HIT, { units: 'si' }),
      answer(HIT, { trigger: 'city_detail' }),
      answer({ ...HIT, freshness: 'acceptable' }),
      answer(HIT, {}, { alertIds: ['a'] }),
      answer(HIT, {}, { from: NOON }),
      answer(HIT, {}, { record: { ...RECORD, source: 'open-meteo' } }),
      answer(HIT, {}, { record: { ...RECORD, fetchedAt: NOON + 1_000 } }),
    ]
    assert.equal(new Set([tag, ...others.map(({ etag }) => etag)]).size, others.length + 1)
  })

  it('is one of all scopes, unless one failed or was paid for', () => {
    const tagOf = (...results: Answer['results']) => buildAnswer(buildWeatherRequest({ scopes: ['hourly', 'current'] }), results).etag
    const hours = scope(HIT, { record: HOURS })
    const tags = [tagOf(hours, scope()), tagOf(scope(HIT, { record: HOURS, from: NOON }), scope()), tagOf(scope(), hours), answer().etag]
    assert.equal(new Set(tags).size, 4)
    for (const other of [scope(MISS), new AppError('upstream_error', 'Late.')]) assert.equal(tagOf(hours, other), undefined)
  })
})

describe('a request', () => {
  it('is a search by its trigger, and asks as a person, in advance or as a crawler', () => {
    assert.deepEqual(['search_select', 'search_preview', 'city_detail', 'prefetch'].map(isSearch), [true, true, false, false])
    const callers = [
      identifyCaller('city_detail', false),
      identifyCaller('prefetch', false),
      identifyCaller('city_detail', true),
      identifyCaller('prefetch', true),
    ]
    assert.deepEqual(callers, ['person', 'prefetch', 'crawler', 'crawler'])
  })

  it('is remembered by its URL, unless that is longer than the service’s own can be', () => {
    const requests = createRequestCache(1_000_000)
    const entry = { request: buildWeatherRequest(), answer: answer(), bytesAt: createBytesBySecond(answer(), () => undefined) }
    const [longest, longer] = ['x'.repeat(300), 'x'.repeat(301)]
    for (const url of [longest, longer]) requests.set(url, entry)
    assert.deepEqual([requests.get(longest), requests.get(longer)], [entry, undefined])
  })

  it('counts with all the bytes that remembering it retains', () => {
    const tail = Buffer.alloc(100_000)
    const of = answer(HIT, {}, { tail })
    // Its tail three times as bytes, compressed, and as strings.
    const requests = createRequestCache(800_000)
    for (const url of ['a', 'b', 'c'])
      requests.set(url, { request: buildWeatherRequest(), answer: of, bytesAt: createBytesBySecond(of, () => undefined) })
    assert.deepEqual(
      ['a', 'b', 'c'].map((url) => requests.get(url) !== undefined),
      [false, true, true],
    )
  })
})

describe('a rendering', () => {
  it('is valid for its record and alerts, from its start until before its end', () => {
    const bounded = rendering({ from: NOON, until: NOON + 1_000 })
    assert.deepEqual(
      [NOON - 1, NOON, NOON + 999, NOON + 1_000].map((now) => isTrueAt(bounded, bounded, now)),
      [false, true, true, false],
    )
    assert.equal(isTrueAt(bounded, { ...bounded, record: { ...RECORD } }, NOON), false)
    assert.equal(isTrueAt(bounded, { ...bounded, alerts: [] }, NOON), false)
  })
})
