import { randomUUID } from 'node:crypto'
import type { ReportError } from '../../../errors.ts'
import { atMost } from '../../../platform/at-most.ts'
import type { Clock } from '../../../platform/clock.ts'
import { startLoop } from '../../../platform/loop.ts'
import { systemTimers } from '../../../platform/timers.ts'
import type { DeliveryStore, LeasedDelivery } from './delivery-store.ts'
import { type AttemptResult, type Settlement, settlementOf } from './settling.ts'

/** `released`: returned without an attempt. */
export type DeliveryOutcome = Settlement['state'] | 'released'

export interface SenderOptions {
  readonly deliveries: Pick<DeliveryStore, 'leaseDue' | 'release' | 'settle'>
  /** Makes one attempt; null: it was cut off by the signal. */
  readonly attempt: (delivery: LeasedDelivery, signal: AbortSignal) => Promise<AttemptResult | null>
  /** Whether secrets can be opened; while they cannot, everything waits. */
  readonly maySend: () => boolean
  readonly clock: Clock
  readonly onOutcome: (outcome: DeliveryOutcome) => void
  readonly onError: ReportError
  readonly leaseMs?: number
}

/** Several times as long as an attempt may take: a lease needs no renewal, and ends soon after its owner has died. */
const LEASE_MS = 60_000
const AT_ONCE = 16
const POLL_MS = 5_000
const TURN_TIMEOUT_MS = 20_000
const FINISH_MS = 3_000
const ABORT_MS = 1_000

/** Sends what is due, on every node. Starts at once; `stop` ends it. */
export function startSender({ deliveries, attempt, maySend, clock, onOutcome, onError, leaseMs = LEASE_MS }: SenderOptions) {
  const owner = randomUUID()
  const inFlight = new Map<string, Promise<void>>()
  const stopped = new AbortController()
  const aborted = new AbortController()

  async function turn(): Promise<number> {
    const room = AT_ONCE - inFlight.size
    if (room === 0 || !maySend()) return POLL_MS
    const now = clock.now()
    for (const delivery of await deliveries.leaseDue(owner, room, now, now + leaseMs)) {
      if (stopped.signal.aborted) {
        await deliveries.release(owner, delivery.id)
        continue
      }
      const done = deliver(delivery)
        .catch((error: unknown) => onError(error, 'sending to a webhook'))
        .finally(() => {
          inFlight.delete(delivery.id)
          polling.wake()
        })
      inFlight.set(delivery.id, done)
    }
    return POLL_MS
  }

  async function deliver(delivery: LeasedDelivery): Promise<void> {
    const result = await attempt(delivery, aborted.signal)
    if (result === null) {
      await deliveries.release(owner, delivery.id)
      return onOutcome('released')
    }
    const now = clock.now()
    const settlement = settlementOf(delivery, result, now, Math.random())
    // If this fails, the delivery is sent again when its lease ends, under the same id.
    await deliveries.settle(owner, settlement, now)
    onOutcome(settlement.state)
  }

  const polling = startLoop({
    turn,
    longestWaitMs: POLL_MS,
    turnWithinMs: TURN_TIMEOUT_MS,
    timers: systemTimers,
    onError: (error) => onError(error, 'leasing messages to webhooks'),
  })
  return {
    /** Looks for due messages at once. */
    wake: polling.wake,
    /** Sends nothing new, lets attempts in flight finish for some seconds, then cuts them off and returns them. */
    async stop(): Promise<void> {
      stopped.abort()
      await atMost(FINISH_MS, Promise.all([polling.stop(), ...inFlight.values()]))
      aborted.abort()
      await atMost(ABORT_MS, Promise.all(inFlight.values()))
    },
  }
}
