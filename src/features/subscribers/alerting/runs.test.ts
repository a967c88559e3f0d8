import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { sql } from 'kysely'
import { createTestApp, CRON_SECRET, type TestApp } from '../../../../test/helpers/app.ts'
import type { WeatherAlertData } from './emails/weather-alert/data.ts'
import { type AlertApp, BERLIN, countRows, createAlertApp, STORM, simulateStorm } from './testing/alert-app.ts'
import { buildAlertJobOptions, runJob } from './testing/job-options.ts'

let app: AlertApp

describe('many subscribers of one place', () => {
  const MANY = 700
  before(async () => {
    app = await createAlertApp({ now: '2026-11-20T06:20:00Z' })
    simulateStorm(app, 2, 6)
    await sql`
      insert into subscription (id, client, email, email_key, type, cell, frequency, alert_on_rain, alert_on_storm, alert_prefs, lang, units,
        timezone, active, confirmed_at, unsubscribe_token, created_at, updated_at)
      select gen_random_uuid(), 'client', 'p' || n || '@example.com', 'p' || n || '@example.com', 'city_alerts',
        ${toCell(BERLIN.cityLat, BERLIN.cityLon).id}, 'immediate', false, false, ${JSON.stringify(STORM)}::jsonb, 'en', 'metric', 'UTC', true,
        now(), gen_random_uuid(), now(), now()
      from generate_series(1, ${MANY}) n`.execute(app.database.kysely)
  })
  after(() => app.close())

  const perAddress = async () => {
    const { rows } = await sql<{ addresses: number; most: number }>`
      select count(*)::int4 as addresses, coalesce(max(mails), 0)::int4 as most
      from (select count(*) as mails from mail_outbox group by email_key) by_address`.execute(app.database.kysely)
    return rows[0]
  }

  it('a run that dies before the first mail sends none', async () => {
    const options = buildAlertJobOptions(app)
    const insertNotifications = () => Promise.reject(new Error('the process is gone'))
    const result = await runJob(app, { ...options, notifications: { ...options.notifications, insertNotifications } })
    assert.equal(result.status, 'partial')
    assert.deepEqual(await perAddress(), { addresses: 0, most: 0 })
    assert.equal(await countRows(app, 'alert_event'), 1)
  })

  it('a run that stops between two pages is resumed there', async () => {
    const stop = new AbortController()
    const result = await runJob(app, { ...buildAlertJobOptions(app), wake: () => stop.abort() }, stop.signal)
    assert.equal(result.status, 'partial')
    const after = await perAddress()
    assert.ok(after !== undefined && after.addresses > 0 && after.addresses < MANY, `${after?.addresses}`)
    assert.equal(await countRows(app, 'alert_notice'), after.addresses)
  })

  it('two simultaneous runs, which the lock would prevent, notify each address once', async () => {
    await Promise.all([runJob(app, buildAlertJobOptions(app)), runJob(app, buildAlertJobOptions(app))])
    await runJob(app, buildAlertJobOptions(app))
    assert.deepEqual(await perAddress(), { addresses: MANY, most: 1 })
    assert.deepEqual([await countRows(app, 'alert_notice'), (await countRows(app, 'alert_event')) >= 1], [MANY, true])
  })
})

