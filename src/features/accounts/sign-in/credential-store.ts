import { type Kysely, sql } from 'kysely'
import type { AdminUser } from '../../../admin/access/index.ts'
import { toAddressKey } from '../../../platform/mail/address.ts'
import type { SignInTables } from './tables.ts'

/** A user's stored credentials. */
export interface Credentials {
  readonly user: AdminUser
  readonly disabled: boolean
  /** PHC string; null: invited, not accepted yet. */
  readonly passwordHash: string | null
  /** Sealed; null: no second factor. */
  readonly totpSecret: string | null
  readonly totpLastStep: number | null
  readonly hasPasskeys: boolean
  /** Sealed, awaiting its first code. */
  readonly totpPending: string | null
  /** Epoch milliseconds. */
  readonly totpPendingAt: number | null
}

type Db = Kysely<SignInTables>

/** The credentials of an account by address or id; null: no such account. */
export async function findCredentials(db: Db, by: { readonly email: string } | { readonly id: string }): Promise<Credentials | null> {
  const query = db
    .selectFrom('admin_user')
    .select([
      'id',
      'email',
      'display_name',
      'role',
      'disabled',
      'password_hash',
      'totp_secret',
      'totp_last_step',
      'totp_pending',
      'totp_pending_at',
      'passkeys',
    ])
  const row = await ('id' in by ? query.where('id', '=', by.id) : query.where('email_key', '=', toAddressKey(by.email))).executeTakeFirst()
  if (row === undefined) return null
  return {
    user: { id: row.id, email: row.email, displayName: row.display_name, role: row.role },
    disabled: row.disabled,
    passwordHash: row.password_hash,
    totpSecret: row.totp_secret,
    totpLastStep: row.totp_last_step,
    hasPasskeys: row.passkeys > 0,
    totpPending: row.totp_pending,
    totpPendingAt: row.totp_pending_at?.getTime() ?? null,
  }
}

/** Records a login and, of one by password, its new hash. False when the password was changed, or the user disabled, meanwhile. */
export async function recordLogin(db: Db, id: string, now: number, password?: { from: string; to: string }): Promise<boolean> {
  const update = db
    .updateTable('admin_user')
    .set({ last_login_at: new Date(now), password_hash: password?.to })
    .where('id', '=', id)
    .where('disabled', '=', false)
  const { numUpdatedRows } = await (
    password === undefined ? update : update.where('password_hash', '=', password.from)
  ).executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Consumes a time step: of concurrent requests with its code, only one gets true. */
export async function useTimeStep(db: Db, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_user')
    .set({ totp_last_step: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Consumes a recovery code: of concurrent requests with it, only one gets true. */
export async function useRecoveryCode(db: Db, userId: string, codeHash: Buffer, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_recovery_code')
    .set({ used_at: new Date(now) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Stores a sealed secret that awaits its first code. False when a second factor is already on, or without an account. */
export async function setPendingTotp(db: Db, id: string, sealed: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_user')
    .set({ totp_pending: sealed, totp_pending_at: new Date(now) })
    .where('id', '=', id)
    .where('totp_secret', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Activates the pending secret. False when it is no longer the pending one. */
export async function enableTotp(
  db: Db,
  id: string,
  { pending, step, codeHashes }: { pending: string; step: number; codeHashes: readonly Buffer[] },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_user')
    .set({
      totp_secret: pending,
      totp_pending: null,
      totp_pending_at: null,
      totp_last_step: step,
      updated_at: new Date(now),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('totp_pending', '=', pending)
    .where('totp_secret', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await replaceRecoveryCodes(db, id, codeHashes)
  return true
}

/** Replaces a user's recovery codes. */
export async function replaceRecoveryCodes(db: Db, id: string, codeHashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('admin_recovery_code').where('user_id', '=', id).execute()
  await db
    .insertInto('admin_recovery_code')
    .values(codeHashes.map((code_hash) => ({ user_id: id, code_hash })))
    .execute()
}

/** Deletes the recovery codes of a user who has no second factor any more. */
export async function dropRecoveryCodes(db: Db, id: string): Promise<void> {
  await sql`
    delete from admin_recovery_code where user_id = ${id}
    and exists (select from admin_user where id = ${id} and totp_secret is null and passkeys = 0)`.execute(db)
}

/** Removes the secret, a pending one and, without passkeys, the recovery codes. False when no secret was set. */
export async function disableTotp(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('admin_user')
    .set({
      totp_secret: null,
      totp_pending: null,
      totp_pending_at: null,
      totp_last_step: null,
      updated_at: new Date(now),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .where('totp_secret', 'is not', null)
    .executeTakeFirstOrThrow()
  await dropRecoveryCodes(db, id)
  return numUpdatedRows > 0n
}
