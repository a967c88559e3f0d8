import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { APPLE_IDENTITY, newPrivateKey } from '../../test/helpers/weatherkit.ts'
import { type Cell, cellOf } from '../domain/cell.ts'
import { distanceKm } from '../domain/distance.ts'
import { CELL_SCOPES, type CellScope } from '../domain/scope.ts'
import { createBrightSky } from './bright-sky/index.ts'
import { PROVIDERS } from './index.ts'
import { createMetNorway } from './met-norway/index.ts'
import { createNws } from './nws/index.ts'
import { createOpenMeteo } from './open-meteo/index.ts'
import { createOpenWeather, type OpenWeatherOptions } from './openweather/index.ts'
import { createPirateWeather } from './pirate-weather/index.ts'
import {
  type PaidCalls,
  type Provider,
  ProviderFailure,
  type ProviderFailureKind,
  type UpstreamAnswer,
  type UpstreamRequest,
} from './provider.ts'
import { createTomorrowIo } from './tomorrow-io/index.ts'
import { createVisualCrossing } from './visual-crossing/index.ts'
import { createWeatherApi } from './weatherapi/index.ts'
import { createWeatherKit } from './weatherkit/index.ts'

const KEY = 'k3y-0123456789abcdef'
const PRIVATE_KEY = newPrivateKey()
const NOW = Date.parse('2026-09-19T10:20:30Z')

interface Place {
  readonly cell: Cell
  readonly clock: readonly [timezone: string, utcOffsetSeconds: number]
}
const BERLIN: Place = { cell: cellOf(52.52, 13.405), clock: ['Europe/Berlin', 7_200] }

