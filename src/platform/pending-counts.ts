import type { ReportError } from '../errors.ts'
import { repeatWork } from './periodic.ts'

export interface PendingCountsOptions<Count> {
  /** Counts with the same key are added up. */
  readonly keyOf: (count: Count) => string
  /** Adds the second to the first. */
  readonly merge: (known: Count, more: Count) => void
  readonly everyMs: number
  /** Beyond so many keys only known ones are counted. */
  readonly maxKeys: number
  readonly write: (counts: readonly Count[]) => Promise<void>
  /** What failed, for the log. */
  readonly what: string
  readonly onError: ReportError
  /** Called for each count that is not taken. */
  readonly onDropped?: () => void
}

/**
 * Adds counts up in memory and writes the sums at intervals; those of a failed write are added to what has come since. A killed process loses the
 * counts of its last interval.
 */
export function createPendingCounts<Count>({
  keyOf,
  merge,
  everyMs,
  maxKeys,
  write,
  what,
  onError,
  onDropped,
}: PendingCountsOptions<Count>) {
  let pending = new Map<string, Count>()
  let flushing: Promise<void> = Promise.resolve()

  function add(count: Count): void {
    const key = keyOf(count)
    const known = pending.get(key)
    if (known !== undefined) merge(known, count)
    else if (pending.size < maxKeys) pending.set(key, count)
    else onDropped?.()
  }

  async function writeAll(): Promise<void> {
    if (pending.size === 0) return
    const batch = [...pending.values()]
    pending = new Map()
    try {
      await write(batch)
    } catch (error) {
      for (const count of batch) add(count)
      onError(error, what)
    }
  }

  function flush(): Promise<void> {
    flushing = flushing.then(writeAll)
    return flushing
  }

  const periodic = repeatWork(everyMs, flush, () => undefined)
  return {
    /** Takes a count, which must not be used afterwards. Cheap, synchronous, never throws. */
    add,
    /** What is not written yet, and not being written. */
    values: (): Iterable<Count> => pending.values(),
    /** Writes what is pending. Never throws. */
    flush,
    /** Stops the periodic writes, and writes what is pending. */
    async close(): Promise<void> {
      await periodic.stop()
      await flush()
    },
  }
}
