import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../test/helpers/app.ts'
import { DAY_MS } from '../time.ts'
import { PERSON } from './testing/requesters.ts'

const SCOPES = ['current', 'hourly', 'daily', 'minutely']

/**
 * MET Norway has no visibility, no UV index, and outside the Nordic countries no gusts, no probability and no minutes. Open-Meteo has all but the minutes,
 * OpenWeather has those.
 */
describe('three nodes, asked at once for a place that none of them knows', () => {
  const env = {
    WEATHER_PROVIDERS: 'met-norway,open-meteo,openweather',
    UPSTREAM_CONTACT: 'ops@weather.example',
    WARNING_FEEDS: '',
  }
  let nodes: readonly TestApp[] = []
  before(async () => {
    const first = await createTestApp({ env })
    nodes = [first, await createTestApp({ sharing: first, env }), await createTestApp({ sharing: first, env })]
  })
  after(async () => {
    for (const node of nodes.toReversed()) await node.close()
  })

  const drain = () => Promise.all(nodes.map((node) => node.services.gateway.drain()))
  /** The calls of the weather's products so far. */
  function calls() {
    const { 'nws/alerts': _alerts, ...weather } = nodes[0]!.simulator.calls().byProduct
    return weather
  }
  beforeEach(async () => {
    await drain()
    nodes[0]!.simulator.reset()
    // Calls that take a while: all nodes are asked meanwhile.
    nodes[0]!.simulator.setFaults([{ kind: 'delay', delayMs: 100 }])
  })

  /** Asks every node for every scope, twelve times in all, and returns the sum of what the answers cost. */
  async function burst(place: string, scopes: readonly string[]): Promise<number> {
    const asked = Array.from({ length: 4 * scopes.length * nodes.length }, (_, i) => ({
      node: nodes[i % nodes.length]!,
      scope: scopes[Math.floor(i / nodes.length) % scopes.length],
    }))
    const answers = await Promise.all(asked.map(({ node, scope }) => node.get(`/api/weather?${place}&scope=${scope}`)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    await drain()
    return answers.reduce((sum, { body }) => sum + body.tokensUsed, 0)
  }

  it('call each source once, also the ones that supply groups and series, and once more when the data has aged', async () => {
    const place = 'lat=40.71&lon=-74.01'
    const once = { 'met-norway/locationforecast': 1, 'open-meteo/forecast': 1, 'openweather/onecall': 1 }
    assert.equal(await burst(place, SCOPES), 1)
    for (let i = 0; i < 3; i++) assert.equal(await burst(place, SCOPES), 0)
    assert.deepEqual(calls(), once)
    for (const node of nodes) {
      const { source, sources } = (await node.get(`/api/weather?${place}&scope=hourly`)).body
      assert.deepEqual(
        { source, sources: sources.map((each: { source: string }) => each.source) },
        { source: 'met-norway', sources: ['open-meteo'] },
      )
      // On the hot path, too, until either is no longer fresh.
      const hot = node.services.gateway.peekFresh(toCell(40.71, -74.01), 'hourly')
      assert.deepEqual(
        { source: hot?.record.source, supplements: hot?.supplements.map(({ record }) => record.source) },
        { source: 'met-norway', supplements: ['open-meteo'] },
      )
      const minutes = (await node.get(`/api/weather?${place}&scope=minutely`)).body
      assert.deepEqual({ source: minutes.source, available: minutes.available }, { source: 'openweather', available: true })
    }
    // Everything but the days has to be renewed; MET Norway's answer has expired by then.
    nodes[0]!.clock.advance({ minutes: 31 })
    for (let i = 0; i < 3; i++) await burst(place, SCOPES)
    assert.deepEqual(calls(), { 'met-norway/locationforecast': 2, 'open-meteo/forecast': 2, 'openweather/onecall': 2 })
  })

  it('call each source once for the air and the sea', async () => {
    const place = 'lat=54.17&lon=7.89'
    assert.equal(await burst(place, ['air', 'marine']), 2)
    assert.equal(await burst(place, ['air', 'marine']), 0)
    assert.deepEqual(calls(), { 'open-meteo/air-quality': 1, 'open-meteo/marine': 1 })
  })

  it('call each source once for a series that the next one continues', async () => {
    const extent = { hours: nodes[0]!.clock.now() + 12 * DAY_MS }
    const query = { cell: toCell(59.33, 18.07), scopes: ['extended'], extent, requester: PERSON } as const
    const sources = nodes.map(async ({ services }) => {
      const { record, supplements } = (await services.gateway.read(query)).scopes.extended
      return [record, ...supplements.map((each) => each.record)].map((each) => each?.source)
    })
    assert.deepEqual(
      await Promise.all(sources),
      nodes.map(() => ['met-norway', 'open-meteo']),
    )
    assert.deepEqual(calls(), { 'met-norway/locationforecast': 1, 'open-meteo/forecast': 1 })
  })

  it('call the next source once while the first is down, which each of them learns for itself', async () => {
    const place = 'lat=48.21&lon=16.37'
    nodes[0]!.simulator.setFaults([
      { kind: 'status', status: 503, match: { provider: 'met-norway' } },
      { kind: 'delay', delayMs: 100 },
    ])
    await burst(place, ['current', 'hourly', 'daily'])
    const { 'met-norway/locationforecast': failed, ...others } = calls()
    assert.ok(failed! <= nodes.length, `${failed} calls failed`)
    assert.deepEqual(others, { 'open-meteo/forecast': 1 })
  })

  it('fetch the present although a refresh of the days finds that another node has newer ones', async () => {
    const [first, second] = [nodes[0]!, nodes[1]!]
    const scope = (each: string) => `/api/weather?lat=45.44&lon=12.32&scope=${each}`
    await second.get(scope('daily'))
    // Its lease is returned after the answer; until then nobody else calls.
    await drain()
    first.clock.advance({ hours: 2, minutes: 30 })
    await first.get(scope('daily'))
    await drain()
    assert.equal((await first.get(scope('daily'))).body.ageSeconds, 0)
    // Nothing of the present is left, and the second node still has the first days in memory.
    first.clock.advance({ hours: 6, minutes: 10 })
    const [daily, current] = await Promise.all([second.get(scope('daily')), second.get(scope('current'))])
    assert.equal(daily.status, 200)
    assert.deepEqual(
      { status: current.status, source: current.body.source, ageSeconds: current.body.ageSeconds },
      { status: 200, source: 'met-norway', ageSeconds: 0 },
    )
  })
})
