import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { readSampleFile, withoutSamples } from '../../../../packages/providers/src/cap/testing/samples.ts'
import { startSmtpServer, type TestSmtpServer } from '../../../../test/helpers/smtp-server.ts'
import { chooseCases } from '../../../../test/helpers/thorough.ts'
import { until } from '../../../../test/helpers/until.ts'
import { MINUTE_MS } from '../../../time.ts'
import { loadAreas } from '../../weather/warnings/load-areas.ts'
import { readAreas } from '../../weather/warnings/register-file.ts'
import { type AlertApp, createAlertApp } from './testing/alert-app.ts'
import { type Chain, readRecordedChains } from './testing/chains.ts'
import { createLedger } from './testing/ledger.ts'
import { createChains } from './testing/notified-by-documents.ts'
import { type Mishap, type RecordedFeeds, startRecordedFeeds } from './testing/recorded-feeds.ts'

/**
 * Replays every recorded chain of messages (a third of them unless everything is tried), from the agency’s server through feed, store, alert job and outbox to a mail server, with
 * answers that are lost, empty, late or an error. The expected mails are derived from the documents themselves
 * (`testing/notified-by-documents.ts`).
 *
 * Real: each message, with its texts, areas, times and references. Made up: the messages that the recorded ones refer to, of which only
 * identifier and time are known, and when a list drops a message.
 */
describe('recorded chains of official warnings', { skip: withoutSamples }, () => {
  let app: AlertApp
  let feeds: RecordedFeeds
  let smtp: TestSmtpServer
  let ledger = createLedger(0)
  const totals = { warnings: 0, allClears: 0, falseAllClears: 0, doubled: 0, missed: 0, allClearsMissed: 0 }
  const counts = { messages: 0, readings: 0, mails: 0 }

  before(async () => {
    smtp = await startSmtpServer()
    feeds = await startRecordedFeeds(() => app.clock.now())
    app = await createAlertApp({
      now: '2012-05-02T21:00:00Z',
      warningFeeds: feeds.feeds,
      env: { SMTP_URL: smtp.url, MAIL_FROM: 'Isobar <weather@example.org>', SUBSCRIPTION_CONFIRMATION: 'off' },
    })
    app.feeds.dead = new Set(['openweather', 'open-meteo', 'nws'])
    const areas = readAreas(readSampleFile('cap/meteoalarm/emma_id_polygons_subset.geojson').toString('utf8'))
    await loadAreas(app.database.kysely as Parameters<typeof loadAreas>[0], { areas, aliases: [] }, app.clock.now())
  })
  after(async () => {
    await app.close()
    await feeds.close()
    await smtp.close()
  })

  /** Reads the feeds that are due, and records the resulting mails. */
  async function look({ places, facts }: Chain, list: readonly unknown[], chains: ReturnType<typeof createChains>): Promise<void> {
    for (const place of places) ledger.publish(place.name, facts(list, place, chains), app.clock.now())
    const answered = feeds.answered()
    await app.services.warnings.readDue()
    // Without a new reading nothing can have changed.
    if (feeds.answered() === answered) return
    await app.services.jobs.startUrgent()
    await hear(places)
  }

  async function hear(places: Chain['places']): Promise<void> {
    for (const mail of await app.mails()) {
      counts.mails += 1
      const [, place = '', titles = ''] = / · ([^:]*): (.*)/.exec(mail) ?? []
      // The readers of earlier chains get mails too.
      if (!places.some(({ name }) => name === place)) continue
      for (const [, stage = '', title = ''] of titles.split(' | ').map((each) => /^(\w+) (.*)/.exec(each) ?? []))
        ledger.tell(place, stage, title)
    }
    // A mail is dropped if its warning ends before it is sent.
    await until('the mails are sent', () => smtp.mails.length >= counts.mails).catch(async (cause: unknown) => {
      const { rows } = await app.database.pool.query(
        "select state, attempts, created_at, next_attempt_at, drop_after, leased_until, last_error from mail_outbox where state <> 'sent'",
      )
      throw new Error(`at ${new Date(app.clock.now()).toISOString()} these are not: ${JSON.stringify(rows)}`, { cause })
    })
    const { falseAllClears, doubled } = ledger.faults()
    assert.deepEqual({ falseAllClears, doubled }, { falseAllClears: 0, doubled: 0 }, new Date(app.clock.now()).toISOString())
  }

  /** Mishaps after the first good answer to a list, or before it. */
  const MISHAPS: readonly (readonly (Mishap | null)[])[] = [
    [null, 'lost', 'empty', 'error', 'late'],
    ['lost', null, 'late', 'empty', 'error'],
    ['error', null, 'empty', 'lost', 'late'],
    ['late', null, 'error', 'lost', 'empty'],
  ]
  let nth = 0

  async function replay(chain: Chain): Promise<void> {
    const chains = createChains()
    // Link the messages of all steps first: a later one may connect two earlier ones.
    for (const { list } of chain.steps) for (const place of chain.places) chain.facts(list, place, chains)
    ledger = createLedger(150 * MINUTE_MS)
    feeds.use(chain.feed)
    app.clock.set(new Date((chain.steps[0]?.at ?? 0) - 20 * MINUTE_MS).toISOString())
    for (const { name, lat, lon } of chain.places) {
      const alertPrefs = { official: true, minSeverity: 'minor', leadHours: 48, notifyCancelled: true }
      await app.subscribe({ email: `reader${nth}.${lat}.${lon}@example.com`, cityName: name, cityLat: lat, cityLon: lon, alertPrefs })
    }
    await app.run()
    await look(chain, [], chains)
    for (const [index, { at, list }] of chain.steps.entries()) {
      const next = chain.steps[index + 1]?.at ?? at + 180 * MINUTE_MS
      counts.messages += list.length
      app.clock.set(new Date(at).toISOString())
      feeds.publish(list)
      feeds.happen(MISHAPS[nth++ % MISHAPS.length] ?? [])
      let minutes = 0
      for (;;) {
        minutes += minutes < 18 ? 3 : 15
        const now = at + minutes * MINUTE_MS
        if (now >= next || minutes > 180) break
        app.clock.set(new Date(now).toISOString())
        await look(chain, list, chains)
      }
    }
    await app.run()
    await hear(chain.places)
  }

  const replayed = withoutSamples === false ? chooseCases(readRecordedChains(), 3) : []
  for (const chain of replayed)
    it(chain.name, async () => {
      const before = feeds.answered()
      await replay(chain)
      counts.readings += feeds.answered() - before
      for (const [name, count] of Object.entries({ ...ledger.totals(), ...ledger.faults() })) totals[name as keyof typeof totals] += count
      assert.deepEqual(ledger.faults(), { falseAllClears: 0, doubled: 0, missed: 0, allClearsMissed: 0 })
    })

  it('every mail reached the mail server once', (t) => {
    const keys = smtp.mails.map(({ messageId }) => messageId)
    assert.deepEqual({ keys: keys.length, distinctKeys: new Set(keys).size }, { keys: counts.mails, distinctKeys: counts.mails })
    t.diagnostic(JSON.stringify({ chains: replayed.length, ...counts, ...totals }))
  })
})
