import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { type AlertApp, BERLIN, countRows, createAlertApp, STORM, simulateStorm } from './testing/alert-app.ts'
import { buildAlertJobOptions, runJob } from './testing/job-options.ts'

let app: AlertApp

/** Lets all data become too old for the job. */
const anHourLater = () => app.clock.advance({ minutes: 61 })

describe('a forecast hazard', () => {
  before(async () => {
    app = await createAlertApp({ now: '2026-11-20T06:20:00Z' })
  })
  after(() => app.close())

  it('is sent once, in the language, units and zone of the subscription changed last, with the opinion of each source', async () => {
    await app.subscribe({ email: 'gale@example.com', ...BERLIN, alertPrefs: STORM, lang: 'en' })
    app.clock.advance({ seconds: 1 })
    await app.subscribe({
      email: 'Gale@example.com',
      clientId: 'phone',
      ...BERLIN,
      alertPrefs: STORM,
      lang: 'de',
      units: 'si',
      timezone: 'Asia/Tokyo',
    })
    simulateStorm(app, 3)
    const answer = await app.run()
    assert.equal(answer.matches, 1)
    assert.deepEqual(answer.sources, {
      openweather: { ok: 1, failed: 0, deferred: 0, none: 0 },
      'open-meteo': { ok: 1, failed: 0, deferred: 0, none: 0 },
      nws: { ok: 0, failed: 0, deferred: 0, none: 1 },
    })
    assert.deepEqual(
      { deferred: answer.deferred, cells: answer.cells, subscriptions: answer.subscriptions, enqueued: answer.enqueued, sent: answer.sent },
      { deferred: 0, cells: 1, subscriptions: 2, enqueued: 1, sent: 1 },
    )
    assert.deepEqual(await app.mails(), ['Gale@example.com · Berlin: new wind forecast'])
    const { rows } = await sql`select lang, units, timezone, unsubscribe_scope, drop_after from mail_outbox`.execute(app.database.kysely)
    assert.deepEqual(rows, [
      { lang: 'de', units: 'si', timezone: 'Asia/Tokyo', unsubscribe_scope: 'alerts', drop_after: new Date('2026-11-20T13:00:00Z') },
    ])
    const [data] = await app.mailData()
    assert.equal(data?.simulated, true)
    assert.equal(data?.place.timezone, 'Europe/Berlin')
    const [match] = data?.matches ?? []
    assert.ok(match?.kind === 'forecast')
    assert.deepEqual(
      { start: match.start, end: match.end, value: match.peak?.value },
      { start: '2026-11-20T10:00:00Z', end: '2026-11-20T13:00:00Z', value: 35 },
    )
    assert.ok(Math.abs((match.threshold ?? 0) - 100 / 3.6) < 1e-9)
    assert.deepEqual(
      match.sources.map(({ name, agrees, value }) => [name, agrees, value]),
      [
        ['OpenWeather', true, 35],
        ['Open-Meteo', true, 35],
      ],
    )
  })

  it('is not sent again, whether the data is the same or new', async () => {
    await app.run()
    anHourLater()
    assert.equal((await app.run()).enqueued, 0)
    assert.deepEqual(await app.mails(), [])
  })

  it('is checked against alerts at most a quarter of an hour old, even when the budget is low', async () => {
    anHourLater()
    const calls = () => app.simulator.calls().byProvider['openweather'] ?? 0
    const before = calls()
    for (const minutes of [0, 10, 6, 10, 6]) {
      app.clock.advance({ minutes })
      await app.run()
    }
    assert.equal(calls() - before, 3)
    await app.mails()
  })

  it('a dry run writes nothing and calls no provider', async () => {
    await app.subscribe({ email: 'curious@example.com', ...BERLIN, alertPrefs: STORM })
    anHourLater()
    const [calls, events] = [app.simulator.calls().total, await countRows(app, 'alert_event')]
    const answer = await app.run('?dryRun=1')
    assert.deepEqual({ enqueued: answer.enqueued, sent: answer.sent, dryRun: answer.dryRun }, { enqueued: 1, sent: 0, dryRun: true })
    assert.deepEqual(
      answer.preview.map(({ to, place, matches }: Record<string, unknown>) => [to, place, matches]),
      [['c•••@example.com', 'Berlin', ['new: wind from 2026-11-20T10:00:00Z']]],
    )
    assert.deepEqual(
      { total: app.simulator.calls().total, countRows: await countRows(app, 'alert_event'), mails: await app.mails() },
      { total: calls, countRows: events, mails: [] },
    )
    assert.deepEqual(
      { answerDeferred: answer.deferred, openweatherDeferred: answer.sources.openweather.deferred, due: answer.sources.openweather.due },
      { answerDeferred: 0, openweatherDeferred: 0, due: 1 },
    )
  })

  it('that no source forecasts any more is called off, for subscribers who want that', async () => {
    await app.subscribe({ email: 'hopeful@example.com', ...BERLIN, alertPrefs: { ...STORM, notifyCancelled: true } })
    app.clock.set('2026-11-20T08:30:00Z')
    await app.run()
    assert.deepEqual(await app.mails(), [
      'curious@example.com · Berlin: new wind forecast',
      'hopeful@example.com · Berlin: new wind forecast',
    ])
    app.simulator.setConditions([])
    app.feeds.dead = new Set(['openweather', 'open-meteo'])
    anHourLater()
    await app.run()
    assert.deepEqual(await app.mails(), [], 'failed sources call nothing off')
    app.feeds.dead = new Set()
    app.clock.advance({ minutes: 20 })
    await app.run()
    assert.deepEqual(await app.mails(), ['hopeful@example.com · Berlin: cancelled wind forecast'])
  })
})

