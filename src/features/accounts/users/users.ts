import type { Kysely } from 'kysely'
import type { Actor, AdminUser, Role } from '../../../admin/access/index.ts'
import { type AuditTables, selectChangedFields, recordAudit } from '../../../admin/audit/index.ts'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { checkVersion } from '../../../platform/db/version.ts'
import type { Listing } from '../../../platform/http/schema/listing.ts'
import type { MailTables } from '../../mail/outbox/index.ts'
import { insertCredentialChanged } from './account-mail.ts'
import { readEmail } from './email.ts'
import { endLinks } from './link-store.ts'
import type { NewPasswords } from './new-passwords.ts'
import { deleteSessions } from './session-store.ts'
import type { UserTables } from './tables.ts'
import {
  hasPasswordHash,
  countOtherOwners,
  findUser,
  findUserByEmail,
  hasUsers,
  listOwnerAddresses,
  insertUser,
  listUsers,
  lockUser,
  lockUsers,
  updateUser,
  type UserFilters,
  type UserSort,
} from './user-store.ts'
import { buildUserAuditView, cleanName, type NewUser, type User } from './user.ts'

export interface AccountTables extends UserTables, AuditTables, MailTables {}

export interface AccountOptions extends Pick<Foundation<AccountTables>, 'db' | 'sealing' | 'clock'> {
  readonly newPasswords: NewPasswords
  /** Called after a mail was written. */
  readonly onMail: () => void
}

export interface NewAccount {
  readonly email: string
  readonly displayName: string
  readonly role: Role
  readonly password: string
}

export interface UserPatch {
  readonly displayName?: string
  readonly role?: Role
  readonly disabled?: boolean
  readonly version?: number
}

export interface OwnPassword {
  readonly user: AdminUser
  /** The hash that the current password matched. */
  readonly provedBy: string
  readonly newPassword: string
  readonly exceptSession: string
  /** Language of the notification mail. */
  readonly lang: string
}

export type Users = ReturnType<typeof createUsers>

