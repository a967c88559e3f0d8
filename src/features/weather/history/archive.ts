import type { Fetched } from '../../../gateway/index.ts'
import { backoffMs } from '../../../platform/backoff.ts'
import { type FetchRows, rowsOf } from './archive-rows.ts'

/** Write-behind for fetched data, off the answer's path. */
export type Archive = ReturnType<typeof createArchive>

export type ArchiveOutcome = 'written' | 'dropped' | 'refused'

export interface ArchiveOptions {
  /** Writes all of the fetches or none. */
  readonly write: (fetches: readonly FetchRows[]) => Promise<void>
  /** Whether a failed write would fail again if retried. */
  readonly isRefusal: (error: unknown) => boolean
  readonly retentionMs: () => number
  readonly onCounted: (outcome: ArchiveOutcome, fetches: number) => void
  readonly onTrouble: (what: string, facts: object) => void
  readonly maxQueued?: number
}

/** About 20 KB each: 20 MB of memory during a long database outage. */
const MAX_QUEUED = 1_000
const MAX_BATCH = 64
/** Fetches are batched over this period, which bounds what a killed process loses. */
const GATHER_MS = 200
const MAX_RETRY_MS = 10_000

/** Failed writes are retried with backoff; beyond `maxQueued` the oldest fetches are dropped. */
export function createArchive(options: ArchiveOptions) {
  const { write, isRefusal, onCounted, onTrouble, maxQueued = MAX_QUEUED } = options
  const queue: FetchRows[] = []
  let dropped = 0
  let failures = 0
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let draining: Promise<void> | undefined

  function push(...fetches: readonly FetchRows[]): void {
    queue.push(...fetches)
    if (queue.length <= maxQueued) return
    const excess = queue.splice(0, queue.length - maxQueued).length
    dropped += excess
    onCounted('dropped', excess)
  }

  function schedule(delayMs: number): void {
    if (closed || timer !== undefined || draining !== undefined || queue.length === 0) return
    timer = setTimeout(() => void drain(), delayMs)
  }

  function drain(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    return (draining ??= writeQueued().finally(() => {
      draining = undefined
      schedule(backoffMs(GATHER_MS, MAX_RETRY_MS, failures))
    }))
  }

  async function writeQueued(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_BATCH)
      try {
        await writeBatch(batch)
        failures = 0
      } catch (error) {
        failures += 1
        push(...batch, ...queue.splice(0))
        onTrouble('writing to the archive failed, will retry', { err: error, queued: queue.length, attempt: failures })
        break
      }
    }
    if (dropped > 0) onTrouble('the archive queue is full: dropped the oldest fetches', { dropped })
    dropped = 0
  }

  /** A fetch that the database rejects does not fail the others of its batch. */
  async function writeBatch(batch: readonly FetchRows[]): Promise<void> {
    try {
      await write(batch)
      onCounted('written', batch.length)
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (batch.length > 1) {
        for (const fetch of batch) await writeBatch([fetch])
        return
      }
      onCounted('refused', 1)
      onTrouble('the database rejected a fetch for the archive', { err: error })
    }
  }

  return {
    /** Queues a fetch. Never throws, never waits. */
    add(fetched: Fetched): void {
      try {
        push(rowsOf(fetched, options.retentionMs()))
        schedule(GATHER_MS)
      } catch (error) {
        onCounted('refused', 1)
        onTrouble('a fetch cannot be archived', { err: error })
      }
    },
    /** Resolves when everything queued so far is written, or a write has failed. */
    async flush(): Promise<void> {
      // The next round writes fetches that arrived while a batch was in flight.
      await draining
      if (queue.length > 0) await drain()
    },
    /** Writes what is queued, for at most `withinMs`; the rest is lost and logged. */
    async close(withinMs: number): Promise<void> {
      closed = true
      clearTimeout(timer)
      const late = new AbortController()
      const deadline = performance.now() + withinMs
      while (queue.length > 0 || draining !== undefined) {
        const left = deadline - performance.now()
        if (left <= 0) break
        await Promise.race([drain(), pause(left, late.signal)])
        if (failures > 0) await pause(Math.min(GATHER_MS, left), late.signal)
      }
      late.abort()
      if (queue.length > 0) onTrouble('fetches were lost at shutdown', { lost: queue.length })
    },
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
