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

/** Stores a link, by the hash of its token. */
export async function insertLink(db: Db, { tokenHash, purpose, userId, expiresAt }: NewLink, now: number): Promise<void> {
  await db
    .insertInto('admin_link')
    .values({ token_hash: tokenHash, purpose, user_id: userId, created_at: new Date(now), expires_at: new Date(expiresAt) })
    .execute()
}

/** A link by the hash of its token, whether or not it is still open; null: unknown. */
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

/** Consumes an open link: of concurrent calls, only one gets true. */
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

/** Closes a user's open links. */
export async function endLinks(db: Db, userId: string, purposes: readonly LinkPurpose[], now: number): Promise<void> {
  await db
    .updateTable('admin_link')
    .set({ ended_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('ended_at', 'is', null)
    .execute()
}

/** How many links of that purpose a user got since then (epoch milliseconds). */
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

/** Deletes links that expired before then, one bounded step; resolves to their number. */
export async function deleteLinksBefore(db: Db, epochMs: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from admin_link where token_hash in
      (select token_hash from admin_link where expires_at < ${new Date(epochMs)} limit ${DELETE_STEP} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}
