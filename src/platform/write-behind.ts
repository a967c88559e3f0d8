import { setTimeout as sleep } from 'node:timers/promises'
import { computeBackoffMs } from './backoff.ts'

export interface WriteBehindOptions<T> {
  /** Longest wait of an item while writes succeed. Each failure of a batch doubles the wait, up to five seconds. */
  readonly everyMs: number
  readonly maxQueued: number
  readonly maxBatch: number
  readonly write: (items: readonly T[]) => Promise<void>
  /** Called for every failed write with the number of items that were dropped. */
  readonly onError: (error: unknown, givenUp: number) => void
  /** A batch that fails this often (30 times by default) is dropped: the items behind it may be fine. */
  readonly maxAttempts?: number
  /** Called when a full queue drops its oldest items for new ones; absent: it takes no more. */
  readonly onDropped?: (items: number) => void
}

const LONGEST_WAIT_MS = 5_000

/**
 * A write-behind queue: items are written a moment later, in batches, off the response path. A killed process loses its queue, so use it
 * only for data such as counters. Bounded: a full queue takes no more items, or drops its oldest. Its timer does not keep the process alive.
 */
export function createWriteBehind<T>(options: WriteBehindOptions<T>) {
  const { everyMs, maxQueued, maxBatch, write, onError, maxAttempts = 30, onDropped } = options
  const queue: T[] = []
  /** Taken from the queue, to be written. */
  let batch: readonly T[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let attempts = 0
  let closed = false

  function schedule(): void {
    if (timer !== undefined || closed || queue.length === 0) return
    timer = setTimeout(
      () => {
        timer = undefined
        void flush()
      },
      computeBackoffMs(everyMs, Math.max(everyMs, LONGEST_WAIT_MS), attempts),
    )
    timer.unref()
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      batch = queue.splice(0, maxBatch)
      try {
        await write(batch)
        attempts = 0
      } catch (error) {
        attempts += 1
        if (attempts < maxAttempts) {
          queue.unshift(...batch)
          dropOldest()
          return onError(error, 0)
        }
        attempts = 0
        onError(error, batch.length)
      } finally {
        batch = []
      }
    }
  }

  function dropOldest(): void {
    const excess = queue.length - maxQueued
    if (onDropped === undefined || excess <= 0) return
    queue.splice(0, excess)
    onDropped(excess)
  }

  const size = (): number => queue.length + batch.length

  async function flush(): Promise<void> {
    // A drain that has just found the queue empty misses items added since.
    await writing
    if (queue.length > 0) {
      writing ??= drain().finally(() => {
        writing = undefined
        schedule()
      })
    }
    // Also if another flush, called at the same time, has taken the items.
    await writing
  }

  return {
    /** Queues an item; false when the queue is full and the item was not taken. */
    add(item: T): boolean {
      if (closed || (onDropped === undefined && size() >= maxQueued)) return false
      queue.push(item)
      dropOldest()
      schedule()
      return true
    },
    /** Writes what is queued now. Never throws. */
    flush,
    /** Number of items that are not written yet. */
    size,
    /** Takes no more items and writes the queue. After a failure it tries once more, and then until `withinMs` have passed. */
    async close(withinMs = 0): Promise<void> {
      closed = true
      clearTimeout(timer)
      const deadline = performance.now() + withinMs
      await writing
      await flush()
      while (queue.length > 0 && performance.now() < deadline) {
        await sleep(Math.min(everyMs, deadline - performance.now()))
        await flush()
      }
    },
  }
}
