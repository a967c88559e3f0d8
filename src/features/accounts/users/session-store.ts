import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Actor, AdminUser } from '../../../admin/access/index.ts'
import { type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isUnwritable } from '../../../platform/db/connect-errors.ts'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import { createToken, hashToken } from '../../../platform/secrets/tokens.ts'
import { CLOCK_TOLERANCE_MS, computeAgeMs, HOUR_MS, MINUTE_MS } from '../../../time.ts'
import type { UserTables } from './tables.ts'

/** Instants in epoch milliseconds. */
export interface Session {
  readonly id: string
  readonly createdAt: number
  readonly seenAt: number
  readonly userAgent: string | null
  readonly country: string | null
}

interface FoundSession {
  readonly sessionId: string
  readonly user: AdminUser
  readonly hasSecondFactor: boolean
  readonly hasRecentProof: boolean
}

export interface StartedSession extends Pick<Session, 'userAgent' | 'country'> {
  readonly userId: string
}

/** One session, or all but one. */
type Which = { readonly id: string } | { readonly except: string | null }

export type Sessions = ReturnType<typeof createSessions>

export const SESSION_MS = 7 * 24 * HOUR_MS
export const IDLE_MS = 24 * HOUR_MS
/** How long a proof of identity counts, from signing in or from `prove`. */
export const PROOF_MS = 15 * MINUTE_MS
const TOUCH_EVERY_MS = MINUTE_MS
const MAX_SESSIONS = 50
const MAX_USER_AGENT = 200

