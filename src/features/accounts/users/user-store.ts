import { randomUUID } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Role } from '../../../admin/access/index.ts'
import { buildContainsPattern } from '../../../platform/db/keyset.ts'
import { type Listing, mapListing } from '../../../platform/http/schema/listing.ts'
import { createTableListing } from '../../../platform/http/schema/table-listing.ts'
import { toAddressKey } from '../../../platform/mail/address.ts'
import type { UserTables } from './tables.ts'
import type { NewUser, User, UserStatus } from './user.ts'

/** Held while the set of owners may shrink, and while the first admin is created: exact across all nodes. */
const USERS_LOCK = 7_301_613

export type UserSort = 'email' | 'displayName' | 'createdAt'

export interface UserFilters {
  readonly role?: Role
  readonly status?: UserStatus
}

type Row = Selectable<UserTables['admin_user']>
type Db = Kysely<UserTables>

/** Holds USERS_LOCK until the transaction ends. */
export async function lockUsers(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${USERS_LOCK})`.execute(db)
}

/** Null when the address already has an account. */
export async function insertUser(db: Db, { email, displayName, role, passwordHash }: NewUser, now: number): Promise<User | null> {
  const at = new Date(now)
  const row = await db
    .insertInto('admin_user')
    .values({
      id: randomUUID(),
      email,
      email_key: toAddressKey(email),
      display_name: displayName,
      role,
      password_hash: passwordHash,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row === undefined ? null : userOf(row)
}

/** Whether there is any account, including disabled and invited ones. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('admin_user').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The account with that address, compared by `toAddressKey`; null: none. */
export async function findUserByEmail(db: Db, email: string): Promise<User | null> {
  const row = await db.selectFrom('admin_user').selectAll().where('email_key', '=', toAddressKey(email)).executeTakeFirst()
  return row === undefined ? null : userOf(row)
}

/** The account with that id; null: none. */
export async function findUser(db: Db, id: string): Promise<User | null> {
  const row = await db.selectFrom('admin_user').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : userOf(row)
}

/** Reads an account and locks its row until the transaction ends. */
export async function lockUser(db: Db, id: string): Promise<User | null> {
  const row = await db.selectFrom('admin_user').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row === undefined ? null : userOf(row)
}

export interface UserChange {
  readonly displayName?: string
  readonly role?: Role
  readonly disabled?: boolean
  readonly passwordHash?: string
  /** Epoch milliseconds. */
  readonly lastLoginAt?: number
}

/** Changes an account and increments its version. */
export async function updateUser(
  db: Db,
  id: string,
  { displayName, role, disabled, passwordHash, lastLoginAt }: UserChange,
  now: number,
): Promise<User> {
  const row = await db
    .updateTable('admin_user')
    .set({
      // What is undefined stays as it is.
      display_name: displayName,
      role,
      disabled,
      password_hash: passwordHash,
      last_login_at: lastLoginAt === undefined ? undefined : new Date(lastLoginAt),
      updated_at: new Date(now),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return userOf(row)
}

/** At most this many owners are told of troubles unless somebody chooses who is. */
const MAX_OWNERS = 20

/** The addresses of the owners who can sign in, oldest first. */
export async function listOwnerAddresses(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('admin_user')
    .select('email')
    .where('role', '=', 'owner')
    .where('disabled', '=', false)
    .where('password_hash', 'is not', null)
    .orderBy('created_at')
    .limit(MAX_OWNERS)
    .execute()
  return rows.map(({ email }) => email)
}

/** Counts the other owners who can sign in. Call it under `lockUsers`. */
export async function countOtherOwners(db: Db, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('admin_user')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('role', '=', 'owner')
    .where('disabled', '=', false)
    .where('password_hash', 'is not', null)
    .where('id', '!=', id)
    .executeTakeFirstOrThrow()
  return count
}

/** The accounts that match the filters, for a list with cursors. */
export function listUsers(db: Db, filters: UserFilters): Listing<User, UserSort> {
  function matching(q: string | null) {
    let query = db.selectFrom('admin_user')
    if (filters.role !== undefined) query = query.where('role', '=', filters.role)
    if (filters.status === 'disabled') query = query.where('disabled', '=', true)
    else if (filters.status !== undefined) {
      query = query.where('disabled', '=', false).where('password_hash', filters.status === 'active' ? 'is not' : 'is', null)
    }
    if (q === null) return query
    return query.where((eb) => eb.or([eb('email', 'ilike', buildContainsPattern(q)), eb('display_name', 'ilike', buildContainsPattern(q))]))
  }

  const sorts = { email: 'email_key', displayName: 'display_name', createdAt: 'created_at' }
  return mapListing(createTableListing(matching, { select: (query) => query.selectAll(), sorts, id: 'id' }), userOf)
}

function userOf(row: Row): User {
  return {
    id: row.id,
    email: row.email,
    displayName: row.display_name,
    role: row.role,
    disabled: row.disabled,
    hasPassword: row.password_hash !== null,
    hasTotp: row.totp_secret !== null,
    passkeys: row.passkeys,
    lastLoginAt: row.last_login_at?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
    version: row.version,
  }
}

/** Whether this is still the hash of the user's password. */
export async function hasPasswordHash(db: Kysely<UserTables>, id: string, hash: string): Promise<boolean> {
  const row = await db.selectFrom('admin_user').select('id').where('id', '=', id).where('password_hash', '=', hash).executeTakeFirst()
  return row !== undefined
}