/** The accounts of the back office; every change is audited. */
export function createUsers({ db, newPasswords, clock, onMail }: AccountOptions) {
  async function recordCreated(trx: Kysely<AccountTables>, user: User, actor: Actor): Promise<User> {
    await recordAudit(trx, {
      at: clock.now(),
      actor,
      action: 'user.create',
      object: { type: 'user', id: user.id },
      after: buildUserAuditView(user),
    })
    return user
  }

  async function newUser({ email, displayName, role, password }: NewAccount): Promise<NewUser> {
    const owner = { email: readEmail(email), displayName: cleanName(displayName) }
    return { ...owner, role, passwordHash: await newPasswords.hash(password, owner) }
  }

  return {
    list: (filters: UserFilters): Listing<User, UserSort> => listUsers(db, filters),
    findByEmail: (email: string): Promise<User | null> => findUserByEmail(db, email),
    /** Whether there is any account. */
    any: (): Promise<boolean> => hasUsers(db),
    /** The addresses of the owners who can sign in, oldest first. */
    ownerAddresses: (): Promise<string[]> => listOwnerAddresses(db),

    /** @throws AppError `conflict` for an address that has an account, `invalid_request` for a password that is easy to guess */
    async create(account: NewAccount, actor: Actor): Promise<User> {
      if ((await findUserByEmail(db, account.email)) !== null) throw buildDuplicateUserError()
      const user = await newUser(account)
      return db.transaction().execute(async (trx: Kysely<AccountTables>) => {
        const inserted = await insertUser(trx, user, clock.now())
        if (inserted === null) throw buildDuplicateUserError()
        return recordCreated(trx, inserted, actor)
      })
    },

    /**
     * Creates the first account, an owner, if there is none, and does in the same transaction what `begin` does. Of nodes that start at once, only one
     * does. @throws AppError `invalid_request`
     */
    async createFirst(
      account: Omit<NewAccount, 'role'>,
      actor: Actor,
      begin: (trx: Kysely<AccountTables>, user: User) => Promise<User> = async (_, user) => user,
    ): Promise<User | null> {
      if (await hasUsers(db)) return null
      const user = await newUser({ ...account, role: 'owner' })
      return db.transaction().execute(async (trx: Kysely<AccountTables>) => {
        await lockUsers(trx)
        if (await hasUsers(trx)) return null
        const inserted = await insertUser(trx, user, clock.now())
        return inserted === null ? null : begin(trx, await recordCreated(trx, inserted, actor))
      })
    },

    /** @throws AppError `not_found`; `conflict` for a stale version and for the last owner */
    update: (id: string, { version, displayName, role, disabled }: UserPatch, actor: Actor): Promise<User> =>
      db.transaction().execute(async (trx: Kysely<AccountTables>) => {
        // Named one by one: a request's body may contain anything.
        const change = {
          ...(displayName === undefined ? {} : { displayName: cleanName(displayName) }),
          ...(role === undefined ? {} : { role }),
          ...(disabled === undefined ? {} : { disabled }),
        }
        await lockUsers(trx)
        const before = await lockUser(trx, id)
        if (before === null) throw new AppError('not_found', 'No such user')
        checkVersion(before.version, version)
        const now = clock.now()
        const after = await updateUser(trx, id, change, now)
        if (isOwner(before) && !isOwner(after) && (await countOtherOwners(trx, id)) === 0) {
          throw new AppError('conflict', 'The last owner cannot be disabled or given another role')
        }
        if (after.disabled) {
          await deleteSessions(trx, id, { except: null })
          await endLinks(trx, id, ['invite', 'reset'], now)
        }
        const changed = selectChangedFields(buildUserAuditView(before), buildUserAuditView(after))
        await recordAudit(trx, { at: now, actor, action: 'user.update', object: { type: 'user', id }, ...changed })
        return after
      }),

    /** Sets a password chosen by somebody else, and mails a notification in English; ends sessions and open links. @throws AppError `invalid_request`, `not_found` */
    async setPassword(id: string, password: string, actor: Actor): Promise<User> {
      const owner = await findUser(db, id)
      if (owner === null) throw new AppError('not_found', 'No such user')
      const passwordHash = await newPasswords.hash(password, owner)
      const changed = await db.transaction().execute(async (trx: Kysely<AccountTables>) => {
        const now = clock.now()
        if ((await lockUser(trx, id)) === null) throw new AppError('not_found', 'No such user')
        const user = await replacePassword(trx, id, passwordHash, now)
        await recordAudit(trx, { at: now, actor, action: 'user.set_password', object: { type: 'user', id } })
        await insertCredentialChanged(trx, user, { template: 'password-changed' }, 'en', now)
        return user
      })
      onMail()
      return changed
    },

    /**
     * Sets a new password for a user who has reauthenticated. Ends all other sessions and mails a notification.
     * @throws AppError `invalid_request` for a password that is easy to guess, `conflict` when it was changed, or the user disabled, meanwhile
     */
    async changeOwnPassword({ user, provedBy, newPassword, exceptSession, lang }: OwnPassword, actor: Actor): Promise<void> {
      const passwordHash = await newPasswords.hash(newPassword, user, 'newPassword')
      await db.transaction().execute(async (trx: Kysely<AccountTables>) => {
        const now = clock.now()
        const locked = await lockUser(trx, user.id)
        if (locked === null || locked.disabled || !(await hasPasswordHash(trx, user.id, provedBy)))
          throw new AppError('conflict', 'The password was changed elsewhere in the meantime. Please sign in again.')
        await replacePassword(trx, user.id, passwordHash, now, exceptSession)
        await insertCredentialChanged(trx, locked, { template: 'password-changed' }, lang, now)
        await recordAudit(trx, { at: now, actor, action: 'user.change_password', object: { type: 'user', id: user.id } })
      })
      onMail()
    },
  }
}

/** Replaces a password; ends the user's open links, and every session but `exceptSession`. Call it on the locked row. */
export async function replacePassword(
  db: Kysely<UserTables>,
  id: string,
  passwordHash: string,
  now: number,
  exceptSession: string | null = null,
): Promise<User> {
  const user = await updateUser(db, id, { passwordHash }, now)
  await deleteSessions(db, id, { except: exceptSession })
  await endLinks(db, id, ['invite', 'reset'], now)
  return user
}

/** The error for an address that already has an account. */
export function buildDuplicateUserError(): AppError {
  return new AppError('conflict', 'There is already an account with this email address', {
    details: [{ path: 'email', message: 'already has an account' }],
  })
}

/** Whether the user can do what only owners can. */
function isOwner({ role, disabled, hasPassword }: User): boolean {
  return role === 'owner' && !disabled && hasPassword
}
