import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { toCell } from '@isobar/weather'
import { MAX_PREVIEW, type PreviewedMail } from '../../operations/jobs/index.ts'
import { type CellParts, type CellRun, createRunTally } from './cell-run.ts'
import type { Evaluation } from './evaluate.ts'
import type { Notification, NotificationStore } from './notification-store.ts'
import { notifySubscribers } from './notify-subscribers.ts'
import type { AlertSubscriber } from './subscriber.ts'
import { buildTestNotice, buildTestOfficialView, buildTestSubscriber } from './testing/decisions.ts'
import { NOW } from './testing/events.ts'

const CELL = toCell(34.5, -97)
const WARNING = buildTestOfficialView()
const EVALUATION: Evaluation = {
  state: { timezone: null, simulated: false, sources: [], officials: [WARNING], opinions: {}, forecasts: [], outlooks: [] },
  events: [WARNING.event],
  changes: [],
}
const readers = (count: number, prefs: object = {}): AlertSubscriber[] =>
  Array.from({ length: count }, (_, index) => {
    const emailKey = `p${String(index).padStart(4, '0')}@example.com`
    const { subscriptions, ...rest } = buildTestSubscriber({ prefs })
    const [subscription] = subscriptions
    return {
      ...rest,
      emailKey,
      addressHash: `hash ${emailKey}`,
      subscriptions: [{ ...subscription, email: emailKey, id: `id ${emailKey}` }],
    }
  })

/** Notifies these subscribers; `refuses` says which writes fail. */
async function notify(
  subscribers: readonly AlertSubscriber[],
  run: Partial<CellRun> = {},
  {
    refuses = () => false,
    noticed = [],
    suppressed = 0,
  }: { refuses?: (n: readonly Notification[]) => boolean; noticed?: readonly string[]; suppressed?: number } = {},
) {
  const [written, errors, pages]: [Notification[], string[], number[]] = [[], [], []]
  let wakes = 0
  const fail = (list: readonly Notification[]): void => {
    if (refuses(list)) throw new Error('refused')
  }
  const notifications: Partial<NotificationStore> = {
    async listSubscribers(cell, after, limit) {
      assert.equal(cell, CELL.id)
      const page = subscribers.filter(({ emailKey }) => emailKey > after).slice(0, limit)
      pages.push(page.length)
      return page
    },
    listNotices: async () => new Map(noticed.map((hash) => [hash, [buildTestNotice(WARNING)]])),
    async insertNotifications(list) {
      fail(list)
      written.push(...list)
      return list.length
    },
    async listNewNotifications(list) {
      fail(list)
      return { notifications: [...list], suppressed }
    },
  }
  const parts: Partial<CellParts> = {
    notifications: notifications as NotificationStore,
    sourceOf: (id) => ({ name: id, attribution: { name: id, text: '', url: '', license: '' } }),
    wake: () => (wakes += 1),
    onError: (_, doing) => void errors.push(doing),
  }
  const whole = {
    runId: 'run',
    dryRun: false,
    tally: createRunTally(),
    signal: new AbortController().signal,
    now: NOW,
    reader: null as never,
    ...run,
  }
  const mails = await notifySubscribers(CELL, EVALUATION, whole, parts as CellParts)
  assert.equal(mails, whole.tally.counts.enqueued)
  return { counts: whole.tally.counts, preview: whole.tally.preview, written, errors, pages, wakes: () => wakes }
}

describe('the subscribers of a place', () => {
  it('are notified page by page, each of what is new to them', async () => {
    const { counts, written, pages, wakes } = await notify(readers(501), {}, { noticed: ['hash p0000@example.com'] })
    assert.deepEqual(
      { pages, matches: counts.matches, enqueued: counts.enqueued, wakes: wakes() },
      { pages: [500, 1, 0], matches: 500, enqueued: 500, wakes: 2 },
    )
    const [first] = written
    assert.deepEqual(first?.notices, [
      { eventId: 'official', addressHash: 'hash p0001@example.com', times: 1, state: 'open', severity: 'severe', end: NOW + 5 * 3_600_000 },
    ])
    assert.deepEqual(first.subscriptionIds, ['id p0001@example.com'])
  })

  it('wait in their quiet hours, and nobody is woken for nothing', async () => {
    const { counts, written, wakes } = await notify(readers(2, { official: true, quietHours: { from: '00:00', to: '23:59' } }))
    assert.deepEqual(
      { matches: counts.matches, held: counts.held, enqueued: counts.enqueued, written: written.length, wakes: wakes() },
      { matches: 2, held: 2, enqueued: 0, written: 0, wakes: 0 },
    )
  })

  it('do not depend on each other: a decision or a mail that fails is counted and reported, the others are sent', async () => {
    const broken = { ...readers(1)[0], emailKey: 'a@example.com', subscriptions: null } as unknown as AlertSubscriber
    const bad = (list: readonly Notification[]) => list.some(({ mail }) => mail.to === 'p0001@example.com')
    const { counts, written, errors } = await notify([broken, ...readers(3)], {}, { refuses: bad })
    assert.deepEqual({ enqueued: counts.enqueued, failed: counts.failed, written: written.length }, { enqueued: 2, failed: 2, written: 2 })
    assert.deepEqual(errors, ['deciding on the notifications of an address', 'writing a page of alert mails', 'writing an alert mail'])
  })

  it('are left when the run stops', async () => {
    const stop = new AbortController()
    stop.abort()
    const { counts, pages } = await notify(readers(1), { signal: stop.signal })
    assert.deepEqual({ matches: counts.matches, pages }, { matches: 0, pages: [] })
  })
})

describe('a dry run', () => {
  it('writes nothing and shows the first mails, with masked addresses', async () => {
    const { counts, preview, written, wakes } = await notify(readers(2), { dryRun: true }, { suppressed: 1 })
    assert.deepEqual(
      { enqueued: counts.enqueued, suppressed: counts.suppressed, written: written.length, wakes: wakes() },
      { enqueued: 2, suppressed: 1, written: 0, wakes: 0 },
    )
    const shown = {
      to: 'p•••@example.com',
      place: 'Davis',
      matches: ['new: High Wind Warning'],
      dropAfter: '2026-07-01T17:00:00Z',
      summary: 'p•••@example.com is told about Davis: new: High Wind Warning; worth sending until 2026-07-01T17:00:00Z',
    }
    assert.deepEqual(preview, [shown, shown])
  })

  it('shows no more than what is left of the preview over all pages', async () => {
    assert.equal((await notify(readers(501), { dryRun: true })).preview.length, MAX_PREVIEW)
    const earlier = Array.from({ length: MAX_PREVIEW - 1 }, (): PreviewedMail => ({ summary: 'of another place' }))
    const { preview } = await notify(readers(2), { dryRun: true, tally: { ...createRunTally(), preview: earlier } })
    assert.deepEqual({ preview: preview.length, to: preview.at(-1)?.['to'] }, { preview: MAX_PREVIEW, to: 'p•••@example.com' })
  })

  it('names a place without a name by its coordinates', async () => {
    const [reader] = readers(1) as [AlertSubscriber]
    const nameless = { ...reader, subscriptions: [{ ...reader.subscriptions[0], cityName: null }] } as const
    const [shown] = (await notify([nameless], { dryRun: true })).preview
    assert.equal(shown?.['place'], '34.5, -97')
  })
})
