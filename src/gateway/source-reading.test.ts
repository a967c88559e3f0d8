import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../test/helpers/app.ts'
import { cellOf } from '../domain/cell.ts'
import { readSource, type RoleQuery, type SourceReading } from '../features/subscribers/alerting/testing/read-source.ts'
import { HOUR_MS } from '../time.ts'
import { askFor } from './testing/ask.ts'

/** Reading one named source for a job, through the whole service: its data, its cost, and what people then see. */
describe('readSource', () => {
  let app: TestApp
  let place = 0
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  beforeEach(async () => {
    await app.services.gateway.drain()
    app.simulator.reset()
    app.clock.advance({ hours: 80 })
    place += 1
    // A successful call closes the breakers that an earlier test opened.
    await Promise.all((['primary', 'second', 'national'] as const).map((role) => read({ role, cell: cellOf(35, -100 + place / 10) })))
    await app.services.gateway.drain()
    app.simulator.reset('calls')
    app.clock.advance({ hours: 1 })
  })

  /** Places in Kansas and Nebraska, which all three sources cover; each test uses its own cell. */
  const cell = () => cellOf(37.5 + place / 10, -98.4)
  const read = (query: Partial<RoleQuery> = {}, at: TestApp = app): Promise<SourceReading> =>
    readSource(at, {
      role: 'primary',
      cell: cell(),
      maxAgeMs: HOUR_MS,
      mayCall: true,
      timeoutMs: 50_000,
      trigger: 'cron_weather_alerts',
      ...query,
    })
  const ask = (at: TestApp = app) => askFor(at, cell(), 'hourly')
  /** Waits for work under way, then advances the clock. */
  const pass = async (by: Parameters<TestApp['clock']['advance']>[0]) => {
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
        [outcome, source, fetchedAt, reading.calls, called, timezone],
        ['ok', 'openweather', app.clock.now(), 1, true, 'America/Chicago'],
      )
      assert.ok(hourly?.available && hourly.points.length >= 48 && daily?.available && daily.points.length >= 8)
      assert.ok(alerts?.some(({ event, source }) => event === 'Tornado Warning' && source === 'openweather'))
      assert.deepEqual(await ledger(), [jobRow('openweather')])
    })

    it('returns the data of the second provider and of the national feed, for one call each', async () => {
      app.simulator.setConditions([{ lat: cell().lat, lon: cell().lon, radiusDeg: 1, alert: { event: 'Tornado Warning' } }])
      const [second, national] = await Promise.all([read({ role: 'second' }), read({ role: 'national' })])
      assert.deepEqual([second.outcome, second.source, second.calls, second.alerts], ['ok', 'open-meteo', 1, null])
      assert.ok((second.hourly?.points.length ?? 0) >= 48 && (second.daily?.points.length ?? 0) >= 7)
      assert.deepEqual(
        [national.outcome, national.source, national.calls, national.hourly, national.daily, national.timezone],
        ['ok', 'nws', 1, null, null, null],
      )
      assert.ok(national.alerts?.some(({ event }) => event === 'Tornado Warning'))
      assert.deepEqual(await ledger(), [jobRow('nws'), jobRow('open-meteo')])
    })

    for (const role of ['primary', 'second', 'national'] as const) {
      it(`costs nothing while the data of ${role} is fresh enough, on every node`, async () => {
        const first = await read({ role })
        await app.services.gateway.drain()
        await pass({ minutes: 60 })
        const node = await createTestApp({ sharing: app })
        for (const at of [app, node]) {
          assert.deepEqual(await read({ role }, at), { ...first, calls: 0, called: false })
        }
        await node.stop()
        await pass({ seconds: 1 })
        const later = await read({ role })
        assert.deepEqual([later.outcome, later.calls, later.fetchedAt], ['ok', 1, app.clock.now()])
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
        assert.deepEqual([outcome, failure, fetchedAt, reading.calls], ['failed', 'unavailable', before.fetchedAt, 1])
        assert.deepEqual([hourly, alerts], [before.hourly, before.alerts])
        const again = await read({ role })
        assert.deepEqual([again.outcome, again.failure, again.calls], ['failed', 'unavailable', 0])
        assert.deepEqual(calls(), { [provider]: 2 }, 'no other source replaces it')
      })
    }

    it('renews alerts that are older than wanted, and uses them if it cannot', async () => {
      const wanted = { alertsWantedMs: 15 * 60_000 }
      await read(wanted)
      await pass({ minutes: 14 })
      assert.deepEqual([(await read(wanted)).called, (await read({ ...wanted, mayCall: false })).isDue], [false, undefined])
      await pass({ minutes: 2 })
      const held = await read({ ...wanted, mayCall: false })
      assert.deepEqual([held.outcome, held.isDue], ['ok', true])
      fail('openweather')
      const failed = await read(wanted)
      assert.deepEqual([failed.outcome, failed.called, failed.alerts !== null], ['ok', true, true])
      app.simulator.setFaults([])
      await pass({ minutes: 2 })
      const renewed = await read(wanted)
      assert.deepEqual([renewed.called, renewed.fetchedAt], [true, app.clock.now()])
      assert.equal((await read({ ...wanted, role: 'second' })).called, true)
      await pass({ minutes: 30 })
      assert.equal((await read({ ...wanted, role: 'second' })).called, false, 'forecasts are good enough for an hour')
    })

    it('ends at its deadline, and caches what arrives later', async () => {
      app.simulator.setFaults([{ kind: 'delay', delayMs: 1_500 }])
      const late = await read({ timeoutMs: 400 })
      assert.deepEqual([late.outcome, late.failure, late.fetchedAt, late.hourly], ['failed', 'timeout', null, null])
      await app.services.gateway.drain()
      assert.deepEqual(await ledger(), [jobRow('openweather')])
      assert.deepEqual([(await read({ mayCall: false })).outcome, calls()], ['ok', { openweather: 1 }])
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
      assert.deepEqual([held.outcome, held.fetchedAt, held.hourly, held.calls], ['deferred', fetchedAt, hourly, 0])
      assert.deepEqual(calls(), { openweather: 1 })
    })

    it('never returns the second provider’s data as the primary’s', async () => {
      fail('openweather')
      assert.equal((await ask()).source, 'open-meteo')
      const { outcome, hourly, daily } = await read({ mayCall: false })
      assert.deepEqual([outcome, hourly, daily], ['deferred', null, null])
    })
  })

  describe('none', () => {
    it('outside the national feed’s coverage, by its outline or by its own statement', async () => {
      const berlin = await read({ role: 'national', cell: cellOf(52.5, 13.4) })
      assert.deepEqual([berlin.outcome, berlin.source, berlin.alerts, berlin.calls], ['none', 'nws', null, 0])
      // Inside the coarse outline, but in Canada.
      const windsor = () => read({ role: 'national', cell: cellOf(42.26, -82.96), maxAgeMs: 0 })
      assert.deepEqual([(await windsor()).outcome, calls()], ['none', { nws: 1 }])
      await pass({ hours: 23 })
      assert.deepEqual([(await windsor()).outcome, calls()], ['none', { nws: 1 }])
      await pass({ hours: 1 })
      assert.deepEqual([(await windsor()).alerts, calls()], [null, { nws: 2 }])
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
      assert.deepEqual([reading.outcome, answer.source, calls()['openweather']], ['ok', 'openweather', 1])
      assert.equal(reading.calls + answer.tokensUsed, 1)
      assert.deepEqual(reading.hourly, answer.data)
    })

    it('uses what people fetched, and people use what it fetched', async () => {
      const answer = await ask()
      assert.deepEqual([(await read()).calls, answer.tokensUsed], [0, 1])
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
      const node = await createTestApp({ sharing: app })
      for (const at of [app, node]) {
        const { source, fetchedAt, data } = await ask(at)
        assert.deepEqual([source, fetchedAt, data], ['openweather', shown.fetchedAt, shown.data])
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
      assert.deepEqual([second.outcome, second.calls, second.fetchedAt], ['ok', 0, fetchedAt])
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
