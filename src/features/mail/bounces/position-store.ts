import { type Kysely, sql } from 'kysely'
import { computeLeaseEnd } from '../../../platform/db/lease-end.ts'
import type { Position } from './mailbox.ts'
import type { BounceTables } from './tables.ts'

/** Long enough for a batch; if its reader dies, another node goes on after it. */
const LEASE_MS = 120_000

export type PositionStore = ReturnType<typeof createPositionStore>

/** How far the mailbox has been read, and which node reads it, over PostgreSQL. */
export function createPositionStore(db: Kysely<BounceTables>) {
  return {
    /**
     * Takes the mailbox for `owner`, unless another node reads it: then undefined. Resolves to where to go on; null: at the beginning, as the
     * account is another one than before.
     */
    async take(owner: string, account: string): Promise<Position | null | undefined> {
      const { rows } = await sql<{ uid_validity: string; last_uid: number }>`
        insert into bounce_mailbox as mailbox (account, uid_validity, last_uid, lease_owner, leased_until)
        values (${account}, '', 0, ${owner}, ${computeLeaseEnd(LEASE_MS)})
        on conflict (one) do update set lease_owner = excluded.lease_owner, leased_until = excluded.leased_until,
          account = excluded.account,
          uid_validity = case when mailbox.account = excluded.account then mailbox.uid_validity else '' end,
          last_uid = case when mailbox.account = excluded.account then mailbox.last_uid else 0 end,
          read_at = case when mailbox.account = excluded.account then mailbox.read_at end
        where mailbox.leased_until is null or mailbox.leased_until <= now()
        returning uid_validity, last_uid`.execute(db)
      const [row] = rows
      if (row === undefined) return undefined
      return row.uid_validity === '' ? null : { uidValidity: row.uid_validity, lastUid: Number(row.last_uid) }
    },

    /** Remembers that everything up to the position was handled. False: another node has the mailbox now. */
    async advance(owner: string, { uidValidity, lastUid }: Position): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('bounce_mailbox')
        .set({ uid_validity: uidValidity, last_uid: lastUid, leased_until: computeLeaseEnd(LEASE_MS) })
        .where('lease_owner', '=', owner)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Lets the next node have it; `readAt`: when all of it was read, null: it was not. */
    async release(owner: string, readAt: number | null): Promise<void> {
      await db
        .updateTable('bounce_mailbox')
        .set({ lease_owner: null, leased_until: null, ...(readAt === null ? {} : { read_at: new Date(readAt) }) })
        .where('lease_owner', '=', owner)
        .execute()
    },

    /** When it was last read to its end, epoch milliseconds; null: never. */
    async readAt(): Promise<number | null> {
      return (await db.selectFrom('bounce_mailbox').select('read_at').executeTakeFirst())?.read_at?.getTime() ?? null
    },
  }
}
