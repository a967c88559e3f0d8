import { backoffMs } from './backoff.ts'

/**
 * A write-behind queue: items are written a moment later, in batches, off the response path. A killed process loses its queue, so use it
 * for counters and the like. Bounded: a full queue takes no more items.
 */
export interface WriteBehind<T> {
  /** Queues an item; false when the queue is full and the item was not taken. */
  add(item: T): boolean
  /** Writes what is queued now. Never throws. */
  flush(): Promise<void>
  /** Takes no more items and writes the queue, with one more try after a failure. */
  close(): Promise<void>
}

export interface WriteBehindOptions<T> {
  /** Longest wait of an item while writes succeed. Each failure of a batch doubles the wait, up to five seconds. */
  readonly everyMs: number
  readonly maxQueued: number
  readonly maxBatch: number
  readonly write: (items: readonly T[]) => Promise<void>
  /** Called for every failed write with the number of items that were dropped. */
  readonly onError: (error: unknown, givenUp: number) => void
}

/** A batch that fails this often is dropped: the items behind it may be fine. */
const MAX_ATTEMPTS = 30
const LONGEST_WAIT_MS = 5_000

/** An empty queue; its timer does not keep the process alive. */
export function createWriteBehind<T>({ everyMs, maxQueued, maxBatch, write, onError }: WriteBehindOptions<T>): WriteBehind<T> {
  const queue: T[] = []
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
      backoffMs(everyMs, Math.max(everyMs, LONGEST_WAIT_MS), attempts),
    )
    timer.unref()
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, maxBatch)
      try {
        await write(batch)
        attempts = 0
      } catch (error) {
        attempts += 1
        if (attempts < MAX_ATTEMPTS) return onError(error, 0)
        attempts = 0
        onError(error, batch.length)
      }
      queue.splice(0, batch.length)
    }
  }

  async function flush(): Promise<void> {
    // A drain that has just found the queue empty misses items added since.
    await writing
    if (queue.length === 0) return
    writing ??= drain().finally(() => {
      writing = undefined
      schedule()
    })
    await writing
  }

  return {
    add(item) {
      if (closed || queue.length >= maxQueued) return false
      queue.push(item)
      schedule()
      return true
    },
    flush,
    async close() {
      closed = true
      clearTimeout(timer)
      await writing
      await flush()
    },
  }
}
