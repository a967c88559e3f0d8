import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import fc from 'fast-check'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { HOUR_MS } from '../../../time.ts'
import type { WaitingCell } from './cell-store.ts'
import { type AlertApp, BERLIN, createAlertApp, STORM } from './testing/alert-app.ts'
import { buildAlertJobOptions } from './testing/job-options.ts'
import { readTestSource } from './testing/read-source.ts'

/** The storm hits the first two only. */
const PLACES = [BERLIN, { cityName: 'Bernau', cityLat: 52.68, cityLon: 13.59 }, { cityName: 'Lima', cityLat: -12.05, cityLon: -77.04 }]
const COUNTS = ['status', 'subscriptions', 'cells', 'deferred', 'matches', 'enqueued', 'held', 'cooling', 'suppressed', 'failed']

const person = fc.record({
  place: fc.nat(PLACES.length - 1),
  /** `forgotten`: notified, but only the outbox still has a record of it. */
  state: fc.constantFrom('plain', 'suppressed', 'inactive', 'unconfirmed', 'quiet', 'told', 'forgotten', 'too long'),
})
/** `used`: other calls of jobs, which leave of their share anything from nothing to enough for all places. */
const world = fc.record({ people: fc.array(person, { minLength: 1, maxLength: 10 }), used: fc.nat(6) })
type World = typeof world extends fc.Arbitrary<infer T> ? T : never

describe('a dry run', () => {
  let app: AlertApp
  let day = Date.parse('2026-11-20T11:50:00Z')
  before(async () => {
    app = await createAlertApp({ now: '2026-11-20T11:50:00Z', env: { OPENWEATHER_DAILY_LIMIT: '40' } })
  })
  after(() => app.close())

  const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)

  async function build({ people, used }: World): Promise<void> {
    // On a new day, so that the cached data is stale and the budget is full.
    app.clock.set(new Date((day += 24 * HOUR_MS)).toISOString())
    await truncate(app.database.pool, 'subscription, alert_cell, alert_event, alert_notice, mail_outbox, mail_suppression')
    const start = Math.ceil(app.clock.now() / HOUR_MS) * HOUR_MS + 2 * HOUR_MS
    app.simulator.setConditions([
      { lat: 52.6, lon: 13.5, radiusDeg: 0.4, from: start, to: start + 6 * HOUR_MS, weather: { windGust: 35, windSpeed: 20 } },
    ])
    // Data is cached for every place, and these subscribers are already notified.
    for (const place of PLACES) await app.subscribe({ email: `first-${place.cityName}@example.com`, ...place, alertPrefs: STORM })
    for (const [n, { place, state }] of people.entries())
      if (state === 'told' || state === 'forgotten')
        await app.subscribe({ email: `p${n}@example.com`, ...(PLACES[place] ?? BERLIN), alertPrefs: STORM })
    await app.run()
    for (const [n, { place, state }] of people.entries()) {
      if (state === 'told' || state === 'forgotten') continue
      const quietHours = { from: '00:00', to: '23:59' }
      await app.subscribe({
        email: `p${n}@example.com`,
        ...(PLACES[place] ?? BERLIN),
        timezone: 'UTC',
        alertPrefs: state === 'quiet' ? { ...STORM, quietHours } : STORM,
      })
    }
    const keysOf = (wanted: string) => people.flatMap(({ state }, n) => (state === wanted ? [`p${n}@example.com`] : []))
    await query('update subscription set active = false, deactivated_at = now() where email_key = any($1)', [keysOf('inactive')])
    await query('update subscription set confirmed_at = null, confirm_before = now() where email_key = any($1)', [keysOf('unconfirmed')])
    await query(`update subscription set city_name = repeat('x', 70000) where email_key = any($1)`, [keysOf('too long')])
    for (const key of keysOf('suppressed')) {
      const hash = app.services.keyedHash('address', key)
      await query(`insert into mail_suppression (address_hash, reason, since) values ($1, 'complaint', now())`, [hash])
    }
    const forgotten = keysOf('forgotten').map((key) => app.services.keyedHash('address', key))
    await query('delete from alert_notice where address_hash = any($1)', [forgotten])
    app.clock.advance({ minutes: 61 })
    await spend(used)
  }

  /** Uses up that many more of today’s calls for jobs. */
  async function spend(calls: number): Promise<void> {
    for (let n = 0; n < calls; n++) {
      await readTestSource(app, {
        role: 'primary',
        cell: toCell(-60, n * 2),
        maxAgeMs: 0,
        mayCall: true,
        timeoutMs: 20_000,
        trigger: 'cron_weather_alerts',
      })
    }
  }

  const pick = (answer: Record<string, unknown>) => Object.fromEntries(COUNTS.map((name) => [name, answer[name]]))

  it('reports the counts of the real run that follows', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (state) => {
        await build(state)
        const before = (await query('select key from mail_outbox')).rows.length
        const dry = await app.run('?dryRun=1')
        assert.equal((await query('select key from mail_outbox')).rows.length, before)
        const real = await app.run()
        assert.deepEqual(pick(dry), pick(real))
        assert.equal(dry.preview.length, dry.enqueued)
      }),
      { numRuns: 8 },
    )
  })

  it('takes places in the order of the real run, including those not registered yet', async () => {
    await build({ people: [], used: 0 })
    const { cells, channels } = buildAlertJobOptions(app)
    for (let lat = 0; lat < 5; lat++)
      await app.subscribe({ email: 'traveller@example.com', cityName: 'x', cityLat: lat * 10, cityLon: 20, alertPrefs: STORM })
    const berlin = toCell(BERLIN.cityLat, BERLIN.cityLon).id
    await query('update alert_cell set primary_at = to_timestamp(0) where cell = $1', [berlin])
    const pages = async (next: (last: WaitingCell | null) => Promise<WaitingCell[]>) => {
      const all: WaitingCell[] = []
      for (let page = await next(null); page.length > 0; page = await next(all.at(-1) ?? null)) all.push(...page)
      return all
    }
    const dry = await pages((last) => cells.listWatched(last, 3))
    await cells.registerCells(channels, Date.now())
    assert.deepEqual(dry, await pages((last) => cells.listWaiting(randomUUID(), last, 3)))
    assert.equal(dry.length, 8)
  })
})
