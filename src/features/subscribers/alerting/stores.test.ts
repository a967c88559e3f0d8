import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { createTestDatabase, type TestDatabase } from '../../../../test/helpers/database.ts'
import { truncate } from '../../../../test/helpers/truncate.ts'
import type { MailTables } from '../../mail/outbox/index.ts'
import type { SuppressionTables } from '../../mail/suppression/index.ts'
import type { SubscriptionTables } from '../subscriptions/index.ts'
import type { ChannelTables } from './channel.ts'
import { createEventStore } from './event-store.ts'
import type { NewNotice } from './notice-store.ts'
import { createNotificationStore } from './notification-store.ts'
import { findSubscriber, listSubscribers } from './subscriber-store.ts'
import { createPreferenceReader } from './subscriber.ts'
import type { AlertingTables } from './tables.ts'
import { buildTestForecastEvent, buildTestOfficialView } from './testing/decisions.ts'
import { NOW } from './testing/events.ts'

type Tables = AlertingTables & SubscriptionTables & MailTables & SuppressionTables & ChannelTables

const MINUTE = 60_000
const BERLIN = toCell(52.52, 13.41).id
const READING = { readPreferences: createPreferenceReader(), addressHash: (emailKey: string) => `hash of ${emailKey}` }

let database: TestDatabase<Tables>
before(async () => {
  database = await createTestDatabase<Tables>()
})
after(() => database.drop())
beforeEach(() => truncate(database.pool, 'subscription, alert_event, alert_evaluation, alert_notice'))

const time = (minutes: number): Date => new Date(NOW + minutes * MINUTE)

/** Inserts a row for alerts at Berlin, made at NOW; columns by name. */
async function subscribe(email: string, columns: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const row = {
    id: randomUUID(),
    client: randomUUID(),
    email,
    email_key: email,
    type: 'city_alerts',
    cell: BERLIN,
    frequency: 'immediate',
    alert_on_rain: false,
    alert_on_storm: false,
    alert_prefs: {},
    lang: 'en',
    units: 'metric',
    timezone: 'UTC',
    active: true,
    confirmed_at: time(0),
    unsubscribe_token: randomUUID(),
    created_at: time(0),
    updated_at: time(0),
    ...columns,
  }
  const names = Object.keys(row)
  await database.pool.query(
    `insert into subscription (${names.join()}) values (${names.map((_, index) => `$${index + 1}`).join()})`,
    Object.values(row),
  )
  return row.id
}

