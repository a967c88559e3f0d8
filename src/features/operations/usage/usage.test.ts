import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type SignedIn, send, signIn } from '../../../../test/helpers/admin.ts'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'

const USAGE = '/api/admin/usage'

interface Entry {
  readonly calls: number
  readonly failed: number
  readonly budgetCalls: number
  readonly scope?: string
  readonly trigger?: string
  readonly provider?: string
}

describe(`GET ${USAGE}`, () => {
  let app: TestApp
  let viewer: SignedIn
  before(async () => {
    app = await createTestApp()
    viewer = await signIn(app, 'viewer')
  })
  after(() => app.close())

  const usage = async (query = '') => {
    await app.services.gateway.drain()
    await app.services.tiles.drain()
    viewer = await signIn(app, 'viewer')
    const answer = await app.get(USAGE + query, viewer.headers)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const ledger = async () => {
    const { rows } = await app.database.pool.query(
      'select count(*)::int as calls, coalesce(sum(weight), 0)::float8 as weight from upstream_call',
    )
    return rows[0]
  }
  const weather = (place: string, query = '') => app.get(`/api/weather?${place}&scope=current${query}`)
  const of = (entries: readonly Entry[], key: string) =>
    entries.find(({ scope, trigger, provider }) => [scope, trigger, provider].includes(key))

  it('400 outside 1 to 90 days, 401 without a session', async () => {
    for (const days of ['0', '91', '1.5', 'x', '']) assert.equal((await app.get(`${USAGE}?days=${days}`, viewer.headers)).status, 400, days)
    assert.equal((await app.get(USAGE)).status, 401)
  })

  it('200 on an empty ledger: zeros, every day and hour', async () => {
    const { today, perMinute, totals, cache, days, hours, recentCalls, byProvider, from, to } = await usage('?days=3')
    assert.deepEqual(today, { used: 0, limit: 1_000, remaining: 1_000, status: 'ok', resetsAt: '2026-07-02T00:00:00Z' })
    assert.deepEqual(
      { used: perMinute.used, limit: perMinute.limit, resetsAt: perMinute.resetsAt },
      { used: 0, limit: 60, resetsAt: '2026-07-01T12:01:00Z' },
    )
    assert.deepEqual(totals, { calls: 0, failed: 0, weight: 0, budgetCalls: 0 })
    assert.deepEqual(cache, { memory: 0, database: 0, upstream: 0, hitRate: null, byScope: [] })
    assert.deepEqual(
      days.map(({ day }: { day: string }) => day),
      ['2026-06-29', '2026-06-30', '2026-07-01'],
    )
    assert.deepEqual({ from, to }, { from: '2026-06-29', to: '2026-07-01' })
    assert.deepEqual(
      { hours: hours.length, firstHoursHour: hours[0].hour, hour: hours[23].hour },
      { hours: 24, firstHoursHour: '2026-06-30T13:00:00Z', hour: '2026-07-01T12:00:00Z' },
    )
    assert.deepEqual({ recentCalls, byProvider }, { recentCalls: [], byProvider: [] })
  })

  it('200: names the purpose of every call, as in the ledger', async () => {
    await weather('lat=52.52&lon=13.41', '&trigger=city_detail')
    await weather('lat=52.52&lon=13.41', '&trigger=city_detail')
    await app.get('/api/weather?lat=52.52&lon=13.41&scope=hourly')
    await app.get('/api/geocode?q=Berlin')
    await app.get('/api/weather/map-tile/temp/1/1/1')
    await send(app, '/api/weather/batch', {
      body: { cities: [{ lat: 10, lon: 10, scopes: ['daily', 'current'], trigger: 'dashboard_load' }] },
    })
    const body = await usage('?days=1')
    const { calls, weight } = await ledger()
    assert.deepEqual({ calls: body.totals.calls, weight: body.totals.weight, failed: body.totals.failed }, { calls, weight, failed: 0 })
    assert.equal(body.today.used, 2)
    assert.deepEqual(of(body.byProvider, 'openweather')?.calls, calls)
    assert.deepEqual(
      { calls: of(body.byTrigger, 'city_detail')?.calls, budgetCalls: of(body.byTrigger, 'city_detail')?.budgetCalls },
      { calls: 1, budgetCalls: 1 },
    )
    assert.deepEqual(
      [of(body.byScope, 'tile')?.calls, of(body.byScope, 'tile')?.budgetCalls, of(body.byScope, 'geocode')?.calls],
      [1, 0, 1],
    )
    const sum = (entries: readonly Entry[]) => entries.reduce((total, entry) => total + entry.calls, 0)
    for (const entries of [body.byProvider, body.byScope, body.byTrigger, body.byCause, body.days, body.hours])
      assert.equal(sum(entries), calls)
    assert.equal(
      body.byScope.reduce((total: number, { budgetCalls }: Entry) => total + budgetCalls, 0),
      2,
    )
  })

  it('200: counts which layer answered, also for batches', async () => {
    const { cache } = await usage('?days=1')
    const { byScope, ...all } = cache
    assert.equal(all.memory + all.database + all.upstream, 5)
    // Two cold places. For one, the batch shares one call between two scopes: the second waits for the call or finds the result written.
    assert.equal(all.memory, 2)
    assert.ok(all.upstream === 2 || all.upstream === 3, String(all.upstream))
    assert.equal(all.hitRate, (5 - all.upstream) / 5)
    assert.deepEqual(
      byScope.find(({ scope }: Entry) => scope === 'hourly'),
      { scope: 'hourly', memory: 1, database: 0, upstream: 0, hitRate: 1 },
    )
  })

  it('200: lists the newest calls first, with place and outcome', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 500 }])
    await weather('lat=20&lon=20')
    app.simulator.setFaults([])
    const { recentCalls, totals } = await usage()
    assert.ok(totals.failed > 0)
    assert.equal(recentCalls.filter(({ outcome }: { outcome: string }) => outcome !== 'ok').length, totals.failed)
    const [first] = recentCalls
    assert.ok(recentCalls.length > 2)
    const call = recentCalls.find(({ trigger }: Entry) => trigger === 'city_detail')
    assert.deepEqual(
      {
        provider: call.provider,
        product: call.product,
        scope: call.scope,
        lat: call.lat,
        lon: call.lon,
        outcome: call.outcome,
        status: call.status,
        cause: call.cause,
      },
      {
        provider: 'openweather',
        product: 'openweather/onecall',
        scope: 'current',
        lat: 52.52,
        lon: 13.41,
        outcome: 'ok',
        status: 200,
        cause: 'request',
      },
    )
    assert.ok(Number(first.id) >= Number(call.id))
  })

  it('shows what is left of each budget in the metrics, as in the report', async () => {
    await weather('lat=48.85&lon=2.35')
    const { today, perMinute } = await usage()
    const metrics = await app.services.metrics.text()
    const of = (name: string, window: string) =>
      Number(
        new RegExp(`^isobar_budget_${name}_calls\\{product="openweather/onecall",window="${window}"\\} (\\S+)$`, 'm').exec(metrics)?.[1],
      )
    assert.ok(today.used > 0)
    assert.deepEqual(
      { ofRemaining: of('remaining', 'day'), ofLimit: of('limit', 'day') },
      { ofRemaining: today.remaining, ofLimit: today.limit },
    )
    assert.deepEqual(
      { ofRemaining: of('remaining', 'minute'), ofLimit: of('limit', 'minute') },
      { ofRemaining: perMinute.remaining, ofLimit: perMinute.limit },
    )
    const products = new Set([...metrics.matchAll(/^isobar_budget_limit_calls\{product="([^"]+)"/gm)].map(([, product]) => product))
    assert.ok(products.size >= 4, [...products].join())
    assert.match(
      metrics,
      new RegExp(`^isobar_build_info\\{version="\\d+\\.\\d+\\.\\d+",revision="unknown",node="${process.version}"\\} 1$`, 'm'),
    )
  })
})
