import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { toCell } from '@isobar/weather'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { isThorough } from '../../../../test/helpers/thorough.ts'
import { until } from '../../../../test/helpers/until.ts'
import { listOutboxRows, resetDigests, runDigestJob } from './testing/runs.ts'
import { BERLIN, LIMA, insertTestSubscriptions, TOKYO } from './testing/subscribers.ts'

describe('weekly digests when something fails', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  beforeEach(() => resetDigests(app))

  it('mark a city without weather as unavailable, and are sent anyway', async () => {
    await insertTestSubscriptions(app, { email: 'ann@example.com', place: BERLIN }, { email: 'ann@example.com', place: LIMA })
    app.simulator.setFaults([
      { kind: 'status', status: 500, match: { path: '/data/3.0' } },
      { kind: 'status', status: 500, match: { provider: 'open-meteo' } },
    ])
    await app.get(`/api/weather?lat=${LIMA.lat}&lon=${LIMA.lon}&scope=daily`)
    app.simulator.setFaults([])
    app.clock.advance({ minutes: 30 })
    await app.get(`/api/weather?lat=${LIMA.lat}&lon=${LIMA.lon}&scope=daily`)
    await app.services.gateway.drain()
    app.simulator.setFaults([{ kind: 'status', status: 500 }])
    const { status, enqueued, failed, cities } = await runDigestJob(app)
    assert.deepEqual({ status, enqueued, failed, cities }, { status: 'partial', enqueued: 1, failed: 0, cities: 2 })
    const [mail] = await listOutboxRows(app)
    assert.deepEqual(
      mail?.data.cities.map(({ name, part }) => [name, part !== null]),
      [
        ['Berlin', false],
        ['Lima', true],
      ],
    )
  })

  it('wait for the next run if no city of an address has weather, without affecting others', async () => {
    await insertTestSubscriptions(app, { email: 'ann@example.com', place: BERLIN }, { email: 'bob@example.com', place: TOKYO })
    await app.get(`/api/weather?lat=${TOKYO.lat}&lon=${TOKYO.lon}&scope=daily`)
    app.simulator.setFaults([{ kind: 'status', status: 500 }])
    const first = await runDigestJob(app)
    assert.deepEqual(
      { status: first.status, enqueued: first.enqueued, failed: first.failed, skipped: first.skipped },
      { status: 'partial', enqueued: 1, failed: 1, skipped: 0 },
    )
    app.simulator.setFaults([])
    app.clock.advance({ minutes: 30 })
    const second = await runDigestJob(app)
    assert.deepEqual(
      { status: second.status, enqueued: second.enqueued, failed: second.failed, skipped: second.skipped },
      { status: 'completed', enqueued: 1, failed: 0, skipped: 1 },
    )
    assert.deepEqual(
      (await listOutboxRows(app)).map(({ address }) => address),
      ['ann@example.com', 'bob@example.com'],
    )
  })

  it('do not affect others if one cannot be written', async () => {
    await insertTestSubscriptions(
      app,
      { email: 'ann@example.com' },
      { email: 'huge@example.com', place: { ...BERLIN, name: 'x'.repeat(70_000) } },
      { email: 'zoe@example.com' },
    )
    const { status, recipients, enqueued, skipped, failed } = await runDigestJob(app)
    assert.deepEqual(
      { status, recipients, enqueued, skipped, failed },
      { status: 'partial', recipients: 3, enqueued: 2, skipped: 0, failed: 1 },
    )
    assert.deepEqual(
      (await listOutboxRows(app)).map(({ address }) => address),
      ['ann@example.com', 'zoe@example.com'],
    )
  })

  it('resume after a crash: nobody gets two, nobody is left out, and no place is fetched again', async () => {
    const emails = Array.from({ length: isThorough ? 1_300 : 600 }, (_, i) => `reader${String(i).padStart(4, '0')}@example.com`)
    const places = Array.from({ length: 60 }, (_, i) => ({ name: `P${i}`, lat: 40 + i / 5, lon: 10 }))
    await insertMany(app, emails, places)
    const before = app.simulator.calls().byProduct['openweather/onecall'] ?? 0
    const rowsOf = async (table: string): Promise<number> =>
      (await app.database.pool.query<{ n: number }>(`select count(*)::int4 as n from ${table}`)).rows[0]?.n ?? 0
    let total = 0
    for (let crash = 0; crash < 3; crash++) {
      const node = await createTestApp({ sharing: app })
      const state = { isOver: false }
      const answer = runDigestJob(node)
        .catch(() => undefined)
        .finally(() => (state.isOver = true))
      // Stop first while it gathers data, then while it writes mails.
      while (!state.isOver && (await rowsOf(crash === 0 ? 'mail_part' : 'mail_outbox')) <= total) await sleep(5)
      await node.stop()
      await answer
      total = await rowsOf('mail_outbox')
    }
    const { enqueued, skipped, status } = await runDigestJob(app)
    assert.equal(status, 'completed')
    assert.equal(enqueued + skipped, emails.length)
    const { rows } = await app.database.pool.query('select address, count(*)::int4 as n from mail_outbox group by 1')
    assert.equal(rows.length, emails.length)
    assert.ok(rows.every(({ n }) => n === 1))
    assert.ok((app.simulator.calls().byProduct['openweather/onecall'] ?? 0) - before <= places.length)
  })

  describe('when the budget is spent', () => {
    const places = [BERLIN, TOKYO, LIMA]
    const node = (env: Record<string, string>) => createTestApp({ sharing: app, env: { WEATHER_PROVIDERS: 'openweather', ...env } })
    const waitsForMinute = { OPENWEATHER_MINUTE_LIMIT: '2' }
    const toEndOfMinute = (): void => app.clock.advance({ seconds: 59 - (Math.floor(app.clock.now() / 1_000) % 60) })

    it('wait for the next minute', async (t) => {
      await insertTestSubscriptions(app, ...places.map((place) => ({ email: 'ann@example.com', place })))
      const limited = await node(waitsForMinute)
      t.after(() => limited.stop())
      toEndOfMinute()
      const state = { isOver: false }
      const answer = runDigestJob(limited).finally(() => (state.isOver = true))
      while (!state.isOver) {
        await sleep(300)
        app.clock.advance({ minutes: 1 })
      }
      const { status, cities, enqueued } = await answer
      assert.deepEqual({ status, cities, enqueued }, { status: 'completed', cities: 3, enqueued: 1 })
      assert.ok((await listOutboxRows(app))[0]?.data.cities.every(({ part }) => part !== null))
    })

    it('stop waiting when the service stops', async () => {
      await insertTestSubscriptions(app, ...places.map((place) => ({ email: 'ann@example.com', place })))
      const limited = await node(waitsForMinute)
      app.clock.advance({ seconds: 60 - (Math.floor(app.clock.now() / 1_000) % 60) })
      const answer = runDigestJob(limited)
      const used = app.simulator.calls().total
      await until('a call is under way', () => app.simulator.calls().total > used)
      await limited.stop()
      const { status, enqueued } = await answer
      assert.deepEqual({ status, enqueued }, { status: 'partial', enqueued: 0 })
    })

    it('do not wait for the next day: those with weather are sent, the rest is retried', async () => {
      await insertTestSubscriptions(app, ...places.map((place, i) => ({ email: `reader${i}@example.com`, place })))
      const limited = await node({ OPENWEATHER_DAILY_LIMIT: '2' })
      const { status, enqueued, failed } = await runDigestJob(limited)
      await limited.stop()
      assert.deepEqual({ status, enqueued, failed }, { status: 'partial', enqueued: 1, failed: 2 })
    })
  })
})

async function insertMany(
  app: TestApp,
  emails: readonly string[],
  places: readonly { name: string; lat: number; lon: number }[],
): Promise<void> {
  await app.database.pool.query(
    `insert into subscription (id, client, email, email_key, type, cell, city_name, city_lat, city_lon, frequency, alert_on_rain, alert_on_storm,
       alert_prefs, lang, units, timezone, active, confirmed_at, unsubscribe_token, created_at, updated_at)
     select gen_random_uuid(), 'one', email, email, 'city_weekly', p.cell, p.name, p.lat, p.lon, 'weekly', false, false, '{}', 'en', 'metric', 'UTC',
       true, now(), gen_random_uuid(), now(), now()
     from unnest($1::text[]) with ordinality as e (email, i)
     join unnest($2::int[], $3::text[], $4::float8[], $5::float8[]) with ordinality as p (cell, name, lat, lon, j) on p.j = 1 + i % ${places.length}`,
    [
      emails,
      places.map(({ lat, lon }) => toCell(lat, lon).id),
      places.map(({ name }) => name),
      places.map(({ lat }) => lat),
      places.map(({ lon }) => lon),
    ],
  )
}