describe('the subscribers of a place', () => {
  const list = (afterEmailKey = '', limit = 10) => listSubscribers(database.kysely, READING, { cell: BERLIN, afterEmailKey, limit })

  it('are the addresses with active, confirmed alerts there, in order, after the given one', async () => {
    for (const email of ['c@x.org', 'a@x.org', 'b@x.org']) await subscribe(email)
    await subscribe('gone@x.org', { active: false, deactivated_at: time(0) })
    await subscribe('new@x.org', { confirmed_at: null, confirm_before: time(9) })
    await subscribe('news@x.org', { type: 'city_weekly', frequency: 'weekly' })
    await subscribe('elsewhere@x.org', { cell: BERLIN + 1 })
    const keys = async (after?: string) => (await list(after)).map(({ emailKey }) => emailKey)
    assert.deepEqual(await keys(), ['a@x.org', 'b@x.org', 'c@x.org'])
    assert.deepEqual(await keys('a@x.org'), ['b@x.org', 'c@x.org'])
    assert.equal((await list())[0]?.addressHash, 'hash of a@x.org')
  })

  it('are whole: an address whose rows may go on after the page is left to the next one', async () => {
    for (let n = 0; n < 20; n++) await subscribe('a@x.org')
    for (let n = 0; n < 21; n++) await subscribe('b@x.org')
    await subscribe('c@x.org')
    const counts = async (limit: number) => (await list('', limit)).map(({ subscriptions }) => subscriptions.length)
    assert.deepEqual(await counts(1), [20], '41 rows: those of the second address may be cut off')
    assert.deepEqual(await counts(2), [20, 21], '42 rows, the last of which may be cut off')
    assert.deepEqual(await counts(3), [20, 21, 1], 'fewer rows than asked for')
  })

  it('follow the row changed last, of several changed at once always the same one', async () => {
    const ids = ['1', '2', '3'].map((n) => `${n.repeat(8)}-0000-4000-8000-000000000000`)
    for (const [index, id] of ids.toReversed().entries()) await subscribe('a@x.org', { id, updated_at: time(index === 2 ? 0 : 5) })
    const [subscriber] = await list()
    assert.deepEqual(
      subscriber?.subscriptions.map(({ id }) => id),
      [ids[1], ids[2], ids[0]],
    )
  })

  it('have the settings named last, each by its own time, or those of the first row', async () => {
    await subscribe('a@x.org', { lang: 'fr', units: 'si', timezone: 'Europe/Paris', created_at: time(-9) })
    await subscribe('a@x.org', { lang: 'de', lang_named_at: time(1), units: 'uk', units_named_at: time(3), timezone: 'Asia/Tokyo' })
    await subscribe('a@x.org', { lang: 'es', lang_named_at: time(2), units: 'imperial', units_named_at: time(2), updated_at: time(9) })
    assert.deepEqual((await list())[0]?.mail, { lang: 'es', units: 'uk', timezone: 'Europe/Paris' })
  })

  it('at an earlier time are those whose rows were there, confirmed, and not yet ended', async () => {
    await subscribe('a@x.org', { created_at: time(1), confirmed_at: time(2), active: false, deactivated_at: time(5) })
    const at = async (minutes: number | null) =>
      (await findSubscriber(database.kysely, READING, {
        cell: BERLIN,
        emailKey: 'a@x.org',
        at: minutes === null ? null : NOW + minutes * MINUTE,
      })) !== undefined
    assert.deepEqual([await at(1), await at(2), await at(4), await at(5), await at(null)], [false, true, true, false, false])
  })
})

describe('the events of a place', () => {
  const store = () => createEventStore(database.kysely)
  const event = (seenMinutes: number) => ({ ...buildTestForecastEvent({}, 'open', randomUUID()), seenAt: NOW + seenMinutes * MINUTE })
  const state = { timezone: null, simulated: false, sources: [], officials: [], opinions: {}, forecasts: [], outlooks: [] }

  it('are those seen since, oldest first; a known one is replaced', async () => {
    const [a, b, c] = [event(-10), event(-5), event(-1)]
    await store().insertEvaluation(BERLIN, { changes: [b, a, c], state }, NOW)
    const over = { ...b, state: 'over', seenAt: NOW } as const
    await store().insertEvaluation(BERLIN, { changes: [over], state }, NOW + MINUTE)
    assert.deepEqual(await store().listEvents(BERLIN, NOW - 10 * MINUTE), [c, over])
    assert.deepEqual(await store().listEvents(BERLIN, NOW - 11 * MINUTE), [a, c, over])
    assert.deepEqual(await store().listEvents(BERLIN + 1, 0), [])
  })

  it('are deleted by when they were seen, evaluations by when they began; both say how many', async () => {
    await store().insertEvaluation(BERLIN, { changes: [event(-1), event(0)], state }, NOW)
    assert.deepEqual([await store().deleteEventsBefore(NOW), await store().deleteEventsBefore(NOW)], [1, 0])
    assert.deepEqual([await store().deleteEvaluationsBefore(NOW), await store().deleteEvaluationsBefore(NOW + 1)], [0, 1])
  })

  it('that an earlier evaluation found are those of the last one up to then', async () => {
    const DAY = 24 * 60
    for (const minutes of [0, 5, DAY, DAY + 5]) await store().insertEvaluation(BERLIN, { changes: [], state }, NOW + minutes * MINUTE)
    const at = async (minutes: number) => {
      const found = await store().findEvaluation(BERLIN, NOW + minutes * MINUTE)
      return found && (found.at - NOW) / MINUTE
    }
    assert.deepEqual([await at(-1), await at(0), await at(4), await at(5), await at(DAY)], [undefined, 0, 0, 5, DAY])
    const { rows } = await database.pool.query('select cardinality(evaluated_at) as n from alert_evaluation order by first_at')
    assert.deepEqual(
      rows.map(({ n }) => n),
      [2, 2],
      'a row covers less than a day',
    )
  })
})

