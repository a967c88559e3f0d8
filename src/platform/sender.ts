import { randomUUID } from 'node:crypto'
import type { ReportError } from '../errors.ts'
import { waitAtMost } from './at-most.ts'
import type { Clock } from './clock.ts'
import { startLoop } from './loop.ts'
import { systemTimers } from './timers.ts'

/** Messages that wait in a table, with a lease each. */
export interface Queue<Message extends { readonly id: string }> {
  /**
   * Leases up to `max` messages that are due at `now` (epoch milliseconds), for `leaseMs` by the database's clock: no other owner gets them
   * before then, whatever its own clock says.
   */
  leaseDue(owner: string, max: number, now: number, leaseMs: number): Promise<readonly Message[]>
  /** Returns a message without an attempt. */
  release(owner: string, id: string): Promise<void>
}

export interface SenderOptions<Message extends { readonly id: string }> {
  /** What it sends, for errors: `notifications`. */
  readonly what: string
  readonly queue: Queue<Message>
  /**
   * Sends a message, and writes as its owner what became of it; false: it was cut off by the signal. If it rejects, the message is sent again
   * when its lease ends.
   */
  readonly deliver: (message: Message, owner: string, signal: AbortSignal) => Promise<boolean>
  /** Whether secrets can be opened; while they cannot, everything waits. */
  readonly maySend: () => boolean
  readonly clock: Clock
  readonly onError: ReportError
  readonly leaseMs?: number | undefined
  readonly atOnce?: number
}

/** Several times as long as an attempt may take: a lease needs no renewal, and ends soon after its owner has died. */
const LEASE_MS = 60_000
const AT_ONCE = 16
const POLL_MS = 5_000
const TURN_TIMEOUT_MS = 20_000
const FINISH_MS = 3_000
const ABORT_MS = 1_000

/** Sends what is due, on every node. Starts at once; `stop` ends it. */
export function startSender<Message extends { readonly id: string }>(options: SenderOptions<Message>) {
  const { what, queue, deliver, maySend, clock, onError, leaseMs = LEASE_MS, atOnce = AT_ONCE } = options
  const owner = randomUUID()
  const inFlight = new Map<string, Promise<void>>()
  const stopped = new AbortController()
  const aborted = new AbortController()

  async function turn(): Promise<number> {
    const capacity = atOnce - inFlight.size
    if (capacity === 0 || !maySend()) return POLL_MS
    for (const message of await queue.leaseDue(owner, capacity, clock.now(), leaseMs)) {
      if (stopped.signal.aborted) {
        await queue.release(owner, message.id)
        continue
      }
      const done = deliver(message, owner, aborted.signal)
        .then((isDone) => (isDone ? undefined : queue.release(owner, message.id)))
        .catch((error: unknown) => onError(error, `sending ${what}`))
        .finally(() => {
          inFlight.delete(message.id)
          polling.wake()
        })
      inFlight.set(message.id, done)
    }
    return POLL_MS
  }

  const polling = startLoop({
    turn,
    longestWaitMs: POLL_MS,
    turnWithinMs: TURN_TIMEOUT_MS,
    timers: systemTimers,
    onError: (error) => onError(error, `leasing ${what}`),
  })
  return {
    /** Looks for due messages at once. */
    wake: polling.wake,
    /** Sends nothing new, lets attempts in flight finish for some seconds, then cuts them off and returns them. */
    async stop(): Promise<void> {
      stopped.abort()
      await waitAtMost(FINISH_MS, Promise.all([polling.stop(), ...inFlight.values()]))
      aborted.abort()
      await waitAtMost(ABORT_MS, Promise.all(inFlight.values()))
    },
  }
}
