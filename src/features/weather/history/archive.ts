import type { Fetched } from '../../../gateway/index.ts'
import { waitAtMost } from '../../../platform/at-most.ts'
import { createWriteBehind } from '../../../platform/write-behind.ts'
import { type FetchRows, buildFetchRows } from './archive-rows.ts'

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

/** Failed writes are retried with backoff; beyond `maxQueued` the oldest fetches are dropped. */
export function createArchive(options: ArchiveOptions) {
  const { write, isRefusal, retentionMs, onCounted, onTrouble, maxQueued = MAX_QUEUED } = options
  let dropped = 0
  const queue = createWriteBehind<FetchRows>({
    everyMs: GATHER_MS,
    maxQueued,
    maxBatch: MAX_BATCH,
    maxAttempts: Infinity,
    async write(batch) {
      if (dropped > 0) onTrouble('the archive queue is full: dropped the oldest fetches', { dropped })
      dropped = 0
      await writeBatch(batch)
    },
    onDropped(fetches) {
      dropped += fetches
      onCounted('dropped', fetches)
    },
    onError: (error) => onTrouble('writing to the archive failed, will retry', { err: error, queued: queue.size() }),
  })

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
        if (!queue.add(buildFetchRows(fetched, retentionMs()))) onCounted('dropped', 1)
      } catch (error) {
        onCounted('refused', 1)
        onTrouble('a fetch cannot be archived', { err: error })
      }
    },
    /** Resolves when everything queued so far is written, or a write has failed. */
    flush: queue.flush,
    /** Writes what is queued, for at most `withinMs`; the rest is lost and logged. */
    async close(withinMs: number): Promise<void> {
      await waitAtMost(withinMs, queue.close(withinMs))
      if (queue.size() > 0) onTrouble('fetches were lost at shutdown', { lost: queue.size() })
    },
  }
}
