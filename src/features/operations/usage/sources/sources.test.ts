import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type SignedIn, signIn } from '../../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../../test/helpers/app.ts'

const SOURCES = '/api/admin/usage/sources'

describe(`GET ${SOURCES}`, () => {
  let app: TestApp
  let viewer: SignedIn
  before(async () => {
    app = await createTestApp({
      now: '2026-07-10T12:00:00Z',
      env: { WEATHER_PROVIDERS: 'open-meteo,openweather', OPEN_METEO_DAILY_LIMIT: '100' },
    })
    viewer = await signIn(app, 'viewer')
    // Durations of 1 to 100 ms over two days, each tenth call failed.
    await app.database.pool.query(
      `insert into upstream_call (product, weight, cause, started_at, outcome, duration_ms)
       select 'open-meteo/forecast', 1.5, 'request', timestamptz '2026-07-10T11:00:00Z' - n % 2 * interval '1 day',
         case when n % 10 = 0 then 'timeout' else 'ok' end, n
       from generate_series(1, 100) n`,
    )
  })
  after(() => app.close())

  const read = async (query = '') => {
    const { status, body, text } = await app.get(SOURCES + query, viewer.headers)
    assert.equal(status, 200, text)
    return body
  }
  const sourceOf = async (id: string, query = '') => (await read(query)).items.find((each: { id: string }) => each.id === id)

  it('400 outside 1 to 90 days, 401 without a session', async () => {
    for (const days of ['0', '91', 'x']) assert.equal((await app.get(`${SOURCES}?days=${days}`, viewer.headers)).status, 400, days)
    assert.equal((await app.get(SOURCES)).status, 401)
  })

  it('200: the last 14 days of every provider, also of those that were not called', async () => {
    const { from, to, items } = await read()
    assert.deepEqual({ from, to }, { from: '2026-06-27', to: '2026-07-10' })
    const ids = new Set(items.map(({ id }: { id: string }) => id))
    for (const id of ['openweather', 'open-meteo', 'nws', 'bright-sky', 'aviation-weather']) assert.ok(ids.has(id), id)
    const { calls, failed, latency, days } = await sourceOf('nws')
    assert.deepEqual({ calls, failed, latency, days: days.length }, { calls: 0, failed: 0, latency: null, days: 14 })
  })

  it('200: what each day cost over all providers and all their products', async () => {
    await app.database.pool.query(
      `insert into upstream_call (product, weight, cause, started_at, outcome, duration_ms)
       values ('openweather/tiles', 1, 'tile', '2026-07-08T10:00:00Z', 'ok', 10), ('openweather/onecall', 2, 'job', '2026-07-08T23:59:59Z', 'ok', 10),
         ('nws/forecast', 0.25, 'job', '2026-07-08T00:00:00Z', 'timeout', 10)`,
    )
    const { days, items } = await read('?days=4')
    assert.deepEqual(days.slice(0, 2), [
      { day: '2026-07-07', cost: 0 },
      { day: '2026-07-08', cost: 3.25 },
    ])
    const costs = items.map(({ id, days: own }: { id: string; days: { cost: number; charged: number }[] }) => [
      id,
      own[1]?.cost,
      own[1]?.charged,
    ])
    assert.deepEqual(costs.filter(([, cost]: [string, number]) => cost > 0).toSorted(), [
      ['nws', 0.25, 0.25],
      ['openweather', 3, 2],
    ])
  })

  it('200: calls, failures and durations by day, the same before and after they are summed up', async () => {
    const source = await sourceOf('open-meteo', '?days=2')
    assert.deepEqual({ calls: source.calls, failed: source.failed }, { calls: 100, failed: 10 })
    assert.ok(Math.abs(source.latency.medianMs - 50) <= 5, String(source.latency.medianMs))
    assert.ok(Math.abs(source.latency.p95Ms - 95) <= 9.5, String(source.latency.p95Ms))
    assert.deepEqual(
      source.days.map(({ day, calls, failed, charged, cost }: Record<string, unknown>) => [day, calls, failed, charged, cost]),
      [
        ['2026-07-09', 50, 0, 75, 75],
        ['2026-07-10', 50, 10, 75, 75],
      ],
    )
    assert.deepEqual(
      source.products.map(({ product, calls }: Record<string, unknown>) => [product, calls]),
      [
        ['open-meteo/forecast', 100],
        ['open-meteo/air-quality', 0],
        ['open-meteo/marine', 0],
      ],
    )
    await app.services.usage.maintain()
    await app.database.pool.query('delete from upstream_call')
    assert.deepEqual(await sourceOf('open-meteo', '?days=2'), source)
  })

  it('200: the limits of each account, what is used of them, and where they are stated', async () => {
    await app.get('/api/weather?lat=1&lon=2&scope=current')
    await app.services.gateway.drain()
    const limits = async (id: string) =>
      (await sourceOf(id)).budgets.map(({ account, windows }: { account: string; windows: Record<string, unknown>[] }) => [
        account,
        windows.map(({ windowSeconds, limit, setting, variable }) => [windowSeconds, limit, setting, variable]),
      ])
    assert.deepEqual(await limits('open-meteo'), [
      [
        'open-meteo/forecast',
        [
          [2_678_400, 300_000, 'monthlyLimit', 'OPEN_METEO_MONTHLY_LIMIT'],
          [86_400, 100, 'dailyLimit', 'OPEN_METEO_DAILY_LIMIT'],
          [3_600, 5_000, 'hourlyLimit', 'OPEN_METEO_HOURLY_LIMIT'],
          [60, 600, 'minuteLimit', 'OPEN_METEO_MINUTE_LIMIT'],
        ],
      ],
    ])
    assert.deepEqual(await limits('openweather'), [
      [
        'openweather/onecall',
        [
          [86_400, 1_000, 'dailyLimit', 'OPENWEATHER_DAILY_LIMIT'],
          [60, 60, 'minuteLimit', 'OPENWEATHER_MINUTE_LIMIT'],
        ],
      ],
      ['openweather/air-pollution', [[60, 60, null, null]]],
      ['openweather/geocoding', [[60, 60, 'geocodeMinuteLimit', 'OPENWEATHER_GEOCODE_MINUTE_LIMIT']]],
      ['openweather/tiles', [[60, 60, 'tilesMinuteLimit', 'OPENWEATHER_TILES_MINUTE_LIMIT']]],
    ])
    const [{ products, windows }] = (await sourceOf('open-meteo')).budgets
    assert.deepEqual(products, ['open-meteo/forecast', 'open-meteo/air-quality', 'open-meteo/marine'])
    const day = windows[1]
    assert.deepEqual([day.used > 0, day.status, day.resetsAt], [true, 'ok', '2026-07-11T00:00:00Z'])
  })
})
