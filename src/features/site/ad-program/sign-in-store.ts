import type { Kysely } from 'kysely'
import type { AdProgramTables } from './tables.ts'

export interface SignInStore {
  /** Keeps one that was begun; of a session's the newest few, and none that has expired. */
  begin(
    signIn: { readonly stateHash: string; readonly session: string; readonly verifier: string },
    now: number,
    expiresAt: number,
  ): Promise<void>
  /** Takes one out, once: its sealed verifier. Undefined when it is not this session's, was used, or has expired. */
  take(stateHash: string, session: string, now: number): Promise<string | undefined>
}

/** Somebody may try in a few windows. */
const KEPT_PER_SESSION = 5

export function createSignInStore(db: Kysely<AdProgramTables>): SignInStore {
  return {
    async begin({ stateHash, session, verifier }, now, expiresAt) {
      await db.deleteFrom('ad_program_sign_in').where('expires_at', '<=', new Date(now)).execute()
      await db
        .insertInto('ad_program_sign_in')
        .values({ state_hash: stateHash, session, verifier, expires_at: new Date(expiresAt) })
        .execute()
      await db
        .deleteFrom('ad_program_sign_in')
        .where('state_hash', 'in', (each) =>
          each
            .selectFrom('ad_program_sign_in')
            .select('state_hash')
            .where('session', '=', session)
            .orderBy('expires_at', 'desc')
            .offset(KEPT_PER_SESSION),
        )
        .execute()
    },

    async take(stateHash, session, now) {
      const row = await db
        .deleteFrom('ad_program_sign_in')
        .where('state_hash', '=', stateHash)
        .where('session', '=', session)
        .where('expires_at', '>', new Date(now))
        .returning('verifier')
        .executeTakeFirst()
      return row?.verifier
    },
  }
}
