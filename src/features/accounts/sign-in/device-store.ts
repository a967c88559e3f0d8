import { type Kysely, sql } from 'kysely'
import type { UserTables } from '../users/index.ts'
import type { AuthTables } from './tables.ts'

/** How a device is recognised: by its browser's cookie, or only by its address. */
export type DeviceKind = 'browser' | 'address'

/** What a request reveals about its device. */
export interface Device {
  /** Hash of the browser's cookie; null without one. */
  readonly browser: Buffer | null
  /** Keyed hash of the address. */
  readonly client: string
}

export interface KnownDevice {
  readonly kind: DeviceKind
  readonly hash: Buffer
}

type Db = Kysely<AuthTables & UserTables>

const MAX_OF_A_KIND = 20
const DELETE_STEP = 1_000

/** The device as known to the account with that address; null: it never signed in to it. */
export async function findKnownDevice(db: Db, emailKey: string, { browser, client }: Device): Promise<KnownDevice | null> {
  const hashes = [...(browser === null ? [] : [browser]), Buffer.from(client)]
  const row = await db
    .selectFrom('admin_known_device')
    .innerJoin('admin_user', 'admin_user.id', 'admin_known_device.user_id')
    .select(['kind', 'hash'])
    .where('email_key', '=', emailKey)
    .where('hash', 'in', hashes)
    // The browser first: it is the stronger evidence.
    .orderBy('kind', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { kind: row.kind, hash: row.hash }
}

/** Remembers the device of a sign-in, and drops a user's oldest beyond twenty of each kind. */
export async function rememberDevice(db: Db, userId: string, browser: Buffer, client: string, now: number): Promise<void> {
  const signedInAt = new Date(now)
  await db
    .insertInto('admin_known_device')
    .values([
      { user_id: userId, kind: 'browser', hash: browser, signed_in_at: signedInAt },
      { user_id: userId, kind: 'address', hash: Buffer.from(client), signed_in_at: signedInAt },
    ])
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'hash']).doUpdateSet({ signed_in_at: signedInAt }))
    .execute()
  await sql`
    delete from admin_known_device where user_id = ${userId} and (kind, hash) in (
      select kind, hash from (
        select kind, hash, row_number() over (partition by kind order by signed_in_at desc, hash) as place
        from admin_known_device where user_id = ${userId}
      ) placed where place > ${MAX_OF_A_KIND})`.execute(db)
}

/** Deletes devices without a sign-in since then, one bounded step; resolves to their number. */
export async function deleteDevicesBefore(db: Db, epochMs: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from admin_known_device where (user_id, kind, hash) in
      (select user_id, kind, hash from admin_known_device where signed_in_at < ${new Date(epochMs)} limit ${DELETE_STEP} for update skip locked)`.execute(
    db,
  )
  return Number(numAffectedRows)
}
