import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { cellOf } from '../domain/cell.ts'
import { distanceKm } from '../domain/distance.ts'
import type { CellScope } from '../domain/scope.ts'
import { createOpenMeteo } from './open-meteo/index.ts'
import { createOpenWeather, type OpenWeatherOptions } from './openweather/index.ts'
import { createNws } from './nws/index.ts'
import {
  type PaidCalls,
  type Provider,
  ProviderFailure,
  type ProviderFailureKind,
  type UpstreamAnswer,
  type UpstreamRequest,
} from './provider.ts'

const KEY = 'k3y-0123456789abcdef'
const NOW = Date.parse('2026-09-19T10:20:30Z')
const CELL = cellOf(52.52, 13.405)

/** Test data for a weather adapter: a good answer, and its own answers for one kind of failure each. */
interface Case {
  readonly what: string
  readonly make: (key: string | null, base?: string) => Provider
  /** The good answers by the end of their address; `''` matches every address. */
  readonly fixtures: Readonly<Record<string, string>>
  readonly needsKey: boolean
  readonly keyParameter: string
  readonly failures: readonly (readonly [status: number, body: string, kind: ProviderFailureKind, retryAfterSeconds?: number])[]
}

function providersWith(key: string | null, base = 'https://upstream.test', plan: OpenWeatherOptions['plan'] = 'onecall-3.0') {
  const options = { baseUrl: new URL(base), key: () => key }
  return {
    primary: createOpenWeather({ ...options, tilesBaseUrl: options.baseUrl, plan }),
    second: createOpenMeteo(options),
    national: createNws(options),
  }
}

const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>'

const OPENWEATHER: Pick<Case, 'needsKey' | 'keyParameter' | 'failures'> = {
  needsKey: true,
  keyParameter: 'appid',
  failures: [
    [400, '{"cod":"400","message":"wrong latitude"}', 'rejected'],
    [400, '{"cod":400,"message":"Invalid date format","parameters":["date"]}', 'rejected'],
    [401, '{"cod":401, "message": "Invalid API key. Please see https://openweathermap.org/faq#error401 for more info."}', 'refused_key'],
    [
      401,
      '{"cod":401,"message":"Please note that using One Call 3.0 requires a separate subscription to the One Call by Call plan."}',
      'no_subscription',
    ],
    [401, HTML, 'refused_key'],
    [404, '{"cod":"404","message":"city not found"}', 'not_found'],
    [
      429,
      '{"cod":429, "message": "Your account is temporary blocked due to exceeding of requests limitation of your subscription type."}',
      'quota',
    ],
    [500, '{"cod":"500","message":"Internal error: 500001"}', 'unavailable'],
    [502, HTML, 'unavailable'],
    [301, '', 'rejected'],
  ],
}

