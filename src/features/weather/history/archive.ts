import type { Fetched } from '../../../gateway/index.ts'
import { type FetchRows, rowsOf } from './archive-rows.ts'

/** Takes what was fetched and writes it, off every answer's path. */
export interface Archive {
  /** Queues a fetch. Never throws, never waits. */
  add(fetched: Fetched): void
  /** Resolves when everything queued so far is written, or the database cannot be written to now. */
  flush(): Promise<void>
  /** Writes what is queued, for at most `withinMs`; what is left then is lost, and said so. */
  close(withinMs: number): Promise<void>
}

export type ArchiveOutcome = 'written' | 'dropped' | 'refused'

export interface ArchiveOptions {
  /** Writes all of the fetches or none. */
  readonly write: (fetches: readonly FetchRows[]) => Promise<void>
  /** Whether a failed write would fail again. */
  readonly isRefusal: (error: unknown) => boolean
  readonly retentionMs: () => number
  readonly onCounted: (outcome: ArchiveOutcome, fetches: number) => void
  readonly onTrouble: (what: string, facts: object) => void
  readonly maxQueued?: number
}

/** About 20 KB each: 20 MB of memory when the database is away for long. */
const MAX_QUEUED = 1_000
const MAX_BATCH = 64
/** Fetches of this long are written together; a process that is killed loses no more. */
const GATHER_MS = 200
const MAX_RETRY_MS = 10_000

export function createArchive(options: ArchiveOptions): Archive {
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
      schedule(failures === 0 ? GATHER_MS : Math.min(MAX_RETRY_MS, GATHER_MS * 2 ** failures))
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
        onTrouble('the archive cannot be written', { err: error, queued: queue.length, attempt: failures })
        break
      }
    }
    if (dropped > 0) onTrouble('the archive was written too slowly: the oldest fetches were dropped', { dropped })
    dropped = 0
  }

  /** One fetch that the database refuses does not take the others with it. */
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
      onTrouble('the archive refuses a fetch', { err: error })
    }
  }

  return {
    add(fetched) {
      try {
        push(rowsOf(fetched, options.retentionMs()))
        schedule(GATHER_MS)
      } catch (error) {
        onCounted('refused', 1)
        onTrouble('a fetch cannot be archived', { err: error })
      }
    },
    async flush() {
      // What came in while a batch was under way is written by the next round.
      await draining
      if (queue.length > 0) await drain()
    },
    async close(withinMs) {
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
      if (queue.length > 0) onTrouble('fetches were not archived before the end', { lost: queue.length })
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
