import type { Kysely } from 'kysely'
import type { Actor } from '../../../admin/access/index.ts'
import { type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isUnwritable } from '../../../platform/db/connect-errors.ts'
import { newToken, tokenHash } from '../../../platform/secrets/tokens.ts'
import { HOUR_MS, MINUTE_MS } from '../../../time.ts'
import {
  deleteEndedSessions,
  deleteOldestSessions,
  deleteSessionByToken,
  deleteSessions,
  findLiveSession,
  type FoundSession,
  insertSession,
  type LiveSince,
  listSessions,
  type Session,
  touchSession,
} from './session-store.ts'
import type { UserTables } from './tables.ts'

export interface SessionTables extends UserTables, AuditTables {}

export type Sessions = ReturnType<typeof createSessions>

export interface StartedSession {
  readonly userId: string
  readonly userAgent: string | null
  readonly country: string | null
}

export const SESSION_MS = 7 * 24 * HOUR_MS
export const IDLE_MS = 24 * HOUR_MS
const TOUCH_EVERY_MS = MINUTE_MS
const MAX_SESSIONS = 50
const MAX_USER_AGENT = 200

/** Sessions in PostgreSQL; tokens are stored as hashes. */
export function createSessions(db: Kysely<SessionTables>, clock: Clock) {
  const live = (): LiveSince => {
    const now = clock.now()
    return { createdAfter: new Date(now - SESSION_MS), seenAfter: new Date(now - IDLE_MS) }
  }
  return {
    /**
     * Begins a session in the caller's transaction, and ends the oldest when a user has very many. Returns its token, which is stored
     * nowhere.
     */
    async start(trx: Kysely<UserTables>, { userId, userAgent, country }: StartedSession): Promise<string> {
      const { token, hash } = newToken()
      const shown =
        userAgent
          ?.toWellFormed()
          .replaceAll(/\p{Cc}/gu, '')
          .slice(0, MAX_USER_AGENT) ?? null
      // Before it is inserted: the new session never counts as the oldest, whatever the clock says.
      await deleteOldestSessions(trx, userId, MAX_SESSIONS - 1)
      await insertSession(trx, { tokenHash: hash, userId, userAgent: shown, country }, clock.now())
      return token
    },
    /** The live session of a token; this counts as use. */
    async find(token: string): Promise<FoundSession | null> {
      const hash = tokenHash(token)
      const found = hash === null ? null : await findLiveSession(db, hash, live())
      const now = clock.now()
      if (found !== null && found.seenAt <= now - TOUCH_EVERY_MS) {
        // The back office stays readable while the database cannot be written to.
        await touchSession(db, found.id, now, TOUCH_EVERY_MS).catch((error: unknown) => {
          if (!isUnwritable(error)) throw error
        })
      }
      return found
    },
    /** Ends the session of a token, if it exists. */
    async endByToken(token: string): Promise<void> {
      const hash = tokenHash(token)
      if (hash !== null) await deleteSessionByToken(db, hash)
    },
    list: (userId: string): Promise<Session[]> => listSessions(db, userId, live()),
    /** Ends one session, or all but one, and resolves to their number; audited if there were any. */
    end: (userId: string, which: { readonly id: string } | { readonly except: string | null }, actor: Actor): Promise<number> =>
      db.transaction().execute(async (trx: Kysely<SessionTables>) => {
        const ended = await deleteSessions(trx, userId, which)
        const object = { type: 'user', id: userId }
        if (ended > 0) await recordAudit(trx, { at: clock.now(), actor, action: 'user.end_sessions', object, before: { sessions: ended } })
        return ended
      }),
    /** Deletes expired sessions. */
    async sweep(): Promise<void> {
      while ((await deleteEndedSessions(db, live())) > 0);
    },
  }
}
