import type { Timers } from '../../../platform/timers.ts'
import type { Settlement } from './outbox-store.ts'

export interface SettlingOptions {
  readonly write: (settlements: readonly Settlement[]) => Promise<void>
  readonly onError: (error: unknown) => void
  readonly timers: Pick<Timers, 'sleep'>
}

const LONGEST_WAIT_MS = 2_000
/** Concurrent statements, so that one waiting for the disk does not hold up the next batch. */
const WRITERS = 2

/**
 * Writes settlements in batches: each caller waits for its own, and those that arrive while a statement runs share the next one. `write`
 * commits one batch; its errors go to `onError` and are retried.
 */
export function createSettling({ write, onError, timers }: SettlingOptions) {
  let queue: { readonly settlement: Settlement; readonly resolve: () => void }[] = []
  let writers = 0
  const stopped = new AbortController()

  async function writeQueued(): Promise<void> {
    let waitMs = 100
    while (queue.length > 0) {
      // At most one settlement for each connection to the mail server.
      const batch = queue
      queue = []
      try {
        await write(batch.map(({ settlement }) => settlement))
        waitMs = 100
        for (const { resolve } of batch) resolve()
      } catch (error) {
        onError(error)
        queue = [...batch, ...queue]
        if (stopped.signal.aborted) break
        await timers.sleep(waitMs, stopped.signal).catch(() => undefined)
        waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
      }
    }
    writers -= 1
    if (stopped.signal.aborted) for (const { resolve } of queue.splice(0)) resolve()
  }

  return {
    /** Resolves when committed. Retries until it succeeds: a mail that was sent must not be sent again. */
    settle(settlement: Settlement): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      queue.push({ settlement, resolve })
      if (writers < WRITERS) {
        writers += 1
        void writeQueued()
      }
      return promise
    },
    /** Gives up unwritten settlements; those mails are retried when their leases end. */
    stop: (): void => stopped.abort(),
  }
}
