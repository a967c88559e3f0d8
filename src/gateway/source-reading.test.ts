import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestServices, type TestServices } from '../../test/helpers/app.ts'
import { readTestSource, type RoleQuery, type SourceReading } from '../features/subscribers/alerting/testing/read-source.ts'
import { HOUR_MS } from '../time.ts'
import { askFor } from './testing/ask.ts'

/** Reading one named source for a job, through the whole service: its data, its cost, and what people then see. */
describe('readSource', () => {
  let app: TestServices
  let place = 0
  before(async () => {
    app = await createTestServices()
  })
  after(() => app.close())
  beforeEach(async () => {
    await app.services.gateway.drain()
    app.simulator.reset()
    app.clock.advance({ hours: 80 })
    place += 1
    // A successful call closes the breakers that an earlier test opened.
    await Promise.all((['primary', 'second', 'national'] as const).map((role) => read({ role, cell: toCell(35, -100 + place / 10) })))
    await app.services.gateway.drain()
    app.simulator.reset('calls')
    app.clock.advance({ hours: 1 })
  })

  /** Places in Kansas and Nebraska, which all three sources cover; each test uses its own cell. */
  const cell = () => toCell(37.5 + place / 10, -98.4)
  const read = (query: Partial<RoleQuery> = {}, at: TestServices = app): Promise<SourceReading> =>
    readTestSource(at, {
      role: 'primary',
      cell: cell(),
      maxAgeMs: HOUR_MS,
      mayCall: true,
      timeoutMs: 50_000,
      trigger: 'cron_weather_alerts',
      ...query,
    })
  const ask = (at: TestServices = app) => askFor(at, cell(), 'hourly')
  /** Waits for work under way, then advances the clock. */
  const pass = async (by: Parameters<TestServices['clock']['advance']>[0]) => {
    await app.services.gateway.drain()
    app.clock.advance(by)
  }
  const calls = () => app.simulator.calls().byProvider
  const fail = (provider: string, status = 500) => app.simulator.setFaults([{ kind: 'status', status, match: { provider } }])
  const ledger = async () => {
    const { rows } = await app.database.pool.query(
      `select split_part(product, '/', 1) as provider, cause, trigger, request_id, cell from upstream_call where started_at >= $1 order by 1`,
      [new Date(app.clock.now())],
    )
    return rows
  }
  const jobRow = (provider: string) => ({ provider, cause: 'job', trigger: 'cron_weather_alerts', request_id: null, cell: cell().id })

  describe('ok', () => {
    it('returns the primary’s hours, days and alerts, for one call of the job', async () => {
      app.simulator.setConditions([{ lat: cell().lat, lon: cell().lon, radiusDeg: 1, alert: { event: 'Tornado Warning' } }])
      const reading = await read()
      const { outcome, source, fetchedAt, called, timezone, hourly, daily, alerts } = reading
      assert.deepEqual(
        { outcome, source, fetchedAt, calls: reading.calls, called, timezone },
        { outcome: 'ok', source: 'openweather', fetchedAt: app.clock.now(), calls: 1, called: true, timezone: 'America/Chicago' },
      )
      assert.ok(hourly?.available && hourly.points.length >= 48 && daily?.available && daily.points.length >= 8)
      assert.ok(alerts?.some(({ event, source }) => event === 'Tornado Warning' && source === 'openweather'))
      assert.deepEqual(await ledger(), [jobRow('openweather')])
    })

    it('returns the data of the second provider and of the national feed, for one call each', async () => {
      app.simulator.setConditions([{ lat: cell().lat, lon: cell().lon, radiusDeg: 1, alert: { event: 'Tornado Warning' } }])
      const [second, national] = await Promise.all([read({ role: 'second' }), read({ role: 'national' })])
      assert.deepEqual(
        { outcome: second.outcome, source: second.source, calls: second.calls, alerts: second.alerts },
        { outcome: 'ok', source: 'open-meteo', calls: 1, alerts: null },
      )
      assert.ok((second.hourly?.points.length ?? 0) >= 48 && (second.daily?.points.length ?? 0) >= 7)
      assert.deepEqual(
        {
          outcome: national.outcome,
          source: national.source,
          calls: national.calls,
          hourly: national.hourly,
          daily: national.daily,
          timezone: national.timezone,
        },
        { outcome: 'ok', source: 'nws', calls: 1, hourly: null, daily: null, timezone: null },
      )
      assert.ok(national.alerts?.some(({ event }) => event === 'Tornado Warning'))
      assert.deepEqual(await ledger(), [jobRow('nws'), jobRow('open-meteo')])
    })

    for (const role of ['primary', 'second', 'national'] as const) {
      it(`costs nothing while the data of ${role} is fresh enough, on every node`, async () => {
        const first = await read({ role })
        await app.services.gateway.drain()
        await pass({ minutes: 60 })
        const node = await createTestServices({ sharing: app })
        for (const at of [app, node]) {
          assert.deepEqual(await read({ role }, at), { ...first, calls: 0, called: false })
        }
        await node.stop()
        await pass({ seconds: 1 })
        const later = await read({ role })
        assert.deepEqual(
          { outcome: later.outcome, calls: later.calls, fetchedAt: later.fetchedAt },
          { outcome: 'ok', calls: 1, fetchedAt: app.clock.now() },
        )
      })
    }
  })

  describe('failed', () => {
    for (const [role, provider] of [
      ['primary', 'openweather'],
      ['second', 'open-meteo'],
      ['national', 'nws'],
    ] as const) {
      it(`gives the reason why ${role} failed, with its former data, and backs off for a while`, async () => {
        const before = await read({ role })
        await pass({ hours: 2 })
        fail(provider)
        const { outcome, failure, fetchedAt, hourly, alerts, ...reading } = await read({ role })
        assert.deepEqual(
          { outcome, failure, fetchedAt, calls: reading.calls },
          { outcome: 'failed', failure: 'unavailable', fetchedAt: before.fetchedAt, calls: 1 },
        )
        assert.deepEqual({ hourly, alerts }, { hourly: before.hourly, alerts: before.alerts })
        const again = await read({ role })
        assert.deepEqual(
          { outcome: again.outcome, failure: again.failure, calls: again.calls },
          { outcome: 'failed', failure: 'unavailable', calls: 0 },
        )
        assert.deepEqual(calls(), { [provider]: 2 }, 'no other source replaces it')
      })
    }

    it('renews alerts that are older than wanted, and uses them if it cannot', async () => {
      const wanted = { alertsWantedMs: 15 * 60_000 }
      await read(wanted)
      await pass({ minutes: 14 })
      assert.deepEqual(
        { called: (await read(wanted)).called, isDue: (await read({ ...wanted, mayCall: false })).isDue },
        { called: false, isDue: undefined },
      )
      await pass({ minutes: 2 })
      const held = await read({ ...wanted, mayCall: false })
      assert.deepEqual({ outcome: held.outcome, isDue: held.isDue }, { outcome: 'ok', isDue: true })
      fail('openweather')
      const failed = await read(wanted)
      assert.deepEqual([failed.outcome, failed.called, failed.alerts !== null], ['ok', true, true])
      app.simulator.setFaults([])
      await pass({ minutes: 2 })
      const renewed = await read(wanted)
      assert.deepEqual({ called: renewed.called, fetchedAt: renewed.fetchedAt }, { called: true, fetchedAt: app.clock.now() })
      assert.equal((await read({ ...wanted, role: 'second' })).called, true)
      await pass({ minutes: 30 })
      assert.equal((await read({ ...wanted, role: 'second' })).called, false, 'forecasts are good enough for an hour')
    })

    it('ends at its deadline, and caches what arrives later', async () => {
      app.simulator.setFaults([{ kind: 'delay', delayMs: 5_000 }])
      // Long enough for a busy machine to make the call.
      const late = await read({ timeoutMs: 2_500 })
      assert.deepEqual(
        { outcome: late.outcome, failure: late.failure, fetchedAt: late.fetchedAt, hourly: late.hourly },
        { outcome: 'failed', failure: 'timeout', fetchedAt: null, hourly: null },
      )
      await app.services.gateway.drain()
      assert.deepEqual(await ledger(), [jobRow('openweather')])
      assert.deepEqual({ outcome: (await read({ mayCall: false })).outcome, calls: calls() }, { outcome: 'ok', calls: { openweather: 1 } })
    })
  })

  describe('deferred', () => {
    it('returns cached data, however old, if no call is allowed', async () => {
      assert.deepEqual(
        [await read({ mayCall: false })].map(({ outcome, fetchedAt, hourly, alerts }) => [outcome, fetchedAt, hourly, alerts]),
        [['deferred', null, null, null]],
      )
      const { fetchedAt, hourly } = await read()
      await pass({ hours: 3 })
      const held = await read({ mayCall: false })
      assert.deepEqual(
        { outcome: held.outcome, fetchedAt: held.fetchedAt, hourly: held.hourly, calls: held.calls },
        { outcome: 'deferred', fetchedAt, hourly, calls: 0 },
      )
      assert.deepEqual(calls(), { openweather: 1 })
    })

    it('never returns the second provider’s data as the primary’s', async () => {
      fail('openweather')
      assert.equal((await ask()).source, 'open-meteo')
      const { outcome, hourly, daily } = await read({ mayCall: false })
      assert.deepEqual({ outcome, hourly, daily }, { outcome: 'deferred', hourly: null, daily: null })
    })
  })

  describe('none', () => {
    it('outside the national feed’s coverage, by its outline or by its own statement', async () => {
      const berlin = await read({ role: 'national', cell: toCell(52.5, 13.4) })
      assert.deepEqual(
        { outcome: berlin.outcome, source: berlin.source, alerts: berlin.alerts, calls: berlin.calls },
        { outcome: 'none', source: 'nws', alerts: null, calls: 0 },
      )
      // Inside the coarse outline, but in Canada.
      const windsor = () => read({ role: 'national', cell: toCell(42.26, -82.96), maxAgeMs: 0 })
      assert.deepEqual({ outcome: (await windsor()).outcome, calls: calls() }, { outcome: 'none', calls: { nws: 1 } })
      await pass({ hours: 23 })
      assert.deepEqual({ outcome: (await windsor()).outcome, calls: calls() }, { outcome: 'none', calls: { nws: 1 } })
      await pass({ hours: 1 })
      assert.deepEqual({ alerts: (await windsor()).alerts, calls: calls() }, { alerts: null, calls: { nws: 2 } })
    })

    it('if the provider has no weather there, which is remembered', async () => {
      fail('openweather', 404)
      assert.deepEqual([(await read()).outcome, (await read()).outcome], ['none', 'none'])
      assert.deepEqual(calls(), { openweather: 1 })
    })
  })

  describe('alongside people', () => {
    it('shares one call with a concurrent request, whichever comes first', async () => {
      app.simulator.setFaults([{ kind: 'delay', delayMs: 200 }])
      const [reading, answer] = await Promise.all([read(), ask()])
      assert.deepEqual(
        { outcome: reading.outcome, source: answer.source, openweather: calls()['openweather'] },
        { outcome: 'ok', source: 'openweather', openweather: 1 },
      )
      assert.equal(reading.calls + answer.tokensUsed, 1)
      assert.deepEqual(reading.hourly, answer.data)
    })

    it('uses what people fetched, and people use what it fetched', async () => {
      const answer = await ask()
      assert.deepEqual({ calls: (await read()).calls, tokensUsed: answer.tokensUsed }, { calls: 0, tokensUsed: 1 })
      await pass({ hours: 25 })
      assert.equal((await read()).calls, 1)
      const later = await ask()
      assert.deepEqual([later.tokensUsed, later.freshness, later.fetchedAt > answer.fetchedAt], [0, 'fresh', true])
      assert.equal(calls()['openweather'], 2)
    })

    it('never replaces what people see by the second provider’s forecast', async () => {
      const shown = await ask()
      await pass({ minutes: 1 })
      const second = await read({ role: 'second' })
      await app.services.gateway.drain()
      const node = await createTestServices({ sharing: app })
      for (const at of [app, node]) {
        const { source, fetchedAt, data } = await ask(at)
        assert.deepEqual({ source, fetchedAt, data }, { source: 'openweather', fetchedAt: shown.fetchedAt, data: shown.data })
        assert.deepEqual((await read({ role: 'second' }, at)).hourly, second.hourly)
      }
      await node.stop()
      assert.notDeepEqual(second.hourly, shown.data)
      assert.equal(calls()['open-meteo'], 1)
    })

    it('uses the second provider’s forecast that people see, if it is fresh enough', async () => {
      fail('openweather')
      const { fetchedAt } = await ask()
      const second = await read({ role: 'second' })
      assert.deepEqual(
        { outcome: second.outcome, calls: second.calls, fetchedAt: second.fetchedAt },
        { outcome: 'ok', calls: 0, fetchedAt },
      )
      await pass({ hours: 2 })
      assert.equal((await read({ role: 'second' })).calls, 1)
    })

    it('writes what it reads into the archive', async () => {
      await Promise.all([read(), read({ role: 'second' })])
      await app.services.gateway.drain()
      await app.services.history.archive.flush()
      const { rows } = await app.database.pool.query(`select distinct source from observation where cell = $1 order by 1`, [cell().id])
      assert.deepEqual(rows, [{ source: 'open-meteo' }, { source: 'openweather' }])
    })
  })
})
