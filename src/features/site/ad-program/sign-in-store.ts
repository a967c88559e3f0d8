import type { Kysely } from 'kysely'
import type { AdProgramTables } from './tables.ts'

export type SignInStore = ReturnType<typeof createSignInStore>

/** Allows a few windows at once. */
const KEPT_PER_SESSION = 5

/** Pending sign-ins, in PostgreSQL. */
export function createSignInStore(db: Kysely<AdProgramTables>) {
  return {
    /** Stores a sign-in that was begun. Keeps the newest few of a session, and none that has expired. */
    async begin(
      { stateHash, session, verifier }: { readonly stateHash: string; readonly session: string; readonly verifier: string },
      now: number,
      expiresAt: number,
    ): Promise<void> {
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

    /** Takes a sign-in out, once: its sealed verifier. Undefined when it belongs to another session, was used, or has expired. */
    async take(stateHash: string, session: string, now: number): Promise<string | undefined> {
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
