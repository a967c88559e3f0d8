import type { PreparedMail } from './delivery.ts'
import { PRIORITIES } from './outbox-store.ts'

/** The leased mails that wait for a connection. Few are leased ahead, so that neither an urgent mail nor another node waits for them. */
export interface Queue {
  add(mails: readonly PreparedMail[]): void
  /** The most urgent one, the oldest first; undefined when there is none. */
  take(): PreparedMail | undefined
  takeAll(): PreparedMail[]
  /** How many mails to lease at once. */
  batchSize(): number
  /**
   * The least urgent priority for which there is room; null when there is none. What is less urgent takes no room, so a queue full of
   * digests has room for a confirmation.
   */
  roomUpTo(): number | null
  /** A delivery took so many milliseconds. */
  note(tookMs: number): void
}

export interface QueueOptions {
  /** Read for every batch. */
  readonly connections: () => number
  /** Mails this process may send a second; null: as many as go through. */
  readonly perSecond: () => number | null
}

const MAX_BATCH = 100
/** What is leased at once is sent within this time, as fast as deliveries were lately. */
const AHEAD_MS = 2_000
/** What a delivery is taken to last before one has ended. */
const FIRST_GUESS_MS = 1_000
/** How much the latest delivery counts. */
const WEIGHT = 0.2

export function createQueue({ connections, perSecond }: QueueOptions): Queue {
  /** By id: a mail whose lease ran out while the database was away may be leased here a second time. */
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
    add(added) {
      for (const mail of added) mails.set(mail.id, mail)
    },
    take() {
      let first: PreparedMail | undefined
      for (const mail of mails.values()) if (first === undefined || mail.priority < first.priority) first = mail
      if (first !== undefined) mails.delete(first.id)
      return first
    },
    takeAll() {
      const all = [...mails.values()]
      mails.clear()
      return all
    },
    batchSize,
    roomUpTo: () => PRIORITIES.findLast((priority) => countUpTo(priority) <= batchSize() / 2) ?? null,
    note(tookMs) {
      averageMs = averageMs === null ? tookMs : averageMs * (1 - WEIGHT) + tookMs * WEIGHT
    },
  }
}