/** Sessions in PostgreSQL; tokens are stored as hashes. */
export function createSessions(db: Kysely<UserTables & AuditTables>, clock: Clock) {
  /**
   * A live session began after the first instant and was last seen after the second, neither in the future: under a clock that was ahead, it
   * would live for longer by as much.
   */
  function liveSince(): { readonly created: Date; readonly seen: Date; readonly latest: Date } {
    const now = clock.now()
    return { created: new Date(now - SESSION_MS), seen: new Date(now - IDLE_MS), latest: new Date(now + CLOCK_TOLERANCE_MS) }
  }

  /** Records that a session was used, unless another request did within the interval. */
  async function touch(id: string, now: number): Promise<void> {
    await db
      .updateTable('admin_session')
      .set({ seen_at: new Date(now) })
      .where('id', '=', id)
      .where('seen_at', '<=', new Date(now - TOUCH_EVERY_MS))
      .execute()
      .catch((error: unknown) => {
        // The back office stays readable while the database cannot be written to.
        if (!isUnwritable(error)) throw error
      })
  }

  return {
    /**
     * Begins a session in the caller's transaction, and ends the oldest when a user has very many. Returns its token, which is stored
     * nowhere.
     */
    async start(trx: Kysely<UserTables>, { userId, userAgent, country }: StartedSession): Promise<string> {
      const { token, hash } = createToken()
      const shown =
        userAgent
          ?.toWellFormed()
          .replaceAll(/\p{Cc}/gu, '')
          .slice(0, MAX_USER_AGENT) ?? null
      const at = new Date(clock.now())
      // Before it is inserted: the new session never counts as the oldest, whatever the clock says.
      await sql`
        delete from admin_session where id in
          (select id from admin_session where user_id = ${userId} order by created_at desc, id offset ${MAX_SESSIONS - 1})`.execute(trx)
      const session = { token_hash: hash, user_id: userId, created_at: at, seen_at: at, user_agent: shown, country }
      await trx
        .insertInto('admin_session')
        .values({ id: randomUUID(), ...session })
        .execute()
      return token
    },

    /** The live session of a token, with the current state of its user, who is not disabled; this counts as use. */
    async find(token: string): Promise<FoundSession | null> {
      const hash = hashToken(token)
      if (hash === null) return null
      const since = liveSince()
      const row = await db
        .selectFrom('admin_session')
        .innerJoin('admin_user', 'admin_user.id', 'admin_session.user_id')
        .select([
          'admin_session.id as session_id',
          'seen_at',
          'admin_session.created_at as begun_at',
          'proved_at',
          'admin_user.id',
          'email',
          'display_name',
          'role',
          'totp_secret',
          'passkeys',
        ])
        .where('token_hash', '=', hash)
        .where('admin_session.created_at', '>', since.created)
        .where('seen_at', '>', since.seen)
        .where('admin_session.created_at', '<=', since.latest)
        .where('seen_at', '<=', since.latest)
        .where('disabled', '=', false)
        .executeTakeFirst()
      if (row === undefined) return null
      const now = clock.now()
      if (row.seen_at.getTime() <= now - TOUCH_EVERY_MS) await touch(row.session_id, now)
      const user = { id: row.id, email: row.email, displayName: row.display_name, role: row.role }
      const provedAt = (row.proved_at ?? row.begun_at).getTime()
      const hasSecondFactor = row.totp_secret !== null || row.passkeys > 0
      return { sessionId: row.session_id, user, hasSecondFactor, hasRecentProof: computeAgeMs(provedAt, now) < PROOF_MS }
    },

    /** Records that the user of a session has proved their identity again; resolves to the instant until which that counts. */
    prove: (id: string, actor: Actor): Promise<number> =>
      db.transaction().execute(async (trx: Kysely<UserTables & AuditTables>) => {
        const at = clock.now()
        await trx
          .updateTable('admin_session')
          .set({ proved_at: new Date(at) })
          .where('id', '=', id)
          .execute()
        await recordAudit(trx, { at, actor, action: 'user.prove', object: { type: 'user', id: actor.userId } })
        return at + PROOF_MS
      }),

    /** Ends the session of a token, if it exists. */
    async endByToken(token: string): Promise<void> {
      const hash = hashToken(token)
      if (hash !== null) await db.deleteFrom('admin_session').where('token_hash', '=', hash).execute()
    },

    /** Live sessions, newest first; `start` bounds their number. */
    async list(userId: string): Promise<Session[]> {
      const since = liveSince()
      const rows = await db
        .selectFrom('admin_session')
        .select(['id', 'created_at', 'seen_at', 'user_agent', 'country'])
        .where('user_id', '=', userId)
        .where('created_at', '>', since.created)
        .where('seen_at', '>', since.seen)
        .where('created_at', '<=', since.latest)
        .where('seen_at', '<=', since.latest)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(({ id, created_at, seen_at, user_agent: userAgent, country }) => ({
        id,
        createdAt: created_at.getTime(),
        seenAt: seen_at.getTime(),
        userAgent,
        country,
      }))
    },

    /** Ends sessions, and resolves to their number; audited if there were any. */
    end: (userId: string, which: Which, actor: Actor): Promise<number> =>
      db.transaction().execute(async (trx: Kysely<UserTables & AuditTables>) => {
        const ended = await deleteSessions(trx, userId, which)
        const object = { type: 'user', id: userId }
        if (ended > 0) await recordAudit(trx, { at: clock.now(), actor, action: 'user.end_sessions', object, before: { sessions: ended } })
        return ended
      }),

    /** Deletes expired sessions. */
    sweep(): Promise<number> {
      const { created, seen, latest } = liveSince()
      return deleteInSteps(
        db,
        'admin_session',
        sql`(seen_at <= ${seen} or created_at <= ${created} or greatest(seen_at, created_at) > ${latest})`,
      )
    },
  }
}

/** Deletes sessions of a user; resolves to their number. */
export async function deleteSessions(db: Kysely<UserTables>, userId: string, which: Which): Promise<number> {
  let query = db.deleteFrom('admin_session').where('user_id', '=', userId)
  if ('id' in which) query = query.where('id', '=', which.id)
  else if (which.except !== null) query = query.where('id', '!=', which.except)
  const { numDeletedRows } = await query.executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