/** Test data for a weather adapter: a good answer, and its own answers for one kind of failure each. */
interface Case {
  readonly what: string
  readonly make: (key: string | null, base?: string) => Provider
  /** The good answers by the end of their address; `''` matches every address. */
  readonly fixtures: Readonly<Record<string, string>>
  readonly needsKey: boolean
  /** Where the key is, by name; omitted if there is none. */
  readonly keyIn?: { readonly query: string } | { readonly header: string }
  /** The place of the answers; default: Berlin. */
  readonly place?: Place
  /** The products that keep limits of their own, because the settings are for another plan. */
  readonly ownLimits?: readonly string[]
  /** The calls of a fetch; default 1. */
  readonly calls?: number
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

const OPENWEATHER: Pick<Case, 'needsKey' | 'ownLimits' | 'keyIn' | 'failures'> = {
  needsKey: true,
  // Free calls of the account; the settings limit One Call.
  ownLimits: ['openweather/air-pollution', 'openweather/weather25'],
  keyIn: { query: 'appid' },
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
    keyIn: { query: 'apikey' },
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
  {
    what: 'met-norway',
    make: (_key, base = 'https://upstream.test') => createMetNorway({ baseUrl: new URL(base), enabled: false, contact: 'ops@example.org' }),
    fixtures: {
      '/locationforecast/2.0/complete': './met-norway/fixtures/locationforecast.json',
      '/nowcast/2.0/complete': './met-norway/fixtures/nowcast.json',
    },
    needsKey: false,
    place: { cell: cellOf(55.68, 12.57), clock: ['Europe/Copenhagen', 7_200] },
    failures: [
      [304, '', 'rejected'],
      [400, HTML, 'rejected'],
      [403, HTML, 'refused_key'],
      [404, '', 'not_found'],
      [422, '', 'not_found'],
      [429, HTML, 'quota'],
      [499, HTML, 'rejected'],
      [500, HTML, 'unavailable'],
      [503, HTML, 'unavailable'],
    ],
  },
  {
    what: 'nws',
    make: (_key, base) => providersWith(null, base).national,
    fixtures: { '/points/39.11,-94.63': './nws/fixtures/point.json', '/gridpoints/EAX/41,52': './nws/fixtures/gridpoint.json' },
    needsKey: false,
    place: { cell: cellOf(39.11, -94.63), clock: ['America/Chicago', -18_000] },
    calls: 2,
    failures: [
      [301, '', 'rejected'],
      [400, '{"title":"Invalid Parameter","detail":"Parameter \\"point\\" is invalid: out of bounds"}', 'not_found'],
      [400, '{"title":"Invalid Parameter","detail":"does not appear to be a valid coordinate"}', 'rejected'],
      [403, HTML, 'refused_key'],
      [404, '{"title":"Data Unavailable For Requested Point","status":404}', 'not_found'],
      [429, HTML, 'quota'],
      [500, '{"title":"Unexpected Problem","status":500}', 'unavailable'],
      [503, HTML, 'unavailable'],
    ],
  },
  {
    what: 'bright-sky',
    make: (_key, base = 'https://upstream.test') => createBrightSky({ baseUrl: new URL(base) }),
    fixtures: { '/weather': './bright-sky/fixtures/weather.json' },
    needsKey: false,
    failures: [
      [302, '', 'rejected'],
      [400, '{"detail":"bad"}', 'rejected'],
      [404, '{"detail":"No sources match your criteria"}', 'not_found'],
      [422, '{"detail":[{"loc":["query","date"],"msg":"field required"}]}', 'rejected'],
      [429, HTML, 'quota'],
      [500, HTML, 'unavailable'],
      [502, HTML, 'unavailable'],
    ],
  },
  {
    what: 'pirate-weather',
    make: (key, base = 'https://upstream.test') => createPirateWeather({ baseUrl: new URL(base), key: () => key, keyPlacement: 'header' }),
    fixtures: { '/52.52,13.41': './pirate-weather/fixtures/forecast.json' },
    needsKey: true,
    keyIn: { header: 'apikey' },
    failures: [
      [301, '', 'rejected'],
      [400, '{"detail":"Invalid Location Specification"}', 'rejected'],
      [401, '{"message":"Unauthorized"}', 'refused_key'],
      [403, '{"message":"Forbidden"}', 'refused_key'],
      [404, '{"message":"no Route matched with those values"}', 'not_found'],
      [429, '{"message":"API rate limit exceeded"}', 'quota'],
      [500, HTML, 'unavailable'],
      [502, HTML, 'unavailable'],
    ],
  },
  {
    what: 'tomorrow-io',
    make: (key, base = 'https://upstream.test') => createTomorrowIo({ baseUrl: new URL(base), key: () => key }),
    fixtures: { '/v4/weather/forecast': './tomorrow-io/fixtures/forecast.json' },
    needsKey: true,
    keyIn: { query: 'apikey' },
    failures: [
      [301, '', 'rejected'],
      [400, '{"code":400002,"type":"Invalid Query Parameters","message":"The entries provided were not valid."}', 'rejected'],
      [401, '{"code":401001,"type":"Invalid Auth","message":"The method requires authentication."}', 'refused_key'],
      [403, HTML, 'refused_key'],
      [404, '{"code":404001,"type":"Not Found","message":"The requested resource was not found."}', 'not_found'],
      [429, '{"code":429001,"type":"Too Many Calls","message":"The request limit has been reached."}', 'quota'],
      [500, HTML, 'unavailable'],
      [503, HTML, 'unavailable'],
    ],
  },
  {
    what: 'visual-crossing',
    make: (key, base = 'https://upstream.test') => createVisualCrossing({ baseUrl: new URL(base), key: () => key }),
    fixtures: { '/52.52,13.41': './visual-crossing/fixtures/timeline.json' },
    needsKey: true,
    keyIn: { query: 'key' },
    failures: [
      [302, '', 'rejected'],
      [400, 'Bad API Request:Invalid location parameter value.', 'rejected'],
      [401, 'No account found with API key', 'refused_key'],
      [403, HTML, 'refused_key'],
      [404, HTML, 'not_found'],
      [429, 'You have exceeded the maximum number of daily result records', 'quota'],
      [500, HTML, 'unavailable'],
      [503, HTML, 'unavailable'],
    ],
  },
  {
    what: 'weatherapi',
    make: (key, base = 'https://upstream.test') => createWeatherApi({ baseUrl: new URL(base), key: () => key }),
    fixtures: { '/v1/forecast.json': './weatherapi/fixtures/forecast.json' },
    needsKey: true,
    keyIn: { query: 'key' },
    failures: [
      [400, '{"error":{"code":1006,"message":"No matching location found."}}', 'not_found'],
      [400, '{"error":{"code":9999,"message":"Internal application error."}}', 'rejected'],
      [401, '{"error":{"code":2006,"message":"API key is invalid."}}', 'refused_key'],
      [403, '{"error":{"code":2007,"message":"API key has exceeded calls per month quota."}}', 'quota'],
      [403, '{"error":{"code":2008,"message":"API key has been disabled."}}', 'refused_key'],
      [403, '{"error":{"code":2009,"message":"API key does not have access to the resource."}}', 'no_subscription'],
      [429, HTML, 'quota'],
      [500, HTML, 'unavailable'],
      [301, '', 'rejected'],
    ],
  },
  {
    what: 'weatherkit',
    // Calls have a token that the key has signed, and never the key.
    make: (key, base = 'https://upstream.test') =>
      createWeatherKit({ baseUrl: new URL(base), key: () => (key === null ? null : PRIVATE_KEY), identity: APPLE_IDENTITY }),
    fixtures: { '/52.52/13.41': './weatherkit/fixtures/weather.json' },
    needsKey: true,
    failures: [
      [301, '', 'rejected'],
      [400, '{"timestamp":"2022-07-10T21:24:14Z","status":400,"error":"Bad Request","message":"Bad Request","path":"/"}', 'rejected'],
      [401, '', 'refused_key'],
      [403, HTML, 'refused_key'],
      [404, '{"timestamp":"2022-07-10T06:57:42Z","status":404,"error":"Not Found","message":"Not Found","path":"/"}', 'not_found'],
      [429, HTML, 'quota'],
      [500, HTML, 'unavailable'],
      [503, HTML, 'unavailable'],
    ],
  },
]

/** What an upstream should not send. */
const HOSTILE = [
  null,
  true,
  -1e200,
  1e18,
  Number.MIN_VALUE,
  '',
  '__proto__',
  '9999-99-99',
  '+275760-09-13T00:00:00Z',
  'x'.repeat(5_000),
  [],
  [[]],
  {},
  [null],
]

type Path = readonly string[]

/** The path of every value in a JSON value. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, each]) => pathsIn(each, [...path, key]))]
}

function withValue(body: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const parent = body as Record<string, unknown>
  parent[key] = withValue(parent[key], rest, value)
  return parent
}

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

async function failureIn(fetched: Promise<unknown>): Promise<ProviderFailure> {
  const failure: unknown = await fetched.then(
    () => assert.fail('the adapter answered instead of failing'),
    (error: unknown) => error,
  )
  assert.ok(failure instanceof ProviderFailure)
  const cause = failure.cause === undefined ? '' : String(failure.cause)
  assert.doesNotMatch(`${failure.message} ${failure.stack} ${cause}`, new RegExp(`${KEY}|https?://|upstream\\.test`))
  return failure
}

/** Where a request has the key, and where it must not be. */
function keyOf({ url, headers = {} }: UpstreamRequest, keyIn: Case['keyIn']): readonly [key: string | null, rest: string] {
  const query = new URLSearchParams(url.search)
  const others = { ...headers }
  const key = keyIn === undefined ? null : 'query' in keyIn ? query.get(keyIn.query) : (others[keyIn.header] ?? null)
  if (keyIn !== undefined && 'query' in keyIn) query.delete(keyIn.query)
  if (keyIn !== undefined && 'header' in keyIn) delete others[keyIn.header]
  return [key, `${url.pathname} ${query.toString()} ${JSON.stringify(others)}`]
}

for (const { what, make, fixtures, needsKey, ownLimits = [], keyIn, place = BERLIN, calls: callsOfFetch = 1, failures } of CASES) {
  const provider = make(KEY)
  const { cell, clock } = place
  const fetch = (from: Provider, calls: PaidCalls, group = weatherOf(from).groups[0] ?? []) =>
    weatherOf(from).fetch(cell, group, calls, NOW)
  // An adapter of its own each time: some remember what they were sent.
  const failureOf = (calls: PaidCalls, group?: readonly CellScope[], key: string | null = KEY) => failureIn(fetch(make(key), calls, group))
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
        const { scopes, timezone, utcOffsetSeconds, simulated, answeredFor } = await fetch(make(KEY), calls, group)
        assert.ok(answeredFor !== undefined && distanceKm(answeredFor, cell) <= answeredFor.withinKm)
        assert.equal(calls.asked.length, callsOfFetch)
        // The back office shows and tests the products that are named.
        const { product, otherProducts = {} } = weatherOf(provider)
        const named = [...new Set(group.map((scope) => (otherProducts[scope] ?? product).id))]
        assert.deepEqual([...new Set(calls.asked.map((call) => call.product.id))], named)
        assert.deepEqual([timezone, utcOffsetSeconds, simulated], [...clock, false])
        assert.deepEqual(Object.keys(scopes).toSorted(), group.toSorted())
        // None of these providers has a station behind its current weather, so it must not be called measured.
        if (scopes.current !== undefined) assert.equal(scopes.current.kind, 'analysis')
        for (const series of [scopes.hourly, scopes.daily, scopes.air, scopes.marine]) assert.notEqual(series?.points.length, 0)
      })

      it(`lacks in ${group.join(', ')} what it says that it lacks`, async () => {
        const { scopes } = await fetch(provider, good(), group)
        for (const name of weatherOf(provider).lacks ?? []) {
          if ((CELL_SCOPES as readonly string[]).includes(name)) {
            const series = scopes[name as 'minutely']
            if (series !== undefined) assert.equal(series.available, false, name)
          } else {
            const points = [scopes.current ?? [], scopes.hourly?.points ?? [], scopes.daily?.points ?? [], scopes.air?.points ?? []].flat()
            for (const point of points) assert.equal((point as unknown as Record<string, unknown>)[name] ?? null, null, name)
          }
        }
      })

      it(`survives the cache: the bundle of ${group.join(', ')} is plain JSON`, async () => {
        const { scopes } = await fetch(make(KEY), good(), group)
        assert.deepEqual(JSON.parse(JSON.stringify(scopes)), scopes)
      })

      it(`fails as invalid_body on an invalid 200 with ${group.join(', ')}`, async () => {
        const [, body = Buffer.from('')] = bodies[0] ?? []
        for (const broken of ['', HTML, '{"a":', 'null', '[]', '{}', '"x"', '{"timezone":"UTC"}', body.subarray(0, 100)])
          assert.equal((await failureOf(answering(200, broken), group)).kind, 'invalid_body')
      })
    }

    it('survives a hostile value in any place: it fails as a provider does, or answers in plain JSON', async () => {
      const [end = '', body = Buffer.from('{}')] = bodies.at(-1) ?? []
      const paths = pathsIn(JSON.parse(body.toString()))
      const hostile = fc.constantFrom(...HOSTILE)
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...paths), hostile, async (path, value) => {
          const changed = JSON.stringify(withValue(JSON.parse(body.toString()), path, value))
          const calls = answeringBy(({ pathname }) => {
            const sent = pathname.endsWith(end) ? changed : bodies.find(([other]) => pathname.endsWith(other))?.[1]
            return { status: 200, headers: {}, body: Buffer.from(sent ?? '{}') }
          })
          const bundle = await fetch(make(KEY), calls).catch((error: unknown) => error)
          if (!(bundle instanceof ProviderFailure)) assert.deepEqual(JSON.parse(JSON.stringify(bundle)), bundle)
        }),
        { numRuns: 150 },
      )
    })

    it('pays for its product with a weight, names the cell, and has the key in one place only', async () => {
      const calls = good()
      await fetch(make(KEY, 'http://127.0.0.1:9/prefix'), calls)
      const [request] = calls.asked
      assert.ok(request !== undefined)
      assert.equal(request.product.id, weatherOf(provider).product.id)
      assert.ok(request.product.id.startsWith(`${provider.id}/`) && request.product.weight >= 1)
      assert.ok(request.url.href.startsWith('http://127.0.0.1:9/prefix/'))
      for (const degrees of [cell.lat, cell.lon]) assert.ok(decodeURIComponent(request.url.href).includes(String(degrees)))
      for (const asked of calls.asked) {
        const [key, rest] = keyOf(asked, keyIn)
        assert.equal(key, keyIn === undefined ? null : KEY)
        assert.doesNotMatch(rest, new RegExp(KEY))
      }
    })

    it('is limited by the settings that it declares: limits of a product’s own would take precedence', async () => {
      const { settings, needs = [] } = PROVIDERS.find(({ id }) => id === provider.id) ?? assert.fail(provider.id)
      assert.ok('minuteLimit' in settings)
      for (const need of needs) assert.ok(need === 'contact' || need in settings, need)
      const calls = good()
      for (const group of weatherOf(provider).groups) await fetch(make(KEY), calls, group)
      const products = [weatherOf(provider).product, ...calls.asked.map(({ product }) => product)]
      for (const { id, budget, limits } of products) {
        if (!ownLimits.includes(id)) assert.deepEqual([id, budget, limits], [id, 'weather', undefined])
      }
    })

    it('passes on that an upstream’s data is simulated', async () => {
      assert.equal((await fetch(make(KEY), good({ 'x-simulated': '1' }))).simulated, true)
    })

    it('works without a key if it can', async () => {
      const calls = good()
      assert.equal(weatherOf(make(null)).configured(), !needsKey)
      if (needsKey) assert.equal((await failureOf(calls, undefined, null)).kind, 'not_configured')
      else await fetch(make(null), calls)
      assert.equal(calls.asked.length, needsKey ? 0 : callsOfFetch)
      for (const asked of calls.asked) assert.equal(keyOf(asked, keyIn)[0], null)
    })

    for (const [status, body, kind, retryAfterSeconds] of failures)
      it(`fails as ${kind} on ${status} ${body.slice(0, 60)}`, async () => {
        const failure = await failureOf(answering(status, body))
        assert.deepEqual([failure.kind, failure.status, failure.retryAfterSeconds], [kind, status, retryAfterSeconds])
      })

    it('does not repeat an echoed key', async () => {
      const echo = JSON.stringify({ cod: 400, message: `bad request: /x?appid=${KEY}`, reason: `apikey=${KEY}` })
      for (const status of [200, 400, 401, 429, 500]) await failureOf(answering(status, echo))
    })

    it('passes on failures of the call itself', async () => {
      for (const kind of ['budget_spent', 'circuit_open', 'timeout', 'network', 'too_large'] as const) {
        const failing: PaidCalls = { get: () => Promise.reject(new ProviderFailure(kind, kind)) }
        assert.equal((await failureOf(failing)).kind, kind)
      }
    })
  })
}
