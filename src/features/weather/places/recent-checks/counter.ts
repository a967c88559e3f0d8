import { hash } from 'node:crypto'
import type { Cell } from '@isobar/weather'
import type { Foundation } from '../../../../foundation.ts'
import { createPendingCounts } from '../../../../platform/pending-counts.ts'
import type { Check, PlacesStore } from '../store.ts'
import { floorToUtcHour } from './window.ts'

export interface CheckCounterOptions extends Pick<Foundation, 'clock' | 'clientHash' | 'onError'> {
  readonly store: Pick<PlacesStore, 'insertChecks'>
  readonly onDropped: () => void
  readonly flushEveryMs?: number
  readonly maxPending?: number
}

const FLUSH_EVERY_MS = 500
const MAX_PENDING = 20_000
/** Searches of one statement, which holds the locks of all their cells. */
const CHUNK = 2_000
const CLIENT_BYTES = 16

/** Counts searches in memory and writes them behind answers. Beyond `maxPending` searches are dropped and reported to `onDropped`. */
export function createCheckCounter(options: CheckCounterOptions) {
  const { store, clock, clientHash, onDropped, onError, flushEveryMs = FLUSH_EVERY_MS, maxPending = MAX_PENDING } = options
  const { add, flush, close } = createPendingCounts<Check & { checkedAt: number }>({
    keyOf: ({ hour, cell, client }) => `${hour} ${cell} ${client.toString('base64')}`,
    merge(known, { checkedAt }) {
      known.checkedAt = Math.max(known.checkedAt, checkedAt)
    },
    everyMs: flushEveryMs,
    maxKeys: maxPending,
    // Those that were written before one fails are written again, which counts none twice.
    async write(checks) {
      for (let at = 0; at < checks.length; at += CHUNK) await store.insertChecks(checks.slice(at, at + CHUNK))
    },
    what: 'counting searches',
    onError,
    onDropped,
  })
  return {
    /** Counts a search, once per client, cell and hour. Cheap, synchronous, never throws. */
    count(cell: Cell, ip: string): void {
      const checkedAt = clock.now()
      const hour = floorToUtcHour(checkedAt)
      // The hour is part of the hash, so that a stored client cannot be tracked into the next hour.
      const client = hash('sha256', `${clientHash(ip)} ${hour}`, 'buffer').subarray(0, CLIENT_BYTES)
      add({ cell: cell.id, hour, client, checkedAt })
    },
    /** Writes what is pending. */
    flush,
    /** Stops periodic writing and writes what is left. */
    close,
  }
}
