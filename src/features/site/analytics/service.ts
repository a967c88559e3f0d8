import type { Foundation } from '../../../foundation.ts'
import { createRateLimiter } from '../../../platform/http/limits/rate-limit.ts'
import { createWriteBehind } from '../../../platform/write-behind.ts'
import { DAY_MS, DAY_SECONDS, toUtcDay } from '../../../time.ts'
import { floorToPeriod } from './days.ts'
import { type AnalyticsEvent, classifyBrowser, findReferrerHost, toStoredPath } from './event.ts'
import { createMissedSearches, type MissedSearchOptions } from './search-service.ts'
import { createSearchStore } from './search-store.ts'
import { createAnalyticsStore, type StoredEvent } from './store.ts'
import type { AnalyticsTables, RollUpPeriod } from './tables.ts'
import { createVisitors } from './visitors.ts'

/** What is known of a sender while its events are accepted; none of it is stored as is. */
export interface Sender {
  readonly ip: string
  readonly userAgent: string
  /** Hosts of the site itself. */
  readonly ownHosts: readonly string[]
}

export type AnalyticsService = ReturnType<typeof createAnalyticsService>

export interface AnalyticsNeeds extends Pick<MissedSearchOptions, 'missing'> {
  readonly countryOf: (ip: string) => Promise<string | null>
}

const WRITE_EVERY_MS = 1_000
const MAX_QUEUED = 20_000
const MAX_BATCH = 500
/** One address's maximum share of a day's events: anybody can send them, and nobody may crowd out the others. */
const CLIENT_SHARE = 0.01
const MIN_CLIENT_EVENTS = 100
/** Raw events are needed until their day's roll-up is final. */
const EVENTS_RETENTION_DAYS = 1
/** Rolling up days with many events takes seconds; this bounds its share of the time. */
const MAX_SHARE_OF_TIME = 0.05
/** Just below the minute between calls of `maintain`, which varies slightly. */
const ROLL_UP_EVERY_MS = 50_000
const ROLL_UPS_RETENTION_DAYS = { hour: 90, day: 400 } as const

/** Analytics with write-behind; events beyond a limit are dropped. */
export function createAnalyticsService(
  { db, clock, settings, onError }: Pick<Foundation<AnalyticsTables>, 'db' | 'clock' | 'settings' | 'onError'>,
  { countryOf, missing }: AnalyticsNeeds,
) {
  const store = createAnalyticsStore(db)
  const visitors = createVisitors(store, clock)
  const missed = createMissedSearches({ store: createSearchStore(db), visitors, clock, missing, onError })
  const taken = { day: '', events: 0 }
  const byClient = createRateLimiter({ rules: { day: { limit: 0, windowSeconds: DAY_SECONDS } }, clock })
  const tookMs = { hour: 0, day: 0 }
  const queue = createWriteBehind<StoredEvent>({
    everyMs: WRITE_EVERY_MS,
    maxQueued: MAX_QUEUED,
    maxBatch: MAX_BATCH,
    async write(events) {
      // A late event whose day's other events are already deleted would make the day be rolled up again from itself alone.
      const from = floorToPeriod('day', clock.now() - EVENTS_RETENTION_DAYS * DAY_MS)
      const inTime = events.filter(({ at }) => at >= from)
      if (inTime.length > 0) await store.insertEvents(inTime)
    },
    onError: (error, givenUp) => onError(error, `writing analytics events${givenUp === 0 ? '' : `: ${givenUp} are given up`}`),
  })

  function isWithinDay(ip: string): boolean {
    const day = toUtcDay(clock.now())
    if (taken.day !== day) Object.assign(taken, { day, events: 0 })
    // The disk is finite.
    const limit = settings.current().analyticsEventsPerDay
    byClient.setLimit('day', Math.max(MIN_CLIENT_EVENTS, Math.floor(limit * CLIENT_SHARE)))
    return taken.events < limit && byClient.take('day', ip).allowed
  }

  async function rollUp(period: RollUpPeriod, now: number): Promise<void> {
    const startedAt = performance.now()
    const everyMs = Math.max(ROLL_UP_EVERY_MS, tookMs[period] / MAX_SHARE_OF_TIME)
    if (!(await store.rollUp(period, now, everyMs))) return
    tookMs[period] = performance.now() - startedAt
    await store.deleteRollUpsBefore(period, now - ROLL_UPS_RETENTION_DAYS[period] * DAY_MS)
  }

  return {
    /** Accepts well-formed events; they are written within a second. Resolves to the number accepted. */
    async collect(events: readonly AnalyticsEvent[], sender: Sender): Promise<number> {
      const at = clock.now()
      const visitor = await visitors.hash(sender.ip, sender.userAgent)
      const { device, family } = classifyBrowser(sender.userAgent)
      const country = await countryOf(sender.ip)
      let accepted = 0
      for (const { type, path, name = null, value = null, slotId = null, referrer, text = '' } of events) {
        const page = toStoredPath(path)
        if (page === null || !isWithinDay(sender.ip)) continue
        if (type === 'search') {
          if (missed.add(text, sender.ip)) accepted += 1
          continue
        }
        const from = findReferrerHost(referrer, sender.ownHosts)
        if (!queue.add({ at, visitor, type, path: page, name, value, slotId, referrer: from, device, browser: family, country })) continue
        accepted += 1
        taken.events += 1
      }
      return accepted
    },

    /** The minutely job: deletes past keys, creates and drops partitions, rolls up. */
    async maintain(): Promise<void> {
      const now = clock.now()
      await visitors.forgetPast()
      await missed.maintain()
      await store.ensureDay(now + DAY_MS)
      for (const period of ['hour', 'day'] as const) await rollUp(period, now)
      // Only days that are rolled up: downtime or failing roll-ups may outlast the retention of events.
      await store.dropDaysBefore(Math.min(now - EVENTS_RETENTION_DAYS * DAY_MS, await store.summedUpTo()))
    },

    /** Writes the queues now. */
    async drain(): Promise<void> {
      await Promise.all([queue.flush(), missed.drain()])
    },
    async close(): Promise<void> {
      await Promise.all([queue.close(), missed.close()])
    },
  }
}
