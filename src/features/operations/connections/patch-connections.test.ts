import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { proveAt, send } from '../../../../test/helpers/admin.ts'
import { until } from '../../../../test/helpers/until.ts'
import { MINUTE_MS } from '../../../time.ts'
import { openOutside, type Outside, PATH, STORED_KEY, WEATHER_KEY } from './testing/outside.ts'

let outside: Outside
before(async () => {
  outside = await openOutside()
})
after(() => outside.close())

const PLACE = '/api/weather?lat=10&lon=20&scope=current'

describe(`PATCH ${PATH}`, () => {
  it('403: a change needs a recent proof of identity, a check does not', async () => {
    const { app, owner } = outside
    await proveAt(app, owner, app.clock.now() - 16 * MINUTE_MS)
    const ask = (body: object) => send(app, PATH, { method: 'PATCH', body, headers: owner.headers })
    for (const change of [{ enabled: false }, { settings: {} }, { enabled: true, check: true }]) {
      const { status, body } = await ask({ id: 'nws', ...change })
      assert.deepEqual({ status, details: body.details }, { status: 403, details: [{ path: 'proof', message: 'required' }] })
    }
    assert.equal((await ask({ id: 'nws', check: true })).status, 200)
  })

  it('200: a check makes one call, recorded in the ledger, and keeps its result', async () => {
    for (const [id, product] of [
      ['openweather', 'openweather/onecall'],
      ['open-meteo', 'open-meteo/forecast'],
      ['nws', 'nws/alerts'],
    ] as const) {
      const [before, rows] = [outside.calls(), (await outside.ledger()).length]
      const { status, body } = await outside.patch(PATH, { id, check: true })
      assert.deepEqual(
        { status, bodyStatus: body.status, checkedAt: body.checkedAt },
        { status: 200, bodyStatus: 'ok', checkedAt: '2026-07-01T12:00:00Z' },
        id,
      )
      assert.ok(body.latencyMs >= 0)
      assert.equal(outside.calls() - before, 1, id)
      assert.deepEqual((await outside.ledger()).slice(rows), [{ product, trigger: 'admin_check', outcome: 'ok', traced: true }])
      assert.equal((await outside.systemOf(id)).message, 'Responding normally')
      const said = body.parts.map(({ message }: { readonly message: string | null }) => message)
      assert.match(said.join('\n'), /^Responding normally: (?:-?\d+\.\d °C|\d+ (?:warning|station)s?)$/m, id)
    }
    assert.equal((await outside.patch(PATH, { id: 'mail-service', check: true })).body.status, 'ok')
    assert.deepEqual(outside.mailService.calls, ['GET /contacts'])
  })

  it('200: a check of a part calls that part, and says when it last succeeded', async () => {
    const partOf = async (id: string, part: string) =>
      (await outside.systemOf(id)).parts.find((each: Record<string, unknown>) => each['id'] === part)
    for (const [id, part, product] of [
      ['openweather', 'air', 'openweather/air-pollution'],
      ['openweather', 'places', 'openweather/geocoding'],
      ['openweather', 'tiles', 'openweather/tiles'],
      ['open-meteo', 'sea', 'open-meteo/marine'],
      ['bright-sky', 'stations', 'bright-sky/observations'],
      ['nws', 'stations', 'nws/observations'],
      ['aviation-weather', 'stations', 'aviation-weather/metar'],
    ] as const) {
      const rows = (await outside.ledger()).length
      const { status, body } = await outside.patch(PATH, { id, check: true, part })
      assert.deepEqual([status, body.parts.find((each: Record<string, unknown>) => each['id'] === part).status], [200, 'ok'], part)
      const called = (await outside.ledger()).slice(rows) as { product: string }[]
      assert.ok(called.length > 0 && called.every((call) => call.product === product), JSON.stringify(called))
      const { status: standing, succeededAt } = await partOf(id, part)
      assert.deepEqual({ standing, succeededAt }, { standing: 'ok', succeededAt: '2026-07-01T12:00:00Z' }, part)
    }
  })

  it('200: a part that fails says why, without a word about the others', async () => {
    outside.app.simulator.setFaults([{ kind: 'status', status: 503, match: { product: 'open-meteo/marine' } }])
    const { body } = await outside.patch(PATH, { id: 'open-meteo', check: true, part: 'sea' })
    const part = (id: string) => body.parts.find((each: Record<string, unknown>) => each['id'] === id)
    assert.deepEqual({ bodyStatus: body.status, partStatus: part('weather').status }, { bodyStatus: 'ok', partStatus: 'ok' })
    assert.deepEqual(
      { status: part('sea').status, message: part('sea').message, succeededAt: part('sea').succeededAt },
      { status: 'failing', message: 'Out of service', succeededAt: '2026-07-01T12:00:00Z' },
    )
    outside.app.simulator.setFaults([])
  })

  it('200: a check explains the fault in words and does not affect the breaker', async () => {
    outside.app.simulator.setFaults([{ kind: 'status', status: 401, match: { provider: 'openweather' } }])
    const { body } = await outside.patch(PATH, { id: 'openweather', check: true })
    assert.deepEqual(
      { status: body.status, message: body.message },
      { status: 'failing', message: 'The key was rejected; a new key may take up to two hours to become active' },
    )
    outside.app.simulator.setFaults([])
    assert.equal((await outside.app.get(PLACE)).body.source, 'openweather')
    await outside.app.services.gateway.drain()
    assert.equal((await outside.systemOf('openweather')).status, 'ok', 'a successful call is newer than the check')
  })

  it('a provider that failed and was not called since is asked again after some minutes, with one call of background work', async () => {
    const { app } = outside
    const probe = app.services.features.flatMap(({ tasks = [] }) => tasks).find(({ name }) => name === 'probing external systems')
    const probes = async () => {
      await app.services.meter.drain()
      return (await app.database.pool.query(`select product, outcome from upstream_call where trigger = 'probe' order by id`)).rows
    }
    app.simulator.setFaults([{ kind: 'status', status: 503, match: { provider: 'openweather' } }])
    for (const lat of [31, 32, 33]) await app.get(`/api/weather?lat=${lat}&lon=20&scope=current`)
    await until('it is failing', async () => (await outside.systemOf('openweather')).status === 'failing')
    app.simulator.setFaults([])
    app.clock.advance({ minutes: 4 })
    await probe?.run()
    assert.deepEqual(await probes(), [], 'too soon')
    app.clock.advance({ minutes: 2 })
    await probe?.run()
    await probe?.run()
    assert.deepEqual(await probes(), [{ product: 'openweather/onecall', outcome: 'ok' }])
    assert.equal((await outside.systemOf('openweather')).status, 'ok')
  })

  it('200: limits of a provider are its own whatever its place in the list; null is the environment’s; its state stays', async () => {
    const limits = async (id: string) => {
      const { settings, status } = await outside.systemOf(id)
      return { dailyLimit: settings.dailyLimit, minuteLimit: settings.minuteLimit, status }
    }
    const before = { openweather: await limits('openweather'), openMeteo: await limits('open-meteo') }
    assert.equal((await outside.patch(PATH, { id: 'open-meteo', settings: { dailyLimit: 7 } })).status, 200)
    await outside.patch('/api/admin/config', { weatherProviders: 'open-meteo,openweather' })
    assert.deepEqual(await limits('open-meteo'), { ...before.openMeteo, dailyLimit: 7 })
    assert.deepEqual(await limits('openweather'), before.openweather)
    const day = async () =>
      (await outside.app.services.meter.usage({ id: 'open-meteo/forecast', weight: 1, budget: 'weather' })).find(
        ({ windowSeconds }) => windowSeconds === 86_400,
      )?.limit
    assert.equal(await day(), 7)
    for (const [settings, path] of [
      [{ dailyLimit: 0 }, 'settings.dailyLimit'],
      [{ dailyLimit: '9' }, 'settings.dailyLimit'],
      [{ tilesMinuteLimit: 9 }, 'settings.tilesMinuteLimit'],
      [{ constructor: 9 }, 'settings.constructor'],
    ] as const) {
      const { status, body } = await outside.patch(PATH, { id: 'open-meteo', settings })
      assert.deepEqual({ status, path: body.details[0].path }, { status: 400, path })
    }
    await outside.patch(PATH, { id: 'open-meteo', settings: { dailyLimit: null } })
    await outside.patch('/api/admin/config', { weatherProviders: null })
    assert.deepEqual(await limits('open-meteo'), before.openMeteo)
  })

  it('the limits of a former release, which were those of the first provider, become that provider’s', async () => {
    const { pool } = outside.app.database
    await pool.query(`insert into setting (version, overrides, updated_at, updated_by) values (1, '{}', now(), 'x') on conflict do nothing`)
    await pool.query(`update setting set overrides = overrides || '{"upstreamDailyLimit": 1234, "upstreamMinuteLimit": 12}'`)
    const node = await outside.anotherNode({ WEATHER_PROVIDERS: 'open-meteo,openweather' })
    const systems = (await node.get(PATH, outside.viewer.headers)).body.items as { id: string; settings: Record<string, unknown> }[]
    const { dailyLimit, minuteLimit } = systems.find(({ id }) => id === 'open-meteo')?.settings ?? {}
    assert.deepEqual({ dailyLimit, minuteLimit }, { dailyLimit: 1_234, minuteLimit: 12 })
    const { rows } = await pool.query(`select overrides from setting`)
    assert.ok(!('upstreamDailyLimit' in rows[0].overrides) && !('upstreamMinuteLimit' in rows[0].overrides))
    await node.stop()
    await outside.patch(PATH, { id: 'open-meteo', settings: null })
  })

  it('200: a check ends within five seconds, whatever the other side does', async () => {
    outside.mailService.failNext('hang')
    const { body } = await outside.patch(PATH, { id: 'mail-service', check: true })
    assert.deepEqual([body.status, body.latencyMs < 20_000], ['failing', true])
    assert.match(body.message, /^(No response within 5 seconds|Not reachable)/)
    outside.mailService.failNext(503)
    assert.match((await outside.patch(PATH, { id: 'mail-service', check: true })).body.message, /out of service/)
  })

  it('200: a check of an older setting does not count against a newer one', async () => {
    outside.app.simulator.setFaults([
      { kind: 'delay', delayMs: 1_000 },
      { kind: 'status', status: 503, match: { provider: 'openweather' } },
    ])
    const before = outside.calls()
    const checking = outside.patch(PATH, { id: 'openweather', check: true })
    await until('the provider was called', () => outside.calls() > before)
    outside.app.simulator.setFaults([])
    await outside.patch(WEATHER_KEY, { key: STORED_KEY, verify: false })
    assert.deepEqual(
      { status: (await checking).body.status, message: (await outside.systemOf('openweather')).message },
      { status: 'unknown', message: 'Not checked yet' },
    )
    await outside.patch(WEATHER_KEY, { key: null })
  })

  it('200: a system that is switched off is neither used nor checked, on any node', async () => {
    const other = await outside.anotherNode()
    assert.deepEqual((await outside.patch(PATH, { id: 'open-meteo', enabled: false })).body.status, 'disabled')
    outside.app.simulator.setFaults([{ kind: 'status', status: 503, match: { provider: 'openweather' } }])
    const before = outside.app.simulator.calls().byProduct['open-meteo/forecast'] ?? 0
    const failed = await outside.app.get('/api/weather?lat=-10&lon=50&scope=current')
    assert.deepEqual({ status: failed.status, error: failed.body.error }, { status: 502, error: 'upstream_error' })
    await other.services.changes.check()
    assert.equal((await other.get('/api/weather?lat=-11&lon=51&scope=current')).status, 502)
    assert.equal((await outside.patch(PATH, { id: 'open-meteo', check: true })).body.status, 'disabled')
    assert.equal(outside.app.simulator.calls().byProduct['open-meteo/forecast'] ?? 0, before)

    await outside.patch(PATH, { id: 'open-meteo', enabled: true })
    assert.equal((await outside.app.get('/api/weather?lat=-12&lon=52&scope=current')).body.source, 'open-meteo')
    outside.app.simulator.setFaults([])
    await other.stop()
    outside.app.clock.advance({ minutes: 20 })
  })

  it('200: the weather provider can be switched off and on again', async () => {
    await outside.patch(PATH, { id: 'openweather', enabled: false })
    const answers = [await outside.app.get('/api/weather?lat=-13&lon=53&scope=current'), await outside.app.get('/api/geocode?q=Berlin')]
    assert.deepEqual(
      { source: answers[0]?.body.source, xCache: answers[1]?.headers.get('x-cache') },
      { source: 'open-meteo', xCache: 'gazetteer' },
      'the next ones answer',
    )
    await outside.patch(PATH, { id: 'open-meteo', enabled: false })
    for (const path of [PLACE, '/api/geocode?q=Berlin', '/api/weather/map-tile/clouds/3/4/2']) {
      const { status, body } = await outside.app.get(path)
      assert.deepEqual(
        [status, body.error, /turned off in the back office/.test(body.message)],
        [path.includes('tile') ? 503 : 502, 'service_unavailable', true],
      )
    }
    for (const id of ['openweather', 'open-meteo']) await outside.patch(PATH, { id, enabled: true })
    assert.equal((await outside.app.get(PLACE)).status, 200)
  })

  it('400', async () => {
    for (const body of [
      {},
      { id: 'mail-transport' },
      { id: 'nws', enabled: 'yes' },
      { id: 'nws', settings: { baseUrl: 'https://example.org' } },
      { id: 'openweather', settings: { apiKey: 'x' } },
      { id: 'mail-transport', settings: { host: 'a b' } },
      { id: 'photo-service', settings: { apiKey: '' } },
      { id: 'open-meteo', check: true, part: 'stations' },
      { id: 'open-meteo', check: true, part: 'moon' },
      { id: 'photo-service', check: true, part: 'weather' },
    ])
      assert.equal((await outside.patch(PATH, body)).status, 400, JSON.stringify(body))
  })

  it('404', async () => {
    assert.equal((await outside.patch(PATH, { id: 'nobody', enabled: false })).status, 404)
  })

  it('409: one of two identical simultaneous saves wins, and nothing is half-written', async () => {
    const { version } = await outside.systemOf('photo-service')
    const answers = await Promise.all(
      ['one-photo-key', 'other-photo-key'].map((apiKey) => outside.patch(PATH, { id: 'photo-service', settings: { apiKey }, version })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    assert.equal((await outside.systemOf('photo-service')).version, version + 1)
    await outside.patch(PATH, { id: 'photo-service', settings: null })
  })
})
