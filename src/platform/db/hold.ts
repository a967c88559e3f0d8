import type { Kysely } from 'kysely'
import type pg from 'pg'
import { announceChange, type Changes } from './changes.ts'
import type { Queries } from './queries.ts'
import type { ChangeTables, RestoreTables } from './tables.ts'

/** A restore after which nothing may be sent yet, since the original may still be there. */
export interface PendingRestore {
  /** The name of the backup. */
  readonly file: string
  /** Epoch milliseconds. */
  readonly restoredAt: number
}

/** Whether a restored database is held: it sends nothing and runs no job until somebody releases it, at once for all nodes. */
export type Hold = Awaited<ReturnType<typeof openHold>>

/** The answer to whoever asks for what waits. */
export const HOLD_REASON = 'This is a restored copy, which sends nothing and runs no jobs until an owner releases it in the back office'

const TOPIC = 'hold'

/** Rejects with the database's error. */
export async function openHold({ db, changes }: { readonly db: Kysely<RestoreTables>; readonly changes: Changes }) {
  let pending: PendingRestore | null = null

  async function reread(): Promise<void> {
    const row = await db.selectFrom('database_restore').selectAll().where('released_at', 'is', null).executeTakeFirst()
    pending = row === undefined ? null : { file: row.file, restoredAt: row.restored_at.getTime() }
  }

  await reread()
  changes.watch(TOPIC, reread)
  return {
    /** Null: nothing is held. */
    pending: (): PendingRestore | null => pending,
    isOnHold: (): boolean => pending !== null,
  }
}

/** Ends the hold, in the caller's transaction. False: there was none. */
export async function releaseHold(trx: Queries<RestoreTables & ChangeTables>, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('database_restore')
    .set({ released_at: new Date(now) })
    .where('released_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await announceChange(trx, TOPIC)
  return true
}

/**
 * Records a restore, in its transaction, so that there is no moment in which its rows could be sent. The schema may be that of an older
 * release, without the table: the statement is that of its migration.
 */
export async function recordRestore(
  client: pg.ClientBase,
  { at, file, isOnHold }: { readonly at: number; readonly file: string; readonly isOnHold: boolean },
): Promise<void> {
  await client.query(`CREATE TABLE IF NOT EXISTS database_restore (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), restored_at timestamptz NOT NULL, file text NOT NULL, released_at timestamptz)`)
  await client.query(
    `INSERT INTO database_restore (restored_at, file, released_at) VALUES ($1, $2, $3)
     ON CONFLICT (one) DO UPDATE SET restored_at = excluded.restored_at, file = excluded.file, released_at = excluded.released_at`,
    [new Date(at), file.slice(0, 255), isOnHold ? null : new Date(at)],
  )
}
