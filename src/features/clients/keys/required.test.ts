import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { send, signIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { issueKey } from '../../../../test/helpers/client-keys.ts'
import { operationsOf } from '../../../../test/helpers/openapi.ts'

const WEATHER = '/api/weather?lat=52.52&lon=13.41&scope=current'
const OPENWEATHER = '/data/2.5/weather?lat=52.52&lon=13.41'

describe('where keys are required', () => {
  let app: TestApp
  let secret: string
  before(async () => {
    app = await createTestApp({ env: { CLIENT_KEYS: 'required', PUBLIC_URL: 'https://weather.example' } })
    secret = (await issueKey(app)).secret
    // From now on it is answered ahead of the router.
    await app.get(WEATHER, { 'x-api-key': secret })
  })
  after(() => app.close())
  const status = async (headers: Record<string, string> = {}, path = WEATHER) => (await app.get(path, headers)).status

  it('401 without one, and with one of another service', async () => {
    const { status: refused, headers, body } = await app.get(WEATHER)
    assert.deepEqual(
      { refused, message: body.message, wwwAuthenticate: headers.get('www-authenticate') },
      { refused: 401, message: 'An API key is required', wwwAuthenticate: 'Bearer realm="isobar"' },
    )
    assert.equal(await status({}, `${WEATHER}&appid=0123456789abcdef`), 401)
    const theirs = await app.get(`${OPENWEATHER}&appid=0123456789abcdef`)
    assert.deepEqual(
      { status: theirs.status, body: theirs.body },
      { status: 401, body: { cod: 401, message: 'Invalid API key. An API key is required.' } },
    )
  })

  it('200 with one', async () => {
    assert.equal(await status({ authorization: `Bearer ${secret}` }), 200)
    assert.equal(await status({}, `${OPENWEATHER}&appid=${secret}`), 200)
  })

  it('200 for the scripts of our own pages, as far as a browser says so', async () => {
    const host = new URL(app.url).host
    for (const [headers, expected] of [
      [{ 'sec-fetch-site': 'same-origin' }, 200],
      [{ 'sec-fetch-site': 'cross-site' }, 401],
      [{ 'sec-fetch-site': 'same-site' }, 401],
      [{ 'sec-fetch-site': 'none' }, 401],
      [{ 'sec-fetch-site': 'cross-site', origin: 'https://weather.example' }, 401],
      [{ origin: 'https://weather.example' }, 200],
      [{ referer: 'https://weather.example/weather/Berlin-52.52,13.41' }, 200],
      [{ referer: `http://${host}/` }, 200],
      [{ origin: 'https://weather.example.evil.example' }, 401],
      [{ referer: 'https://evil.example/?https://weather.example/' }, 401],
      [{ origin: 'null', referer: 'https://weather.example/' }, 401],
      [{ origin: 'https://evil.example', referer: 'https://weather.example/' }, 401],
    ] as const) {
      assert.equal(await status(headers), expected, JSON.stringify(headers))
      assert.equal(await status(headers, OPENWEATHER), expected, JSON.stringify(headers))
    }
  })

  it('200 for what is no API of weather: health, limits, icons and the API document', async () => {
    for (const path of ['/api/health', '/api/platform/limits', '/api/openapi.json']) assert.equal(await status({}, path), 200, path)
  })

  it('are documented of every route for weather and places but these', async () => {
    const operations = operationsOf((await app.get('/api/openapi.json')).body)
    const isTheirs = (tag: string) => ['Weather', 'Places', 'OpenWeather-compatible', 'Open-Meteo-compatible'].includes(tag)
    const open = operations.filter(({ operation: { tags = [], security = [] } }) => {
      const isGuarded = security.some((scheme) => Object.hasOwn(scheme, 'clientKeyHeader'))
      return tags.some(isTheirs) && !isGuarded
    })
    assert.deepEqual(
      open.map(({ method, path }) => `${method} ${path}`),
      ['GET /icons/{icon}.svg', 'POST /api/weather/inaccurate-report'],
    )
  })

  it('200 for all as soon as an owner no longer requires them', async () => {
    const owner = await signIn(app, 'owner')
    const patch = (clientKeys: string | null) =>
      send(app, '/api/admin/config', { method: 'PATCH', headers: owner.headers, body: { clientKeys } })
    assert.equal((await patch('optional')).status, 200)
    assert.equal(await status(), 200)
    assert.equal((await patch('sometimes')).status, 400)
    assert.equal((await patch(null)).status, 200)
    assert.equal(await status(), 401)
  })

  it('are counted by what was decided', async () => {
    const { text } = await app.get('/api/metrics')
    assert.match(text, /isobar_client_key_decisions_total\{outcome="missing"\} \d\d/)
    assert.match(text, /isobar_client_key_decisions_total\{outcome="admitted"\} \d/)
    for (const [state, keys] of Object.entries({ active: 1, disabled: 0, expired: 0, revoked: 0 }))
      assert.ok(text.includes(`isobar_client_keys{state="${state}"} ${keys}\n`), state)
  })
})
