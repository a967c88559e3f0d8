import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../test/helpers/app.ts'
import { assertPrompt } from '../../test/helpers/prompt.ts'

/** The national feed’s alerts, through the whole service: joined to the primary’s at points it covers, and never waited for. */
describe('national alerts', () => {
  let app: TestApp
  let place = 0
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  beforeEach(async () => {
    await app.services.gateway.drain()
    app.simulator.reset()
    app.clock.advance({ hours: 2 })
    place += 1
    warn({ lat: 40, lon: -100 })
  })

  /** Places in Kansas and Nebraska; each test uses its own cell. */
  const lat = () => (38 + place / 10).toFixed(1)
  const url = (scope = 'current') => `/api/weather?lat=${lat()}&lon=-98.4&scope=${scope}`
  const ask = async (scope?: string) => (await app.get(url(scope))).body
  const warn = (at: { lat: number; lon: number }) =>
    app.simulator.setConditions([{ ...at, radiusDeg: 5, alert: { event: 'Tornado Warning' } }])
  const calls = () => app.simulator.calls().byProduct
  const sources = (ids: readonly string[] | null) => (ids ?? []).map((id) => id.split('-')[0]).toSorted()

  it('arrive beside the weather, whose request never waits for them', async () => {
    app.simulator.setFaults([{ kind: 'delay', delayMs: 8_000, match: { provider: 'nws' } }])
    const started = performance.now()
    const first = await ask()
    assertPrompt(started, 8_000, 'the national feed was waited for')
    assert.equal(first.tokensUsed, 1)
    assert.equal(sources(first.alertIds).includes('nws'), false)
    await app.services.gateway.drain()
    const second = await ask()
    const national = second.alertIds.find((id: string) => id.startsWith('nws-'))
    const { body } = await app.get(`/api/alerts/${national}`)
    assert.deepEqual(sources(body.sameAs), ['openweather'])
    assert.equal(second.alertIds.includes(body.sameAs[0]), false)
    assert.equal(second.cacheHit, true)
  })

  it('are in the ledger as refreshes of their own product, once for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask()))
    await app.services.gateway.drain()
    assert.deepEqual(calls(), { 'openweather/onecall': 1, 'nws/alerts': 1 })
    const { rows } = await app.database.pool.query(
      `select product, cause, weight, outcome, count(*) as n from upstream_call where started_at >= $1 group by 1, 2, 3, 4 order by 1`,
      [new Date(app.clock.now())],
    )
    assert.deepEqual(rows, [
      { product: 'nws/alerts', cause: 'refresh', weight: 1, outcome: 'ok', n: 1 },
      { product: 'openweather/onecall', cause: 'request', weight: 1, outcome: 'ok', n: 1 },
    ])
    assert.equal(
      answers.reduce((sum, answer) => sum + answer.tokensUsed, 0),
      1,
    )
  })

  it('are not requested where the feed does not cover', async () => {
    assert.equal((await app.get(`/api/weather?lat=${lat()}&lon=20&scope=current`)).status, 200)
    await app.services.gateway.drain()
    assert.deepEqual(calls(), { 'openweather/onecall': 1 })
  })

  it('age on their own: five minutes, whatever the weather', async () => {
    await ask()
    await app.services.gateway.drain()
    app.clock.advance({ seconds: 299 })
    await ask()
    await app.services.gateway.drain()
    assert.equal(calls()['nws/alerts'], 1)
    app.clock.advance({ seconds: 1 })
    for (let i = 0; i < 5; i++) assert.equal((await ask()).cacheHit, true)
    await app.services.gateway.drain()
    assert.deepEqual(calls(), { 'openweather/onecall': 1, 'nws/alerts': 2 })
  })

  it('are shared between nodes', async () => {
    await ask()
    await app.services.gateway.drain()
    const node = await createTestApp({ sharing: app })
    const answer = await node.get(url())
    await node.services.gateway.drain()
    await node.stop()
    assert.ok(sources(answer.body.alertIds).includes('nws'))
    assert.deepEqual(calls(), { 'openweather/onecall': 1, 'nws/alerts': 1 })
  })

  it('are remembered for a day as out of coverage if the feed says so', async () => {
    // Inside the coarse outline, but in Canada.
    const windsor = async () => {
      const { body } = await app.get('/api/weather?lat=42.26&lon=-82.96&scope=current')
      await app.services.gateway.drain()
      return body
    }
    await windsor()
    assert.equal(calls()['nws/alerts'], 1)
    app.clock.advance({ hours: 3 })
    assert.deepEqual((await windsor()).alertIds, [])
    app.clock.advance({ hours: 20 })
    await windsor()
    assert.equal(calls()['nws/alerts'], 1)
    app.clock.advance({ hours: 1 })
    await windsor()
    assert.equal(calls()['nws/alerts'], 2)
  })

  it('pause after a failure of the feed, and leave the weather as it is', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 500, match: { provider: 'nws' } }])
    for (let i = 0; i < 5; i++) {
      const { status, body } = await app.get(url())
      assert.deepEqual({ status, source: body.source }, { status: 200, source: 'openweather' })
      await app.services.gateway.drain()
    }
    assert.equal(calls()['nws/alerts'], 1)
    app.simulator.setFaults([])
    app.clock.advance({ seconds: 15 })
    await ask()
    await app.services.gateway.drain()
    assert.equal(calls()['nws/alerts'], 2)
    assert.ok(sources((await ask()).alertIds).includes('nws'))
  })

  it('leave repeated requests on the hot path while the feed pauses', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 500, match: { provider: 'nws' } }])
    await ask()
    await app.services.gateway.drain()
    assert.equal(calls()['nws/alerts'], 1)
    assert.notEqual(app.services.gateway.peekFresh(toCell(Number(lat()), -98.4), 'current'), undefined)
  })

  it('are available if the primary provider fails and the second has none', async () => {
    app.simulator.setFaults([{ kind: 'status', status: 500, match: { provider: 'openweather' } }])
    assert.equal((await ask()).source, 'open-meteo')
    await app.services.gateway.drain()
    const { source, alertIds } = await ask()
    assert.deepEqual({ source, sources: sources(alertIds) }, { source: 'open-meteo', sources: ['nws'] })
  })

  it('do not change the bytes of other scopes', async () => {
    const first = await ask('hourly')
    await app.services.gateway.drain()
    assert.equal('alertIds' in first, false)
    assert.deepEqual((await ask('hourly')).points, first.points)
  })
})
