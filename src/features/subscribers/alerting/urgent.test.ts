import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type OfficialWarning, formatInstant } from '@isobar/weather'
import { createTestFeed, type TestFeed } from '../../weather/warnings/testing/feed.ts'
import { buildRectangleArea, buildOfficialWarning } from '../../weather/warnings/testing/warning.ts'
import { type AlertApp, BERLIN, createAlertApp } from './testing/alert-app.ts'

const HAMBURG = { cityName: 'Hamburg', cityLat: 53.55, cityLon: 9.99 }
const PREFERENCES = { official: true, notifyCancelled: true }
/** How often a node checks for due feeds, and for urgent places. */
const LOOK_SECONDS = 5
const URGENT_SECONDS = 15

describe('a change of an official warning', () => {
  let app: AlertApp
  let feed: TestFeed
  before(async () => {
    feed = createTestFeed()
    app = await createAlertApp({ now: '2026-07-01T06:20:00Z', warningFeeds: [feed] })
    for (const [index, city] of [BERLIN, HAMBURG].entries())
      await app.subscribe({ email: `reader${index}@example.com`, ...city, alertPrefs: PREFERENCES, lang: 'en' })
    await app.run()
    await elapse(130)
  })
  after(() => app.close())

  /** Advances the clock and does what the service’s own tasks would. */
  async function elapse(seconds: number, on: AlertApp = app): Promise<void> {
    for (let second = 0; second < seconds; second += LOOK_SECONDS) {
      app.clock.advance({ seconds: LOOK_SECONDS })
      await on.services.warnings.readDue()
      if ((app.clock.now() / 1_000) % URGENT_SECONDS === 0) await on.services.jobs.startUrgent()
    }
  }
  const warning = (change: Partial<OfficialWarning> = {}) =>
    buildOfficialWarning({ sent: formatInstant(app.clock.now()), start: '2026-07-01T08:00:00Z', end: '2026-07-02T08:00:00Z', ...change })

  it('is mailed within three minutes, once, and only where it applies', async () => {
    feed.publish([warning()])
    await elapse(180)
    assert.deepEqual(await app.mails(), ['reader0@example.com · Berlin: new Storm'])
    await elapse(300)
    await app.run()
    assert.deepEqual(await app.mails(), [])
  })

  it('is mailed when it is called off, and not repeated by the schedule', async () => {
    feed.publish([warning({ messageId: 'A.2', replaces: ['A.1'], ended: true })])
    await elapse(180)
    assert.deepEqual(await app.mails(), ['reader0@example.com · Berlin: cancelled Storm'])
    app.clock.advance({ minutes: 15 })
    await app.run()
    assert.deepEqual(await app.mails(), [])
  })

  it('calls no provider', async () => {
    const before = app.simulator.calls().total
    feed.publish([warning({ key: 'B', messageId: 'B.1' })])
    await elapse(180)
    assert.equal((await app.mails()).length, 1)
    assert.equal(app.simulator.calls().total, before)
  })

  it('does not count as a scheduled run', async () => {
    const { rows } = await app.database.pool.query("select trigger, status from job_run where trigger = 'warnings'")
    assert.ok(rows.length >= 3)
    assert.deepEqual(await app.services.jobs.listSince('weather-alerts', app.clock.now() - 170_000), [])
  })

  it('is mailed within three minutes of publication, nineteen times out of twenty', async () => {
    const latencies: number[] = []
    // Published warnings stay listed.
    const all = [warning({ key: 'B', messageId: 'B.1' })]
    for (let i = 0; i < 20; i++) {
      // At varying moments of the polling interval.
      await elapse(LOOK_SECONDS * (7 + ((i * 13) % 24)))
      const city = i % 2 === 0 ? buildRectangleArea(13, 52, 14, 53) : buildRectangleArea(9, 53, 10, 54)
      const publishedAt = app.clock.now()
      all.push(
        warning({
          key: `C${i}`,
          messageId: `C${i}.1`,
          areas: [city],
          texts: [{ language: 'en', event: `Storm ${i}`, headline: null, description: '', instruction: null }],
        }),
      )
      feed.publish(all)
      let mails: string[] = []
      while (mails.length === 0 && app.clock.now() - publishedAt < 900_000) {
        await elapse(LOOK_SECONDS)
        mails = await app.mails()
      }
      assert.equal(mails.length, 1)
      latencies.push((app.clock.now() - publishedAt) / 1_000)
    }
    const p95 = latencies.toSorted((a, b) => a - b)[Math.ceil(0.95 * latencies.length) - 1] ?? Infinity
    assert.ok(p95 <= 180, `${p95} s`)
    const { text } = await app.get('/api/metrics')
    const [, count = '0'] = /isobar_warning_mail_seconds_count (\d+)/.exec(text) ?? []
    const [, within = '0'] = /isobar_warning_mail_seconds_bucket\{le="180"\} (\d+)/.exec(text) ?? []
    assert.ok(Number(count) >= 23 && Number(within) / Number(count) >= 0.95, `${within} of ${count}`)
  })
})
