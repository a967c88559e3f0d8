import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { AdminUser } from '../../../admin/access/index.ts'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import type { UserTables } from '../users/index.ts'
import type { Challenge } from './challenges.ts'
import type { AuthTables } from './tables.ts'

/** A passkey as its owner sees it. Instants in epoch milliseconds. */
export interface Passkey {
  readonly id: string
  readonly name: string
  /** Whether the authenticator copies it to the user's other devices. */
  readonly synced: boolean
  readonly createdAt: number
  readonly usedAt: number | null
}

export interface NewPasskey {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: string[]
  readonly name: string
  readonly synced: boolean
}

export interface FoundPasskey extends Passkey, Pick<NewPasskey, 'publicKey' | 'counter'> {
  readonly user: AdminUser
}

type Db = Kysely<UserTables & AuthTables>

/** A user's passkeys, oldest first, with the ids that authenticators know them by. */
export async function listPasskeys(db: Db, userId: string): Promise<(Passkey & { readonly credentialId: string })[]> {
  const rows = await db.selectFrom('admin_passkey').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()
  return rows.map((row) => ({ ...passkeyOf(row), credentialId: row.credential_id.toString('base64url') }))
}

/** The passkey of a credential, and its user unless disabled; null: none. */
export async function findPasskey(db: Db, credentialId: Buffer): Promise<FoundPasskey | null> {
  const row = await db
    .selectFrom('admin_passkey')
    .innerJoin('admin_user', 'admin_user.id', 'admin_passkey.user_id')
    .selectAll('admin_passkey')
    .select(['email', 'display_name', 'role'])
    .where('credential_id', '=', credentialId)
    .where('disabled', '=', false)
    .executeTakeFirst()
  if (row === undefined) return null
  const user = { id: row.user_id, email: row.email, displayName: row.display_name, role: row.role }
  return { ...passkeyOf(row), publicKey: row.public_key, counter: row.counter, user }
}

/** Stores a passkey, and counts the user's. Null when the credential is registered already. Call it on the locked row of the user. */
export async function insertPasskey(db: Db, userId: string, passkey: NewPasskey, now: number): Promise<Passkey | null> {
  const { credentialId: credential_id, publicKey: public_key, ...rest } = passkey
  const row = await db
    .insertInto('admin_passkey')
    .values({ id: randomUUID(), user_id: userId, credential_id, public_key, ...rest, created_at: new Date(now) })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) return null
  await countPasskeys(db, userId, now)
  return passkeyOf(row)
}

/** Renames a user's passkey. Resolves to its former name; null: no such passkey. */
export async function renamePasskey(db: Db, userId: string, id: string, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('admin_passkey')
    .select('name')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  await db.updateTable('admin_passkey').set({ name }).where('id', '=', id).execute()
  return row.name
}

/** Deletes one passkey of a user, or all, and counts the rest. Resolves to the names of the deleted. */
export async function deletePasskeys(db: Db, userId: string, id: string | 'all', now: number): Promise<string[]> {
  let query = db.deleteFrom('admin_passkey').where('user_id', '=', userId)
  if (id !== 'all') query = query.where('id', '=', id)
  const rows = await query.returning('name').execute()
  if (rows.length > 0) await countPasskeys(db, userId, now)
  return rows.map(({ name }) => name)
}

async function countPasskeys(db: Db, userId: string, now: number): Promise<void> {
  await sql`
    update admin_user set passkeys = (select count(*) from admin_passkey where user_id = ${userId}),
      updated_at = ${new Date(now)}, version = version + 1
    where id = ${userId}`.execute(db)
}

/** Consumes a challenge: of concurrent answers to it, only one gets true. */
export async function useChallenge(db: Db, { hash, expiresAt }: Challenge): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('admin_used_challenge')
    .values({ hash, expires_at: new Date(expiresAt) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Records a use. False when the counter did not grow, which a copy of the authenticator would explain, or the passkey is gone. */
export async function recordUse(db: Db, id: string, counter: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_passkey')
    .set({ counter, used_at: new Date(now) })
    .where('id', '=', id)
    // An authenticator without a counter always says 0.
    .where((eb) => eb.or([eb('counter', '<', counter), eb('counter', '=', 0)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Deletes used challenges that have expired. */
export function deleteExpiredChallenges(db: Db, now: number): Promise<number> {
  return deleteInSteps(db, 'admin_used_challenge', sql`expires_at <= ${new Date(now)}`)
}

function passkeyOf(row: Pick<Selectable<AuthTables['admin_passkey']>, 'id' | 'name' | 'synced' | 'created_at' | 'used_at'>): Passkey {
  return { id: row.id, name: row.name, synced: row.synced, createdAt: row.created_at.getTime(), usedAt: row.used_at?.getTime() ?? null }
}
