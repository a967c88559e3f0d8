import { type Kysely, sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import { createToken, hashToken } from '../../../platform/secrets/tokens.ts'
import { DAY_MS } from '../../../time.ts'
import type { UserTables } from '../users/index.ts'
import type { AuthTables } from './tables.ts'

/** Where a request comes from. */
export interface Origin {
  /** The browser's device cookie, if it sent one. */
  readonly device: string | undefined
  /** Keyed hash of its address. */
  readonly client: string
}

export interface KnownOrigin {
  /** `address`: other people may share it. */
  readonly kind: 'browser' | 'address'
  readonly name: string
}

export type Devices = ReturnType<typeof createDevices>

/** Retention since the last sign-in. */
export const DEVICE_MS = 180 * DAY_MS
const MAX_OF_A_KIND = 20

/** Devices that have signed in before, recognised by their browser's cookie or only by their address. */
export function createDevices(db: Kysely<AuthTables & UserTables>, clock: Clock) {
  return {
    /** The backoff's name for a device that signed in to the account before; null for any other. */
    async known(emailKey: string, { device, client }: Origin): Promise<KnownOrigin | null> {
      const browser = hashToken(device)
      const found = await db
        .selectFrom('admin_known_device')
        .innerJoin('admin_user', 'admin_user.id', 'admin_known_device.user_id')
        .select(['kind', 'hash'])
        .where('email_key', '=', emailKey)
        .where('hash', 'in', [...(browser === null ? [] : [browser]), Buffer.from(client)])
        // The browser first: it is the stronger evidence.
        .orderBy('kind', 'desc')
        .limit(1)
        .executeTakeFirst()
      return found === undefined ? null : { kind: found.kind, name: `${found.kind} ${found.hash.toString('base64url')}` }
    },

    /** Remembers a sign-in, and drops a user's oldest beyond twenty of each kind. Resolves to the value for the browser's device cookie. */
    async remember(userId: string, { device, client }: Origin): Promise<string> {
      const sent = hashToken(device)
      const fresh = createToken()
      const seen = { user_id: userId, signed_in_at: new Date(clock.now()) }
      await db
        .insertInto('admin_known_device')
        .values([
          // A planted value is not a well-formed token. A well-formed one stays: other accounts of this browser may know it.
          { ...seen, kind: 'browser', hash: sent ?? fresh.hash },
          { ...seen, kind: 'address', hash: Buffer.from(client) },
        ])
        .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'hash']).doUpdateSet({ signed_in_at: seen.signed_in_at }))
        .execute()
      await sql`
        delete from admin_known_device where user_id = ${userId} and (kind, hash) in (
          select kind, hash from (
            select kind, hash, row_number() over (partition by kind order by signed_in_at desc, hash) as place
            from admin_known_device where user_id = ${userId}
          ) placed where place > ${MAX_OF_A_KIND})`.execute(db)
      return sent === null || device === undefined ? fresh.token : device
    },

    sweep: (): Promise<number> => deleteInSteps(db, 'admin_known_device', sql`signed_in_at < ${new Date(clock.now() - DEVICE_MS)}`),
  }
}