describe('alert mails go', () => {
  before(async () => {
    app = await createAlertApp()
  })
  after(() => app.close())
  let day = 20
  beforeEach(async () => {
    await truncate(app.database.pool, 'subscription, alert_cell, alert_event, alert_notice, mail_outbox')
    app.clock.set(`2026-11-${day++}T06:20:00Z`)
    simulateStorm(app, 2, 6)
  })

  it('to no inactive or unconfirmed subscription', async () => {
    const { token } = await app.subscribe({ email: 'gone@example.com', ...BERLIN, alertPrefs: STORM })
    await app.get(`/api/unsubscribe?token=${token}`)
    await app.subscribe({ email: 'unconfirmed@example.com', ...BERLIN, alertPrefs: STORM })
    await sql`update subscription set confirmed_at = null, confirm_before = now() where email_key = 'unconfirmed@example.com'`.execute(
      app.database.kysely,
    )
    const answer = await app.run()
    assert.deepEqual(
      { cells: answer.cells, subscriptions: answer.subscriptions, enqueued: answer.enqueued },
      { cells: 0, subscriptions: 0, enqueued: 0 },
    )
  })

  it('after quiet hours, or not at all if the storm has passed by then', async () => {
    const quiet = (to: string) => ({ ...STORM, quietHours: { from: '06:00', to } })
    await app.subscribe({ email: 'early@example.com', ...BERLIN, timezone: 'UTC', alertPrefs: quiet('07:30') })
    await app.subscribe({ email: 'late@example.com', ...BERLIN, timezone: 'UTC', alertPrefs: quiet('16:00') })
    assert.equal((await app.run()).held, 2)
    assert.deepEqual(await app.mails(), [])
    app.clock.advance({ minutes: 75 })
    await app.run()
    assert.deepEqual(await app.mails(), ['early@example.com · Berlin: new wind forecast'])
    app.clock.advance({ hours: 9 })
    assert.equal((await app.run()).held, 0)
    assert.deepEqual(await app.mails(), [])
  })

  it('to the others if one mail cannot be written', async () => {
    await app.subscribe({ email: 'a@example.com', ...BERLIN, alertPrefs: STORM })
    const poisoned = await app.subscribe({ email: 'b@example.com', ...BERLIN, alertPrefs: STORM })
    await app.subscribe({ email: 'c@example.com', ...BERLIN, alertPrefs: STORM })
    // Exceeds the size limit of a mail’s data.
    await sql`update subscription set city_name = repeat('x', 70000) where id = ${poisoned.id}`.execute(app.database.kysely)
    const answer = await app.run()
    assert.deepEqual(
      { status: answer.status, enqueued: answer.enqueued, failed: answer.failed },
      { status: 'partial', enqueued: 2, failed: 1 },
    )
    assert.equal((await app.mails()).length, 2)
  })

  it('to nobody who unsubscribes while the mails are written', async () => {
    await app.subscribe({ email: 'stays@example.com', ...BERLIN, alertPrefs: STORM })
    const other = await app.subscribe({ email: 'leaves@example.com', ...BERLIN, alertPrefs: STORM })
    const options = buildAlertJobOptions(app)
    const listNotices: typeof options.notifications.listNotices = async (...args) => {
      await app.get(`/api/unsubscribe?token=${other.token}`)
      return options.notifications.listNotices(...args)
    }
    const result = await runJob(app, { ...options, notifications: { ...options.notifications, listNotices } })
    assert.equal(result['enqueued'], 1)
    assert.deepEqual(await app.mails(), ['stays@example.com · Berlin: new wind forecast'])
  })
})
