import type { PreparedMail } from './delivery.ts'
import type { OutboxStore } from './outbox-store.ts'

/** The mails that this process holds, and until when. */
export interface Leases {
  add(mails: readonly PreparedMail[], until: number): void
  /** May the mail still be sent? With some time to spare, so that nobody else begins with it meanwhile. */
  holds(id: string, now: number): boolean
  /** It has been settled or given back. */
  drop(id: string): void
  /** Holds on to all that is held; what has become another's, or was withdrawn, is dropped. */
  renew(now: number): Promise<void>
}

export interface LeasesOptions {
  readonly outbox: Pick<OutboxStore, 'renewLeases'>
  readonly owner: string
  readonly leaseMs: number
}

export function createLeases({ outbox, owner, leaseMs }: LeasesOptions): Leases {
  const untilById = new Map<string, number>()
  return {
    add(mails, until) {
      // A lease that came back late is no shorter than the one that was taken after it.
      for (const { id } of mails) untilById.set(id, Math.max(until, untilById.get(id) ?? 0))
    },
    holds: (id, now) => (untilById.get(id) ?? 0) - now > leaseMs / 6,
    drop: (id) => void untilById.delete(id),
    async renew(now) {
      const ids = [...untilById.keys()]
      if (ids.length === 0) return
      const until = now + leaseMs
      const renewed = await outbox.renewLeases(owner, ids, until)
      for (const id of ids) {
        // One that was settled while the statement ran is not taken up again.
        if (!renewed.has(id)) untilById.delete(id)
        else if (untilById.has(id)) untilById.set(id, until)
      }
    },
  }
}