const CASES: readonly Case[] = [
  {
    ...OPENWEATHER,
    what: 'openweather',
    make: (key, base) => providersWith(key, base).primary,
    fixtures: { '/air_pollution/forecast': './openweather/fixtures/air-pollution.json', '': './openweather/fixtures/all-blocks.json' },
  },
  {
    ...OPENWEATHER,
    what: 'openweather on onecall-4.0',
    make: (key, base) => providersWith(key, base, 'onecall-4.0').primary,
    fixtures: {
      '/air_pollution/forecast': './openweather/fixtures/air-pollution.json',
      '/current': './openweather/fixtures/onecall4-current.json',
      '/timeline/1h': './openweather/fixtures/onecall4-hours.json',
      '/timeline/1day': './openweather/fixtures/onecall4-days.json',
      '/timeline/1min': './openweather/fixtures/onecall4-minutes.json',
    },
  },
  {
    ...OPENWEATHER,
    what: 'openweather on the free plan',
    make: (key, base) => providersWith(key, base, 'free').primary,
    fixtures: { '/air_pollution/forecast': './openweather/fixtures/air-pollution.json', '': './openweather/fixtures/weather25.json' },
  },
  {
    what: 'open-meteo',
    make: (key, base) => providersWith(key, base).second,
    fixtures: {
      '/air-quality': './open-meteo/fixtures/air-quality.json',
      '/marine': './open-meteo/fixtures/marine.json',
      '': './open-meteo/fixtures/as-asked.json',
    },
    needsKey: false,
    keyParameter: 'apikey',
    failures: [
      [400, '{"error":true,"reason":"Cannot initialize WeatherVariable from invalid String value x for key hourly"}', 'rejected'],
      [400, '{"reason":"The supplied API key is invalid.","error":true}', 'refused_key'],
      [400, '{"error":true,"reason":"No data is available for this location"}', 'not_found'],
      [401, '{"error":true,"reason":"API key required."}', 'refused_key'],
      [403, '{"error":true,"reason":"Your plan does not include this API."}', 'refused_key'],
      [429, '{"reason":"Minutely API request limit exceeded. Please try again in one minute.","error":true}', 'quota', 60],
      [429, '{"error":true,"reason":"Hourly API request limit exceeded. Please try again in the next hour."}', 'quota', 39 * 60 + 30],
      [429, '{"error":true,"reason":"Daily API request limit exceeded. Please try again tomorrow."}', 'quota', 13 * 3_600 + 39 * 60 + 30],
      [429, '{"error":true,"reason":"Too many concurrent requests"}', 'quota', 1],
      [429, HTML, 'quota'],
      [500, '{"error":true,"reason":"Something went wrong."}', 'unavailable'],
      [502, HTML, 'unavailable'],
      [503, '{"error":true,"reason":"The service is overloaded"}', 'unavailable'],
      [307, '', 'rejected'],
    ],
  },
]

interface TestCalls extends PaidCalls {
  readonly asked: UpstreamRequest[]
}

/** Calls that cost nothing and use no network: each is answered by its address, and the requests are kept. */
function answeringBy(answer: (url: URL) => UpstreamAnswer): TestCalls {
  const asked: UpstreamRequest[] = []
  return {
    asked,
    async get(request) {
      asked.push(request)
      return answer(request.url)
    },
  }
}

const answering = (status: number, body: string | Buffer, headers: Record<string, string> = {}): TestCalls =>
  answeringBy(() => ({ status, headers, body: Buffer.from(body) }))

function weatherOf({ weather }: Provider) {
  assert.ok(weather !== undefined)
  return weather
}

function fetch(provider: Provider, calls: PaidCalls, group = weatherOf(provider).groups[0] ?? []) {
  return weatherOf(provider).fetch(CELL, group, calls, NOW)
}

async function failureOf(provider: Provider, calls: PaidCalls, group?: readonly CellScope[]): Promise<ProviderFailure> {
  const failure: unknown = await fetch(provider, calls, group).then(
    () => assert.fail('the adapter answered instead of failing'),
    (error: unknown) => error,
  )
  assert.ok(failure instanceof ProviderFailure)
  const cause = failure.cause === undefined ? '' : String(failure.cause)
  assert.doesNotMatch(`${failure.message} ${failure.stack} ${cause}`, new RegExp(`${KEY}|https?://|upstream\\.test`))
  return failure
}

