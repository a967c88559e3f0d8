import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Queries } from '../../../platform/db/queries.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import { createTableListing } from '../../../platform/http/schema/table-listing.ts'
import { DAY_MS } from '../../../time.ts'
import type { TroubleTables } from './tables.ts'
import type { Trouble, TroubleKind } from './trouble.ts'

/** A trouble as stored. Instants are epoch milliseconds. */
export interface StoredTrouble extends Trouble {
  readonly id: string
  readonly beganAt: number
  /** When a node saw it last. */
  readonly seenAt: number
  readonly endedAt: number | null
  readonly noticedAt: number | null
}

export interface TroubleFilters {
  readonly kind?: TroubleKind
  readonly open?: boolean
  readonly key?: string
}

/** What operators are to be notified of. */
export interface Changes {
  readonly began: readonly StoredTrouble[]
  readonly ended: readonly StoredTrouble[]
}

export type TroubleStore = ReturnType<typeof createTroubleStore>

const RETENTION_MS = 90 * DAY_MS
const LOCK = 5_127_734_301

/** Troubles in PostgreSQL: one row from beginning to end, whichever nodes see it. */
export function createTroubleStore(db: Kysely<TroubleTables>) {
  return {
    /**
     * Adds what a node sees now to what is known, one node after the other. A trouble ends when no node has seen it for `quietMs`: one that comes and
     * goes is one trouble. `announce` gets, once over all nodes, those that have lasted `afterMs`, and those that it was given before and that have
     * ended; it writes in the same transaction.
     */
    merge: (
      seen: readonly Trouble[],
      { now, quietMs, afterMs }: { readonly now: number; readonly quietMs: number; readonly afterMs: number },
      announce: (trx: Queries<TroubleTables>, changes: Changes) => Promise<void>,
    ): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
        const at = new Date(now)
        for (const { key, kind, severity, title, meaning, action, link } of seen) {
          const texts = { severity, title, meaning, action, link, seen_at: at }
          await trx
            .insertInto('trouble')
            .values({ id: randomUUID(), key, kind, began_at: at, ...texts })
            .onConflict((conflict) => conflict.column('key').where('ended_at', 'is', null).doUpdateSet(texts))
            .execute()
        }
        const ended = await trx
          .updateTable('trouble')
          .set((eb) => ({ ended_at: eb.ref('seen_at') }))
          .where('ended_at', 'is', null)
          .where('seen_at', '<', new Date(now - quietMs))
          .returningAll()
          .execute()
        const began = await trx
          .updateTable('trouble')
          .set({ noticed_at: at })
          .where('ended_at', 'is', null)
          .where('noticed_at', 'is', null)
          .where('seen_at', '=', at)
          .where('began_at', '<=', new Date(now - afterMs))
          .returningAll()
          .execute()
        await trx
          .deleteFrom('trouble')
          .where('ended_at', '<', new Date(now - RETENTION_MS))
          .execute()
        const changes = { began: began.map(troubleOf), ended: ended.filter(({ noticed_at }) => noticed_at !== null).map(troubleOf) }
        if (changes.began.length + changes.ended.length > 0) await announce(trx, changes)
      }),

    /** Those that a node has seen since the instant, the worst and then the oldest first. */
    async listSeen(since: number): Promise<StoredTrouble[]> {
      const rows = await db
        .selectFrom('trouble')
        .selectAll()
        .where('ended_at', 'is', null)
        .where('seen_at', '>=', new Date(since))
        .orderBy('severity')
        .orderBy('began_at')
        .execute()
      return rows.map(troubleOf)
    },

    list: ({ kind, open, key }: TroubleFilters) =>
      mapListing(
        createTableListing(
          (q) => {
            let query = db.selectFrom('trouble')
            if (kind !== undefined) query = query.where('kind', '=', kind)
            if (key !== undefined) query = query.where('key', '=', key)
            if (open !== undefined) query = query.where('ended_at', open ? 'is' : 'is not', null)
            return q === null ? query : query.where(sql<boolean>`strpos(lower(title), ${q.toLowerCase()}) > 0`)
          },
          { select: (query) => query.selectAll(), sorts: { beganAt: 'began_at' }, id: 'id' },
        ),
        troubleOf,
      ),
  }
}

function troubleOf({ began_at, seen_at, ended_at, noticed_at, ...row }: Selectable<TroubleTables['trouble']>): StoredTrouble {
  return {
    ...row,
    beganAt: began_at.getTime(),
    seenAt: seen_at.getTime(),
    endedAt: ended_at?.getTime() ?? null,
    noticedAt: noticed_at?.getTime() ?? null,
  }
}

/** How far this process's clock is ahead of the database's, in milliseconds: measured in the middle of the query. */
export async function measureClockAhead(db: Queries<unknown>): Promise<number> {
  const before = Date.now()
  const { rows } = await sql<{ at: number }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db)
  return (before + Date.now()) / 2 - (rows[0]?.at ?? before)
}
