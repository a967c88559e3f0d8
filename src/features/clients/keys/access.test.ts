import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestAnswer, type TestApp } from '../../../../test/helpers/app.ts'
import { issueKey, TEST_ACTOR } from '../../../../test/helpers/client-keys.ts'
import { DAY_MS, HOUR_MS } from '../../../time.ts'
import { generateKeySecret } from './secret.ts'
import { createKeyStore } from './store.ts'

const WEATHER = '/api/weather?lat=52.52&lon=13.41&scope=current'
const OPENWEATHER = '/data/2.5/weather?lat=52.52&lon=13.41'
const OPEN_METEO = '/v1/forecast?latitude=52.52&longitude=13.41&current=temperature_2m'
/** Neither of them is answered ahead of the router. */
const ROUTED = ['/api/weather/accuracy?lat=52.52&lon=13.41', '/api/geocode?q=Berlin']

const apiKey = (secret: string) => ({ 'x-api-key': secret })
const calls = (app: TestApp) => app.simulator.calls().total
const remaining = ({ headers }: TestAnswer) =>
  [...(headers.get('ratelimit') ?? '').matchAll(/"(\w+)";r=(\d+)/g)].map(([, name, r]) => `${name} ${r}`)

describe('a request with a client key', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'weather=1000,batch=1' } })
    await app.get(WEATHER)
  })
  after(() => app.close())
  const store = () => createKeyStore(app.services.storage.database.kysely)

  it('200 however it is sent, with the same bytes for the cost of one call', async () => {
    const [one, two] = [await issueKey(app), await issueKey(app)]
    const before = calls(app)
    const answers = [
      await app.get(`${WEATHER}&appid=${one.secret}`),
      await app.get(`${WEATHER}&apikey=${two.secret}`),
      await app.get(`/api/weather?APPID=${one.secret}&lat=52.52&lon=13.41&scope=current`),
      await app.get(WEATHER, apiKey(two.secret)),
      await app.get(WEATHER, { authorization: `Bearer ${one.secret}` }),
      await app.get(WEATHER),
    ]
    assert.equal(new Set(answers.map(({ status, headers, text }) => `${status} ${headers.get('etag')} ${text}`)).size, 1)
    assert.equal(calls(app), before)
    // Only the last one is counted by its address.
    assert.deepEqual(
      answers.map((answer) => remaining(answer).length),
      [0, 0, 0, 0, 0, 1],
    )
    assert.ok(!app.logLines.some((line) => line.includes('isobar_')))
  })

  it('200 with a key of another service, which is ignored', async () => {
    const headers = { authorization: 'Bearer some-other-token', ...apiKey('0123456789abcdef') }
    for (const path of [`${WEATHER}&appid=0123456789abcdef`, `${OPENWEATHER}&appid=0123456789abcdef`, `${OPEN_METEO}&apikey=xyz`]) {
      const answer = await app.get(path, headers)
      assert.deepEqual(
        { status: answer.status, ratelimitPolicy: answer.headers.get('ratelimit-policy') },
        { status: 200, ratelimitPolicy: '"weather";q=1000;w=60' },
      )
    }
  })

  it('200 in all three APIs, from one call', async () => {
    const { secret } = await issueKey(app)
    const before = calls(app)
    for (const path of [WEATHER, OPENWEATHER, OPEN_METEO])
      for (let times = 0; times < 2; times++) assert.equal((await app.get(path, apiKey(secret))).status, 200)
    assert.equal(calls(app), before)
  })

  it('200 beyond the limits of its address, which count only requests without one', async () => {
    const { secret } = await issueKey(app)
    // Each is another one, since repeated ones are answered before they are read.
    let variable = 0
    const places = () => `/v1/forecast?latitude=52.52,48.1&longitude=13.41,11.5&current=temperature_2m&n=${(variable += 1)}`
    const ask = async (headers: Record<string, string> = {}) => (await app.get(places(), headers)).status
    assert.deepEqual([await ask(apiKey(secret)), await ask(apiKey(secret)), await ask(), await ask()], [200, 200, 200, 429])
    const cities = [{ lat: 52.52, lon: 13.41 }]
    const batch = async (headers: Record<string, string> = {}) =>
      (await send(app, '/api/weather/batch', { headers, body: { cities, scopes: ['current'] } })).status
    assert.deepEqual({ batchApiKey: await batch(apiKey(secret)), batch: await batch() }, { batchApiKey: 200, batch: 429 })
  })

  it('204 for the preflight of a script that sends one', async () => {
    const headers = {
      origin: 'https://a.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,x-api-key',
    }
    for (const path of [WEATHER, OPENWEATHER, OPEN_METEO]) {
      const response = await fetch(app.url + path, { method: 'OPTIONS', headers })
      const allowed = response.headers.get('access-control-allow-headers')?.toLowerCase().split(/, ?/) ?? []
      assert.deepEqual([response.status, ['authorization', 'x-api-key'].every((name) => allowed.includes(name))], [204, true])
    }
  })

  it('401 if it is not valid, in the shape of each API', async () => {
    const unknown = generateKeySecret().secret
    for (const secret of [unknown, `${unknown.slice(0, -1)}_`, 'isobar_', 'isobar_x'])
      for (const path of [WEATHER, ...ROUTED]) {
        const { status, headers, body } = await app.get(path, apiKey(secret))
        assert.deepEqual(
          { status, error: body.error, message: body.message },
          { status: 401, error: 'unauthorized', message: 'The API key is not valid' },
        )
        assert.equal(headers.get('www-authenticate'), 'Bearer realm="isobar", error="invalid_token"')
        assert.equal(headers.get('cache-control'), 'no-store')
      }
    const theirs = await app.get(`${OPENWEATHER}&appid=${unknown}`)
    assert.deepEqual(
      { status: theirs.status, body: theirs.body },
      { status: 401, body: { cod: 401, message: 'Invalid API key. The API key is not valid.' } },
    )
    const others = await app.get(`${OPEN_METEO}&apikey=${unknown}`)
    assert.deepEqual(
      { status: others.status, body: others.body },
      { status: 401, body: { error: true, reason: 'The API key is not valid' } },
    )
  })

  it('401 once it has expired, is switched off or was revoked, from the next request on', async () => {
    const expiring = await issueKey(app, { expiresAt: app.clock.now() + HOUR_MS })
    const other = await issueKey(app)
    const asks = async ({ secret }: { secret: string }) => {
      const { status, body } = await app.get(WEATHER, apiKey(secret))
      return status === 200 ? 200 : body.message
    }
    assert.deepEqual({ asksExpiring: await asks(expiring), asksOther: await asks(other) }, { asksExpiring: 200, asksOther: 200 })
    await store().edit(other.key.id, { disabled: true }, undefined, TEST_ACTOR, app.clock.now())
    await app.services.changes.check()
    assert.equal(await asks(other), 'The API key is switched off')
    await store().edit(other.key.id, { disabled: false }, undefined, TEST_ACTOR, app.clock.now())
    await app.services.changes.check()
    assert.equal(await asks(other), 200)
    await store().revoke(other.key.id, TEST_ACTOR, app.clock.now())
    await app.services.changes.check()
    assert.equal(await asks(other), 'The API key was revoked')
    app.clock.advance({ hours: 1 })
    assert.equal(await asks(expiring), 'The API key has expired')
  })

  it('200 with both secrets until the overlap of a rotation ends, and then with the new one only', async () => {
    const { key, secret: former } = await issueKey(app)
    const { secret } = await store().rotate(key.id, 2, 1, TEST_ACTOR, app.clock.now())
    await app.services.changes.check()
    const statuses = async () => [(await app.get(WEATHER, apiKey(former))).status, (await app.get(WEATHER, apiKey(secret))).status]
    assert.deepEqual(await statuses(), [200, 200])
    app.clock.advance({ hours: 2 })
    assert.deepEqual(await statuses(), [401, 200])
    const last = await store().rotate(key.id, 0, 2, TEST_ACTOR, app.clock.now())
    await app.services.changes.check()
    assert.deepEqual(
      { statuses: await statuses(), status: (await app.get(WEATHER, apiKey(last.secret))).status },
      { statuses: [401, 401], status: 200 },
    )
  })

  it('403 if it does not include the scope of the route', async () => {
    const paths = {
      weather: WEATHER,
      history: ROUTED[0] ?? '',
      geocode: ROUTED[1] ?? '',
      tiles: '/api/weather/map-tile/clouds/1/0/0',
      compatible: OPENWEATHER,
    }
    for (const [scope, own] of Object.entries(paths)) {
      const { secret } = await issueKey(app, { scopes: [scope as keyof typeof paths] })
      assert.equal((await app.get(own, apiKey(secret))).status, 200, own)
      for (const [other, path] of Object.entries(paths)) {
        if (other === scope) continue
        const { status, headers, body } = await app.get(path, apiKey(secret))
        assert.deepEqual({ status, message: body.message }, { status: 403, message: `The API key does not include ${other}` })
        assert.equal(headers.get('www-authenticate'), `Bearer realm="isobar", error="insufficient_scope", scope="${other}"`)
      }
    }
    const { secret } = await issueKey(app, { scopes: ['weather'] })
    const batch = await fetch(`${app.url}/api/weather/batch`, {
      method: 'POST',
      headers: { ...apiKey(secret), 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(batch.status, 403)
    assert.deepEqual((await app.get(OPENWEATHER, apiKey(secret))).body, { cod: 403, message: 'The API key does not include compatible' })
    assert.deepEqual((await app.get(OPEN_METEO, apiKey(secret))).body, { error: true, reason: 'The API key does not include compatible' })
  })

  it('403 from another origin than its own', async () => {
    const { secret } = await issueKey(app, { origins: ['https://a.example', 'https://b.example:8443'] })
    const ask = async (headers: Record<string, string>) => (await app.get(WEATHER, { ...apiKey(secret), ...headers })).status
    assert.deepEqual(
      [
        await ask({ origin: 'https://a.example' }),
        await ask({ referer: 'https://b.example:8443/page?x=1' }),
        await ask({ origin: 'https://b.example', referer: 'https://a.example/' }),
        await ask({ origin: 'null' }),
        await ask({ referer: 'nonsense' }),
        await ask({}),
      ],
      [200, 200, 403, 403, 403, 403],
    )
  })

  it('429 once a limit is used up, with all limits in the headers', async () => {
    const { secret } = await issueKey(app, { perMinute: 3, perDay: 5, perMonth: 6 })
    const ask = (path = WEATHER) => app.get(path, apiKey(secret))
    const first = await ask()
    assert.equal(first.headers.get('ratelimit-policy'), '"minute";q=3;w=60, "day";q=5;w=86400, "month";q=6;w=2678400')
    assert.deepEqual(remaining(first), ['minute 2', 'day 4', 'month 5'])
    // One ahead of the router and one through it.
    assert.deepEqual(
      { remainingAsk: remaining(await ask()), remainingAskFirstROUTED: remaining(await ask(ROUTED[0])) },
      { remainingAsk: ['minute 1', 'day 3', 'month 4'], remainingAskFirstROUTED: ['minute 0', 'day 2', 'month 3'] },
    )
    for (const path of [WEATHER, ...ROUTED]) {
      const { status, body, headers } = await ask(path)
      assert.deepEqual({ status, message: body.message }, { status: 429, message: 'The API key has used up its limit per minute' })
      assert.equal(headers.get('retry-after'), String(body.retryAfterSeconds))
      assert.ok(body.retryAfterSeconds <= 70)
      assert.deepEqual(remaining({ headers } as TestAnswer), ['minute 0', 'day 2', 'month 3'])
    }
    app.clock.advance({ minutes: 2 })
    assert.deepEqual([(await ask()).status, (await ask()).status], [200, 200])
    const spent = await ask()
    const untilTomorrow = Math.ceil((DAY_MS - (app.clock.now() % DAY_MS)) / 1_000)
    assert.deepEqual(
      { status: spent.status, message: spent.body.message, retryAfterSeconds: spent.body.retryAfterSeconds },
      { status: 429, message: 'The API key has used up its limit per day', retryAfterSeconds: untilTomorrow },
    )
    assert.deepEqual(remaining(spent), ['day 0', 'month 1'])
    app.clock.advance({ hours: 24 })
    assert.deepEqual(
      { status: (await ask()).status, message: (await ask()).body.message },
      { status: 200, message: 'The API key has used up its limit per month' },
    )
    const { secret: both } = await issueKey(app, { perDay: 1, perMonth: 1 })
    assert.equal((await app.get(WEATHER, apiKey(both))).status, 200)
    const refused = await app.get(WEATHER, apiKey(both))
    const untilAugust = (Date.UTC(2026, 7, 1) - app.clock.now()) / 1_000
    assert.deepEqual(
      { message: refused.body.message, retryAfterSeconds: refused.body.retryAfterSeconds },
      { message: 'The API key has used up its limit per day and month', retryAfterSeconds: untilAugust },
    )
    app.clock.set('2026-08-01T00:00:00Z')
    assert.deepEqual(remaining(await ask()), ['minute 2', 'day 4', 'month 5'])
  })
})