describe('what an address was notified of', () => {
  const store = () => createNotificationStore(database.kysely, READING)
  const notice = (eventId: string, change: Partial<NewNotice> = {}): NewNotice => ({
    eventId,
    addressHash: 'hash of a@x.org',
    times: 1,
    state: 'open',
    severity: 'severe',
    end: Infinity,
    ...change,
  })
  const mail = (key: string, to = 'a@x.org') =>
    ({ key, template: 'none', to, kind: 'alerts', lang: 'en', units: 'metric', timezone: 'UTC', data: {} }) as const
  const event = { ...buildTestOfficialView().event, id: randomUUID() }

  async function put(notices: readonly NewNotice[], subscriptionIds: readonly string[], minutes = 0): Promise<number> {
    return store().insertNotifications([{ mail: mail(randomUUID()), parts: new Map(), notices, subscriptionIds }], NOW + minutes * MINUTE)
  }
  beforeEach(async () => {
    await database.pool.query(`insert into alert_event values ($1, 1, 'official', 'open', '{}', now())`, [event.id])
  })

  it('is the last notice of each event, or the last before an instant', async () => {
    const id = await subscribe('a@x.org')
    await put([notice(event.id)], [id])
    await put([notice(event.id, { times: 2, state: 'cancelled', severity: null, end: NOW })], [id], 5)
    const last = async (before: number | null) =>
      (await store().listNotices([event], ['hash of a@x.org', 'other'], before)).get('hash of a@x.org')
    assert.deepEqual(await last(null), [{ event, state: 'cancelled', severity: null, end: NOW, at: NOW + 5 * MINUTE, times: 2 }])
    assert.deepEqual(await last(NOW + 5 * MINUTE), [{ event, state: 'open', severity: 'severe', end: Infinity, at: NOW, times: 1 }])
    assert.equal(await last(NOW), undefined)
    assert.deepEqual([(await store().listNotices([], ['x'], null)).size, (await store().listNotices([event], [], null)).size], [0, 0])
  })

  it('is written with its mail, unless another run has notified it meanwhile: then nothing is', async () => {
    const id = await subscribe('a@x.org')
    const mails = async () => (await database.pool.query('select from mail_outbox')).rowCount
    const before = (await mails()) ?? 0
    assert.equal(await put([notice(event.id)], [id]), 1)
    await assert.rejects(put([notice(event.id)], [id]), /has notified an address of the same event meanwhile/)
    assert.equal(await mails(), before + 1)
  })

  it('is nothing new once none of its subscriptions is active', async () => {
    const [gone, there] = [await subscribe('a@x.org', { active: false, deactivated_at: time(0) }), await subscribe('a@x.org')]
    assert.equal(await put([notice(event.id)], [gone]), 0)
    assert.equal(await put([notice(event.id)], [gone, there]), 1)
  })

  it('in a dry run is what is wanted and new, with the number of suppressed addresses', async () => {
    const id = await subscribe('a@x.org')
    await database.pool.query(`insert into mail_suppression (address_hash, reason, since) values ('hash of a@x.org', 'complaint', now())`)
    const wanted = [mail('new'), mail('other', 'b@x.org')].map((each) => ({
      mail: each,
      parts: new Map(),
      notices: [],
      subscriptionIds: [id],
    }))
    const gone = { ...wanted[0], mail: mail('gone'), subscriptionIds: [randomUUID()] } as (typeof wanted)[number]
    const { notifications, suppressed } = await store().listNewNotifications([...wanted, gone], NOW)
    assert.deepEqual({ notifications, suppressed }, { notifications: wanted, suppressed: 1 })
  })
})
