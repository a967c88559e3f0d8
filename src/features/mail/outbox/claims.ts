import { type Lease, type OutboxStore, PRIORITIES } from './outbox-store.ts'
import type { PreparedMail } from './preparation.ts'

export interface LeasesOptions {
  readonly outbox: Pick<OutboxStore, 'renewLeases'>
  readonly owner: string
  readonly leaseMs: number
}

/** What this process knows of a lease. */
interface OwnLease {
  /** When it ends by the database's clock. */
  readonly until: number
  /** Until when this process relies on it, in monotonic milliseconds, counted from before it was asked for. */
  readonly reliedUntil: number
}

/** The mails leased by this process, and when each lease ends. Tracks leases in memory; `leaseMs` is the duration of one. */
export function createLeases({ outbox, owner, leaseMs }: LeasesOptions) {
  const leaseById = new Map<string, OwnLease>()
  return {
    /** Mails that were leased by a statement sent at `askedAt` (monotonic milliseconds). */
    add(mails: readonly Lease[], askedAt: number): void {
      // A response that arrives late must not shorten a newer lease.
      for (const { id, until } of mails)
        if (until >= (leaseById.get(id)?.until ?? 0)) leaseById.set(id, { until, reliedUntil: askedAt + leaseMs })
    },
    /** Whether the mail may still be sent. Leaves a margin so that no other node takes it meanwhile. */
    holds: (id: string, monotonicMs: number): boolean => (leaseById.get(id)?.reliedUntil ?? 0) - monotonicMs > leaseMs / 6,
    /** Forgets a mail that was settled or released. */
    forget: (id: string): void => void leaseById.delete(id),
    /** The leases of these mails, which it forgets; those that were lost are missing. */
    remove(mails: readonly Pick<Lease, 'id'>[]): Lease[] {
      const owned = mails.flatMap(({ id }) => {
        const lease = leaseById.get(id)
        return lease === undefined ? [] : [{ id, until: lease.until }]
      })
      for (const { id } of mails) leaseById.delete(id)
      return owned
    },
    /** Renews all leases. Drops mails that another node has taken or that were withdrawn. */
    async renew(askedAt: number): Promise<void> {
      const ids = [...leaseById.keys()]
      if (ids.length === 0) return
      const renewed = await outbox.renewLeases(owner, ids, leaseMs)
      for (const id of ids) {
        const until = renewed.get(id)
        // A mail that was settled while the statement ran stays dropped.
        if (until === undefined) leaseById.delete(id)
        else if (leaseById.has(id)) leaseById.set(id, { until, reliedUntil: askedAt + leaseMs })
      }
    },
  }
}

export interface QueueOptions {
  /** Read for every batch. */
  readonly connections: () => number
  /** Mails that this process may send per second; null: unlimited. */
  readonly perSecond: () => number | null
}

const MAX_BATCH = 100
/** A batch should be sent within this time at the recent delivery rate. */
const AHEAD_MS = 2_000
/** The assumed duration of a delivery before the first has ended. */
const FIRST_GUESS_MS = 1_000
/** Weight of the latest delivery in the moving average. */
const WEIGHT = 0.2

/**
 * The leased mails that wait for a connection. Few are leased ahead, so that urgent mails and other nodes are not held up by them. An
 * empty queue in memory.
 */
export function createQueue({ connections, perSecond }: QueueOptions) {
  /** Keyed by id: a mail whose lease expired while the database was unavailable may be leased here again. */
  const mails = new Map<string, PreparedMail>()
  let averageMs: number | null = null

  function batchSize(): number {
    const atOnce = connections()
    const bySpeed = (atOnce * AHEAD_MS) / Math.max(1, averageMs ?? FIRST_GUESS_MS)
    const byThrottle = ((perSecond() ?? Infinity) * AHEAD_MS) / 1_000
    return Math.min(MAX_BATCH, Math.max(atOnce, Math.ceil(Math.min(bySpeed, byThrottle))))
  }

  const countUpTo = (priority: number): number => [...mails.values()].filter((mail) => mail.priority <= priority).length

  return {
    add(added: readonly PreparedMail[]): void {
      for (const mail of added) mails.set(mail.id, mail)
    },
    /** Removes the oldest of the most urgent mails; undefined when empty. */
    take(): PreparedMail | undefined {
      let first: PreparedMail | undefined
      for (const mail of mails.values()) if (first === undefined || mail.priority < first.priority) first = mail
      if (first !== undefined) mails.delete(first.id)
      return first
    },
    takeAll(): PreparedMail[] {
      const all = [...mails.values()]
      mails.clear()
      return all
    },
    /** How many mails to lease at once. */
    batchSize,
    /**
     * The least urgent priority with room; null when there is none. Less urgent mails take no room, so a queue full of digests has room for a
     * confirmation.
     */
    roomUpTo: (): number | null => PRIORITIES.findLast((priority) => countUpTo(priority) <= batchSize() / 2) ?? null,
    /** Records how long a delivery took, in milliseconds. */
    recordDuration(tookMs: number): void {
      averageMs = averageMs === null ? tookMs : averageMs * (1 - WEIGHT) + tookMs * WEIGHT
    },
  }
}
