import { randomUUID } from 'node:crypto'
import type { ReportError } from '../../../errors.ts'
import { waitAtMost } from '../../../platform/at-most.ts'
import type { Clock } from '../../../platform/clock.ts'
import { startLoop } from '../../../platform/loop.ts'
import { MailFailure, type MailMessage, type MailTransport } from '../../../platform/mail/transport.ts'
import { systemTimers, type Timers } from '../../../platform/timers.ts'
import type { SuppressionStore } from '../suppression/index.ts'
import { createLeases, createQueue } from './claims.ts'
import { type OutboxStore, PRIORITIES } from './outbox-store.ts'
import { createServerWatch, createPause, createThrottle } from './pacing.ts'
import { type DeliveryOptions, renderMailMessage, type PreparedMail, createPreparation } from './preparation.ts'
import {
  classifyMailError,
  buildFailedSettlement,
  buildSentSettlement,
  findSettlementWithoutAttempt,
  isHardBounce,
  createSettling,
} from './settling.ts'

/** The outcome of one mail that a worker took. `unreachable`: released without an attempt. */
export type DeliveryOutcome = 'sent' | 'rejected' | 'deferred' | 'unknown' | 'not_rendered' | 'suppressed' | 'expired' | 'unreachable'

export interface WorkerOptions extends DeliveryOptions {
  readonly outbox: OutboxStore
  readonly suppressions: SuppressionStore
  readonly transport: MailTransport
  /** Whether any node, or a check, has used the mail server with success, not before the instant (epoch milliseconds). Omitted: nobody else uses it. */
  readonly hasWorkedSince?: (instant: number) => Promise<boolean>
  readonly addressHash: (emailKey: string) => string
  readonly clock: Clock
  /** False: everything waits. */
  readonly maySend?: () => boolean
  /** For waits and polls; the clock only tells which mails are due. */
  readonly timers?: Timers
  /** Mails that this process may send per second; null: unlimited. */
  readonly perSecond: () => number | null
  readonly onOutcome: (outcome: DeliveryOutcome) => void
  readonly onError: ReportError
  /** Lease duration: how long a mail stays reserved when this process has died. */
  readonly leaseMs?: number
}

export type Workers = ReturnType<typeof startMailWorkers>

const LEASE_MS = 30_000
const MIN_POLL_MS = 1_000
const MAX_POLL_MS = 5_000
/** Limit for leasing mails. The database ends a statement after 15 seconds; if it takes longer, the connection was lost silently. */
const LEASE_TIMEOUT_MS = 20_000
/** Limit for settling mails that were cut off; unsettled mails are retried when their leases end. */
const ABORT_TIMEOUT_MS = 1_000
const SETTLE_TIMEOUT_MS = 500

