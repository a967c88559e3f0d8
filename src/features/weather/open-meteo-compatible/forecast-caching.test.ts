import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const BERLIN = 'latitude=52.52&longitude=13.41'

describe('GET /v1/forecast, repeated and when something fails', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  beforeEach(() => {
    app.simulator.setFaults([])
    // Beyond every window, so that nothing fetched by an earlier test can answer.
    app.clock.advance({ hours: 80 })
    app.simulator.reset('calls')
  })
  const get = (query: string, headers?: Record<string, string>) => app.get(`/v1/forecast?${query}`, headers)

  describe('caching', () => {
    it('answers a repeated request from memory, and 304 to a client that has it', async () => {
      const query = `${BERLIN}&hourly=temperature_2m&current=temperature_2m`
      assert.equal((await get(query)).headers.get('x-cache'), 'upstream')
      const second = await get(query)
      assert.equal(second.headers.get('x-cache'), 'memory')
      const etag = second.headers.get('etag')
      assert.match(String(etag), /^W\/"/)
      assert.equal((await get(query, { 'if-none-match': String(etag) })).status, 304)
      assert.equal(app.simulator.calls().total, 2)
      const { rows } = await app.database.pool.query('select cause, trigger from upstream_call order by id desc limit 1')
      assert.deepEqual(rows, [{ cause: 'request', trigger: 'open_meteo_api' }])
    })

    it('begins a new day with the clock, also in the zone of another place', async () => {
      const query = `${BERLIN}&daily=sunrise&timezone=Asia/Kathmandu&forecast_days=1`
      const dates = new Set<string>()
      for (let quarter = 0; quarter < 24 * 4 + 4; quarter += 1) {
        const { body } = await get(query)
        const local = new Date(app.clock.now() + body.utc_offset_seconds * 1_000).toISOString().slice(0, 10)
        assert.deepEqual(body.daily.time, [local])
        dates.add(local)
        app.clock.advance({ minutes: 15 })
      }
      assert.ok(dates.size >= 2)
    })

    it('takes the client key out of what it caches and logs', async () => {
      const secret = 'sk-never-stored-0123456789'
      const first = await get(`${BERLIN}&current=temperature_2m&apikey=${secret}`)
      const other = await get(`${BERLIN}&current=temperature_2m&apikey=another`)
      assert.deepEqual(
        { firstStatus: first.status, otherStatus: other.status, xCache: other.headers.get('x-cache') },
        { firstStatus: 200, otherStatus: 200, xCache: 'memory' },
      )
      assert.ok(!app.logLines.some((line) => line.includes(secret)))
    })
  })

  it('may be read by scripts of other origins', async () => {
    const { headers } = await get(`${BERLIN}&current=temperature_2m`, { origin: 'https://example.org' })
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.match(String(headers.get('link')), /rel="author"/)
  })

  describe('502 and 429', () => {
    it('says what went wrong in their words', async () => {
      app.simulator.setFaults([{ kind: 'status', status: 500, match: {} }])
      const { status, body } = await get('latitude=-33.1&longitude=22.2&current=temperature_2m')
      assert.deepEqual({ status, body }, { status: 502, body: { error: true, reason: 'Something went wrong.' } })
    })

    it('serves the last good data while providers fail', async () => {
      const query = `${BERLIN}&current=temperature_2m`
      const before = await get(query)
      app.clock.advance({ hours: 3 })
      app.simulator.setFaults([{ kind: 'status', status: 500, match: {} }])
      const { status, body, headers } = await get(query)
      assert.equal(status, 200)
      assert.equal(body.current.temperature_2m, before.body.current.temperature_2m)
      assert.equal(headers.get('x-weather-freshness'), 'emergency')
    })

    it('limits a client as /api/weather does', async () => {
      const limited = await createTestApp({ env: { RATE_LIMITS: 'weather=2' } })
      const answers = []
      for (let i = 0; i < 3; i += 1) answers.push(await limited.get(`/v1/forecast?${BERLIN}&current=temperature_2m`))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 429],
      )
      assert.deepEqual(answers[2]?.body, { error: true, reason: 'Minutely API request limit exceeded. Please try again in one minute.' })
      assert.ok(answers[2]?.headers.has('retry-after'))
      await limited.close()
    })
  })

  it('limits several places at once as a batch', async () => {
    const limited = await createTestApp({ sharing: app, env: { RATE_LIMITS: 'weather=0,history=0,batch=1' } })
    const many = 'latitude=1,2&longitude=3,4'
    const statuses = []
    for (const path of ['forecast', 'forecast', 'archive', 'air-quality'])
      statuses.push((await limited.get(`/v1/${path}?${many}&hourly=temperature_2m&n=${statuses.length}`)).status)
    assert.deepEqual(statuses, [200, 429, 429, 429])
    await limited.stop()
  })

  it('has no air where no source has any', async () => {
    const without = await createTestApp({ sharing: app, env: { WEATHER_PROVIDERS: 'met-norway' } })
    const { status, body } = await without.get(`/v1/air-quality?${BERLIN}&hourly=pm10`)
    assert.deepEqual({ status, body }, { status: 400, body: { error: true, reason: 'No data is available for this location' } })
    await without.stop()
  })

  describe('404', () => {
    it('is off if the operator says so', async () => {
      const off = await createTestApp({ sharing: app, env: { OPEN_METEO_COMPATIBLE_API: 'off' } })
      for (const path of ['forecast', 'air-quality', 'archive', 'search', 'get'])
        assert.equal((await off.get(`/v1/${path}?${BERLIN}`)).status, 404, path)
      await off.stop()
    })
  })
})
