import { hash } from 'node:crypto'
import type { Cell } from '../../../../domain/cell.ts'
import type { ReportError } from '../../../../errors.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { type Periodic, repeat } from '../../../../platform/periodic.ts'
import type { Check, PlacesStore } from '../store.ts'
import { hourOf } from './window.ts'

export interface CheckCounterOptions {
  readonly store: Pick<PlacesStore, 'insertChecks'>
  readonly clock: Clock
  /** Keyed hash of a client's address. */
  readonly clientHash: (ip: string) => string
  readonly onDropped: (checks: number) => void
  readonly onError: ReportError
  readonly flushEveryMs?: number
  readonly maxPending?: number
}

const FLUSH_EVERY_MS = 500
const MAX_PENDING = 20_000
const CHUNK = 2_000
const CLIENT_BYTES = 16

/**
 * Write-behind counter of searches: no answer waits for the database, and a crash loses at most the last second. Beyond `maxPending`
 * searches are dropped and reported to `onDropped`.
 */
export function createCheckCounter(options: CheckCounterOptions) {
  const { store, clock, clientHash, onError, maxPending = MAX_PENDING } = options
  let pending = new Map<string, Check>()
  let dropped = 0
  let flushing: Promise<void> = Promise.resolve()

  function add(key: string, check: Check): void {
    if (pending.size >= maxPending && !pending.has(key)) dropped += 1
    else pending.set(key, check)
  }

  async function write(): Promise<void> {
    if (dropped > 0) options.onDropped(dropped)
    dropped = 0
    const batch = [...pending]
    pending = new Map()
    for (let at = 0; at < batch.length; at += CHUNK) {
      try {
        await store.insertChecks(batch.slice(at, at + CHUNK).map(([, check]) => check))
      } catch (error) {
        // Requeue for the next flush. Checks that arrived meanwhile are newer and take precedence.
        for (const [key, check] of batch.slice(at)) if (!pending.has(key)) add(key, check)
        throw error
      }
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(write).catch((error: unknown) => onError(error, 'counting searches'))
    return flushing
  }

  const periodic: Periodic = repeat(options.flushEveryMs ?? FLUSH_EVERY_MS, flush, (error) => onError(error, 'counting searches'))

  return {
    /** Counts a search, once per client, cell and hour. Cheap, synchronous, never throws. */
    count(cell: Cell, ip: string): void {
      const checkedAt = clock.now()
      const hour = hourOf(checkedAt)
      // The hour is part of the hash, so that a stored client cannot be tracked into the next hour.
      const client = hash('sha256', `${clientHash(ip)} ${hour}`, 'buffer').subarray(0, CLIENT_BYTES)
      add(`${hour} ${cell.id} ${client.toString('base64')}`, { cell: cell.id, hour, client, checkedAt })
    },
    /** Writes what is pending. */
    flush,
    /** Stops periodic writing and writes what is left. */
    async close(): Promise<void> {
      await periodic.stop()
      await flush()
    },
  }
}