describe('places and sources', () => {
  const places = [10, 20, 30, 40].map((lat) => ({ cityName: `At ${lat}`, cityLat: lat, cityLon: 30 }))
  before(async () => {
    // 192 of them are for jobs: two every quarter of an hour.
    app = await createAlertApp({ now: '2026-11-20T00:05:00Z', env: { OPENWEATHER_DAILY_LIMIT: '480' } })
    for (const place of places) await app.subscribe({ email: 'everywhere@example.com', ...place, alertPrefs: STORM })
  })
  after(() => app.close())

  const primaryCalls = () => app.simulator.calls().byProduct['openweather/onecall'] ?? 0

  it('spend the jobs’ share of the primary provider on the longest waiting places; the others are evaluated and counted as deferred', async () => {
    const answers = []
    for (let run = 0; run < 3; run++) {
      answers.push(await app.run())
      app.clock.advance({ minutes: 15 })
    }
    assert.deepEqual(
      answers.map(({ cells, deferred, sources }) => [cells, deferred, sources.openweather.ok, sources['open-meteo'].ok]),
      [
        [4, 2, 2, 4],
        [4, 0, 4, 4],
        [4, 0, 4, 4],
      ],
    )
    // In the third run the alerts of the first two places are half an hour old.
    assert.equal(primaryCalls(), 6)
    const { rows } =
      await sql`select cause, trigger, count(*)::int4 as calls from upstream_call where product = 'openweather/onecall' group by 1, 2`.execute(
        app.database.kysely,
      )
    assert.deepEqual(rows, [{ cause: 'job', trigger: 'cron_weather_alerts', calls: 6 }])
  })

  it('a place that fails does not affect the others', async () => {
    const options = buildAlertJobOptions(app)
    const broken = toCell(20, 30).id
    const listEvents: typeof options.events.listEvents = (cell, since) =>
      cell === broken ? Promise.reject(new Error('no such thing')) : options.events.listEvents(cell, since)
    const result = await runJob(app, { ...options, events: { ...options.events, listEvents } })
    assert.deepEqual(
      { status: result.status, cells: result['cells'], failed: result['failed'] },
      { status: 'partial', cells: 3, failed: 1 },
    )
  })

  it('a failed source is reported, and the run still completes', async () => {
    app.clock.advance({ hours: 2 })
    app.feeds.dead = new Set(['openweather'])
    const answer = await app.run()
    assert.equal(answer.status, 'completed')
    assert.deepEqual(
      { ok: answer.sources.openweather.ok, failed: answer.sources.openweather.failed, deferred: answer.deferred },
      { ok: 0, failed: 4, deferred: 4 },
    )
    assert.equal(answer.sources['open-meteo'].ok, 4)
    app.feeds.dead = new Set()
  })

  it('places are deleted with their events a month after the last subscriber has left', async () => {
    await sql`update subscription set active = false, deactivated_at = now()`.execute(app.database.kysely)
    assert.deepEqual({ cells: (await app.run()).cells, countRows: await countRows(app, 'alert_cell') }, { cells: 0, countRows: 4 })
    app.clock.advance({ hours: 31 * 24 })
    await app.run()
    assert.deepEqual(
      [await countRows(app, 'alert_cell'), await countRows(app, 'alert_event'), await countRows(app, 'alert_notice')],
      [0, 0, 0],
    )
  })
})

describe('sources beside an official warning', () => {
  const TULSA = { lat: 36.15, lon: -95.99 }
  let app: TestApp
  before(async () => {
    app = await createTestApp({ now: '2026-11-20T18:05:00Z', env: { SCHEDULER: 'off' } })
  })
  after(() => app.close())

  it('include a forecast for gusts, but not for a tornado', async () => {
    const [start, end] = [app.clock.now(), app.clock.now() + 3_600_000].map((at) => new Date(at).toISOString())
    const warning = (event: string) => ({ ...TULSA, alert: { event, severity: 'Extreme', start, end, description: event } })
    const calm = { ...TULSA, weather: { windGust: 3, windSpeed: 2, precipitation: 0, thunder: false } }
    app.simulator.setConditions([warning('Tornado Warning'), warning('High Wind Warning'), calm])
    const body = { clientId: 'wary', email: 'wary@example.com', type: 'city_alerts', cityLat: TULSA.lat, cityLon: TULSA.lon }
    await fetch(`${app.url}/api/subscriptions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, alertPrefs: { tornado: true, wind: true } }),
    })
    const { body: answer } = await app.get('/api/cron/weather-alerts', { authorization: `Bearer ${CRON_SECRET}` })
    assert.equal(answer.enqueued, 1)
    const { rows } = await app.database.pool.query<{ data: WeatherAlertData }>('select data from mail_outbox')
    const said = rows.flatMap(({ data }) =>
      data.matches.flatMap((match) =>
        match.kind === 'official' ? [[match.event, match.sources.flatMap(({ id, as }) => (as === 'warnings' ? [] : id))]] : [],
      ),
    )
    assert.deepEqual(Object.fromEntries(said), { 'Tornado Warning': [], 'High Wind Warning': ['open-meteo'] })
  })
})

describe('without the first provider’s key', () => {
  before(async () => {
    app = await createAlertApp({ now: '2026-11-20T00:05:00Z', env: { OPENWEATHER_API_KEY: '' } })
    await app.subscribe({ email: 'alone@example.com', ...BERLIN, alertPrefs: STORM })
  })
  after(() => app.close())

  it('the next one takes its place', async () => {
    assert.deepEqual(
      { deferred: (await app.run()).deferred, openMeteoForecast: app.simulator.calls().byProduct['open-meteo/forecast'] },
      { deferred: 0, openMeteoForecast: 1 },
    )
    const { rows } = await sql`select primary_at from alert_cell`.execute(app.database.kysely)
    assert.deepEqual(rows, [{ primary_at: new Date(app.clock.now()) }])
  })
})
