import type { ReportError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { repeat } from '../../../platform/periodic.ts'
import { DAY_MS } from '../../../time.ts'
import type { ClientScope } from './scopes.ts'
import type { UsageCount, UsageStore } from './usage-store.ts'

export interface UsageCounterOptions {
  readonly store: Pick<UsageStore, 'add' | 'totals'>
  readonly clock: Clock
  readonly onError: ReportError
}

/** A key's requests on the current day and in its month. */
interface Totals {
  readonly day: string
  today: number
  month: number
}

type Count = { -readonly [Name in keyof UsageCount]: UsageCount[Name] }

const FLUSH_EVERY_MS = 900

export type UsageCounter = ReturnType<typeof createUsageCounter>

/**
 * Counts the requests of keys in memory. Once a second, what was counted is added to the table, and the totals over all nodes are read for the keys
 * that were in use: nodes together exceed a limit by at most a second's requests each. A killed process loses the counts of its last second.
 */
export function createUsageCounter({ store, clock, onError }: UsageCounterOptions) {
  let pending = new Map<string, Count>()
  const totals = new Map<string, Totals>()
  let flushing: Promise<void> = Promise.resolve()

  function totalsOf(keyId: string, now: number): Totals {
    const day = dayOf(now)
    const known = totals.get(keyId)
    if (known?.day === day) return known
    const isSameMonth = known?.day.slice(0, 7) === day.slice(0, 7)
    const next = { day, today: 0, month: isSameMonth ? (known?.month ?? 0) : 0 }
    totals.set(keyId, next)
    return next
  }

  function add({ keyId, day, scope, requests, refused, lastAt }: UsageCount): void {
    const id = `${keyId} ${day} ${scope}`
    const known = pending.get(id)
    if (known === undefined) {
      pending.set(id, { keyId, day, scope, requests, refused, lastAt })
      return
    }
    known.requests += requests
    known.refused += refused
    known.lastAt = Math.max(known.lastAt, lastAt)
  }

  async function write(): Promise<void> {
    if (pending.size === 0) return
    const batch = [...pending.values()]
    pending = new Map()
    try {
      await store.add(batch)
    } catch (error) {
      for (const count of batch) add(count)
      onError(error, 'counting the requests of client keys')
      return
    }
    try {
      await learn(batch.map(({ keyId }) => keyId))
    } catch (error) {
      onError(error, 'reading the requests of client keys')
    }
  }

  /** Reads what all nodes have counted. */
  async function learn(keyIds: readonly string[]): Promise<void> {
    const day = dayOf(clock.now())
    const found = await store.totals([...new Set(keyIds)], day)
    // What was counted since is in none of them.
    const since = [...pending.values()]
    for (const { keyId, today, month } of found) {
      const own = since.filter((count) => count.keyId === keyId)
      const sum = (counts: readonly Count[]): number => counts.reduce((total, { requests }) => total + requests, 0)
      const ofToday = sum(own.filter((count) => count.day === day))
      const ofMonth = sum(own.filter((count) => count.day.slice(0, 7) === day.slice(0, 7)))
      totals.set(keyId, { day, today: today + ofToday, month: month + ofMonth })
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(write)
    return flushing
  }

  const periodic = repeat(FLUSH_EVERY_MS, flush, () => undefined)
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
      add({ keyId, day: known.day, scope, requests: isRefused ? 0 : 1, refused: isRefused ? 1 : 0, lastAt: now })
    },
    learn,
    /** Writes what is pending. Never throws. */
    flush,
    /** Stops the periodic writes, and writes what is pending. */
    async close(): Promise<void> {
      await periodic.stop()
      await flush()
    },
  }
}

let lastDay = { number: -1, text: '' }

/** The UTC day of an instant: `2026-11-26`. */
export function dayOf(epochMs: number): string {
  const number = Math.floor(epochMs / DAY_MS)
  if (lastDay.number !== number) lastDay = { number, text: new Date(epochMs).toISOString().slice(0, 10) }
  return lastDay.text
}
