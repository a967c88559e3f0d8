import { type Kysely, sql } from 'kysely'
import type { LinkPurpose, UserTables } from './tables.ts'

type Db = Kysely<UserTables>

export interface Link {
  readonly userId: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Neither used, nor replaced, nor expired. */
  readonly isOpen: boolean
}

export interface NewLink {
  readonly tokenHash: Buffer
  readonly purpose: LinkPurpose
  readonly userId: string
  readonly expiresAt: number
}

const DELETE_STEP = 1_000

export async function insertLink(db: Db, { tokenHash, purpose, userId, expiresAt }: NewLink, now: number): Promise<void> {
  await db
    .insertInto('admin_link')
    .values({ token_hash: tokenHash, purpose, user_id: userId, created_at: new Date(now), expires_at: new Date(expiresAt) })
    .execute()
}

export async function findLink(db: Db, tokenHash: Buffer, purpose: LinkPurpose, now: number): Promise<Link | null> {
  const row = await db
    .selectFrom('admin_link')
    .select(['user_id', 'expires_at', 'ended_at'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (row === undefined) return null
  return { userId: row.user_id, expiresAt: row.expires_at.getTime(), isOpen: row.ended_at === null && row.expires_at.getTime() > now }
}

/** Uses a link up, if it still can be: of any number at once, one gets true. */
export async function useLink(db: Db, tokenHash: Buffer, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_link')
    .set({ ended_at: new Date(now) })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends what is still open of a user's links. */
export async function endLinks(db: Db, userId: string, purposes: readonly LinkPurpose[], now: number): Promise<void> {
  await db
    .updateTable('admin_link')
    .set({ ended_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('ended_at', 'is', null)
    .execute()
}

export async function countLinksSince(db: Db, userId: string, purpose: LinkPurpose, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('admin_link')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', new Date(since))
    .executeTakeFirstOrThrow()
  return count
}

/** Those that expired before, one bounded step; resolves to how many. */
export async function deleteLinksBefore(db: Db, epochMs: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from admin_link where token_hash in
      (select token_hash from admin_link where expires_at < ${new Date(epochMs)} limit ${DELETE_STEP})`.execute(db)
  return Number(numAffectedRows)
}