/** Sends due mails from the outbox, as many in parallel as the transport has connections. */
export function startMailWorkers(options: WorkerOptions) {
  const {
    outbox,
    suppressions,
    transport,
    clock,
    maySend = () => true,
    timers = systemTimers,
    perSecond,
    onOutcome,
    onError,
    leaseMs = LEASE_MS,
  } = options
  const owner = randomUUID()
  const leases = createLeases({ outbox, owner, leaseMs })
  const prepare = createPreparation(options)
  const settling = createSettling({
    write: (settlements) => outbox.settle(owner, settlements),
    onError: (error) => onError(error, 'settling mails'),
    timers,
  })
  const throttle = createThrottle({ perSecond, ...timers })
  const pause = createPause(timers.monotonicMs)
  let pausedAt = 0
  const serverWatch = createServerWatch({ outbox, transport, clock, onError })
  const stopped = new AbortController()
  const aborted = new AbortController()
  const inFlight = new Map<string, Promise<void>>()
  const queue = createQueue({ connections: () => transport.connections, perSecond })
  /** The last poll may have left mails from this priority on: poll again as soon as there is room. Null: it left none. */
  let leftFrom: number | null = null
  let pollMs = MIN_POLL_MS

  /** Leases a batch if there is room. Resolves to the milliseconds until the next poll. */
  async function leaseBatch(): Promise<number> {
    const pauseMs = pause.remainingMs()
    if (pauseMs > 0 && !(await options.hasWorkedSince?.(pausedAt))) return Math.min(pauseMs, MAX_POLL_MS)
    if (pauseMs > 0) pause.end()
    if (!maySend()) return MAX_POLL_MS
    leftFrom = PRIORITIES[0] as number
    const upTo = queue.roomUpTo()
    if (upTo === null) return MAX_POLL_MS
    if (!(await serverWatch.maySend())) {
      leftFrom = null
      return MAX_POLL_MS
    }
    const max = queue.batchSize()
    const askedAt = timers.monotonicMs()
    // A mail that was just released is in flight until its release is known here: leasing it now would reserve it for nobody.
    const leased = await outbox.leaseDue(owner, max, clock.now(), leaseMs, { upTo, except: [...inFlight.keys()] })
    // One that waited in the queue may have been taken meanwhile.
    const prepared = await prepare(leased.filter(({ id }) => !inFlight.has(id)))
    leases.add(prepared, askedAt)
    if (stopped.signal.aborted) {
      await release(prepared)
      return 0
    }
    queue.add(prepared)
    startDeliveries()
    if (leased.length === max) return 0
    leftFrom = PRIORITIES.find((priority) => priority > upTo) ?? null
    pollMs = leased.length > 0 ? MIN_POLL_MS : Math.min(pollMs * 2, MAX_POLL_MS)
    return pollMs
  }

  function startDeliveries(): void {
    while (inFlight.size < transport.connections) {
      const mail = queue.take()
      if (mail === undefined) return
      const { id } = mail
      const delivery = deliver(mail)
        .catch((error: unknown) => onError(error, 'sending a mail'))
        .finally(() => {
          inFlight.delete(id)
          leases.forget(id)
          if (stopped.signal.aborted) return
          startDeliveries()
          if (leftFrom !== null && leftFrom <= (queue.roomUpTo() ?? -1)) polling.wake()
        })
      inFlight.set(id, delivery)
    }
  }

  async function deliver(mail: PreparedMail): Promise<void> {
    // Withdrawn, taken by another node, or about to be.
    if (!leases.holds(mail.id, timers.monotonicMs())) return release([mail])
    const settlement = findSettlementWithoutAttempt(mail, clock.now())
    if (settlement !== null) return settle(settlement, settlement.state === 'expired' ? 'expired' : 'suppressed')
    const startedAt = clock.now()
    try {
      const message = await renderMailMessage(mail, options, startedAt)
      await throttle.take(stopped.signal)
      if (stopped.signal.aborted || !leases.holds(mail.id, timers.monotonicMs())) return await release([mail])
      const response = await transmit(message)
      pause.end()
      await settle(buildSentSettlement(mail, startedAt, response, clock.now()), 'sent')
    } catch (error) {
      if (stopped.signal.aborted && !(error instanceof MailFailure)) return release([mail])
      await fail(mail, startedAt, error)
    }
  }

  async function transmit(message: MailMessage): Promise<string> {
    const since = timers.monotonicMs()
    try {
      return await transport.send(message, aborted.signal)
    } finally {
      queue.recordDuration(timers.monotonicMs() - since)
    }
  }

  const settle = async (settlement: Parameters<typeof settling.settle>[0], outcome: DeliveryOutcome): Promise<void> => {
    await settling.settle(settlement)
    onOutcome(outcome)
  }

  async function fail(mail: PreparedMail, startedAt: number, error: unknown): Promise<void> {
    if (error instanceof MailFailure) {
      if (error.kind === 'unreachable') return suspend(mail, error)
      if (isHardBounce(error)) await suppress(mail, error)
    } else onError(error, `rendering mail ${mail.id} from template ${mail.template}`)
    await settle(buildFailedSettlement(mail, startedAt, error, clock.now(), Math.random()), classifyMailError(error))
  }

  async function suppress(mail: PreparedMail, { smtpCode, enhancedCode }: MailFailure): Promise<void> {
    const note = [smtpCode, enhancedCode].filter((code) => code !== null).join(' ')
    await suppressions
      .insertSuppression(mail.addressHash, 'hard_bounce', clock.now(), note)
      .catch((error: unknown) => onError(error, 'suppressing an address'))
  }

  /** Pauses because the server is unreachable, and releases the queued mails so that other nodes may send them. */
  async function suspend(mail: PreparedMail, error: MailFailure): Promise<void> {
    const isFirst = pause.begin()
    if (isFirst) pausedAt = clock.now()
    if (isFirst && !stopped.signal.aborted) {
      onError(error, `mail cannot be sent; trying again in ${Math.ceil(pause.remainingMs() / 1_000)} s`)
      // From here the loop waits out the pause, which may be shorter than its poll.
      polling.wake()
    }
    onOutcome('unreachable')
    await release([mail, ...queue.takeAll()])
  }

  async function release(mails: readonly PreparedMail[]): Promise<void> {
    const owned = leases.remove(mails)
    if (owned.length === 0) return
    await outbox.releaseLeases(owner, owned).catch((error: unknown) => onError(error, 'releasing mails'))
  }

  const polling = startLoop({
    turn: leaseBatch,
    longestWaitMs: MAX_POLL_MS,
    turnWithinMs: LEASE_TIMEOUT_MS,
    timers,
    onError: (error) => onError(error, 'leasing mails from the outbox'),
  })
  const renewing = startLoop({
    async turn() {
      await leases.renew(timers.monotonicMs())
      return leaseMs / 3
    },
    longestWaitMs: leaseMs / 3,
    turnWithinMs: LEASE_TIMEOUT_MS,
    timers,
    onError: (error) => onError(error, 'renewing leases of mails'),
  })
  return {
    /** Looks for due mails at once. */
    wake: polling.wake,
    /** The same, however unreachable the server was. */
    resume(): void {
      pause.end()
      polling.wake()
    },
    /** Sends nothing new, lets deliveries in flight finish for `finishMs` (then cuts them off), and releases the rest. */
    async stop(finishMs: number): Promise<void> {
      stopped.abort(new Error('the service stops'))
      await waitAtMost(finishMs, Promise.all([renewing.stop(), polling.stop(), release(queue.takeAll()), ...inFlight.values()]))
      aborted.abort()
      await waitAtMost(ABORT_TIMEOUT_MS, Promise.all(inFlight.values()))
      settling.stop()
      await waitAtMost(SETTLE_TIMEOUT_MS, Promise.all(inFlight.values()))
    },
  }
}
