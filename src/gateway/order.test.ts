import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it, type TestContext } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../test/helpers/app.ts'
import { assertPrompt } from '../../test/helpers/prompt.ts'
import { until } from '../../test/helpers/until.ts'
import type { DatabasePatience } from '../platform/db/database.ts'

/** Answers in the order of the contract, through the whole service: fresh data, old data, and who is called when the provider fails. */
describe('the order of answering', () => {
  let app: TestApp
  let place = 0
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  beforeEach(async () => {
    await app.services.gateway.drain()
    app.simulator.setFaults([])
    app.clock.advance({ minutes: 10 })
    place += 1
    // A successful call closes the breakers that an earlier test opened.
    assert.equal((await app.get(`/api/weather?lat=0&lon=${place}&scope=current`)).body.source, 'openweather')
    app.simulator.reset('calls')
  })

  const url = (scope = 'current') => `/api/weather?lat=${(40 + place / 10).toFixed(1)}&lon=-3.7&scope=${scope}`
  const ask = async (scope?: string) => (await app.get(url(scope))).body
  /** A node that gives up soon. */
  async function hasty(t: TestContext, databasePatience?: DatabasePatience): Promise<TestApp> {
    const env = { UPSTREAM_TIMEOUT_MS: '800', REQUEST_TIMEOUT_MS: '900' }
    const node = await createTestApp({ sharing: app, env, ...(databasePatience && { databasePatience }) })
    t.after(() => node.close())
    return node
  }
  const failPrimary = () => app.simulator.setFaults([{ kind: 'status', status: 500, match: { provider: 'openweather' } }])
  const failBoth = () => app.simulator.setFaults([{ kind: 'status', status: 500 }])
  const calls = () => app.simulator.calls().byProvider

  it('serves fresh data without a call, until the last second of its window', async () => {
    await ask()
    app.clock.advance({ seconds: 599 })
    const answer = await ask()
    assert.deepEqual(
      { freshness: answer.freshness, cacheHit: answer.cacheHit, calls: calls() },
      { freshness: 'fresh', cacheHit: true, calls: { openweather: 1 } },
    )
  })

  it('serves acceptable data at once and refreshes it in the background, once', async () => {
    const { fetchedAt } = await ask()
    app.clock.advance({ minutes: 11 })
    // Longer than a busy machine takes for ten answers: had they waited, they would be fresh.
    app.simulator.setFaults([{ kind: 'delay', delayMs: 2_000 }])
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask()))
    for (const answer of answers) {
      assert.deepEqual(
        { freshness: answer.freshness, cacheHit: answer.cacheHit, tokensUsed: answer.tokensUsed, fetchedAt: answer.fetchedAt },
        { freshness: 'acceptable', cacheHit: true, tokensUsed: 0, fetchedAt },
      )
    }
    await app.services.gateway.drain()
    const refreshed = await ask()
    assert.deepEqual({ freshness: refreshed.freshness, calls: calls() }, { freshness: 'fresh', calls: { openweather: 2 } })
    const { rows } = await app.database.pool.query(
      `select cause, count(*) as n from upstream_call where cell is not null and started_at >= $1 group by cause order by cause`,
      [new Date(app.clock.now())],
    )
    assert.deepEqual(rows, [{ cause: 'refresh', n: 1 }])
  })

  it('knows which providers deliver a scope, or a measurement of it', () => {
    const { sources } = app.services.gateway
    assert.deepEqual(
      { weather: sources.weather, delivering: sources.delivering('current') },
      { weather: ['openweather', 'open-meteo'], delivering: ['openweather', 'open-meteo'] },
    )
    assert.deepEqual(
      {
        deliveringMinutely: sources.delivering('minutely'),
        deliveringAlert: sources.delivering('alert'),
        deliveringMarine: sources.delivering('marine'),
      },
      { deliveringMinutely: ['openweather'], deliveringAlert: ['openweather'], deliveringMarine: ['open-meteo'] },
    )
  })

  it('gives lists of places what they would be served without waiting, and calls nobody for it', async () => {
    const cell = toCell(Number((40 + place / 10).toFixed(1)), -3.7)
    const listed = async () => [...(await app.services.gateway.peekCells([cell, toCell(-45, 170)], 'current')).keys()]
    assert.deepEqual(await listed(), [])
    await ask()
    assert.deepEqual(await listed(), [cell.id])
    app.clock.advance({ minutes: 59 })
    assert.deepEqual(await listed(), [cell.id])
    app.clock.advance({ hours: 2 })
    assert.deepEqual({ listed: await listed(), calls: calls() }, { listed: [], calls: { openweather: 1 } })
  })

  it('waits for the provider when data is past its stale window', async () => {
    await ask()
    app.clock.advance({ hours: 2 })
    const answer = await ask()
    assert.deepEqual(
      { freshness: answer.freshness, cacheHit: answer.cacheHit, tokensUsed: answer.tokensUsed },
      { freshness: 'fresh', cacheHit: false, tokensUsed: 1 },
    )
  })

  it('calls the second provider if the first fails, before serving emergency data', async () => {
    await ask()
    app.clock.advance({ hours: 3 })
    failPrimary()
    const answer = await ask()
    assert.deepEqual(
      { freshness: answer.freshness, source: answer.source, cacheHit: answer.cacheHit, tokensUsed: answer.tokensUsed },
      { freshness: 'fresh', source: 'open-meteo', cacheHit: false, tokensUsed: 2 },
    )
  })

  it('calls the second provider once for all people of its window while the first is down, however long that takes', async () => {
    await ask()
    failPrimary()
    for (let i = 0; i < 3; i++) {
      app.clock.advance({ hours: 3 })
      assert.deepEqual([(await ask()).source, (await ask()).source], ['open-meteo', 'open-meteo'])
      app.simulator.reset('calls')
      app.clock.advance({ minutes: 9 })
      const answer = await ask()
      assert.deepEqual(
        { freshness: answer.freshness, cacheHit: answer.cacheHit, tokensUsed: answer.tokensUsed, calls: calls() },
        { freshness: 'fresh', cacheHit: true, tokensUsed: 0, calls: {} },
        `after ${i + 1} waits`,
      )
    }
  })

  it('serves emergency data when both providers fail', async () => {
    const { fetchedAt } = await ask()
    app.clock.advance({ hours: 3 })
    failBoth()
    const answer = await ask()
    assert.deepEqual(
      { freshness: answer.freshness, source: answer.source, fetchedAt: answer.fetchedAt, tokensUsed: answer.tokensUsed },
      { freshness: 'emergency', source: 'openweather', fetchedAt, tokensUsed: 2 },
    )
  })

  it('prefers minutes that still hold to none from the second provider', async () => {
    const { fetchedAt } = await ask('minutely')
    app.clock.advance({ minutes: 35 })
    failPrimary()
    const answer = await ask('minutely')
    assert.deepEqual(
      { source: answer.source, freshness: answer.freshness, fetchedAt: answer.fetchedAt, available: answer.available },
      { source: 'openweather', freshness: 'emergency', fetchedAt, available: true },
    )
  })

  it('keeps naming the known alerts, whichever provider answers', async () => {
    const lat = Number((40 + place / 10).toFixed(1))
    app.simulator.setConditions([
      { lat, lon: -3.7, radiusDeg: 1, from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z', alert: { event: 'Red wind warning' } },
    ])
    const { alertIds } = await ask()
    assert.ok(alertIds.length > 0)
    app.clock.advance({ hours: 3 })
    failPrimary()
    const answer = await ask()
    app.simulator.setConditions([])
    assert.deepEqual({ source: answer.source, alertIds: answer.alertIds }, { source: 'open-meteo', alertIds })
  })

  it('calls the second provider even if there is no emergency data', async () => {
    failPrimary()
    const answer = await ask()
    assert.deepEqual(
      { source: answer.source, freshness: answer.freshness, cacheHit: answer.cacheHit, tokensUsed: answer.tokensUsed },
      { source: 'open-meteo', freshness: 'fresh', cacheHit: false, tokensUsed: 2 },
    )
    assert.deepEqual(calls(), { openweather: 1, 'open-meteo': 1 })
    const again = await ask('hourly')
    assert.deepEqual([again.source, again.cacheHit, again.points.length >= 48], ['open-meteo', true, true])
  })

  it('never invents minutes: what the second provider lacks is unavailable', async () => {
    failPrimary()
    const answer = await ask('minutely')
    assert.deepEqual(
      { source: answer.source, available: answer.available, points: answer.points, summary: answer.summary },
      { source: 'open-meteo', available: false, points: [], summary: null },
    )
  })

  it('has no knowledge of alerts at a place that only the second provider answered for', async () => {
    failPrimary()
    assert.equal((await ask()).alertIds, null)
  })

  it('calls the second provider if the primary has not answered within half its time, and pays for both', async () => {
    const patient = await createTestApp({ sharing: app, env: { UPSTREAM_TIMEOUT_MS: '8000', REQUEST_TIMEOUT_MS: '20000' } })
    app.simulator.setFaults([{ kind: 'hang', match: { provider: 'openweather' } }])
    const started = performance.now()
    const { body } = await patient.get(url())
    const elapsed = performance.now() - started
    assert.deepEqual({ source: body.source, tokensUsed: body.tokensUsed }, { source: 'open-meteo', tokensUsed: 2 })
    assert.ok(elapsed > 3_900, `answered after ${elapsed} ms`)
    assertPrompt(started, 8_000, 'the primary was waited for')
    app.simulator.setFaults([])
    await patient.close()
  })

  it('answers 502 within the deadline when everything fails', async (t) => {
    const node = await hasty(t)
    failBoth()
    const refused = await app.get(url())
    assert.deepEqual({ status: refused.status, error: refused.body.error }, { status: 502, error: 'upstream_error' })
    app.simulator.setFaults([{ kind: 'hang' }])
    app.clock.advance({ minutes: 2 })
    const started = performance.now()
    assert.equal((await node.get(url())).status, 502)
    assertPrompt(started, 10_000, 'others would wait for 60 seconds')
    app.simulator.setFaults([])
  })

  it('stops calling a failing provider, and retries after a while', async () => {
    failBoth()
    for (let i = 0; i < 12; i++) assert.equal((await app.get(`/api/weather?lat=${-10 - i}&lon=${10 + place}&scope=current`)).status, 502)
    assert.equal(calls()['openweather'], 5)
    app.simulator.setFaults([])
    app.clock.advance({ minutes: 2 })
    assert.equal((await app.get(`/api/weather?lat=-10&lon=${10 + place}&scope=current`)).status, 200)
  })

  it('backs off from a single failing place without failing the others', async () => {
    app.simulator.setFaults([{ kind: 'html', match: { provider: 'openweather' }, next: 1 }])
    assert.equal((await ask()).source, 'open-meteo')
    app.clock.advance({ hours: 7 })
    app.simulator.setFaults([])
    assert.equal((await ask()).source, 'openweather')
  })

  describe('keys', () => {
    const cases = [
      { reason: undefined, message: /rejected the configured key/ },
      { reason: 'subscription', message: /plan of the configured key/ },
    ]
    for (const { reason, message } of cases) {
      it(`reports which key problem it is: ${reason ?? 'refused'}`, async () => {
        app.clock.advance({ minutes: 5 })
        const primary = {
          kind: 'status' as const,
          status: 401,
          match: { provider: 'openweather' },
          ...(reason === undefined ? {} : { reason }),
        }
        app.simulator.setFaults([primary, { kind: 'status', status: 500, match: { provider: 'open-meteo' } }])
        const { status, body } = await app.get(url())
        assert.deepEqual({ status, error: body.error }, { status: 502, error: 'service_unavailable' })
        assert.match(body.message, message)
        assert.equal((await app.get(`${url('daily')}`)).status, 502)
        assert.equal(calls()['openweather'], 1, 'a refused key is not retried at once')
      })
    }
  })

  it('answers cached places in time while the database stalls', async (t) => {
    const node = await hasty(t, { patience: 3 })
    await until('the node knows the place', async () => (await node.get(url())).status === 200)
    await node.services.gateway.drain()
    app.clock.advance({ hours: 3 })
    const blocker = await app.database.pool.connect()
    await blocker.query('begin; lock table cache_entry in access exclusive mode')
    try {
      const started = performance.now()
      const { body } = await node.get(url())
      assert.equal(body.freshness, 'emergency')
      assertPrompt(started, 10_000, 'the database would stall for 45 seconds')
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  })

  it('still answers cached places from memory while the database is unavailable', async () => {
    await ask()
    await app.services.gateway.drain()
    const lone = await createTestApp({ sharing: app })
    await lone.get(url())
    await app.database.pool.query('alter table cache_entry rename to cache_entry_away')
    try {
      lone.clock.advance({ hours: 3 })
      const known = await lone.get(url())
      assert.equal(known.status, 200)
    } finally {
      await app.database.pool.query('alter table cache_entry_away rename to cache_entry')
    }
    await lone.close()
  })
})