for (const { what, make, fixtures, needsKey, keyParameter, failures } of CASES) {
  const provider = make(KEY)
  const bodies = Object.entries(fixtures).map(([end, file]) => [end, readFileSync(new URL(file, import.meta.url))] as const)
  const good = (headers: Record<string, string> = {}): TestCalls =>
    answeringBy(({ pathname }) => {
      const body = bodies.find(([end]) => pathname.endsWith(end))?.[1]
      assert.ok(body !== undefined, pathname)
      return { status: 200, headers, body }
    })

  describe(`${what} as a weather provider`, () => {
    it('identifies itself', () => {
      assert.match(provider.id, /^[a-z][a-z-]*$/)
      assert.ok(provider.attribution.name !== '' && provider.attribution.text !== '' && provider.attribution.license !== '')
      assert.equal(new URL(provider.attribution.url).protocol, 'https:')
    })

    it('delivers each scope in one group', () => {
      const scopes = weatherOf(provider).groups.flat()
      assert.equal(new Set(scopes).size, scopes.length)
      assert.ok(scopes.includes('current'))
    })

    for (const group of weatherOf(provider).groups) {
      it(`fills the scopes of a group, and no other: ${group.join(', ')}`, async () => {
        const calls = good()
        const { scopes, timezone, utcOffsetSeconds, simulated, answeredFor } = await fetch(provider, calls, group)
        assert.ok(answeredFor !== undefined && distanceKm(answeredFor, CELL) <= answeredFor.withinKm)
        assert.equal(calls.asked.length, 1)
        assert.deepEqual([timezone, utcOffsetSeconds, simulated], ['Europe/Berlin', 7_200, false])
        assert.deepEqual(Object.keys(scopes).toSorted(), group.toSorted())
        // None of these providers has a station behind its current weather, so it must not be called measured.
        if (scopes.current !== undefined) assert.equal(scopes.current.kind, 'analysis')
        for (const series of [scopes.hourly, scopes.daily, scopes.air, scopes.marine]) assert.notEqual(series?.points.length, 0)
      })

      it(`survives the cache: the bundle of ${group.join(', ')} is plain JSON`, async () => {
        const { scopes } = await fetch(provider, good(), group)
        assert.deepEqual(JSON.parse(JSON.stringify(scopes)), scopes)
      })

      it(`fails as invalid_body on an invalid 200 with ${group.join(', ')}`, async () => {
        const [, body = Buffer.from('')] = bodies[0] ?? []
        for (const broken of ['', HTML, '{"a":', 'null', '[]', '{}', '"x"', '{"timezone":"UTC"}', body.subarray(0, 100)])
          assert.equal((await failureOf(provider, answering(200, broken), group)).kind, 'invalid_body')
      })
    }

    it('pays for its product with a weight, names the cell, and has the key only in the query', async () => {
      const calls = good()
      await fetch(make(KEY, 'http://127.0.0.1:9/prefix'), calls)
      const [request] = calls.asked
      assert.ok(request !== undefined)
      assert.equal(request.product.id, weatherOf(provider).product.id)
      assert.ok(request.product.id.startsWith(`${provider.id}/`) && request.product.weight >= 1)
      assert.ok(request.url.href.startsWith('http://127.0.0.1:9/prefix/'))
      assert.equal(request.url.searchParams.get(keyParameter), KEY)
      assert.ok([...request.url.searchParams.values()].includes('52.52') && [...request.url.searchParams.values()].includes('13.41'))
      assert.doesNotMatch(`${request.url.pathname} ${JSON.stringify(request.headers ?? {})}`, new RegExp(KEY))
    })

    it('passes on that an upstream’s data is simulated', async () => {
      assert.equal((await fetch(provider, good({ 'x-simulated': '1' }))).simulated, true)
    })

    it('works without a key if it can', async () => {
      const calls = good()
      const keyless = make(null)
      assert.equal(weatherOf(keyless).configured(), !needsKey)
      if (needsKey) assert.equal((await failureOf(keyless, calls)).kind, 'not_configured')
      else await fetch(keyless, calls)
      assert.equal(calls.asked.length, needsKey ? 0 : 1)
      assert.equal(calls.asked[0]?.url.searchParams.has(keyParameter) ?? false, false)
    })

    for (const [status, body, kind, retryAfterSeconds] of failures)
      it(`fails as ${kind} on ${status} ${body.slice(0, 60)}`, async () => {
        const failure = await failureOf(provider, answering(status, body))
        assert.deepEqual([failure.kind, failure.status, failure.retryAfterSeconds], [kind, status, retryAfterSeconds])
      })

    it('does not repeat an echoed key', async () => {
      const echo = JSON.stringify({ cod: 400, message: `bad request: /x?appid=${KEY}`, reason: `apikey=${KEY}` })
      for (const status of [200, 400, 401, 429, 500]) await failureOf(provider, answering(status, echo))
    })

    it('passes on failures of the call itself', async () => {
      for (const kind of ['budget_spent', 'circuit_open', 'timeout', 'network', 'too_large'] as const) {
        const failing: PaidCalls = { get: () => Promise.reject(new ProviderFailure(kind, kind)) }
        assert.equal((await failureOf(provider, failing)).kind, kind)
      }
    })
  })
}
