import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type AlertApp, BERLIN, createAlertApp, STORM, simulateStorm, type WantedAlert } from '../testing/alert-app.ts'
import { buildAlertJobOptions } from '../testing/job-options.ts'
import { explainAlert, type ExplainParts } from './explain.ts'
import { formatAlertExplanation } from './explanation-text.ts'

const OSLO = { cityName: 'Oslo', cityLat: 59.91, cityLon: 10.75 }
const BERGEN = { cityName: 'Bergen', cityLat: 60.39, cityLon: 5.32 }

describe('why a mail was or was not sent', () => {
  let app: AlertApp
  let parts: ExplainParts
  before(async () => {
    app = await createAlertApp({ now: '2026-11-20T06:20:00Z' })
    const { storage, addressHash } = app.services
    parts = { ...buildAlertJobOptions(app), db: storage.database.kysely, addressHash }
    simulateStorm(app, 3)
  })
  after(() => app.close())

  const query = async (text: string, values: unknown[] = []) => (await app.database.pool.query(text, values)).rows
  const subscribe = async (email: string, wanted: Partial<WantedAlert> = {}) =>
    (await app.subscribe({ email, ...BERLIN, alertPrefs: STORM, timezone: 'Europe/Berlin', ...wanted })).id

  /** The lines of one section, or all lines. */
  async function explain(id: string, at: string | null, section?: string): Promise<string[]> {
    const text = formatAlertExplanation(await explainAlert(id, at === null ? null : Date.parse(at), parts), (source) => source)
    assert.doesNotMatch(text, /@/)
    const lines = text.split('\n')
    if (section === undefined) return lines
    const start = lines.findIndex((line) => line.startsWith(section)) + 1
    const end = lines.findIndex((line, index) => index >= start && !line.startsWith(' '))
    return lines.slice(start, end === -1 ? undefined : end).map((line) => line.trim())
  }

  const ids: Record<string, string> = {}

  it('before the first run: nothing is cached, no provider is called and nothing is stored', async () => {
    ids['told'] = await subscribe('told@example.com')
    const calls = app.simulator.calls().total
    assert.deepEqual(await explain(ids['told'], null, 'Sources'), [
      'weather and warnings: openweather was not heard: it is not asked here; no data; the job would ask it now; jobs may make 108 calls to it now',
      'weather: open-meteo was not heard: it is not asked here; no data; the job would ask it now; jobs may make 165 calls to it now',
      'national feed: nws is not in use or does not cover the place',
    ])
    assert.deepEqual(await explain(ids['told'], null, 'Result'), ['no mail: there is no event at the place that anyone has subscribed to'])
    assert.deepEqual(await explain(ids['told'], '2026-11-20T06:20:00Z', 'Result'), [
      'not known: evaluations are kept for three days, and this one is gone or never was',
    ])
    assert.equal(app.simulator.calls().total, calls)
    for (const table of ['alert_event', 'alert_evaluation', 'alert_notice', 'mail_outbox'])
      assert.equal((await query(`select from ${table}`)).length, 0, table)
  })

  it('cached data: the mail that the next run will write', async () => {
    ids['quiet'] = await subscribe('quiet@example.com', { alertPrefs: { ...STORM, quietHours: { from: '06:00', to: '22:00' } } })
    ids['calm'] = await subscribe('calm@example.com', { ...OSLO, alertPrefs: { wind: { minGustKmh: 390 } } })
    ids['severe'] = await subscribe('severe@example.com', { alertPrefs: { ...STORM, minSeverity: 'severe' } })
    ids['soon'] = await subscribe('soon@example.com', { alertPrefs: { ...STORM, leadHours: 2 } })
    await app.run()
    ids['late'] = await subscribe('late@example.com')
    assert.deepEqual(await explain(ids['late'] ?? '', null, 'Result'), ['a mail is due: the next run writes it'])
    await query(`insert into mail_suppression (address_hash, reason, since) values ($1, 'complaint', now())`, [
      app.services.keyedHash('address', 'late@example.com'),
    ])
    assert.deepEqual(await explain(ids['late'] ?? '', null, 'Result'), ['a mail is due, and will not be sent: the address is suppressed'])
  })

  it('a sent mail: what each source said, why it was sent, and what became of it', async () => {
    app.clock.advance({ minutes: 5 })
    const lines = await explain(ids['told'] ?? '', '2026-11-20T06:24:00Z')
    assert.deepEqual(
      lines.map((line) => line.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')),
      [
        'Subscription ID',
        '  active, confirmed 2026-11-20T06:20:00Z',
        '  not suppressed',
        '  wants wind from 100 km/h on; any severity; lead time 12 h; cooldown 6 h 0 min; no cancellations',
        '  told immediate; no quiet hours (Europe/Berlin)',
        'Place 52.52, 13.41',
        '  evaluated by the run of 2026-11-20T06:20:00Z, the last one before 2026-11-20T06:24:00Z',
        '  time zone Europe/Berlin; simulated weather',
        'Sources',
        '  weather and warnings: openweather was heard: data of 2026-11-20T06:20:00Z (0 min old), 0 official alerts',
        '  weather: open-meteo was heard: data of 2026-11-20T06:20:00Z (0 min old)',
        '  national feed: nws is not in use or does not cover the place',
        'Events',
        '  forecast of wind from 100 km/h on, 2026-11-20T10:00:00Z to 2026-11-20T13:00:00Z, open (openweather shows it, 126 km/h at most; open-meteo shows it, 126 km/h at most): due (new)',
        'Mails',
        `  ID, written 2026-11-20T06:20:00Z: sent 2026-11-20T06:20:00Z, attempts: 1`,
        'Result',
        '  a mail was written; it is sent',
      ],
    )
  })

  it('below the threshold: what the forecasts expect instead', async () => {
    const [event] = await explain(ids['calm'] ?? '', '2026-11-20T06:20:00Z', 'Events')
    assert.match(
      event ?? '',
      /^wind from 390 km\/h on: not forecast \(openweather expects [\d.]+ km\/h at most; open-meteo expects [\d.]+ km\/h at most\)$/,
    )
    assert.deepEqual(await explain(ids['calm'] ?? '', null, 'Result'), [
      'no mail: there is no event at the place that anyone has subscribed to',
    ])
  })

  it('other preferences: which of them excludes the event', async () => {
    for (const [who, why] of [
      ['severe', 'less severe than asked for'],
      ['soon', 'begins after the lead time'],
    ] as const) {
      const [event] = await explain(ids[who] ?? '', '2026-11-20T06:20:00Z', 'Events')
      assert.ok(event?.endsWith(`: not told: ${why}`), event ?? 'none')
      assert.deepEqual(await explain(ids[who] ?? '', null, 'Result'), ['no mail: no event is due'])
    }
  })

  it('quiet hours', async () => {
    for (const at of ['2026-11-20T06:20:00Z', null])
      assert.deepEqual(await explain(ids['quiet'] ?? '', at, 'Result'), [
        'no mail yet: quiet hours from 06:00 to 22:00 (Europe/Berlin); decided anew in each run',
      ])
  })

  it('already sent: when and what, as of that run and now', async () => {
    app.clock.advance({ minutes: 10 })
    await app.run()
    for (const at of ['2026-11-20T06:35:00Z', null]) {
      const [event] = await explain(ids['told'] ?? '', at, 'Events')
      assert.match(
        event ?? '',
        /: not told: already told, and nothing is new; told once, last 2026-11-20T06:20:00Z \(moderate, until 2026-11-20T13:00:00Z\)$/,
      )
      assert.deepEqual(await explain(ids['told'] ?? '', at, 'Result'), ['no mail: no event is due'])
    }
    const [event] = await explain(ids['told'] ?? '', '2026-11-20T06:24:00Z', 'Events')
    assert.match(event ?? '', /: due \(new\)$/, 'a later notification does not affect the earlier run')
  })

  it('a frequency or a cooldown that has not passed yet', async () => {
    ids['daily'] = await subscribe('daily@example.com', { frequency: 'daily', alertPrefs: { ...STORM, cooldownMinutes: 0 } })
    ids['cooling'] = await subscribe('cooling@example.com')
    await app.run()
    const start = Date.parse('2026-11-21T12:00:00Z')
    app.simulator.setConditions([
      { lat: 52.52, lon: 13.41, radiusDeg: 0.3, from: start, to: start + 7_200_000, weather: { windGust: 35, windSpeed: 20 } },
    ])
    app.clock.set('2026-11-20T12:10:00Z')
    await query(`update subscription set alert_prefs = alert_prefs || '{"leadHours": 48}'`)
    await app.run()
    assert.deepEqual(await explain(ids['daily'] ?? '', null, 'Result'), [
      'no mail yet: told daily at most, and last 2026-11-20T06:35:00Z; decided anew in each run',
    ])
    const events = await explain(ids['cooling'] ?? '', null, 'Events')
    assert.ok(
      events.some((event) => event.includes('waits for the cooldown')),
      events.join('\n'),
    )
    assert.deepEqual(await explain(ids['cooling'] ?? '', null, 'Notified before'), ['2026-11-20T06:35:00Z: forecast of wind'])
  })

  it('a source that did not answer', async () => {
    app.feeds.dead = new Set(['openweather'])
    app.clock.advance({ minutes: 90 })
    await app.run()
    const at = new Date(app.clock.now()).toISOString()
    const [primary = '', second = ''] = await explain(ids['told'] ?? '', at, 'Sources')
    assert.match(
      primary,
      /^weather and warnings: openweather was not heard \(unavailable\): data of 2026-11-20T12:10:00Z \(1 h 30 min old\)/,
    )
    assert.match(second, /^weather: open-meteo was heard: data of 2026-11-20T13:40:00Z \(0 min old\)/)
    app.feeds.dead = new Set()
  })

  it('unconfirmed, ended or not yet subscribed: now and then', async () => {
    const [told = '', quiet = '', late = ''] = [ids['told'], ids['quiet'], ids['late']]
    const now = new Date(app.clock.now())
    await query('update subscription set active = false, deactivated_at = $2, updated_at = $2 where id = $1', [told, now])
    await query('update subscription set confirmed_at = null, confirm_before = now() where id = $1', [quiet])
    assert.deepEqual(await explain(told, null, 'Result'), ['no mail: the subscription has ended'])
    assert.deepEqual(await explain(quiet, null, 'Result'), ['no mail: the subscription was not confirmed'])
    assert.deepEqual(await explain(told, '2026-11-20T06:24:00Z', 'Result'), ['a mail was written; it is sent'])
    const [, changed] = await explain(told, '2026-11-20T06:36:00Z', 'Subscription')
    assert.equal(changed, 'changed 2026-11-20T13:40:00Z, after that run: what follows uses its preferences of today')
    await query(`update subscription set created_at = '2026-11-20T12:00:00Z' where id = $1`, [late])
    assert.deepEqual(await explain(late, '2026-11-20T06:24:00Z', 'Result'), ['no mail: the subscription did not exist yet'])
  })

  it('a run whose evaluation is deleted: the mails up to then', async () => {
    await query('delete from alert_evaluation')
    assert.deepEqual(await explain(ids['told'] ?? '', '2026-11-20T06:24:00Z', 'Place'), ['nothing is kept of a run at that time'])
    const mails = await explain(ids['told'] ?? '', '2026-11-20T06:24:00Z', 'Mails')
    assert.deepEqual([mails.length, mails[0]?.includes('written 2026-11-20T06:20:00Z: sent')], [1, true])
    const [result] = await explain(ids['told'] ?? '', '2026-11-20T06:24:00Z', 'Result')
    assert.match(result ?? '', /^not known: /)
  })

  it('refuses what it cannot explain', async () => {
    const { id } = await app.subscribe({ email: 'news@example.com', ...BERGEN, type: 'city_weekly', frequency: 'weekly' })
    const refused: readonly (readonly [string, number | null, RegExp])[] = [
      ['no-id', null, /^AppError: There is no subscription no-id$/],
      ['00000000-0000-4000-8000-000000000000', null, /^AppError: There is no subscription 0{8}/],
      [id, null, /is a city_weekly: alerts go to subscriptions of the type city_alerts$/],
      [ids['told'] ?? '', app.clock.now() + 1, /^AppError: The time to explain has not come yet$/],
    ]
    for (const [subscription, at, message] of refused)
      await assert.rejects(explainAlert(subscription, at, parts), (error) => message.test(String(error)))
  })
})
