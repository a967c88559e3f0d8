import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { CELL_SCOPES, type CellScope, computeDistanceKm, findEndOfStep, isHour } from '@isobar/weather'
import fc from 'fast-check'
import { PROVIDERS } from './index.ts'
import { type PaidCalls, type Provider, ProviderFailure, type UpstreamAnswer, type UpstreamRequest } from './provider.ts'
import { BERLIN, COMMON_FAILURES, HTML, NOW, WEATHER_CASES, type WeatherCase } from './testing/weather-cases.ts'

const KEY = 'k3y-0123456789abcdef'

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
function keyOf({ url, headers = {} }: UpstreamRequest, keyIn: WeatherCase['keyIn']): readonly [key: string | null, rest: string] {
  const query = new URLSearchParams(url.search)
  const others = { ...headers }
  const key = keyIn === undefined ? null : 'query' in keyIn ? query.get(keyIn.query) : (others[keyIn.header] ?? null)
  if (keyIn !== undefined && 'query' in keyIn) query.delete(keyIn.query)
  if (keyIn !== undefined && 'header' in keyIn) delete others[keyIn.header]
  return [key, `${url.pathname} ${query.toString()} ${JSON.stringify(others)}`]
}

it('every weather provider has a case', () => {
  const cases = WEATHER_CASES.map(({ open }) => open({ baseUrl: new URL('https://upstream.test'), key: () => KEY }).id)
  const limited = PROVIDERS.filter(({ settings }) => 'minuteLimit' in settings).map(({ id }) => id)
  assert.deepEqual([...new Set(cases)].toSorted(), limited.toSorted())
})

for (const { what, open, fixtures, needsKey, ownLimits = [], keyIn, place = BERLIN, calls: callsOfFetch = 1, failures } of WEATHER_CASES) {
  const make = (key: string | null, base = 'https://upstream.test') => open({ baseUrl: new URL(base), key: () => key })
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
        assert.ok(answeredFor !== undefined && computeDistanceKm(answeredFor, cell) <= answeredFor.withinKm)
        assert.equal(calls.asked.length, callsOfFetch)
        // The back office shows and tests the products that are named.
        const { product, otherProducts = {} } = weatherOf(provider)
        const named = [...new Set(group.map((scope) => (otherProducts[scope] ?? product).id))]
        assert.deepEqual([...new Set(calls.asked.map((call) => call.product.id))], named)
        assert.deepEqual([timezone, utcOffsetSeconds, simulated], [...clock, false])
        const { extended, ...delivered } = scopes
        assert.deepEqual(Object.keys(delivered).toSorted(), group.toSorted())
        // Hours to come are in the hourly series, and nowhere else.
        assert.ok(extended?.hours.every((hour) => !isHour(hour) || findEndOfStep(hour) <= NOW) !== false)
        assert.ok(scopes.hourly?.points.every(isHour) !== false)
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
        if (!ownLimits.includes(id)) assert.deepEqual({ id, budget, limits }, { id, budget: 'weather', limits: undefined })
      }
    })

    it('passes on that an upstream’s data is simulated', async () => {
      assert.equal((await fetch(make(KEY), good({ 'x-simulated': '1' }))).simulated, true)
    })

    it('works without a key if it can', async () => {
      const calls = good()
      assert.equal(weatherOf(make(KEY)).configured(), true)
      assert.equal(weatherOf(make(null)).configured(), !needsKey)
      if (needsKey) assert.equal((await failureOf(calls, undefined, null)).kind, 'not_configured')
      else await fetch(make(null), calls)
      assert.equal(calls.asked.length, needsKey ? 0 : callsOfFetch)
      for (const asked of calls.asked) assert.equal(keyOf(asked, keyIn)[0], null)
    })

    for (const [status, body, kind, retryAfterSeconds] of [...COMMON_FAILURES, ...failures])
      it(`fails as ${kind} on ${status} ${body.slice(0, 60)}`, async () => {
        const failure = await failureOf(answering(status, body))
        assert.deepEqual(
          { kind: failure.kind, status: failure.status, retryAfterSeconds: failure.retryAfterSeconds },
          { kind, status, retryAfterSeconds },
        )
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
