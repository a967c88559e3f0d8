import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { createTestApp, type TestApp } from '../../../../test/helpers/app.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import { sendAsClient } from '../subscriptions/testing/client.ts'
import { lookUpLima, listOutboxRows, type OutboxRow, resetDigests, runDigestJob } from './testing/runs.ts'
import { BERLIN, LIMA, insertTestSubscriptions, TOKYO } from './testing/subscribers.ts'

const namesIn = ({ data }: OutboxRow) => data.cities.map(({ name }) => name)

describe('weekly digests', () => {
  let app: TestApp
  before(async () => {
    app = await createTestApp()
  })
  after(() => app.close())
  beforeEach(() => resetDigests(app))

  it('are sent to an address once, with all its cities and the newsletter, whatever the client and the case', async () => {
    await insertTestSubscriptions(
      app,
      { email: 'Ann@Example.com', client: 'phone', place: BERLIN },
      { email: 'ann@example.com', client: 'laptop', place: BERLIN },
      { email: 'ANN@example.com', client: 'laptop', place: TOKYO },
      { email: 'ann@example.com', client: 'phone', type: 'newsletter' },
      { email: 'bob@example.com', place: LIMA },
    )
    const answer = await runDigestJob(app)
    const { subscriptions, recipients, cities, enqueued, skipped, failed, status } = answer
    assert.deepEqual(
      { subscriptions, recipients, cities, enqueued, skipped, failed, status },
      {
        subscriptions: 5,
        recipients: 2,
        // Berlin, Tokyo and Lima, and the five towns that the newsletter shows if nobody looks anything up.
        cities: 8,
        enqueued: 2,
        skipped: 0,
        failed: 0,
        status: 'completed',
      },
    )
    const [ann, bob, ...more] = await listOutboxRows(app)
    assert.ok(ann && bob)
    assert.deepEqual(more, [])
    assert.deepEqual(namesIn(ann), ['Berlin', 'Tokyo'])
    assert.deepEqual({ places: ann.data.newsletter?.places.length, newsletter: bob.data.newsletter }, { places: 5, newsletter: null })
    assert.deepEqual(
      ann.parts,
      [...ann.data.cities, ...(ann.data.newsletter?.places ?? [])].map(({ part }) => part),
    )
    assert.equal(ann.unsubscribe_scope, 'digest')
    assert.doesNotMatch(ann.key, /example/)
  })

  it('are sent, and the answer counts them', async () => {
    await insertTestSubscriptions(app, { email: 'ann@example.com' }, { email: 'bob@example.com', lang: 'de' })
    const { enqueued, sent, failed } = await runDigestJob(app)
    assert.deepEqual({ enqueued, sent, failed }, { enqueued: 2, sent: 2, failed: 0 })
  })

  it('are sent once per period, however often the route is called', async () => {
    await insertTestSubscriptions(app, { email: 'ann@example.com' }, { email: 'bob@example.com', frequency: 'daily' })
    await runDigestJob(app)
    for (let i = 0; i < 3; i++) {
      const { recipients, enqueued, skipped, cities } = await runDigestJob(app)
      assert.deepEqual({ recipients, enqueued, skipped, cities }, { recipients: 2, enqueued: 0, skipped: 2, cities: 0 })
    }
    assert.equal((await listOutboxRows(app)).length, 2)
  })

  it('cost one call for each place, however many readers it has', async () => {
    const emails = Array.from({ length: 30 }, (_, i) => `reader${i}@example.com`)
    await insertTestSubscriptions(app, ...emails.flatMap((email) => [BERLIN, TOKYO].map((place) => ({ email, place }))))
    const before = app.simulator.calls().byProduct['openweather/onecall'] ?? 0
    const { cities, enqueued } = await runDigestJob(app)
    assert.deepEqual({ cities, enqueued }, { cities: 2, enqueued: 30 })
    assert.equal((app.simulator.calls().byProduct['openweather/onecall'] ?? 0) - before, 2)
    await app.services.gateway.drain()
    const { rows } = await app.database.pool.query(
      `select distinct cause, trigger from upstream_call where started_at >= $1 and product = 'openweather/onecall'`,
      [new Date(app.clock.now())],
    )
    assert.deepEqual(rows, [{ cause: 'job', trigger: 'cron_weekly_digests' }])
  })

  it('are not sent to addresses that unsubscribed, are unconfirmed, want only alerts or are suppressed', async () => {
    await insertTestSubscriptions(
      app,
      { email: 'gone@example.com', active: false },
      { email: 'new@example.com', confirmed: false },
      { email: 'alerts@example.com', type: 'city_alerts', frequency: 'immediate' },
      { email: 'bounced@example.com' },
      { email: 'ann@example.com' },
    )
    const hash = app.services.keyedHash('address', 'bounced@example.com')
    await app.database.pool.query(`insert into mail_suppression (address_hash, reason, since) values ($1, 'hard_bounce', now())`, [hash])
    const { subscriptions, recipients, enqueued, skipped } = await runDigestJob(app)
    assert.deepEqual({ subscriptions, recipients, enqueued, skipped }, { subscriptions: 2, recipients: 2, enqueued: 1, skipped: 1 })
    assert.deepEqual(
      (await listOutboxRows(app)).map(({ address }) => address),
      ['ann@example.com'],
    )
    // A suppressed digest is not recorded as delivered.
    const { rows } = await app.database.pool.query('select count(*)::int4 as n from digest_delivery')
    assert.equal(rows[0].n, 1)
  })

  it('use the language, units and zone named last, and the spelling of the row changed last', async () => {
    await insertTestSubscriptions(
      app,
      { email: 'ann@example.com', client: 'a', place: BERLIN, lang: 'fr', updatedAt: '2026-06-02T00:00:00Z' },
      {
        email: 'Ann@example.com',
        client: 'b',
        place: TOKYO,
        lang: 'de',
        units: 'imperial',
        timezone: 'Asia/Tokyo',
        updatedAt: '2026-06-03T00:00:00Z',
      },
      { email: 'ann@example.com', client: 'c', place: LIMA, lang: 'es', updatedAt: '2026-06-01T00:00:00Z' },
    )
    await runDigestJob(app)
    const [mail] = await listOutboxRows(app)
    assert.deepEqual(
      { address: mail?.address, lang: mail?.lang, units: mail?.units, timezone: mail?.timezone },
      { address: 'Ann@example.com', lang: 'de', units: 'imperial', timezone: 'Asia/Tokyo' },
    )
  })

  it('change language, units and zone only when a request names them', async () => {
    const ask = async (city: object, named: object) => {
      const { status } = await sendAsClient(app, 'POST', '/api/subscriptions', {
        clientId: 'c',
        email: 'ann@example.com',
        type: 'city_weekly',
        ...city,
        ...named,
      })
      assert.ok(status < 300)
      app.clock.advance({ seconds: 5 })
    }
    const berlin = { cityName: 'Berlin', cityLat: 52.52, cityLon: 13.405 }
    const tokyo = { cityName: 'Tokyo', cityLat: 35.69, cityLon: 139.69 }
    const sent = async () => {
      await truncate(app.database.pool, 'mail_outbox, digest_delivery')
      await runDigestJob(app)
      const [mail] = await listOutboxRows(app)
      return [mail?.lang, mail?.units, mail?.timezone]
    }
    await ask(berlin, { lang: 'de', units: 'si' })
    await ask(tokyo, {})
    assert.deepEqual(await sent(), ['de', 'si', 'Europe/Berlin'])
    await ask(tokyo, { frequency: 'daily' })
    assert.deepEqual(await sent(), ['de', 'si', 'Europe/Berlin'])
    await ask(tokyo, { lang: 'fr' })
    assert.deepEqual(await sent(), ['fr', 'si', 'Europe/Berlin'])
    await ask(berlin, { timezone: 'Asia/Tokyo' })
    await sendAsClient(app, 'DELETE', '/api/subscriptions', {
      clientId: 'c',
      cityLat: tokyo.cityLat,
      cityLon: tokyo.cityLon,
      types: ['city_weekly'],
    })
    assert.deepEqual(await sent(), ['fr', 'si', 'Asia/Tokyo'])
  })

  it('use the zone of the places, not that of a newsletter that names none', async () => {
    const tokyo = { place: TOKYO, timezone: 'Asia/Tokyo', updatedAt: '2026-06-02T00:00:00Z' }
    await insertTestSubscriptions(
      app,
      { email: 'ann@example.com', ...tokyo },
      { email: 'ann@example.com', type: 'newsletter', updatedAt: '2026-06-03T00:00:00Z' },
      { email: 'bob@example.com', type: 'city_alerts', frequency: 'immediate', ...tokyo },
      { email: 'bob@example.com', type: 'newsletter', updatedAt: '2026-06-03T00:00:00Z' },
      { email: 'eve@example.com', ...tokyo },
      { email: 'eve@example.com', type: 'newsletter', timezone: 'Europe/Paris', updatedAt: '2026-06-03T00:00:00Z' },
      { email: 'zoe@example.com', type: 'newsletter' },
    )
    await lookUpLima(app)
    await runDigestJob(app)
    assert.deepEqual(
      (await listOutboxRows(app)).map(({ timezone }) => timezone),
      ['Asia/Tokyo', 'Asia/Tokyo', 'Europe/Paris', 'UTC'],
    )
  })

  it('follow frequency and calendar period', async () => {
    app.clock.set('2026-12-21T06:00:00Z')
    await insertTestSubscriptions(
      app,
      ...['daily', 'weekly', 'biweekly', 'monthly'].map((frequency) => ({ email: `${frequency}@example.com`, frequency })),
      { email: 'both@example.com', frequency: 'daily', place: BERLIN },
      { email: 'both@example.com', frequency: 'weekly', place: TOKYO, client: 'two' },
    )
    const perDay: string[] = []
    for (let day = 0; day < 16; day++) {
      await app.database.pool.query('delete from mail_outbox')
      await runDigestJob(app)
      const mails = (await listOutboxRows(app)).map(
        ({ address, data }) => `${address.split('@')[0]}${address.startsWith('both') ? data.cities.length : ''}`,
      )
      perDay.push(`${new Date(app.clock.now()).toISOString().slice(5, 10)} ${mails.join(' ')}`)
      app.clock.advance({ hours: 24 })
    }
    // 2026-12-28 begins ISO week 53, 2027-01-04 week 1; pairs of weeks begin on 12-21 and 01-04.
    assert.deepEqual(perDay, [
      '12-21 biweekly both2 daily monthly weekly',
      '12-22 both1 daily',
      '12-23 both1 daily',
      '12-24 both1 daily',
      '12-25 both1 daily',
      '12-26 both1 daily',
      '12-27 both1 daily',
      '12-28 both2 daily weekly',
      '12-29 both1 daily',
      '12-30 both1 daily',
      '12-31 both1 daily',
      '01-01 both1 daily monthly',
      '01-02 both1 daily',
      '01-03 both1 daily',
      '01-04 biweekly both2 daily weekly',
      '01-05 both1 daily',
    ])
    app.clock.set('2027-02-01T00:00:00Z')
  })

  it('in a dry run only report what they would do, with the numbers of the run that follows', async () => {
    await lookUpLima(app)
    await insertTestSubscriptions(
      app,
      { email: 'ann@example.com', place: BERLIN, lang: 'de' },
      { email: 'ann@example.com', type: 'newsletter' },
      { email: 'bob@example.com', type: 'newsletter' },
      { email: 'eve@example.com', place: TOKYO, frequency: 'daily' },
    )
    const calls = app.simulator.calls().total
    const tables = ['mail_outbox', 'mail_part', 'digest_delivery']
    const contents = () => Promise.all(tables.map(async (table) => (await app.database.pool.query(`select * from ${table}`)).rows))
    const before = await contents()
    const counts = ({ subscriptions, recipients, cities, enqueued, skipped, failed, status }: Record<string, unknown>) => {
      return { subscriptions, recipients, cities, enqueued, skipped, failed, status }
    }
    const dry = await runDigestJob(app, '?dryRun=1')
    assert.deepEqual({ dryRun: dry.dryRun, sent: dry.sent }, { dryRun: true, sent: 0 })
    const [preview] = dry.preview
    assert.deepEqual(
      { to: preview.to, lang: preview.lang, newsletter: preview.newsletter, cities: preview.cities },
      { to: 'a•••@example.com', lang: 'de', newsletter: true, cities: [BERLIN] },
    )
    assert.equal(app.simulator.calls().total, calls)
    assert.deepEqual(await contents(), before)
    const real = await runDigestJob(app)
    assert.deepEqual(counts(dry), counts(real))
    assert.deepEqual({ enqueued: real.enqueued, cities: real.cities }, { enqueued: 3, cities: 3 })
    const again = await runDigestJob(app, '?dryRun=1')
    assert.deepEqual(counts(again), counts(await runDigestJob(app)))
    assert.equal(again.enqueued, 0)
    // Only the outbox still has a record of these.
    await truncate(app.database.pool, 'digest_delivery')
    const known = await runDigestJob(app, '?dryRun=1')
    assert.deepEqual(counts(known), counts(await runDigestJob(app)))
    assert.deepEqual({ enqueued: known.enqueued, preview: known.preview }, { enqueued: 0, preview: [] })
  })

  it('delete deliveries after 400 days', async () => {
    await insertTestSubscriptions(app, { email: 'ann@example.com' })
    await app.database.pool.query(
      `insert into digest_delivery values ('gone', 'weekly', '2025-01-06', $1), ('kept', 'weekly', '2026-01-05', $2)`,
      [new Date(app.clock.now() - 401 * 86_400_000), new Date(app.clock.now() - 399 * 86_400_000)],
    )
    await runDigestJob(app)
    const { rows } = await app.database.pool.query(`select address_hash from digest_delivery where address_hash in ('gone', 'kept')`)
    assert.deepEqual(rows, [{ address_hash: 'kept' }])
  })
})
