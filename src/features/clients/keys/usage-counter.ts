import type { Foundation } from '../../../foundation.ts'
import { createPendingCounts } from '../../../platform/pending-counts.ts'
import { DAY_MS, toUtcDay } from '../../../time.ts'
import type { ClientScope } from './key.ts'
import type { UsageCount, UsageStore } from './usage-store.ts'

export interface UsageCounterOptions extends Pick<Foundation, 'clock' | 'onError'> {
  readonly store: Pick<UsageStore, 'add' | 'totals'>
}

/** A key's requests on the current day and in its month. */
interface Totals {
  readonly day: string
  today: number
  month: number
}

type Count = { -readonly [Name in keyof UsageCount]: UsageCount[Name] }

const FLUSH_EVERY_MS = 900
/** More than all keys have scopes on the days of an outage. */
const MAX_PENDING = 100_000

export type UsageCounter = ReturnType<typeof createUsageCounter>

/**
 * Counts the requests of keys in memory. Once a second, what was counted is added to the table, and the totals over all nodes are read for the keys
 * that were in use: nodes together exceed a limit by at most a second's requests each. A killed process loses the counts of its last second.
 */
export function createUsageCounter({ store, clock, onError }: UsageCounterOptions) {
  const totals = new Map<string, Totals>()
  const counts = createPendingCounts<Count>({
    keyOf: ({ keyId, day, scope }) => `${keyId} ${day} ${scope}`,
    merge(known, { requests, refused, lastAt }) {
      known.requests += requests
      known.refused += refused
      known.lastAt = Math.max(known.lastAt, lastAt)
    },
    everyMs: FLUSH_EVERY_MS,
    maxKeys: MAX_PENDING,
    async write(batch) {
      await store.add(batch)
      await learn(batch.map(({ keyId }) => keyId)).catch((error: unknown) => onError(error, 'reading the requests of client keys'))
    },
    what: 'counting the requests of client keys',
    onError,
  })

  function totalsOf(keyId: string, now: number): Totals {
    const day = formatUsageDay(now)
    const known = totals.get(keyId)
    if (known?.day === day) return known
    const isSameMonth = known !== undefined && known.day.slice(0, 7) === day.slice(0, 7)
    const next = { day, today: 0, month: isSameMonth ? known.month : 0 }
    totals.set(keyId, next)
    return next
  }

  /** Reads what all nodes have counted. */
  async function learn(keyIds: readonly string[]): Promise<void> {
    const day = formatUsageDay(clock.now())
    const found = await store.totals([...new Set(keyIds)], day)
    // What was counted since is in none of them.
    const since = [...counts.values()]
    for (const { keyId, today, month } of found) {
      const own = since.filter((count) => count.keyId === keyId)
      const sum = (some: readonly Count[]): number => some.reduce((total, { requests }) => total + requests, 0)
      const ofToday = sum(own.filter((count) => count.day === day))
      const ofMonth = sum(own.filter((count) => count.day.slice(0, 7) === day.slice(0, 7)))
      totals.set(keyId, { day, today: today + ofToday, month: month + ofMonth })
    }
  }

  return {
    /** The key's requests today and this month, as far as this node knows. */
    used: (keyId: string, now: number): Readonly<Totals> => totalsOf(keyId, now),
    /** Counts a request. Cheap, synchronous, never throws. */
    count(keyId: string, scope: ClientScope, isRefused: boolean, now: number): void {
      const known = totalsOf(keyId, now)
      if (!isRefused) {
        known.today += 1
        known.month += 1
      }
      counts.add({ keyId, day: known.day, scope, requests: isRefused ? 0 : 1, refused: isRefused ? 1 : 0, lastAt: now })
    },
    learn,
    /** Writes what is pending. Never throws. */
    flush: counts.flush,
    /** Stops the periodic writes, and writes what is pending. */
    close: counts.close,
  }
}

let lastDay = { number: -1, text: '' }

/** The UTC day of an instant: `2026-11-26`. */
export function formatUsageDay(epochMs: number): string {
  const number = Math.floor(epochMs / DAY_MS)
  if (lastDay.number !== number) lastDay = { number, text: toUtcDay(epochMs) }
  return lastDay.text
}
