import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createServices } from '../src/composition/services.ts'
import { loadConfig } from '../src/config/config.ts'
import { createLogger } from '../src/platform/log.ts'
import { StartupError } from '../src/platform/startup-error.ts'
import { send, signIn } from './helpers/admin.ts'
import { createTestApp, type TestApp } from './helpers/app.ts'
import { createTestClock } from './helpers/clock.ts'
import { createTestDatabase } from './helpers/database.ts'
import { until } from './helpers/until.ts'
import { APPLE_ENVIRONMENT, newPrivateKey } from './helpers/weatherkit.ts'

const BERLIN = 'lat=52.52&lon=13.41'

describe('WEATHER_PROVIDERS=open-meteo, without any key', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ env: { WEATHER_PROVIDERS: 'open-meteo', OPENWEATHER_API_KEY: '' } })
  })
  after(() => app.close())

  it('answers current, hourly and daily weather with its credit, for one call', async () => {
    const answers = []
    for (const scope of ['current', 'hourly', 'daily']) answers.push(await app.get(`/api/weather?${BERLIN}&scope=${scope}`))
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.source, body.attribution.name, body.freshness]),
      answers.map(() => [200, 'open-meteo', 'Open-Meteo', 'fresh']),
    )
    await app.services.gateway.drain()
    const { rows } = await app.database.pool.query('select distinct product from upstream_call')
    assert.deepEqual(rows, [{ product: 'open-meteo/forecast' }])
  })

  it('says that it has no minutes and does not know about alerts, rather than that there are none', async () => {
    const minutes = await app.get(`/api/weather?${BERLIN}&scope=minutely`)
    assert.deepEqual(
      { status: minutes.status, available: minutes.body.available, points: minutes.body.points },
      { status: 200, available: false, points: [] },
    )
    assert.equal((await app.get(`/api/weather?${BERLIN}&scope=current`)).body.alertIds, null)
    await app.get('/api/weather?lat=40.71&lon=-74&scope=current')
    await app.services.gateway.drain()
    // Once the national feed has been read, it is known that there are none.
    assert.deepEqual((await app.get('/api/weather?lat=40.71&lon=-74&scope=current')).body.alertIds, [])
  })

  it('finds places in the bundled list of towns', async () => {
    const { status, body } = await app.get('/api/geocode?q=Hamburg')
    assert.equal(status, 200)
    assert.deepEqual({ name: body[0].name, country: body[0].country }, { name: 'Hamburg', country: 'DE' })
  })

  it('has no map tiles, and says so', async () => {
    const { status, body } = await app.get('/api/weather/map-tile/clouds/1/0/0.png')
    assert.deepEqual({ status, message: body.message }, { status: 503, message: 'No weather provider in use has map tiles.' })
  })

  it('lists every provider of weather, with its place in the order', async () => {
    const { headers } = await signIn(app, 'viewer')
    const { body } = await send(app, '/api/admin/connections', { method: 'GET', headers })
    const items = body.items as { id: string; kind: string; weather: { position: number | null } | null }[]
    const providers = items.filter(({ kind }) => kind === 'weather_provider' || kind === 'alert_feed')
    assert.deepEqual({ id: providers[0]?.id, position: providers[0]?.weather?.position }, { id: 'open-meteo', position: 1 })
    const others = providers.slice(1)
    assert.ok(['bright-sky', 'met-norway', 'nws', 'openweather', 'pirate-weather'].every((id) => others.some((each) => each.id === id)))
    assert.ok(others.every(({ weather }) => weather?.position === null))
  })

  it('is switched off in the back office like any other', async () => {
    const { headers } = await signIn(app, 'owner')
    const set = (enabled: boolean) => send(app, '/api/admin/connections', { method: 'PATCH', body: { id: 'open-meteo', enabled }, headers })
    await set(false)
    const { status, body } = await app.get('/api/weather?lat=48.14&lon=11.58&scope=current')
    assert.deepEqual({ status, message: body.message }, { status: 502, message: 'The weather provider is turned off in the back office.' })
    await set(true)
    assert.equal((await app.get('/api/weather?lat=48.14&lon=11.58&scope=current')).status, 200)
  })
})

