import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { createTestApp, type TestAnswer, type TestApp } from '../../test/helpers/app.ts'
import { isThorough } from '../../test/helpers/thorough.ts'
import { until } from '../../test/helpers/until.ts'

/** Invariant 1: the ledger equals what the upstreams saw, its request rows what the answers reported, and no budget is overshot. */
describe('money', () => {
  const open: TestApp[] = []
  async function start(options: Parameters<typeof createTestApp>[0] = {}): Promise<TestApp> {
    const app = await createTestApp(options)
    open.push(app)
    return app
  }
  afterEach(async () => {
    for (const app of open.splice(0).reverse()) await app.close()
  })

  const SCOPES = ['current', 'hourly', 'daily', 'minutely']
  const url = (i: number, scope = 'current') => `/api/weather?lat=${(i / 10 - 60).toFixed(1)}&lon=20&scope=${scope}`

  async function ledger(app: TestApp): Promise<{ total: number; requests: number; unfinished: number }> {
    const { rows } = await app.database.pool.query(
      `select count(*)::int as total, count(*) filter (where cause = 'request')::int as requests, count(*) filter (where outcome is null)::int as unfinished from upstream_call`,
    )
    return rows[0]
  }

  /** The number of attempted reservations: each uses up a sequence number, granted or not. */
  async function reservations(app: TestApp): Promise<number> {
    const { rows } = await app.database.pool.query(
      `select coalesce(last_value, 0) as n from pg_sequences where sequencename like 'upstream_call%'`,
    )
    return rows[0].n
  }

  const spent = (answers: readonly TestAnswer[]) => answers.reduce((sum, { body }) => sum + (body.tokensUsed ?? 0), 0)

  it('makes one call for 100 concurrent requests of mixed scopes for one cold cell', async () => {
    const app = await start()
    app.simulator.setFaults([{ kind: 'delay', delayMs: 60 }])
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => app.get(url(1, SCOPES[i % 4]))))
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(app.simulator.calls().total, 1)
    assert.equal(spent(answers), 1)
  })

  it('makes one call for concurrent requests on three nodes', async () => {
    const first = await start()
    const nodes = [first, await start({ sharing: first }), await start({ sharing: first })]
    first.simulator.setFaults([{ kind: 'delay', delayMs: 120 }])
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => nodes[i % 3]!.get(url(2, SCOPES[i % 4]))))
    assert.ok(answers.every(({ status }) => status === 200))
    assert.equal(first.simulator.calls().total, 1)
    assert.equal(spent(answers), 1)
  })

  it('records the outcome of calls that ended while the ledger could not be written', async () => {
    const app = await start()
    await app.database.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100'; end $$;
      create trigger full_disk before update on upstream_call execute function refuse()`)
    for (let i = 0; i < 5; i++) assert.equal((await app.get(url(i))).status, 200)
    await app.services.gateway.drain()
    assert.deepEqual(await ledger(app), { total: 5, requests: 5, unfinished: 5 })
    await app.database.pool.query('drop trigger full_disk on upstream_call')
    await until('every row has its outcome', async () => (await ledger(app)).unfinished === 0)
  })

  it('makes at most 10 calls under 50 concurrent cold cells with a budget of 10, on two nodes', async () => {
    for (const env of [{ OPENWEATHER_DAILY_LIMIT: '10' }, { OPENWEATHER_MINUTE_LIMIT: '10' }, { OPENWEATHER_MONTHLY_LIMIT: '10' }]) {
      const app = await start({ env: { ...env, WEATHER_PROVIDERS: 'openweather' } })
      const other = await start({ sharing: app, env: { ...env, WEATHER_PROVIDERS: 'openweather' } })
      const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 ? app : other).get(url(i))))
      const answered = answers.filter(({ status }) => status === 200)
      const refused = answers.filter(({ status }) => status === 429)
      assert.deepEqual({ answered: answered.length, refused: refused.length }, { answered: 10, refused: 40 })
      assert.equal(app.simulator.calls().total, 10)
      for (const { body, headers } of refused) {
        assert.equal(body.error, 'rate_limited')
        assert.ok(body.retryAfterSeconds > 0)
        assert.equal(headers.get('retry-after'), String(body.retryAfterSeconds))
      }
    }
  })

  it('answers from the second provider when the budget is spent, and from the first again the next day', async () => {
    const app = await start({ env: { OPENWEATHER_DAILY_LIMIT: '1' } })
    assert.equal((await app.get(url(1))).body.source, 'openweather')
    const beyond = (await app.get(url(2))).body
    assert.deepEqual({ source: beyond.source, tokensUsed: beyond.tokensUsed }, { source: 'open-meteo', tokensUsed: 1 })
    app.clock.set('2026-07-02T00:00:00Z')
    assert.equal((await app.get(url(3))).body.source, 'openweather')
  })

  it('counts a month’s budget over its days, for each provider, and starts again with the next', async () => {
    const app = await start({ now: '2026-07-30T23:00:00Z', env: { OPENWEATHER_MONTHLY_LIMIT: '2' } })
    const sources: string[] = []
    for (const [index, now] of ['2026-07-30T23:00:00Z', '2026-07-31T10:00:00Z', '2026-07-31T20:00:00Z', '2026-08-01T00:00:00Z'].entries()) {
      app.clock.set(now)
      sources.push((await app.get(url(index))).body.source)
    }
    assert.deepEqual(sources, ['openweather', 'openweather', 'open-meteo', 'openweather'])
  })

  it('leaves the last twentieth of the budget to people who are waiting', async () => {
    const app = await start({ env: { OPENWEATHER_DAILY_LIMIT: '20', WEATHER_PROVIDERS: 'openweather' } })
    for (let i = 0; i < 19; i++) await app.get(url(i))
    assert.equal(app.simulator.calls().total, 19)
    const prefetch = await app.get(`${url(30)}&trigger=prefetch`)
    assert.deepEqual({ status: prefetch.status, error: prefetch.body.error }, { status: 429, error: 'rate_limited' })
    app.clock.advance({ minutes: 15 })
    assert.equal((await app.get(url(1))).body.freshness, 'acceptable')
    await app.services.gateway.drain()
    assert.equal(app.simulator.calls().total, 19)
    assert.equal((await app.get(url(31))).status, 200)
    assert.equal((await app.get(url(32))).status, 429)
  })

  it('limits one client to its share without affecting others', async () => {
    const env = { RATE_LIMITS: 'weather=0,upstream=3,upstream-day=0', TRUST_PROXY: '1', WEATHER_PROVIDERS: 'openweather' }
    const app = await start({ env })
    const from = (ip: string, i: number) => app.get(url(i), { 'x-forwarded-for': ip })
    const statuses = []
    for (let i = 0; i < 5; i++) statuses.push((await from('203.0.113.7', i)).status)
    assert.deepEqual(statuses, [200, 200, 200, 429, 429])
    assert.equal((await from('203.0.113.7', 1)).status, 200, 'cached data costs nothing')
    assert.equal((await from('203.0.113.8', 10)).status, 200)
    const sameSubscriber = await Promise.all([1, 2, 3, 4, 5].map((i) => from(`2001:db8:1:2::${i}`, 20 + i)))
    assert.equal(sameSubscriber.filter(({ status }) => status === 200).length, 3)
    app.clock.advance({ minutes: 1 })
    assert.equal((await from('203.0.113.7', 40)).status, 200)
  })

  it('a client without budget does not fail others who wait for the same place', async () => {
    const app = await start({
      env: { RATE_LIMITS: 'weather=0,upstream=1,upstream-day=0', TRUST_PROXY: '1', WEATHER_PROVIDERS: 'openweather' },
    })
    const from = (ip: string, i: number) => app.get(url(i), { 'x-forwarded-for': ip })
    await from('203.0.113.7', 1)
    const answers = await Promise.all([from('203.0.113.7', 2), from('203.0.113.7', 2), from('203.0.113.8', 2)])
    assert.equal(answers[2]?.status, 200)
    assert.equal(app.simulator.calls().total, 2)
  })

  it('crowds of a client without budget delay nobody', async () => {
    const app = await start({
      env: { RATE_LIMITS: 'weather=0,upstream=1,upstream-day=0', TRUST_PROXY: '1', WEATHER_PROVIDERS: 'openweather' },
    })
    const from = (ip: string, i: number) => app.get(url(i), { 'x-forwarded-for': ip })
    await from('203.0.113.7', 1)
    const before = await reservations(app)
    const crowd = Array.from({ length: 60 }, () => from('203.0.113.7', 2))
    assert.equal((await from('203.0.113.8', 2)).status, 200)
    await Promise.all(crowd)
    // One attempt for the first crowd, one for the other client, and a few for requests that arrived after the refusal.
    assert.ok((await reservations(app)) - before < 30)
  })

  it('checks neither budget nor breaker on every hit while a refresh cannot be paid for', async () => {
    const app = await start({ env: { OPENWEATHER_DAILY_LIMIT: '1', WEATHER_PROVIDERS: 'openweather' } })
    await app.get(url(1))
    app.clock.advance({ minutes: 15 })
    await app.get(url(1))
    await app.services.gateway.drain()
    const before = await reservations(app)
    for (let i = 0; i < 50; i++) assert.equal((await app.get(url(1))).body.freshness, 'acceptable')
    await app.services.gateway.drain()
    assert.equal((await reservations(app)) - before, 0)
    app.clock.advance({ seconds: 11 })
    await app.get(url(1))
    await app.services.gateway.drain()
    assert.equal((await reservations(app)) - before, 1)
  })

  it('does not count a refused reservation as the failure of a call', async () => {
    const env = { OPENWEATHER_PLAN: 'onecall-4.0', OPENWEATHER_MINUTE_LIMIT: '1', WEATHER_PROVIDERS: 'openweather' }
    const app = await start({ env })
    for (let i = 0; i < 7; i++) {
      assert.equal((await app.get(url(i, 'hourly'))).status, 429)
      app.clock.advance({ minutes: 1 })
    }
    assert.equal((await app.get(url(20))).status, 200, 'the provider is healthy and its breaker closed')
    await app.services.gateway.drain()
    const { rows } = await app.database.pool.query(`select distinct outcome from upstream_call`)
    assert.deepEqual(rows, [{ outcome: 'ok' }])
  })

  it('keeps the ledger exact through failures, hangs, fallbacks, refreshes and aborts', async () => {
    const app = await start({ env: { UPSTREAM_TIMEOUT_MS: '1200', REQUEST_TIMEOUT_MS: '1400' } })
    const other = await start({ sharing: app, env: { UPSTREAM_TIMEOUT_MS: '1200', REQUEST_TIMEOUT_MS: '1400' } })
    app.simulator.setFaults(
      [
        { kind: 'status', status: 500, probability: 0.2 },
        { kind: 'hang', probability: 0.1 },
        { kind: 'reset', probability: 0.1 },
        { kind: 'truncate', probability: 0.1 },
        { kind: 'garbage', probability: 0.1 },
        { kind: 'delay', delayMs: 100, jitterMs: 1_000 },
      ],
      7,
    )
    let reported = 0
    const failed: string[] = []
    // On a busy machine, where calls end before they have left, more often.
    const isEnough = () => app.simulator.calls().total > 60 && failed.length > 0
    for (let round = 0; round < (isThorough ? 4 : 2) || (!isEnough() && round < 20); round++) {
      const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => (i % 2 ? app : other).get(url(i % 23, SCOPES[i % 4]))))
      reported += spent(answers)
      failed.push(...answers.filter(({ status }) => status !== 200).map(({ body }) => body.requestId))
      app.clock.advance({ hours: round % 2 === 0 ? 3 : 80 })
    }
    await app.services.gateway.drain()
    await other.services.gateway.drain()
    const { total, requests, unfinished } = await ledger(app)
    const { rows: ended } = await app.database.pool.query(`select count(*)::int as n from upstream_call where outcome = 'timeout'`)
    // On a busy machine a call's time may be over before it has left.
    const unsent = total - app.simulator.calls().total
    assert.ok(unsent >= 0 && unsent <= ended[0].n, `${unsent} rows without a call`)
    const { rows } = await app.database.pool.query(
      `select count(*)::int as n from upstream_call where cause = 'request' and request_id = any($1)`,
      [failed],
    )
    assert.equal(requests, reported + rows[0].n)
    assert.equal(unfinished, 0)
    assert.ok(
      total > 50 && failed.length > 0 && requests < total,
      `too little happened for this test to prove anything: ${total} calls, ${failed.length} errors`,
    )
  })
})
