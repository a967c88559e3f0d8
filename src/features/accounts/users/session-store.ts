import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { AdminUser } from '../../../admin/access/index.ts'
import type { UserTables } from './tables.ts'

/** Instants in epoch milliseconds. */
export interface Session {
  readonly id: string
  readonly createdAt: number
  readonly seenAt: number
  readonly userAgent: string | null
  readonly country: string | null
}

export interface FoundSession extends Session {
  readonly user: AdminUser
  readonly hasSecondFactor: boolean
}

/** A live session began after the first instant and was last seen after the second. */
export interface LiveSince {
  readonly createdAfter: Date
  readonly seenAfter: Date
}

type Db = Kysely<UserTables>

const DELETE_STEP = 1_000

export interface NewSession {
  readonly tokenHash: Buffer
  readonly userId: string
  readonly userAgent: string | null
  readonly country: string | null
}

/** Stores a session, by the hash of its token. */
export async function insertSession(db: Db, { tokenHash, userId, userAgent, country }: NewSession, now: number): Promise<void> {
  const at = new Date(now)
  await db
    .insertInto('admin_session')
    .values({
      id: randomUUID(),
      token_hash: tokenHash,
      user_id: userId,
      created_at: at,
      seen_at: at,
      user_agent: userAgent,
      country,
    })
    .execute()
}

/** A live session of a user who is not disabled, with the user's current state. */
export async function findLiveSession(db: Db, tokenHash: Buffer, { createdAfter, seenAfter }: LiveSince): Promise<FoundSession | null> {
  const row = await db
    .selectFrom('admin_session')
    .innerJoin('admin_user', 'admin_user.id', 'admin_session.user_id')
    .select([
      'admin_session.id',
      'admin_session.created_at',
      'admin_session.seen_at',
      'admin_session.user_agent',
      'admin_session.country',
      'admin_user.id as user_id',
      'admin_user.email',
      'admin_user.display_name',
      'admin_user.role',
      'admin_user.totp_secret',
      'admin_user.passkeys',
    ])
    .where('token_hash', '=', tokenHash)
    .where('admin_session.created_at', '>', createdAfter)
    .where('admin_session.seen_at', '>', seenAfter)
    .where('admin_user.disabled', '=', false)
    .executeTakeFirst()
  if (row === undefined) return null
  const user = { id: row.user_id, email: row.email, displayName: row.display_name, role: row.role }
  return { ...sessionOf(row), user, hasSecondFactor: row.totp_secret !== null || row.passkeys > 0 }
}

/** Records that a session was used, unless another request did within the interval. */
export async function touchSession(db: Db, id: string, now: number, everyMs: number): Promise<void> {
  await db
    .updateTable('admin_session')
    .set({ seen_at: new Date(now) })
    .where('id', '=', id)
    .where('seen_at', '<=', new Date(now - everyMs))
    .execute()
}

/** Live sessions, newest first; `deleteOldestSessions` bounds their number. */
export async function listSessions(db: Db, userId: string, { createdAfter, seenAfter }: LiveSince): Promise<Session[]> {
  const rows = await db
    .selectFrom('admin_session')
    .select(['id', 'created_at', 'seen_at', 'user_agent', 'country'])
    .where('user_id', '=', userId)
    .where('created_at', '>', createdAfter)
    .where('seen_at', '>', seenAfter)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(sessionOf)
}

/** Deletes a session, if it exists. */
export async function deleteSessionByToken(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('admin_session').where('token_hash', '=', tokenHash).execute()
}

/** Deletes one session of a user, or all but one. Resolves to their number. */
export async function deleteSessions(
  db: Db,
  userId: string,
  which: { readonly id: string } | { readonly except: string | null },
): Promise<number> {
  let query = db.deleteFrom('admin_session').where('user_id', '=', userId)
  if ('id' in which) query = query.where('id', '=', which.id)
  else if (which.except !== null) query = query.where('id', '!=', which.except)
  const { numDeletedRows } = await query.executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Deletes a user's oldest sessions beyond `most`. */
export async function deleteOldestSessions(db: Db, userId: string, most: number): Promise<void> {
  await sql`
    delete from admin_session where id in
      (select id from admin_session where user_id = ${userId} order by created_at desc, id offset ${most})`.execute(db)
}

/** Deletes expired sessions, one bounded step; resolves to their number. */
export async function deleteEndedSessions(db: Db, { createdAfter, seenAfter }: LiveSince): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from admin_session where id in
      (select id from admin_session where seen_at <= ${seenAfter} or created_at <= ${createdAfter} limit ${DELETE_STEP})`.execute(db)
  return Number(numAffectedRows)
}

function sessionOf(row: { id: string; created_at: Date; seen_at: Date; user_agent: string | null; country: string | null }): Session {
  return {
    id: row.id,
    createdAt: row.created_at.getTime(),
    seenAt: row.seen_at.getTime(),
    userAgent: row.user_agent,
    country: row.country,
  }
}
