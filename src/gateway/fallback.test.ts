import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestServices, type TestServices } from '../../test/helpers/app.ts'
import { until } from '../../test/helpers/until.ts'
import type { WeatherQuery } from './reading.ts'

/** The call to the second provider is only for a request that still waits. One that would come too late must not be paid for. */
describe('a fallback whose request is answered before its call is reserved', () => {
  let app: TestServices
  let place = 0
  before(async () => {
    app = await createTestServices({ env: { UPSTREAM_TIMEOUT_MS: '8000', REQUEST_TIMEOUT_MS: '20000' } })
  })
  after(() => app.close())
  beforeEach(async () => {
    await app.services.gateway.drain()
    app.simulator.reset()
    app.clock.advance({ hours: 1 })
    place += 1
  })

  const query = (timeoutMs: number): Omit<WeatherQuery<'current'>, 'scopes'> & { readonly scope: 'current' } => ({
    cell: toCell(10 + place, 20),
    scope: 'current',
    timeoutMs,
    requester: { cause: 'request', trigger: 'unspecified', requestId: `r${timeoutMs}`, client: null, caller: 'person' },
  })

  /** Blocks every reservation of the second provider until it is released. */
  async function holdReservations(): Promise<() => Promise<void>> {
    const blocker = await app.database.pool.connect()
    await blocker.query(
      `begin; insert into upstream_window as held values ('product:open-meteo/forecast', 60, to_timestamp(0), 0, 0)
       on conflict (holder, window_seconds) do update set used = held.used`,
    )
    return async () => {
      await blocker.query('rollback')
      blocker.release()
    }
  }

  /** The number of attempted reservations: each uses up a sequence number, granted or not. */
  async function tried(): Promise<number> {
    const { rows } = await app.database.pool.query(
      `select coalesce(last_value, 0) as n from pg_sequences where sequencename like 'upstream_call%'`,
    )
    return rows[0].n
  }

  async function ledger() {
    const { rows } = await app.database.pool.query(`select product, cause from upstream_call where started_at >= $1 order by product`, [
      new Date(app.clock.now()),
    ])
    return rows
  }

  it('makes no call', async () => {
    const before = await tried()
    const letGo = await holdReservations()
    // The second provider starts after four seconds.
    app.simulator.setFaults([{ kind: 'delay', delayMs: 5_000, match: { provider: 'openweather' } }])
    const { record, tokensUsed } = await app.services.gateway.weather(query(20_000))
    await letGo()
    await app.services.gateway.drain()
    assert.deepEqual({ source: record.source, tokensUsed }, { source: 'openweather', tokensUsed: 1 })
    assert.equal((await tried()) - before, 2, 'the fallback was started and tried to reserve')
    assert.deepEqual(app.simulator.calls().byProvider, { openweather: 1 })
    assert.deepEqual(await ledger(), [{ product: 'openweather/onecall', cause: 'request' }])
    const { rows } = await app.database.pool.query(`select sum(used)::int as used from upstream_window where holder like '%open-meteo%'`)
    assert.equal(rows[0].used ?? 0, 0)
  })

  it('leaves its call to another request that waits for the same place', async () => {
    const letGo = await holdReservations()
    app.simulator.setFaults([{ kind: 'hang', match: { provider: 'openweather' } }])
    const patient = app.services.gateway.weather(query(20_000))
    await assert.rejects(app.services.gateway.weather(query(600)), { code: 'upstream_error' })
    // By now the patient request has joined the fallback of the other, which is over; if not, it will start its own.
    await new Promise((resolve) => setTimeout(resolve, 4_500))
    await letGo()
    const { record } = await patient
    await app.services.gateway.drain()
    assert.equal(record.source, 'open-meteo')
    assert.deepEqual(app.simulator.calls().byProvider, { openweather: 1, 'open-meteo': 1 })
    assert.deepEqual(await ledger(), [
      { product: 'open-meteo/forecast', cause: 'request' },
      { product: 'openweather/onecall', cause: 'request' },
    ])
  })

  it('is drained, too, if it begins while a drain waits for the first source', async () => {
    app.simulator.setFaults([
      { kind: 'delay', delayMs: 500, match: { provider: 'openweather' } },
      { kind: 'status', status: 500, match: { provider: 'openweather' } },
    ])
    const asking = app.services.gateway.weather(query(20_000))
    await until('the first source is asked', () => (app.simulator.calls().byProvider['openweather'] ?? 0) === 1)
    await app.services.gateway.drain()
    const { rows } = await app.database.pool.query(`select product, outcome from upstream_call where started_at >= $1 order by product`, [
      new Date(app.clock.now()),
    ])
    assert.deepEqual(rows, [
      { product: 'open-meteo/forecast', outcome: 'ok' },
      { product: 'openweather/onecall', outcome: 'unavailable' },
    ])
    assert.equal((await asking).record.source, 'open-meteo')
  })
})
