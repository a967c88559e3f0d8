import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestClock, type TestClock } from '../../../../test/helpers/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import type { GatewayTables } from '../../../gateway/tables.ts'
import { createAnswerStore } from './answer-store.ts'
import type { UsageAnswer } from './schemas.ts'
import { createUsage, type UsageService } from './service.ts'
import type { UsageTables } from './tables.ts'
import { KNOWN_TRIGGERS, MAX_OTHER_TRIGGERS, OTHER } from './triggers.ts'

const ONE_CALL = 'openweather/onecall'
const START = '2026-07-10T12:00:00Z'

describe('the sums of the ledger', () => {
  let database: TestDatabase<UsageTables & GatewayTables>
  let clock: TestClock
  let retentionDays: number
  let usage: UsageService
  let other: UsageService
  before(async () => {
    database = await createTestDatabase()
  })
  after(() => database.drop())
  beforeEach(async () => {
    await truncate(database.pool, 'upstream_call, usage_call, usage_answer, usage_progress')
    clock = createTestClock(START)
    retentionDays = 90
    const open = () =>
      createUsage({
        db: database.kysely,
        budgetProduct: () => ONE_CALL,
        windows: async () => [],
        callRetentionMs: () => retentionDays * 86_400_000,
        clock,
        onError: (error) => assert.fail(String(error)),
      })
    usage = open()
    other = open()
  })

  /** Calls over the hours before `START`, of every kind, some of them failed. */
  const fill = (calls: number, hours: number) =>
    database.pool.query(
      `insert into upstream_call (product, weight, cause, trigger, scope, started_at, outcome)
       select (array['${ONE_CALL}', 'openweather/tiles', 'open-meteo/forecast'])[1 + n % 3], (array[1, 1, 2.3])[1 + n % 3],
         (array['request', 'tile', 'job', 'refresh'])[1 + n % 4],
         case n % 4 when 1 then null when 2 then 'cron_weather_alerts' else (array['city_detail', 'mine', 'yours'])[1 + n % 3] end,
         case n % 4 when 0 then 'current' when 3 then 'alert' end,
         timestamptz '${START}' - n * interval '1 hour' * $2 / $1, case when n % 10 = 0 then 'timeout' else 'ok' end
       from generate_series(1, $1::int) n`,
      [calls, hours],
    )
  const sums = ({ recentCalls: _recent, ...rest }: UsageAnswer) => rest
  const rawCalls = async () => (await database.pool.query('select count(*)::int as n from upstream_call')).rows[0].n

  it('are the same however much of the ledger is summed or deleted', async () => {
    await fill(3_000, 72)
    const whole = sums(await usage.report(30))
    assert.equal(whole.totals.calls, 3_000)
    assert.equal(whole.totals.failed, 300)
    assert.equal(whole.totals.weight, 4_300)
    assert.equal(whole.byProvider.find(({ provider }) => provider === 'openweather')?.calls, 2_000)
    assert.deepEqual(whole.byScope.map(({ scope, calls }) => [scope, calls]).toSorted(), [
      ['alert', 750],
      ['current', 750],
      ['several', 750],
      ['tile', 750],
    ])
    await usage.maintain()
    assert.deepEqual(sums(await usage.report(30)), whole)
    await database.pool.query('delete from upstream_call where started_at < (select summed_to from usage_progress)')
    assert.ok((await rawCalls()) < 10)
    assert.deepEqual(sums(await usage.report(30)), whole)
  })

  it('continue where they ended: later calls are added, calls under way wait for their outcome', async () => {
    await fill(100, 1)
    await usage.maintain()
    await database.pool.query(
      `insert into upstream_call (product, weight, cause, started_at) values ('${ONE_CALL}', 1, 'request', '${START}')`,
    )
    assert.deepEqual(
      { calls: (await usage.report(1)).totals.calls, failed: (await usage.report(1)).totals.failed },
      { calls: 101, failed: 10 },
    )
    await usage.maintain()
    await database.pool.query(`update upstream_call set outcome = 'timeout' where outcome is null`)
    clock.advance({ minutes: 10 })
    await usage.maintain()
    assert.deepEqual(
      { calls: (await usage.report(1)).totals.calls, failed: (await usage.report(1)).totals.failed },
      { calls: 101, failed: 11 },
    )
    const { rows } = await database.pool.query('select summed_to from usage_progress')
    assert.equal(rows[0].summed_to.toISOString(), '2026-07-10T12:05:00.000Z')
  })

  it('count each call once, even if two nodes sum at once', async () => {
    await fill(2_000, 48)
    const whole = sums(await usage.report(7))
    await Promise.all([usage.maintain(), other.maintain(), usage.maintain(), other.maintain()])
    clock.advance({ minutes: 10 })
    await Promise.all([usage.maintain(), other.maintain()])
    assert.deepEqual((await usage.report(7)).totals, whole.totals)
    assert.deepEqual((await usage.report(7)).byTrigger, whole.byTrigger)
  })

  it('split by hours and days of the clock', async () => {
    await fill(48, 48)
    for (const summed of [false, true]) {
      if (summed) await usage.maintain()
      const { days, hours } = await usage.report(3)
      assert.deepEqual(
        days.map(({ calls }) => calls),
        [12, 24, 12],
      )
      // The newest call was made an hour ago.
      assert.deepEqual(
        hours.map(({ calls }) => calls),
        [...Array.from({ length: 23 }, () => 1), 0],
      )
    }
  })

  it('limit the number of different triggers per day, but always name known ones', async () => {
    const insert = (trigger: string, at: string) =>
      database.pool.query(
        `insert into upstream_call (product, weight, cause, trigger, started_at, outcome)
         select '${ONE_CALL}', 1, 'request', ${trigger}, timestamptz '${at}' + n * interval '1 second', 'ok' from generate_series(1, 300) n`,
      )
    await insert(`'made_up_' || n`, '2026-07-10T01:00:00Z')
    await insert(`'later_' || n`, '2026-07-10T02:00:00Z')
    await insert(`'dashboard_load'`, '2026-07-10T03:00:00Z')
    await usage.maintain()
    const { rows } = await database.pool.query(
      `select count(*)::int as names, sum(calls)::int as calls, sum(calls) filter (where key = 'dashboard_load')::int as known,
         sum(calls) filter (where key = '${OTHER}')::int as others
       from usage_call where period = 'day' and dimension = 'trigger'`,
    )
    assert.deepEqual(rows, [{ names: MAX_OTHER_TRIGGERS + 2, calls: 900, known: 300, others: 600 - MAX_OTHER_TRIGGERS }])
    assert.equal((await usage.report(1)).byTrigger.find(({ trigger }) => trigger === 'dashboard_load')?.calls, 300)
  })

  it('outlive the single calls, which are deleted once they are old enough and summed', async () => {
    await fill(400, 20 * 24)
    retentionDays = 7
    await usage.maintain()
    assert.equal(await rawCalls(), 140)
    assert.equal((await usage.report(30)).totals.calls, 400)
    // While summing stalls, calls that are not summed are kept.
    await database.pool.query(`update usage_progress set summed_to = '2026-07-01'`)
    await database.pool.query(
      `insert into upstream_call (product, weight, cause, started_at) values ('${ONE_CALL}', 1, 'request', '2026-06-01')`,
    )
    const locked = await database.pool.connect()
    await locked.query('begin')
    await locked.query('select from usage_progress for update')
    retentionDays = 1
    await usage.maintain()
    await locked.query('rollback')
    locked.release()
    assert.equal(await rawCalls(), 140)
  })

  it('are deleted after some days for hours, after some years for days', async () => {
    await fill(100, 24)
    await createAnswerStore(database.kysely).add([
      { hour: clock.now(), layer: 'memory', scope: 'current', trigger: 'city_detail', answers: 3 },
    ])
    await usage.maintain()
    const periods = async () => {
      const { rows } = await database.pool.query(
        `select period, count(distinct 'calls')::int as n from usage_call group by 1 union all select period, 1 from usage_answer group by 1`,
      )
      return rows.map(({ period }) => period).toSorted()
    }
    assert.deepEqual(await periods(), ['day', 'day', 'hour', 'hour'])
    clock.advance({ hours: 24 * 10 })
    await usage.maintain()
    assert.deepEqual(await periods(), ['day', 'day'])
    clock.advance({ hours: 24 * 800 })
    await usage.maintain()
    assert.deepEqual(await periods(), [])
  })

  it('write every known trigger as requests may, or as jobs do', () => {
    for (const trigger of KNOWN_TRIGGERS) assert.match(trigger, /^[a-z][a-z0-9_]{0,39}$/)
  })
})
