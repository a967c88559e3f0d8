import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { atMost } from '../../platform/at-most.ts'
import type { Clock } from '../../platform/clock.ts'
import { MailFailure } from '../../platform/mail/failure.ts'
import type { MailTransport } from '../../platform/mail/transport.ts'
import { repeat } from '../../platform/periodic.ts'
import { type MessageOptions, messageOf, outcomeOf, type PreparedMail, settledFailed, settledSent, settledUntried } from './delivery.ts'
import { createLeases } from './leases.ts'
import type { OutboxStore } from './outbox-store.ts'
import { createPause } from './pause.ts'
import { createPreparation } from './preparation.ts'
import { isHardBounce } from './retry.ts'
import { createSettling } from './settling.ts'
import type { SuppressionStore } from './suppression-store.ts'
import { createThrottle } from './throttle.ts'

/** What may become of one mail that a worker took up. `unreachable`: given back untried. */
export type DeliveryOutcome = 'sent' | 'rejected' | 'deferred' | 'unknown' | 'not_rendered' | 'suppressed' | 'expired' | 'unreachable'

export interface WorkerOptions extends MessageOptions {
  readonly outbox: OutboxStore
  readonly suppressions: SuppressionStore
  readonly transport: MailTransport
  readonly addressHash: (emailKey: string) => string
  readonly clock: Clock
  /** Mails this process may send a second; null: as many as go through. */
  readonly perSecond: () => number | null
  readonly onOutcome: (outcome: DeliveryOutcome) => void
  readonly onError: (error: unknown, what: string) => void
  /** How long a mail is nobody else's when this process is gone. */
  readonly leaseMs?: number
}

export interface Workers {
  /** There may be something to send. */
  wake(): void
  /** Sends nothing new, lets what is under way finish for `finishMs` (then it is cut off), and gives the rest back. */
  stop(finishMs: number): Promise<void>
}

const LEASE_MS = 30_000
const MAX_BATCH = 100
const MIN_BATCH = 10
const SHORTEST_POLL_MS = 1_000
const LONGEST_POLL_MS = 5_000
/** For writing what became of mails that were cut off; what is not written by then is tried again when its lease ends. */
const CUT_OFF_MS = 1_000
const GIVE_UP_MS = 500

const monotonicMs = (): number => performance.now()

