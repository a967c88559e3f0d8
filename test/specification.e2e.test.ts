import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type Simulator, startSimulator } from '../tools/upstream-simulator/simulator.ts'
import { putCluster } from './helpers/cluster.ts'
import { type ServiceProcess, startService } from './helpers/service-process.ts'

/**
 * The names and numbers of the specification, asked of the service as operators start it, with two workers where there can be: none of
 * them may drift.
 */
const SPECIFIED = {
  variables: {
    WEATHER_PROVIDER_API_KEY: 'key',
    CRON_SECRET: 'short',
    SHOW_DEMO_POPULAR_SEARCHES: '1',
    ALLOW_DEV_ADMIN_BYPASS: '0',
  },
  cookie: 'service_admin_session',
  limits: { batch: 20, geocode: 60 },
  windowSeconds: 60,
  /** Each with the status and, of errors, the code. */
  answers: [
    ['GET', '/api/weather?lat=52.52&lon=13.41&scope=current', 200],
    ['GET', '/api/weather?lat=52.52&lon=13.41&scope=hourly', 200],
    ['GET', '/api/weather?lat=52.52&lon=13.41&scope=daily', 200],
    ['GET', '/api/weather?lat=52.52&lon=13.41&scope=minutely', 200],
    ['GET', '/api/weather?lat=x&lon=13.41&scope=current', 400, 'invalid_request'],
    ['GET', '/api/weather/history?lat=52.52&lon=13.41', 200],
    ['GET', '/api/geocode?q=B', 400, 'invalid_request'],
    ['GET', '/api/recent-checks', 200],
    ['GET', '/api/alerts/unknown', 404, 'not_found'],
    ['GET', '/api/location/region', 200],
    ['POST', '/api/weather/inaccurate-report', 400, 'invalid_request'],
    ['GET', '/api/weather/map-tile/clouds/1/0/0', 200],
    ['GET', '/api/platform/limits', 200],
    ['POST', '/api/analytics/collect', 400, 'invalid_request'],
    ['GET', '/api/subscriptions?clientId=nobody', 200],
    ['POST', '/api/subscriptions', 400, 'invalid_request'],
    ['PATCH', '/api/subscriptions', 400, 'invalid_request'],
    ['DELETE', '/api/subscriptions', 400, 'invalid_request'],
    ['GET', '/api/unsubscribe?token=00000000-0000-4000-8000-000000000000', 404, 'not_found'],
    ['GET', '/api/cron/weekly-digests', 401, 'unauthorized'],
    ['GET', '/api/cron/weather-alerts', 401, 'unauthorized'],
    ['GET', '/api/ads/config', 200],
    ['GET', '/api/ads?placement=dashboard', 200],
    ['GET', '/api/ads?placement=hero', 200],
    ['GET', '/api/ads?placement=recent-checks', 200],
    ['GET', '/api/ads?placement=city-detail', 200],
    ['GET', '/api/ads/placeholder-bg', 200],
    ['GET', '/ads.txt', 404, 'not_found'],
    ['POST', '/api/auth/login', 400, 'invalid_request'],
    ['POST', '/api/auth/logout', 200],
    ['POST', '/api/auth/forgot-password', 400, 'invalid_request'],
    ['POST', '/api/auth/reset-password/unknown', 400, 'invalid_request'],
    ['GET', '/api/auth/invite/unknown', 404, 'not_found'],
    ['POST', '/api/auth/invite/unknown', 400, 'invalid_request'],
    ['GET', '/api/auth/session', 200],
  ] as readonly (readonly [method: string, path: string, status: number, code?: string])[],
  /** Refused without a session, and answered with one. */
  admin: [
    ['GET', 'usage'],
    ['GET', 'config'],
    ['PATCH', 'config'],
    ['PATCH', 'settings'],
    ['GET', 'users'],
    ['POST', 'users'],
    ['POST', 'users/invite'],
    ['GET', 'me'],
    ['GET', 'checks'],
    ['GET', 'locations'],
    ['GET', 'subscriptions'],
    ['PATCH', 'subscriptions'],
    ['GET', 'mailing-summary'],
    ['GET', 'analytics'],
    ['GET', 'connections'],
    ['PATCH', 'connections'],
    ['GET', 'weather-provider-key'],
    ['PATCH', 'weather-provider-key'],
    ['GET', 'email-key'],
    ['PATCH', 'email-key'],
    ['GET', 'email-templates'],
    ['POST', 'email-templates'],
    ['PATCH', 'email-templates'],
    ['POST', 'email/test'],
    ['POST', 'email/compose'],
    ['POST', 'email/sync'],
    ['GET', 'adprogram/report'],
    ['POST', 'adprogram/sync'],
    ['GET', 'adprogram/oauth/start'],
    ['GET', 'adprogram/oauth/callback'],
    ['GET', 'adprogram/oauth/disconnect'],
    ['GET', 'cms-pages'],
    ['PATCH', 'cms-pages'],
  ] as const,
  weatherFields: ['fetchedAt', 'cacheHit', 'freshness', 'source', 'trigger', 'tokensUsed'],
  geocodeFields: ['name', 'country', 'state', 'lat', 'lon', 'label'],
  mostGeocodeResults: 5,
}
const [EMAIL, PASSWORD] = ['owner@example.org', 'correct horse battery staple']
const HAS_WORKERS = process.platform === 'linux'

