import type { Foundation } from '../../../foundation.ts'
import { createWriteBehind } from '../../../platform/write-behind.ts'
import { DAY_MS, toUtcDay } from '../../../time.ts'
import type { SearchStore, TypedSearch } from './search-store.ts'
import { toStorableSearch } from './search-text.ts'
import type { Visitors } from './visitors.ts'

export interface MissedSearchOptions extends Pick<Foundation, 'clock' | 'onError'> {
  readonly store: SearchStore
  readonly visitors: Visitors
  /** The folded text if nothing is found under it; null if something is, or if that cannot be told. */
  readonly missing: (text: string) => Promise<string | null>
}

const WRITE_EVERY_MS = 1_000
const MAX_QUEUED = 1_000
const MAX_BATCH = 100
const MAX_ATTEMPTS = 3
const TEXT_RETENTION_DAYS = 90

/**
 * Counts searches that found nothing. A text is stored when five visitors have typed it on one day; before that there are only hashes under
 * the day's key. What a browser reports is searched for again: a text that finds something is not counted.
 */
export function createMissedSearches({ store, visitors, clock, missing, onError }: MissedSearchOptions) {
  const queue = createWriteBehind<{ readonly day: string; readonly ip: string; readonly text: string }>({
    everyMs: WRITE_EVERY_MS,
    maxQueued: MAX_QUEUED,
    maxBatch: MAX_BATCH,
    maxAttempts: MAX_ATTEMPTS,
    async write(batch) {
      const today = toUtcDay(clock.now())
      const typed: TypedSearch[] = []
      const storable = new Map<string, string | null>()
      for (const { day, ip, text } of batch) {
        if (day !== today) continue
        if (!storable.has(text)) storable.set(text, toStorableSearch((await missing(text)) ?? ''))
        const stored = storable.get(text) ?? null
        if (stored !== null) typed.push({ text: stored, search: await visitors.textHash(stored), visitor: await visitors.addressHash(ip) })
      }
      if (typed.length > 0) await store.add(today, typed)
    },
    onError: (error, givenUp) => onError(error, `counting searches without a result${givenUp === 0 ? '' : `: ${givenUp} are given up`}`),
  })

  return {
    /** Queues a search as it was typed. False if there are too many. */
    add: (text: string, ip: string): boolean => queue.add({ day: toUtcDay(clock.now()), ip, text }),
    /** Deletes what is past. */
    async maintain(): Promise<void> {
      const now = clock.now()
      await store.deleteBefore(toUtcDay(now), toUtcDay(now - TEXT_RETENTION_DAYS * DAY_MS))
    },
    drain: (): Promise<void> => queue.flush(),
    close: (): Promise<void> => queue.close(),
  }
}
