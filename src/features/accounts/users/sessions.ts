import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import { newToken, tokenHash } from '../../../platform/secrets/tokens.ts'
import type { Actor } from '../access/index.ts'
import { type AuditTables, recordAudit } from '../audit/index.ts'
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
import { HOUR_MS } from '../../../time.ts'

export interface SessionTables extends UserTables, AuditTables {}

export interface Sessions {
  /**
   * Begins a session in the caller's transaction, and ends the oldest when a user has very many. Returns its token, which is stored
   * nowhere.
   */
  start(db: Kysely<UserTables>, session: StartedSession): Promise<string>
  /** The live session of a token; this counts as use. */
  find(token: string): Promise<FoundSession | null>
  /** Ends the session of a token, if it exists. */
  endByToken(token: string): Promise<void>
  list(userId: string): Promise<Session[]>
  /** Ends one session, or all but one, and resolves to their number; audited if there were any. */
  end(userId: string, which: { readonly id: string } | { readonly except: string | null }, actor: Actor): Promise<number>
  /** Deletes expired sessions. */
  sweep(): Promise<void>
}

export interface StartedSession {
  readonly userId: string
  readonly userAgent: string | null
  readonly country: string | null
}

export const SESSION_MS = 7 * 24 * HOUR_MS
export const IDLE_MS = 24 * HOUR_MS
const TOUCH_EVERY_MS = 60_000
const MAX_SESSIONS = 50
const MAX_USER_AGENT = 200

/** Sessions in PostgreSQL; tokens are stored as hashes. */
export function createSessions(db: Kysely<SessionTables>, clock: Clock): Sessions {
  const live = (): LiveSince => {
    const now = clock.now()
    return { createdAfter: new Date(now - SESSION_MS), seenAfter: new Date(now - IDLE_MS) }
  }
  return {
    async start(trx, { userId, userAgent, country }) {
      const { token, hash } = newToken()
      const shown =
        userAgent
          ?.toWellFormed()
          .replaceAll(/\p{Cc}/gu, '')
          .slice(0, MAX_USER_AGENT) ?? null
      await insertSession(trx, { tokenHash: hash, userId, userAgent: shown, country }, clock.now())
      await deleteOldestSessions(trx, userId, MAX_SESSIONS)
      return token
    },
    async find(token) {
      const hash = tokenHash(token)
      const found = hash === null ? null : await findLiveSession(db, hash, live())
      const now = clock.now()
      if (found !== null && found.seenAt <= now - TOUCH_EVERY_MS) await touchSession(db, found.id, now, TOUCH_EVERY_MS)
      return found
    },
    async endByToken(token) {
      const hash = tokenHash(token)
      if (hash !== null) await deleteSessionByToken(db, hash)
    },
    list: (userId) => listSessions(db, userId, live()),
    end: (userId, which, actor) =>
      db.transaction().execute(async (trx: Kysely<SessionTables>) => {
        const ended = await deleteSessions(trx, userId, which)
        const object = { type: 'user', id: userId }
        if (ended > 0) await recordAudit(trx, { at: clock.now(), actor, action: 'user.end_sessions', object, before: { sessions: ended } })
        return ended
      }),
    async sweep() {
      while ((await deleteEndedSessions(db, live())) > 0);
    },
  }
}
