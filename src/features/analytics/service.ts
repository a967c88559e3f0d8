import type { Clock } from '../../platform/clock.ts'
import { createWriteBehind } from '../../platform/write-behind.ts'
import { browserOf } from './browser.ts'
import { DAY_MS, dayOf } from './days.ts'
import { type AnalyticsEvent, keptPath, referrerHost } from './event.ts'
import type { AnalyticsStore, StoredEvent } from './store.ts'
import { createVisitors } from './visitors.ts'

/** What is known of whoever sends events while they are taken; none of it is kept as it is. */
export interface Sender {
  readonly ip: string
  readonly userAgent: string
  /** Hosts that are the site itself. */
  readonly ownHosts: readonly string[]
}

export interface AnalyticsService {
  /** Takes events that have the right form; they are written within a second. Returns how many were taken. */
  collect(events: readonly AnalyticsEvent[], sender: Sender): Promise<number>
  /** What a minute's job does: throws past keys away, keeps partitions at both ends, sums up. */
  maintain(): Promise<void>
  /** Writes what is queued now. */
  settled(): Promise<void>
  close(): Promise<void>
}

export interface AnalyticsOptions {
  readonly store: AnalyticsStore
  readonly clock: Clock
  readonly onError: (error: unknown, what: string) => void
}

const WRITE_EVERY_MS = 1_000
const MAX_QUEUED = 20_000
const MAX_BATCH = 500
/** What one process takes in a day; anybody can send events, and the disk is finite. */
const MAX_EVENTS_A_DAY = 1_000_000
const EVENTS_KEPT_DAYS = 30
const ROLL_UPS = {
  hour: { everyMs: 60_000, keptDays: 90 },
  // A million events take half a minute: see docs/decisions/0009-visitors-without-identity.md.
  day: { everyMs: 3_600_000, keptDays: 400 },
} as const

export function createAnalyticsService({ store, clock, onError }: AnalyticsOptions): AnalyticsService {
  const visitors = createVisitors(store, clock)
  const taken = { day: '', events: 0 }
  const queue = createWriteBehind<StoredEvent>({
    everyMs: WRITE_EVERY_MS,
    maxQueued: MAX_QUEUED,
    maxBatch: MAX_BATCH,
    write: (events) => store.insertEvents(events),
    onError: (error, givenUp) => onError(error, `writing analytics events${givenUp === 0 ? '' : `: ${givenUp} are given up`}`),
  })

  function isWithinDay(): boolean {
    const day = dayOf(clock.now())
    if (taken.day !== day) Object.assign(taken, { day, events: 0 })
    return taken.events < MAX_EVENTS_A_DAY
  }

  return {
    async collect(events, sender) {
      const at = clock.now()
      const visitor = await visitors.hash(sender.ip, sender.userAgent)
      const { device, family } = browserOf(sender.userAgent)
      let accepted = 0
      for (const { type, path, name = null, value = null, slotId = null, referrer } of events) {
        const page = keptPath(path)
        if (page === null || !isWithinDay()) continue
        const from = referrerHost(referrer, sender.ownHosts)
        if (!queue.add({ at, visitor, type, path: page, name, value, slotId, referrer: from, device, browser: family })) continue
        accepted += 1
        taken.events += 1
      }
      return accepted
    },

    async maintain() {
      const now = clock.now()
      await visitors.forgetPast()
      await store.ensureDay(now + DAY_MS)
      for (const period of ['hour', 'day'] as const) {
        const { everyMs, keptDays } = ROLL_UPS[period]
        if (await store.rollUp(period, now, everyMs)) await store.deleteRollUpsBefore(period, now - keptDays * DAY_MS)
      }
      // After they are summed up: the service may have been away for longer than events are kept.
      await store.dropDaysBefore(now - EVENTS_KEPT_DAYS * DAY_MS)
    },

    settled: () => queue.flush(),
    close: () => queue.close(),
  }
}
