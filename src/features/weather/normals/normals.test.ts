import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestApp, NO_SHARES, type TestApp } from '../../../../test/helpers/app.ts'
import { buildUnsignedActor } from '../../../admin/access/index.ts'
import { MAX_WAITING } from './store.ts'

const BERLIN = 'lat=52.52&lon=13.41'
const ENV = { WEATHER_PROVIDERS: 'open-meteo', RATE_LIMITS: `weather=0,${NO_SHARES}` }
const NOW = '2026-11-21T10:00:00Z'

describe('GET /api/normals', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: NOW, env: ENV })
  })
  afterEach(() => app.simulator.setFaults([]))
  after(() => app?.close())

  const normals = (query: string, headers?: Record<string, string>) => app.get(`/api/normals?${query}`, headers)
  const calls = () => app.simulator.calls().byProduct['open-meteo/archive'] ?? 0
  const fetchNext = () => app.services.normals.fetchNext()
  /** Processes look a place up again after ten minutes. */
  const later = () => app.clock.advance({ minutes: 11 })

  it('200: a place that nobody asked for is pending; no request calls a provider, the background does, once', async () => {
    const { status, body, headers } = await normals(BERLIN)
    assert.deepEqual(
      { status, state: body.state, days: body.days, period: body.period, attribution: body.attribution },
      { status: 200, state: 'pending', days: [], period: null, attribution: null },
    )
    assert.match(headers.get('cache-control') ?? '', /max-age=600\b/)
    assert.equal(calls(), 0)
    await fetchNext()
    await fetchNext()
    assert.equal(calls(), 1)
    const known = await normals(BERLIN)
    assert.deepEqual(
      { state: known.body.state, period: known.body.period, days: known.body.days.length },
      { state: 'known', period: '1991-2020', days: 366 },
    )
    assert.match(known.body.attribution.text, /Simulated.*ERA5, Copernicus/)
    assert.match(known.headers.get('cache-control') ?? '', /max-age=86400\b/)
  })

  it('200: one day, in the units asked for; warm in July, cold in January', async () => {
    const dayOf = async (query: string) => (await normals(`${BERLIN}&${query}`)).body.days
    const [january] = await dayOf('date=2027-01-15')
    const [july] = await dayOf('date=2027-07-15')
    const [fahrenheit] = await dayOf('date=2027-07-15&units=imperial')
    assert.equal(july.monthDay, '07-15')
    assert.ok(july.temperatureMin > january.temperatureMax)
    assert.ok(july.temperatureMinTenth < july.temperatureMin && july.temperatureMaxTenth > july.temperatureMax)
    assert.ok(Math.abs(fahrenheit.temperatureMax - (july.temperatureMax * 1.8 + 32)) < 0.06)
    assert.equal((await dayOf('date=2024-02-29')).length, 1)
  })

  it('304: unchanged', async () => {
    const { headers } = await normals(BERLIN)
    const { status, text } = await normals(BERLIN, { 'if-none-match': headers.get('etag') ?? '' })
    assert.deepEqual({ status, text }, { status: 304, text: '' })
  })

  it('400: no place, no date', async () => {
    for (const query of [
      'lat=91&lon=13',
      'lat=52',
      `${BERLIN}&date=2026-11-31`,
      `${BERLIN}&date=2023-02-30`,
      `${BERLIN}&date=11-26`,
      `${BERLIN}&units=old`,
    ]) {
      const { status, body } = await normals(query)
      assert.deepEqual({ status, error: body.error }, { status: 400, error: 'invalid_request' }, query)
    }
  })

  it('is a paid call with the weight of thirty years, counted on the account of the weather', async () => {
    await app.services.gateway.drain()
    const { rows } = await app.database.pool.query(
      `select trigger, cause, cell, weight, outcome from upstream_call where product = 'open-meteo/archive'`,
    )
    assert.equal(rows.length, 1)
    const [{ trigger, cause, cell, weight, outcome }] = rows
    assert.deepEqual(
      { trigger, cause, cell, outcome },
      { trigger: 'normals', cause: 'refresh', cell: toCell(52.52, 13.41).id, outcome: 'ok' },
    )
    assert.equal(Math.round(weight), 235)
  })

  it('is fetched for the places asked for most, as many a day as the setting says', async () => {
    const [lima, oslo] = ['lat=-12.05&lon=-77.04', 'lat=59.91&lon=10.75']
    await normals(lima)
    for (let times = 0; times < 3; times++) {
      await normals(oslo)
      later()
    }
    const limit = (value: number) => app.services.settings.update({ normalsPerDay: value }, undefined, buildUnsignedActor('test'))
    await limit(2)
    await fetchNext()
    await fetchNext()
    assert.equal(calls(), 2)
    assert.deepEqual(
      { normalsOsloBodyState: (await normals(oslo)).body.state, normalsLimaBodyState: (await normals(lima)).body.state },
      { normalsOsloBodyState: 'known', normalsLimaBodyState: 'pending' },
    )
    app.clock.advance({ hours: 24 })
    await fetchNext()
    assert.equal(calls(), 3)
    later()
    assert.equal((await normals(lima)).body.state, 'known')
  })

  it('is tried again later and later after a failure', async () => {
    await normals('lat=1&lon=1')
    app.simulator.setFaults([{ kind: 'status', status: 503, match: { product: 'open-meteo/archive' } }])
    app.clock.advance({ hours: 24 })
    const before = calls()
    await fetchNext()
    await fetchNext()
    assert.equal(calls() - before, 1)
    app.clock.advance({ minutes: 61 })
    await fetchNext()
    assert.equal(calls() - before, 2)
    app.clock.advance({ minutes: 61 })
    await fetchNext()
    assert.equal(calls() - before, 2)
  })

  it('is fetched once by two nodes', async () => {
    app.clock.advance({ hours: 24 })
    await normals('lat=2&lon=2')
    const other = await createTestApp({ env: ENV, sharing: app })
    try {
      const before = calls()
      await Promise.all([fetchNext(), other.services.normals.fetchNext(), fetchNext(), other.services.normals.fetchNext()])
      assert.equal(calls() - before, 2, 'the place that had failed is due again, too')
    } finally {
      await other.stop()
    }
  })

  it('is kept for years; what is pending is forgotten if nobody asks for it any more, and limited', async () => {
    const count = async () =>
      (await app.database.pool.query('select count(*)::int as n, count(period)::int as known from climate_normal')).rows[0]
    const { known } = await count()
    await normals('lat=3&lon=3')
    app.clock.advance({ hours: 24 * 800 })
    await app.services.features
      .flatMap(({ tasks = [] }) => tasks)
      .find(({ name }) => name === 'deleting unwanted normals')
      ?.run()
    assert.deepEqual(await count(), { n: known, known })
    assert.equal((await normals(BERLIN)).body.state, 'known')
    await app.database.pool.query(
      `insert into climate_normal (cell, wanted_at, next_at) select -id, now(), now() from generate_series(1, ${MAX_WAITING}) id`,
    )
    await normals('lat=4&lon=4')
    assert.equal((await count()).n, known + MAX_WAITING)
    await app.database.pool.query('delete from climate_normal where cell < 0')
  })

  it('is off if the setting says so, and if no provider in use knows it', async () => {
    await app.services.settings.update({ normalsPerDay: 0 }, undefined, buildUnsignedActor('test'))
    const before = calls()
    assert.deepEqual(
      { normalsBERLINBodyState: (await normals(BERLIN)).body.state, normalsLat5Lon5BodyState: (await normals('lat=5&lon=5')).body.state },
      { normalsBERLINBodyState: 'off', normalsLat5Lon5BodyState: 'off' },
    )
    await fetchNext()
    assert.equal(calls(), before)
    const other = await createTestApp({ now: NOW, env: { ...ENV, WEATHER_PROVIDERS: 'openweather' } })
    try {
      assert.equal((await other.get(`/api/normals?${BERLIN}`)).body.state, 'off')
    } finally {
      await other.close()
    }
  })
})

it('GET /api/normals 429: over the limit', async () => {
  const app = await createTestApp({ now: NOW, env: { RATE_LIMITS: 'weather=1' } })
  try {
    const statuses = [(await app.get(`/api/normals?${BERLIN}`)).status, (await app.get(`/api/normals?${BERLIN}`)).status]
    assert.deepEqual(statuses, [200, 429])
  } finally {
    await app.close()
  }
})