describe('the order of WEATHER_PROVIDERS', () => {
  it('makes the first the primary, and the next the fallback', async () => {
    const app = await createTestApp({ env: { WEATHER_PROVIDERS: 'open-meteo, openweather' } })
    try {
      const { body } = await app.get(`/api/weather?${BERLIN}&scope=current`)
      assert.equal(body.source, 'open-meteo')
      // The second provider's alerts do not count for the primary's weather; its map tiles are served.
      assert.deepEqual((await app.get(`/api/weather?${BERLIN}&scope=current`)).body.alertIds, null)
      assert.equal((await app.get('/api/weather/map-tile/clouds/1/0/0.png')).status, 200)
    } finally {
      await app.close()
    }
  })

  for (const [providers, message] of [
    ['openwether', /WEATHER_PROVIDERS: there is no provider openwether; available: .*openweather, open-meteo/],
    ['dwd', /WEATHER_PROVIDERS: dwd delivers no forecasts; available: .*openweather, open-meteo/],
    ['aviation-weather', /WEATHER_PROVIDERS: aviation-weather delivers no forecasts;/],
    ['open-meteo,open-meteo', /WEATHER_PROVIDERS names a provider twice/],
    ['Open Meteo', /WEATHER_PROVIDERS must be names separated by commas/],
    ['open-meteo@atlantis', /WEATHER_PROVIDERS has an unknown region/],
    ['open-meteo@QQ', /WEATHER_PROVIDERS: QQ is no country/],
  ] as const)
    it(`refuses ${providers}`, async () => {
      await assert.rejects(createTestApp({ env: { WEATHER_PROVIDERS: providers } }), (error) => {
        assert.ok(error instanceof StartupError)
        assert.match(error.message, message)
        return true
      })
    })

  it('leaves no connection behind when it refuses', async () => {
    const database = await createTestDatabase()
    try {
      const env = { NODE_ENV: 'test', ADMIN_SECRET: 'test-admin-secret-0123456789', WEATHER_PROVIDERS: 'nobody' }
      const config = loadConfig({ ...env, DATABASE_URL: database.connectionString })
      const log = createLogger({ level: 'silent' })
      await assert.rejects(createServices(config, { clock: createTestClock(), log }), StartupError)
      await until('the connections are closed', async () => {
        const { rows } = await database.pool.query(
          `select from pg_stat_activity where datname = current_database() and application_name = 'isobar'`,
        )
        return rows.length === 0
      })
    } finally {
      await database.drop()
    }
  })

  it('refuses a provider whose terms forbid ads, beside ads', async () => {
    const env = { WEATHER_PROVIDERS: 'open-meteo', AD_PROGRAM_CLIENT_ID: 'ca-pub-1234567890123456' }
    await assert.rejects(createTestApp({ env }), /open-meteo may not be used: its free plan is non-commercial/)
    const app = await createTestApp({ env: { ...env, WEATHER_PROVIDERS: 'open-meteo,openweather' } })
    try {
      assert.equal((await app.get(`/api/weather?${BERLIN}&scope=current`)).body.source, 'openweather')
      assert.ok(app.logLines.some((line) => line.includes('Open-Meteo is not used: its free plan is non-commercial')))
    } finally {
      await app.close()
    }
  })
})

describe('feeds of official warnings', () => {
  it('are those of providers that have one and need nothing else', async () => {
    for (const [env, message] of [
      [{ WARNING_FEEDS: 'dwd,bom' }, /WARNING_FEEDS: bom has no warnings to read; available: .*dwd/],
      [{ WARNING_FEEDS: 'meteoalarm' }, /WARNING_FEEDS: meteoalarm has no warnings to read; available: (?!.*meteoalarm)/],
      [{ STATION_SOURCES: 'dwd' }, /STATION_SOURCES: dwd has no stations to read; available: .*bright-sky/],
    ] as const)
      await assert.rejects(createTestApp({ env }), message)
  })

  it('from Norway need a contact', async () => {
    const noticeIn = async (env: Record<string, string>) => {
      const app = await createTestApp({ env: { WARNING_FEEDS: 'met-norway', ...env } })
      await app.close()
      return app.logLines.some((line) => /MET Norway are not read: .*UPSTREAM_CONTACT/.test(line))
    }
    assert.deepEqual([await noticeIn({}), await noticeIn({ UPSTREAM_CONTACT: 'ops@example.org' })], [true, false])
  })
})

