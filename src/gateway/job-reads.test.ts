import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestServices, type TestServices } from '../../test/helpers/app.ts'
import { readTestSource, type SourceRole } from '../features/subscribers/alerting/testing/read-source.ts'
import { askFor } from './testing/ask.ts'

/** Jobs visit many cells once. Memory is for what people use, and a job must cause no background calls. */
describe('data that jobs read', () => {
  let app: TestServices
  let place = 0
  before(async () => {
    app = await createTestServices()
  })
  after(() => app.close())
  beforeEach(async () => {
    await app.services.gateway.drain()
    app.simulator.reset()
    app.clock.advance({ hours: 2 })
    place += 1
  })

  const cell = () => toCell(37.5 + place / 10, -98.4)
  const digest = { cause: 'job', trigger: 'cron_weekly_digests', requestId: null, client: null, caller: 'job' } as const
  const weather = () => app.services.gateway.weather({ cell: cell(), scope: 'daily', requester: digest })
  const read = (role: SourceRole) =>
    readTestSource(app, { role, cell: cell(), maxAgeMs: 0, mayCall: true, timeoutMs: 20_000, trigger: 'cron_weather_alerts' })
  const ask = () => askFor(app, cell(), 'daily')
  const inMemory = () => app.services.gateway.peekFresh(cell(), 'daily') !== undefined
  /** Waits for work under way, then advances the clock. */
  const pass = async (by: Parameters<TestServices['clock']['advance']>[0]) => {
    await app.services.gateway.drain()
    app.clock.advance(by)
  }
  const calls = () => app.simulator.calls().byProvider

  it('is not stored in memory, whether cold or from the second level', async () => {
    await Promise.all([weather(), read('second'), read('national')])
    await app.services.gateway.drain()
    const again = await weather()
    assert.deepEqual(
      {
        layer: again.layer,
        tokensUsed: again.tokensUsed,
        alerts: again.alerts.map(({ source }) => source).toSorted(),
        inMemory: inMemory(),
      },
      { layer: 'database', tokensUsed: 0, alerts: ['nws', 'openweather'], inMemory: false },
    )
    const { layer, tokensUsed } = await ask()
    assert.deepEqual({ layer, tokensUsed, inMemory: inMemory() }, { layer: 'database', tokensUsed: 0, inMemory: true })
    assert.deepEqual(calls(), { openweather: 1, 'open-meteo': 1, nws: 1 })
  })

  it('is stored in memory for a person waiting for the same data', async () => {
    app.simulator.setFaults([{ kind: 'delay', delayMs: 3_000, match: { provider: 'openweather' } }])
    const job = weather()
    // The job leads, because it started earlier by the time of a read from the second level.
    while ((await started()) === 0);
    const [{ tokensUsed, layer }, answer] = await Promise.all([job, ask()])
    assert.deepEqual(
      { tokensUsed, layer, answerTokensUsed: answer.tokensUsed, answerLayer: answer.layer },
      { tokensUsed: 1, layer: 'upstream', answerTokensUsed: 0, answerLayer: 'upstream' },
    )
    assert.deepEqual({ layer: (await ask()).layer, openweather: calls()['openweather'] }, { layer: 'memory', openweather: 1 })
  })

  async function started(): Promise<number> {
    const { rows } = await app.database.pool.query(`select count(*)::int as n from upstream_call where started_at >= $1`, [
      new Date(app.clock.now()),
    ])
    return rows[0].n
  }

  it('renews what is already in memory', async () => {
    const { fetchedAt } = await ask()
    await pass({ hours: 1 })
    await read('primary')
    const renewed = await ask()
    assert.deepEqual([renewed.layer, renewed.fetchedAt > fetchedAt], ['memory', true])
  })

  it('triggers no background refresh, nor one of the national alerts', async () => {
    await weather()
    await pass({ hours: 3 })
    assert.deepEqual(
      { freshness: (await weather()).freshness, cacheHit: (await weather()).cacheHit },
      { freshness: 'acceptable', cacheHit: true },
    )
    await app.services.gateway.drain()
    assert.deepEqual(calls(), { openweather: 1 })
  })

  it('keeps an alert’s identity across readings, and calls it off when three readings lack it', async () => {
    const warn = () =>
      app.simulator.setConditions([
        {
          lat: cell().lat,
          lon: cell().lon,
          radiusDeg: 1,
          from: '2026-01-01T00:00:00Z',
          to: '2027-01-01T00:00:00Z',
          alert: { event: 'Flood Watch' },
        },
      ])
    warn()
    const ids = async () => ((await read('primary')).alerts ?? []).filter(({ event }) => event === 'Flood Watch').map(({ id }) => id)
    const first = await ids()
    assert.equal(first.length, 1)
    await pass({ hours: 1 })
    assert.deepEqual(await ids(), first)
    app.simulator.setConditions([])
    for (const isOff of [false, false, true]) {
      await pass({ hours: 1 })
      assert.deepEqual(await ids(), first)
      await app.services.gateway.drain()
      assert.equal((await app.services.gateway.alert(first[0] ?? ''))?.alert.cancelled, isOff)
    }
  })
})
