import type { PreparedMail } from './delivery.ts'
import type { Lease, OutboxStore } from './outbox-store.ts'

export interface LeasesOptions {
  readonly outbox: Pick<OutboxStore, 'renewLeases'>
  readonly owner: string
  readonly leaseMs: number
}

/** The mails leased by this process, and when each lease ends. Tracks leases in memory; `leaseMs` is the duration of one. */
export function createLeases({ outbox, owner, leaseMs }: LeasesOptions) {
  const untilById = new Map<string, number>()
  return {
    add(mails: readonly PreparedMail[], until: number): void {
      // A response that arrives late must not shorten a newer lease.
      for (const { id } of mails) untilById.set(id, Math.max(until, untilById.get(id) ?? 0))
    },
    /** Whether the mail may still be sent. Leaves a margin so that no other node takes it meanwhile. */
    holds: (id: string, now: number): boolean => (untilById.get(id) ?? 0) - now > leaseMs / 6,
    /** Forgets a mail that was settled or released. */
    drop: (id: string): void => void untilById.delete(id),
    /** The leases of these mails, which it forgets; those that were lost are missing. */
    take(mails: readonly PreparedMail[]): Lease[] {
      const held = mails.flatMap(({ id }) => {
        const until = untilById.get(id)
        return until === undefined ? [] : [{ id, until }]
      })
      for (const { id } of mails) untilById.delete(id)
      return held
    },
    /** Renews all leases. Drops mails that another node has taken or that were withdrawn. */
    async renew(now: number): Promise<void> {
      const ids = [...untilById.keys()]
      if (ids.length === 0) return
      const until = now + leaseMs
      const renewed = await outbox.renewLeases(owner, ids, until)
      for (const id of ids) {
        // A mail that was settled while the statement ran stays dropped.
        if (!renewed.has(id)) untilById.delete(id)
        else if (untilById.has(id)) untilById.set(id, until)
      }
    },
  }
}