describe('a provider without the key that it needs', () => {
  const hasLine = (app: TestApp, line: RegExp) => app.logLines.some((each) => line.test(each))

  it('is skipped, with a notice that says how to get it', async () => {
    const app = await createTestApp({ env: { OPENWEATHER_API_KEY: '' } })
    try {
      assert.ok(hasLine(app, /OpenWeather is not used: it has no key: set OPENWEATHER_API_KEY or store one in the back office/))
      assert.ok(hasLine(app, /Weather, in this order: Open-Meteo \(CC BY 4.0; its free plan is for non-commercial use, without ads\)/))
      assert.ok(hasLine(app, /Not available: minutes \(can be had from .*openweather/))
      assert.ok(hasLine(app, /Not available: map overlays \(can be had from openweather\)/))
      assert.equal((await app.get(`/api/weather?${BERLIN}&scope=current`)).body.source, 'open-meteo')
      assert.equal((await app.get('/api/geocode?q=Hamburg')).headers.get('x-cache'), 'gazetteer')
      assert.equal((await app.get('/api/weather/map-tile/clouds/1/0/0.png')).status, 503)
    } finally {
      await app.close()
    }
  })

  it('or another setting that it needs, is skipped as well; a private key may be stored in the back office, if it is one', async () => {
    const { WEATHERKIT_TEAM_ID: _, ...env } = { ...APPLE_ENVIRONMENT, WEATHERKIT_API_KEY: newPrivateKey() }
    const incomplete = await createTestApp({ env: { ...env, WEATHER_PROVIDERS: 'weatherkit,open-meteo' } })
    await incomplete.close()
    assert.ok(hasLine(incomplete, /Apple Weather is not used: it needs WEATHERKIT_TEAM_ID/))

    const app = await createTestApp({ env: { ...APPLE_ENVIRONMENT, WEATHER_PROVIDERS: 'weatherkit,open-meteo' } })
    const { headers } = await signIn(app, 'owner')
    const store = (apiKey: string) =>
      send(app, '/api/admin/connections', { method: 'PATCH', body: { id: 'weatherkit', settings: { apiKey } }, headers })
    try {
      assert.ok(hasLine(app, /Apple Weather is not used: it has no key: set WEATHERKIT_API_KEY/))
      const refused = await store('planted-key')
      assert.equal(refused.status, 400)
      assert.match(refused.body.message, /settings\.apiKey must be a private key for ES256/)
      assert.doesNotMatch(refused.text, /planted-key/)
      const key = newPrivateKey()
      const stored = await store(`-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`)
      assert.equal(stored.status, 200)
      assert.equal((await app.get(`/api/weather?${BERLIN}&scope=current`)).body.source, 'weatherkit')
      assert.ok(![stored.text, ...app.logLines].some((text) => text.includes(key)))
    } finally {
      await app.close()
    }
  })

  it('leaves no weather if the operator names no other: both remedies are named, at start and in each answer', async () => {
    const app = await createTestApp({ env: { WEATHER_PROVIDERS: 'openweather', OPENWEATHER_API_KEY: '' } })
    try {
      assert.ok(hasLine(app, /There is no weather: .* WEATHER_PROVIDERS=open-meteo needs no key/))
      const { status, body } = await app.get(`/api/weather?${BERLIN}&scope=current`)
      assert.equal(status, 502)
      assert.match(body.message, /Set the key of one of WEATHER_PROVIDERS.*or name a provider that needs none/)
    } finally {
      await app.close()
    }
  })
})

describe('what nobody in use delivers', () => {
  it('is named at the start, with who would', async () => {
    const app = await createTestApp({ env: { WEATHER_PROVIDERS: 'openweather' } })
    await app.close()
    const lines = app.logLines.filter((line) => line.includes('Not available')).map((line) => (JSON.parse(line) as { msg: string }).msg)
    assert.deepEqual(lines, ['Not available: the sea (can be had from open-meteo)'])
  })
})

describe('a list that an owner has set', () => {
  it('is never extended, is what the next start speaks of, and uses a key from the back office', async () => {
    const app = await createTestApp({ env: { OPENWEATHER_API_KEY: '' } })
    const { headers } = await signIn(app, 'owner')
    const patch = (path: string, body: object) => send(app, path, { method: 'PATCH', body, headers })
    const hasKey = async () => {
      const { body } = await send(app, '/api/admin/connections', { method: 'GET', headers })
      return (body.items as { id: string; settings: { hasKey?: boolean } }[]).find(({ id }) => id === 'pirate-weather')?.settings.hasKey
    }
    try {
      assert.equal((await app.get(`/api/weather?${BERLIN}&scope=current`)).body.source, 'open-meteo')
      assert.equal((await patch('/api/admin/config', { weatherProviders: 'pirate-weather' })).status, 200)
      // Nothing of it can be used yet; nobody else is asked for it.
      assert.equal((await app.get('/api/weather?lat=10&lon=10&scope=current')).status, 502)
      const node = await createTestApp({ sharing: app, env: { OPENWEATHER_API_KEY: '' } })
      await node.close()
      const notUsed = node.logLines.filter((line) => line.includes('is not used')).join()
      assert.match(notUsed, /Pirate Weather is not used: it has no key/)
      assert.doesNotMatch(notUsed, /OpenWeather/)
      assert.equal(await hasKey(), false)
      assert.equal((await patch('/api/admin/connections', { id: 'pirate-weather', settings: { apiKey: 'any-key' } })).status, 200)
      assert.equal(await hasKey(), true)
      assert.equal((await app.get('/api/weather?lat=10&lon=10&scope=current')).body.source, 'pirate-weather')
    } finally {
      await app.close()
    }
  })
})

describe('a provider with a region', () => {
  it('is asked there, in its place of the order, and skipped elsewhere without a call', async () => {
    const app = await createTestApp({ env: { WEATHER_PROVIDERS: 'open-meteo@nordic+DE,openweather' } })
    const sourceAt = async (place: string) => (await app.get(`/api/weather?${place}&scope=current`)).body.source
    try {
      const found = [await sourceAt(BERLIN), await sourceAt('lat=59.91&lon=10.75'), await sourceAt('lat=48.86&lon=2.35')]
      assert.deepEqual(found, ['open-meteo', 'open-meteo', 'openweather'])
      app.simulator.setFaults([{ kind: 'status', status: 503, match: { provider: 'open-meteo' } }])
      assert.equal(await sourceAt('lat=59.4&lon=10.5'), 'openweather')
      app.simulator.setFaults([{ kind: 'status', status: 503, match: { provider: 'openweather' } }])
      const before = app.simulator.calls().byProvider['open-meteo']
      assert.equal((await app.get('/api/weather?lat=45.76&lon=4.84&scope=current')).status, 502)
      assert.equal(app.simulator.calls().byProvider['open-meteo'], before)
    } finally {
      await app.close()
    }
  })
})

describe('the order in the back office', () => {
  it('is in force at once, on every node, and null restores the environment’s', async () => {
    const app = await createTestApp()
    const other = await createTestApp({ sharing: app })
    const { headers } = await signIn(app, 'owner')
    const set = (weatherProviders: string | null) =>
      send(app, '/api/admin/config', { method: 'PATCH', body: { weatherProviders }, headers })
    let lon = 0
    const sourceOf = async (node: TestApp) => {
      await node.services.changes.check()
      return (await node.get(`/api/weather?lat=47&lon=${(lon += 1)}&scope=current`)).body.source
    }
    try {
      assert.equal(await sourceOf(app), 'openweather')
      assert.equal((await set('open-meteo,openweather')).status, 200)
      assert.deepEqual(
        { sourceOfApp: await sourceOf(app), sourceOfOther: await sourceOf(other) },
        { sourceOfApp: 'open-meteo', sourceOfOther: 'open-meteo' },
      )
      for (const wrong of ['dwd', 'nobody', 'open-meteo@atlantis', 'open-meteo,open-meteo'])
        assert.deepEqual({ status: (await set(wrong)).status, wrong }, { status: 400, wrong })
      assert.equal((await set(null)).status, 200)
      assert.deepEqual(
        { sourceOfApp: await sourceOf(app), sourceOfOther: await sourceOf(other) },
        { sourceOfApp: 'openweather', sourceOfOther: 'openweather' },
      )
    } finally {
      await other.close()
      await app.close()
    }
  })
})