/** Takes due mails from the outbox and sends them, as many at once as the transport has connections. */
export function startWorkers(options: WorkerOptions): Workers {
  const { outbox, suppressions, transport, clock, perSecond, onOutcome, onError, leaseMs = LEASE_MS } = options
  const owner = randomUUID()
  const leases = createLeases({ outbox, owner, leaseMs })
  const prepare = createPreparation(options)
  const settling = createSettling({
    write: (settlements) => outbox.settle(owner, settlements),
    onError: (error) => onError(error, 'writing what became of mails'),
  })
  const throttle = createThrottle({ perSecond, monotonicMs, sleep: (ms, signal) => sleep(ms, undefined, { signal }) })
  const pause = createPause(monotonicMs)
  const stopped = new AbortController()
  const cutOff = new AbortController()
  const underWay = new Map<string, Promise<void>>()
  let queue: PreparedMail[] = []
  let feeding: Promise<void> | undefined
  let isWoken = false
  let isDry = false
  let pollMs = SHORTEST_POLL_MS
  let timer: NodeJS.Timeout | undefined

  const renewal = repeat(
    leaseMs / 3,
    () => leases.renew(clock.now()),
    (error) => onError(error, 'holding on to mails'),
  )

  /** About two seconds' worth, so that an alert does not wait behind a long queue of digests. */
  const batchSize = (): number => Math.min(MAX_BATCH, Math.max(MIN_BATCH, Math.ceil((perSecond() ?? MAX_BATCH) * 2)))

  function feed(): void {
    clearTimeout(timer)
    isWoken = true
    if (stopped.signal.aborted || feeding !== undefined) return
    feeding = refill()
      .catch((error: unknown) => {
        onError(error, 'taking mails from the outbox')
        isWoken = false
        feedIn(LONGEST_POLL_MS)
      })
      .finally(() => {
        feeding = undefined
        if (isWoken) feed()
      })
  }

  function feedIn(ms: number): void {
    clearTimeout(timer)
    if (!stopped.signal.aborted) timer = setTimeout(feed, ms).unref()
  }

  /** Leases batch after batch until enough is queued or nothing is due. */
  async function refill(): Promise<void> {
    while (isWoken) {
      isWoken = false
      const rest = pause.remainingMs()
      if (rest > 0) return feedIn(rest)
      const max = batchSize()
      if (queue.length > max / 2) return
      const now = clock.now()
      const leased = await outbox.leaseDue(owner, max, now, now + leaseMs)
      // A lease may have run out while the database could not be told that the mail was sent.
      const prepared = await prepare(leased.filter(({ id }) => !underWay.has(id)))
      leases.add(prepared, now + leaseMs)
      if (stopped.signal.aborted) return giveBack(prepared)
      queue.push(...prepared)
      pump()
      isDry = leased.length < max
      pollMs = leased.length > 0 ? SHORTEST_POLL_MS : Math.min(pollMs * 2, LONGEST_POLL_MS)
      if (isDry) feedIn(pollMs)
      else isWoken = true
    }
  }

  function pump(): void {
    while (queue.length > 0 && underWay.size < transport.connections) {
      const mail = queue.shift() as PreparedMail
      const delivery = deliver(mail)
        .catch((error: unknown) => onError(error, 'sending a mail'))
        .finally(() => {
          underWay.delete(mail.id)
          leases.drop(mail.id)
          if (stopped.signal.aborted) return
          pump()
          if (!isDry && queue.length <= batchSize() / 2) feed()
        })
      underWay.set(mail.id, delivery)
    }
  }

  async function deliver(mail: PreparedMail): Promise<void> {
    // Somebody else's by now, or withdrawn.
    if (!leases.holds(mail.id, clock.now())) return
    const untried = settledUntried(mail, clock.now())
    if (untried !== null) return settle(untried, untried.state === 'expired' ? 'expired' : 'suppressed')
    const startedAt = clock.now()
    try {
      const message = await messageOf(mail, options, startedAt)
      await throttle.take(stopped.signal)
      if (stopped.signal.aborted || !leases.holds(mail.id, clock.now())) return await giveBack([mail])
      const response = await transport.send(message, cutOff.signal)
      pause.end()
      await settle(settledSent(mail, startedAt, response, clock.now()), 'sent')
    } catch (error) {
      if (stopped.signal.aborted && !(error instanceof MailFailure)) return giveBack([mail])
      await fail(mail, startedAt, error)
    }
  }

  const settle = async (settlement: Parameters<typeof settling.settle>[0], outcome: DeliveryOutcome): Promise<void> => {
    await settling.settle(settlement)
    onOutcome(outcome)
  }

  async function fail(mail: PreparedMail, startedAt: number, error: unknown): Promise<void> {
    if (error instanceof MailFailure) {
      if (error.kind === 'unreachable') return rest(mail, error)
      if (isHardBounce(error)) await suppress(mail, error)
    } else onError(error, `rendering mail ${mail.id} from template ${mail.template}`)
    await settle(settledFailed(mail, startedAt, error, clock.now(), Math.random()), outcomeOf(error))
  }

  async function suppress(mail: PreparedMail, { smtpCode, enhancedCode }: MailFailure): Promise<void> {
    const note = [smtpCode, enhancedCode].filter((code) => code !== null).join(' ')
    await suppressions
      .insertSuppression(mail.addressHash, 'hard_bounce', clock.now(), note)
      .catch((error: unknown) => onError(error, 'suppressing an address'))
  }

  /** The server cannot be reached: everything waits, and other nodes may have what is queued here. */
  async function rest(mail: PreparedMail, error: MailFailure): Promise<void> {
    if (pause.begin() && !stopped.signal.aborted) {
      onError(error, `mail cannot be sent; trying again in ${Math.ceil(pause.remainingMs() / 1_000)} s`)
      feedIn(pause.remainingMs())
    }
    onOutcome('unreachable')
    const queued = queue
    queue = []
    await giveBack([mail, ...queued])
  }

  async function giveBack(mails: readonly PreparedMail[]): Promise<void> {
    for (const { id } of mails) leases.drop(id)
    await outbox
      .releaseLeases(
        owner,
        mails.map(({ id }) => id),
      )
      .catch((error: unknown) => onError(error, 'giving mails back'))
  }

  feed()
  return {
    wake: feed,
    async stop(finishMs) {
      stopped.abort(new Error('the service stops'))
      clearTimeout(timer)
      const queued = queue
      queue = []
      await atMost(finishMs, Promise.all([renewal.stop(), feeding, giveBack(queued), ...underWay.values()]))
      cutOff.abort()
      await atMost(CUT_OFF_MS, Promise.all(underWay.values()))
      settling.stop()
      await atMost(GIVE_UP_MS, Promise.all(underWay.values()))
    },
  }
}
