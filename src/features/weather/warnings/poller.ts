import { ProviderFailure } from '@isobar/providers/port'
import type { Foundation } from '../../../foundation.ts'
import { type Meter, buildReadingContext } from '../../../gateway/index.ts'
import { computeBackoffMs, addJitter } from '../../../platform/backoff.ts'
import { mapBounded } from '../../../platform/bounded.ts'
import { takeLease } from '../../../platform/cache/lease.ts'
import type { SecondLevel } from '../../../platform/cache/second-level.ts'
import type { ChangeTables } from '../../../platform/db/tables.ts'
import { SandboxError } from '../../../platform/sandbox/sandbox.ts'
import { HOUR_MS, MINUTE_MS, isInForce } from '../../../time.ts'
import type { ReadFeed } from './feed-reading.ts'
import type { DuePart, FeedStore, IsDue } from './feed-store.ts'
import { type FeedPart, toFeedPartKey, type PreparedReading, type WarningFeed } from './feed.ts'
import type { WarningMetrics } from './metrics.ts'
import { storeReading } from './reading-store.ts'
import type { WarningTables } from './tables.ts'

export interface PollerOptions extends Pick<Foundation<WarningTables & ChangeTables>, 'db' | 'clock' | 'onError'> {
  readonly feeds: () => readonly WarningFeed[]
  readonly store: FeedStore
  readonly readFeed: ReadFeed
  readonly level: Pick<SecondLevel, 'lease'>
  readonly meter: Pick<Meter, 'run'>
  readonly metrics: WarningMetrics
  /** 0 to below 1. */
  readonly random: () => number
}

/** Feeds that one node reads concurrently. */
const AT_ONCE = 4
/**
 * A reading may take several calls, each with its own deadline; a reading that takes longer is overtaken by another node, which does no
 * harm.
 */
const LEASE_MS = 2 * MINUTE_MS
const LONGEST_BACKOFF_MS = HOUR_MS / 2

/** The wait before a part is read again, in milliseconds; `failures`: how often it failed since it was read last. */
function waitAfter(intervalMs: number, failures: number): number {
  return failures === 0 ? intervalMs : computeBackoffMs(intervalMs, Math.max(intervalMs, LONGEST_BACKOFF_MS), failures - 1)
}

/** Reads each part of each feed when it is due. One node reads at a time; the others skip it. */
export function createFeedPoller({ db, feeds, store, readFeed, level, meter, clock, metrics, random, onError }: PollerOptions) {
  async function readIfDue(feed: WarningFeed, part: FeedPart): Promise<void> {
    const lease = await takeLease(level, `warnings:${part.feed}:${part.part}`, LEASE_MS)
    if (lease === null) return
    try {
      // Another node may just have read it.
      const due = await store.findDue(part, isDue)
      if (due === undefined) return
      // It may have stopped the process, and would again: it is read later, when all others have been.
      if (due.wasInterrupted) return await fail(feed, due, 'interrupted')
      await store.noteBegun(part, clock.now())
      await read(feed, due)
    } finally {
      await lease.release()
    }
  }

  async function read(feed: WarningFeed, due: DuePart): Promise<void> {
    const { capability, id } = feed
    const now = Math.floor(clock.now() / 1_000) * 1_000
    let reading: PreparedReading
    try {
      reading = await meter.run(buildReadingContext('warnings'), (calls) =>
        readFeed(feed, { part: due.part, state: due.state, now }, calls),
      )
    } catch (error) {
      const failure = error instanceof ProviderFailure ? error.kind : 'invalid_body'
      // The service is stopping.
      if (failure === 'not_wanted') return store.noteBegun(due, null)
      if (!(error instanceof ProviderFailure) || error.cause instanceof SandboxError) onError(error, `reading the warnings of ${id}`)
      return fail(feed, due, failure)
    }
    const content = reading.unchanged ? null : reading
    const stored = await storeReading(db, {
      ...due,
      at: now,
      nextAt: clock.now() + addJitter(capability.intervalSeconds * 1_000, random()),
      content,
    })
    metrics.read(id, stored === null ? 'overtaken' : reading.unchanged ? 'unchanged' : stored.isComplete ? 'complete' : 'incomplete')
    if (stored !== null && due.isFollowed) metrics.stored(id, stored, clock.now())
  }

  async function fail({ capability, id }: WarningFeed, due: DuePart, failure: string): Promise<void> {
    const intervalMs = capability.intervalSeconds * 1_000
    metrics.read(id, 'failed')
    if (failure === 'interrupted') onError(new Error('its last reading did not end'), `reading the warnings of ${id}`)
    await store.noteFailure(due, failure, clock.now() + addJitter(waitAfter(intervalMs, due.failures + 1), random()))
  }

  /** Also if it is to be read later than any wait could have ended: a clock was ahead when that was decided. */
  const isDue: IsDue = ({ feed, nextAt, failures }) => {
    const intervalMs = (feeds().find(({ id }) => id === feed)?.capability.intervalSeconds ?? 0) * 1_000
    return !isInForce(nextAt, addJitter(waitAfter(intervalMs, failures), 1), clock.now())
  }

  async function run(): Promise<void> {
    const readable = new Map(feeds().flatMap((feed) => (feed.capability.configured() ? [[feed.id, feed] as const] : [])))
    const parts = [...readable].flatMap(([feed, { capability }]) => capability.parts.map((part) => ({ feed, part })))
    await store.register(parts, clock.now())
    const wanted = new Set(parts.map(toFeedPartKey))
    const due = (await store.listDue(isDue)).filter((part) => wanted.has(toFeedPartKey(part)))
    await mapBounded(due, AT_ONCE, async (part) => {
      await readIfDue(readable.get(part.feed) as WarningFeed, part).catch((error: unknown) =>
        onError(error, `reading the warnings of ${part.feed}`),
      )
    })
  }

  let running: Promise<void> = Promise.resolve()
  return {
    /** Reads what is due, once a run in progress has ended. A failure of one feed stops no other. */
    readDue: (): Promise<void> => (running = running.then(run, run)),
  }
}