describe('the names of the specification', () => {
  let base: string
  let simulator: Simulator
  let service: ServiceProcess
  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'isobar-specification-'))
    await chmod(base, 0o755)
    await putCluster(join(base, 'data'))
    simulator = await startSimulator({ port: 0 })
    service = await startService({
      ...SPECIFIED.variables,
      DATA_DIR: join(base, 'data'),
      WORKERS: HAS_WORKERS ? '2' : '1',
      ADMIN_EMAIL: EMAIL,
      ADMIN_PASSWORD: PASSWORD,
      OPENWEATHER_BASE_URL: simulator.url,
      OPENWEATHER_TILES_BASE_URL: simulator.url,
      OPEN_METEO_BASE_URL: simulator.url,
      NWS_BASE_URL: simulator.url,
    })
  })
  after(async () => {
    await service.end('SIGTERM')
    await simulator.close()
    await rm(base, { recursive: true, force: true })
  })

  /** On its own connection, which either worker may get. */
  function ask(method: string, path: string, headers: Record<string, string> = {}, body?: object, localAddress?: string) {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; headers: Headers; text: string }>()
    const request = httpRequest(service.url + path, {
      method,
      agent: new Agent({ keepAlive: false }),
      localAddress,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    })
    request.once('error', reject).once('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: new Headers(pairsOf(response.rawHeaders)), text }))
    })
    request.end(body === undefined ? undefined : JSON.stringify(body))
    return promise
  }

  it('metrics are there from the first answer on', async () => {
    assert.match((await ask('GET', '/api/metrics')).text, /^isobar_build_info\{/m)
  })

  it('variables: the key is used, and a short secret is honoured with a warning', async () => {
    assert.ok(!service.output().includes('WEATHER_PROVIDER_API_KEY'), 'no warning')
    assert.match(service.output(), /CRON_SECRET is shorter than 16 characters/)
    const weather = JSON.parse((await ask('GET', SPECIFIED.answers[0]?.[1] ?? '')).text) as Record<string, unknown>
    assert.deepEqual(
      { source: weather['source'], lacks: SPECIFIED.weatherFields.filter((name) => !(name in weather)) },
      { source: 'openweather', lacks: [] },
    )
    const authorization = `Bearer ${SPECIFIED.variables.CRON_SECRET}`
    assert.equal((await ask('GET', '/api/cron/weekly-digests', { authorization })).status, 200)
  })

  for (const [method, path, status, code] of SPECIFIED.answers)
    it(`${method} ${path}: ${status} ${code ?? ''}`, async () => {
      const answer = await ask(method, path, { accept: 'application/json' }, method === 'GET' ? undefined : {})
      assert.equal(answer.status, status, answer.text)
      if (code !== undefined) assert.equal((JSON.parse(answer.text) as { error: string }).error, code)
      if (path.startsWith('/api/weather?') && status === 200) assert.ok(answer.headers.has('x-cache'))
    })

  it('the session is a cookie of that name, without which no admin route answers', async () => {
    const { headers } = await ask('POST', '/api/auth/login', { 'sec-fetch-site': 'same-origin' }, { email: EMAIL, password: PASSWORD })
    const cookie =
      headers
        .getSetCookie()
        .find((each) => each.startsWith(`${SPECIFIED.cookie}=`))
        ?.split(';')[0] ?? ''
    const refused: string[] = []
    const answered: string[] = []
    for (const [method, path] of SPECIFIED.admin) {
      const body = method === 'GET' ? undefined : {}
      if ((await ask(method, `/api/admin/${path}`, {}, body)).status === 401) refused.push(path)
      const { status } = await ask(method, `/api/admin/${path}`, { cookie, 'sec-fetch-site': 'same-origin' }, body)
      if (status !== 401 && status !== 404 && status !== 405) answered.push(path)
    }
    const all = SPECIFIED.admin.map(([, path]) => path)
    assert.deepEqual({ refused, answered }, { refused: all, answered: all })
  })

  it('geocode results have the specified fields, at most five, and the document names all that there are', async () => {
    const places = JSON.parse((await ask('GET', '/api/geocode?q=Springfield')).text) as Record<string, unknown>[]
    assert.ok(places.length > 0 && places.length <= SPECIFIED.mostGeocodeResults)
    const { components } = JSON.parse((await ask('GET', '/api/openapi.json')).text) as {
      components: { schemas: { Place: { properties: object } } }
    }
    for (const place of places) {
      assert.deepEqual(
        SPECIFIED.geocodeFields.filter((name) => !(name in place)),
        [],
      )
      assert.deepEqual(
        Object.keys(place).filter((name) => !(name in components.schemas.Place.properties)),
        [],
      )
    }
  })

  /** Of a client that has asked for nothing before: what a minute has seen depends on how long the tests above took. */
  const OTHER_CLIENT = '127.0.0.9'
  const requests = {
    batch: () => ask('POST', '/api/weather/batch', {}, { cities: [{ lat: 52.52, lon: 13.41 }] }, OTHER_CLIENT),
    geocode: () => ask('GET', '/api/geocode?q=Berlin', {}, undefined, OTHER_CLIENT),
  }
  const skip = process.platform === 'linux' ? false : 'only Linux has many addresses of its own'
  for (const name of ['batch', 'geocode'] as const)
    it(
      `exactly ${SPECIFIED.limits[name]} requests a minute pass (${name}), although twice as many come at once to any worker`,
      { skip },
      async () => {
        const limit = SPECIFIED.limits[name]
        const answers = await Promise.all(Array.from({ length: 2 * limit }, requests[name]))
        const passed = answers.filter(({ status }) => status === 200)
        assert.equal(passed.length, limit)
        const refused = answers.filter(({ status }) => status === 429)
        assert.equal(passed.length + refused.length, answers.length)
        assert.ok(refused.every(({ text, headers }) => JSON.parse(text).error === 'rate_limited' && Number(headers.get('retry-after')) > 0))
        const policies = new Set(answers.map(({ headers }) => headers.get('ratelimit-policy')))
        assert.deepEqual([...policies], [`"${name}";q=${limit};w=${SPECIFIED.windowSeconds}`])
        const remaining = passed.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]))
        assert.deepEqual(
          remaining.toSorted((a, b) => b - a),
          Array.from({ length: passed.length }, (_, i) => passed.length - 1 - i),
          'each of them counts down by one',
        )
      },
    )
})

function pairsOf(rawHeaders: readonly string[]): [string, string][] {
  return rawHeaders.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? '']] : []))
}
