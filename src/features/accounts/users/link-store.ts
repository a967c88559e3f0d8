import { type Kysely, sql } from 'kysely'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import { hashToken } from '../../../platform/secrets/tokens.ts'
import { CLOCK_TOLERANCE_MS, computeAgeMs } from '../../../time.ts'
import type { LinkPurpose, UserTables } from './tables.ts'
import { findUser } from './user-store.ts'
import type { User } from './user.ts'

type Db = Kysely<UserTables>

export interface Link {
  readonly hash: Buffer
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Null: it was used or replaced, or has expired. */
  readonly user: User | null
}

export interface NewLink {
  readonly hash: Buffer
  readonly purpose: LinkPurpose
  readonly userId: string
  readonly expiresAt: number
}

/** Stores a link, by the hash of its token. */
export async function insertLink(db: Db, { hash, purpose, userId, expiresAt }: NewLink, now: number): Promise<void> {
  await db
    .insertInto('admin_link')
    .values({ token_hash: hash, purpose, user_id: userId, created_at: new Date(now), expires_at: new Date(expiresAt) })
    .execute()
}

/** A link by its token, whether or not it is still open; null: unknown. */
export async function findLink(db: Db, token: string, purpose: LinkPurpose, now: number): Promise<Link | null> {
  const hash = hashToken(token)
  if (hash === null) return null
  const row = await db
    .selectFrom('admin_link')
    .select(['user_id', 'created_at', 'expires_at', 'ended_at'])
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (row === undefined) return null
  const expiresAt = row.expires_at.getTime()
  const isOpen = row.ended_at === null && expiresAt > now && computeAgeMs(row.created_at.getTime(), now) < Infinity
  return { hash, expiresAt, user: isOpen ? await findUser(db, row.user_id) : null }
}

/** Consumes an open link: of concurrent calls, only one gets true. */
export async function useLink(db: Db, hash: Buffer, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_link')
    .set({ ended_at: new Date(now) })
    .where('token_hash', '=', hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .where('created_at', '<=', new Date(now + CLOCK_TOLERANCE_MS))
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

/** Deletes links that expired before then. */
export function deleteLinksBefore(db: Db, epochMs: number): Promise<number> {
  return deleteInSteps(db, 'admin_link', sql`expires_at < ${new Date(epochMs)}`)
}
