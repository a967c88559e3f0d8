import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../test/helpers/app.ts'
import { type ApiDocument, operationsOf } from '../../../test/helpers/openapi.ts'
import { until } from '../../../test/helpers/until.ts'
import { createClient } from './client.ts'
import { IsobarError } from './error.ts'

const BERLIN = { lat: 52.52, lon: 13.41 }

/** The client against a running service. */
describe('a client', () => {
  let app: TestApp
  /** Method and path of every request, in their order. */
  const sent: string[] = []
  const recorded: typeof fetch = (input, init) => {
    sent.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`)
    return fetch(input, init)
  }
  // A busy machine may take longer than a client waits.
  const open = () => createClient({ url: app.url, fetch: recorded, timeoutMs: 300_000 })
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())

  it('reads the weather of every scope', async () => {
    const client = open()
    for (const scope of ['current', 'hourly', 'daily', 'minutely', 'air', 'marine'] as const) {
      const answer = await client.weather({ ...BERLIN, scope, units: 'imperial', lang: 'de' })
      assert.deepEqual({ scope: answer.scope, lat: answer.lat, lon: answer.lon }, { scope, lat: BERLIN.lat, lon: BERLIN.lon })
    }
    const { temperature, units, lang } = await client.weather({ ...BERLIN, scope: 'current', units: 'imperial', lang: 'de' })
    assert.deepEqual(
      { typeOfTemperature: typeof temperature, temperature: units.temperature, lang },
      { typeOfTemperature: 'number', temperature: '°F', lang: 'de' },
    )
  })

  it('reads several scopes in one request, each with its data or its error', async () => {
    const client = open()
    sent.length = 0
    const { scopes, freshness } = await client.weatherScopes({ ...BERLIN, scopes: ['current', 'daily'], units: 'imperial' })
    assert.deepEqual([sent, freshness, Object.keys(scopes)], [['GET /api/weather'], 'fresh', ['current', 'daily']])
    assert.ok('data' in scopes.current && 'data' in scopes.daily)
    assert.deepEqual(
      { temperature: scopes.current.data.units.temperature, freshness: scopes.daily.meta.freshness },
      { temperature: '°F', freshness: 'fresh' },
    )
  })

  it('reads the alerts of a box, and says that nobody reads those of a country', async () => {
    const none = { type: 'FeatureCollection', complete: true, coverage: [], nextCursor: null, features: [] }
    const asked: string[] = []
    const stub: typeof fetch = async (input) => {
      asked.push(String(input))
      return Response.json(none)
    }
    assert.deepEqual(await createClient({ url: 'http://service', fetch: stub }).alertAreas({ bbox: '5,47,15,55', lang: 'de' }), none)
    assert.deepEqual(asked, ['http://service/api/alerts?bbox=5%2C47%2C15%2C55&lang=de'])
    await assert.rejects(open().alertAreas({ country: 'DE' }), (error) => error instanceof IsobarError && error.status === 404)
  })

  it('has an unchanged answer again, with its age: 304', async () => {
    // An answer's age follows from its date, which is that of the machine's clock.
    const today = await createTestApp({ now: new Date().toISOString() })
    try {
      const statuses: number[] = []
      const counted: typeof fetch = async (input, init) => {
        const response = await fetch(input, init)
        statuses.push(response.status)
        return response
      }
      const client = createClient({ url: today.url, fetch: counted })
      const query = { ...BERLIN, scope: 'current' } as const
      await client.weather(query)
      const first = await client.weather(query)
      await until('a second has passed', () => Date.now() - Date.parse(first.fetchedAt) > 2_000)
      const { ageSeconds, ...same } = await client.weather(query)
      assert.deepEqual(statuses, [200, 200, 304])
      assert.ok(ageSeconds >= 1 && ageSeconds < 60, String(ageSeconds))
      assert.deepEqual({ ...same, ageSeconds: first.ageSeconds }, first)
    } finally {
      await today.close()
    }
  })

  it('splits a batch by what the service takes, and joins it in order', async () => {
    const client = open()
    sent.splice(0)
    const places = Array.from({ length: 101 }, (_, i) => ({ id: String(i), lat: 40 + (i % 7), lon: 10 }))
    const cities = await client.batch(places, { units: 'si', lang: 'fr', trigger: 'dashboard_load' })
    assert.deepEqual(sent, Array(3).fill('POST /api/weather/batch'))
    assert.deepEqual(
      cities.map(({ id, lat }) => ({ id, lat })),
      places.map(({ id, lat }) => ({ id, lat })),
    )
    for (const { scopes } of cities) {
      assert.ok(scopes.current !== undefined && 'data' in scopes.current)
      assert.deepEqual({ windSpeed: scopes.current.data.units.windSpeed, lang: scopes.current.data.lang }, { windSpeed: 'm/s', lang: 'fr' })
    }
    assert.equal((await client.limits()).batch.maxCities, 50)
  })

  it('sends no request for an empty batch', async () => {
    sent.splice(0)
    assert.deepEqual(await open().batch([]), [])
    assert.deepEqual(sent, [])
  })

  it('throws if a part of a batch is refused', async () => {
    const places = Array.from({ length: 51 }, (_, i) => ({ lat: i * 2, lon: 10 }))
    await assert.rejects(open().batch(places), (error) => error instanceof IsobarError && error.code === 'invalid_request')
  })

  it('reads the alerts of a point', async () => {
    const point = { lat: 53.08, lon: 8.8 }
    const end = new Date(app.clock.now() + 6 * 3_600_000).toISOString()
    app.simulator.setConditions([{ ...point, alert: { event: 'Sturmflut', end } }])
    const alerts = await open().alerts(point)
    assert.ok(alerts?.some(({ event }) => event === 'Sturmflut'))
    const [{ id } = assert.fail()] = alerts ?? []
    assert.deepEqual(await open().alert(id), alerts?.[0])
  })

  it('says null of alerts that are unknown: that is not none', async () => {
    const without = await createTestApp({ env: { WEATHER_PROVIDERS: 'open-meteo' } })
    try {
      assert.equal(await createClient({ url: without.url }).alerts({ lat: -33.87, lon: 151.21 }), null)
    } finally {
      await without.close()
    }
  })

  it('reads the archive and its accuracy', async () => {
    const client = open()
    await app.services.gateway.drain()
    const { scope, units } = await client.history({ ...BERLIN, what: 'hourly', issues: 'all' })
    assert.deepEqual({ scope, temperature: units.temperature }, { scope: 'weather', temperature: '°C' })
    assert.ok(['europeanIndex', 'usIndex'].includes((await client.history({ ...BERLIN, scope: 'air' })).localIndex))
    const { blend, names } = await client.blend(BERLIN)
    assert.ok(blend.reason === 'nothing_learned' && names.length >= 1, `${blend.reason} ${names.length}`)
    for (const answer of [await client.accuracy(), await client.accuracy({ ...BERLIN, units: 'si' })]) assert.ok('verification' in answer)
  })

  it('reads what is usual', async () => {
    const { state, days } = await open().normals({ ...BERLIN, date: '2026-11-26' })
    assert.deepEqual([['pending', 'off'].includes(state), days], [true, []])
  })

  it('lists the frames of the radar', async () => {
    const radar = await createTestApp({ env: { RADAR_SOURCE: 'rainviewer' }, sharing: app })
    try {
      const { frames, legend } = await createClient({ url: radar.url }).radarFrames()
      assert.deepEqual([new Set(frames.map(({ kind }) => kind)), legend?.unit], [new Set(['measured', 'forecast']), 'dBZ'])
    } finally {
      await radar.stop()
    }
  })

  it('finds places and their names', async () => {
    const client = open()
    assert.equal((await client.places({ q: 'Berlin', lang: 'de', limit: 1 })).at(0)?.country, 'DE')
    assert.ok((await client.names(BERLIN)).places.some(({ name }) => name === 'Berlin'))
    assert.deepEqual((await client.popular({ limit: 3 })).checks.length <= 3, true)
    assert.equal((await client.region()).region, null)
  })

  it('is refused beyond the limit of requests, until a time for which it would wait', async () => {
    const limited = await createTestApp({ env: { RATE_LIMITS: 'weather=1' }, sharing: app })
    try {
      const client = createClient({ url: limited.url, maxWaitMs: 0 })
      await client.weather({ ...BERLIN, scope: 'current' })
      const refused = client.weather({ ...BERLIN, scope: 'current' })
      await assert.rejects(
        refused,
        ({ code, retryAfterSeconds }) => code === 'rate_limited' && retryAfterSeconds > 0 && retryAfterSeconds <= 90,
      )
    } finally {
      await limited.stop()
    }
  })

  it('throws what the service says', async () => {
    const refused = [
      [() => open().weather({ lat: 91, lon: 0, scope: 'current' }), 400, 'invalid_request'],
      [() => open().alert('no/such alert'), 400, 'invalid_request'],
      [() => open().alert('unknown'), 404, 'not_found'],
    ] as const
    for (const [ask, status, code] of refused)
      await assert.rejects(ask, (error) => error instanceof IsobarError && error.status === status && error.code === code)
  })

  it('has a method for every public route that answers with JSON', () => {
    const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')) as ApiDocument
    const used = readFileSync(new URL('client.ts', import.meta.url), 'utf8')
    const paths = operationsOf(document).filter(
      ({ operation: { tags = [], operationId, responses } }) =>
        (tags.includes('Weather') || tags.includes('Places') || operationId === 'getLimits') &&
        Object.keys(responses['200']?.content ?? {}).some((type) => /^application\/(?:geo\+)?json$/.test(type)),
    )
    assert.ok(paths.length >= 10)
    const methods = used.match(/(?<=ask(?:<\w+>)?\(['`])[^'`]+/g)?.map((path) => path.replaceAll(/\$\{.*?\}/g, '{}'))
    assert.deepEqual([...new Set(methods)].toSorted(), paths.map(({ path }) => path.replaceAll(/\{.*?\}/g, '{}')).toSorted())
  })
})
