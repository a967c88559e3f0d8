import type { Kysely } from 'kysely'
import type { Actor, Role } from '../../../admin/access/index.ts'
import { recordAudit } from '../../../admin/audit/index.ts'
import { AppError } from '../../../errors.ts'
import { createToken } from '../../../platform/secrets/tokens.ts'
import { HOUR_MS } from '../../../time.ts'
import { insertAccountMail } from './account-mail.ts'
import { readEmail } from './email.ts'
import { endLinks, findLink, insertLink, type Link, useLink } from './link-store.ts'
import type { Sessions } from './session-store.ts'
import { findUserByEmail, insertUser, lockUser, updateUser } from './user-store.ts'
import { buildUserAuditView, cleanName, type User } from './user.ts'
import { type AccountOptions, type AccountTables, buildDuplicateUserError } from './users.ts'

export interface Invitation {
  readonly user: User
  /** Shown once; only its hash is stored. */
  readonly token: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

export interface Invited {
  readonly email: string
  readonly displayName?: string
  readonly role: Role
  readonly lang: string
}

/** The browser that a session begins in. */
export interface Beginner {
  readonly userAgent: string | null
  readonly actorOf: (user: Pick<User, 'id' | 'email'>) => Promise<Actor>
}

export type Invitations = ReturnType<typeof createInvitations>

const VALID_MS = 72 * HOUR_MS

/** Invitations by mailed single-use links. */
export function createInvitations({ db, newPasswords, sealing, clock, onMail }: AccountOptions, sessions: Sessions) {
  /** The account to invite, with its row locked. */
  async function invitedUser(trx: Kysely<AccountTables>, { email: given, displayName, role }: Invited): Promise<User> {
    const now = clock.now()
    const email = readEmail(given)
    const name = cleanName(displayName ?? email.slice(0, email.lastIndexOf('@')))
    const inserted = await insertUser(trx, { email, displayName: name, role, passwordHash: null }, now)
    if (inserted !== null) return inserted
    const known = await findUserByEmail(trx, email)
    const locked = known === null ? null : await lockUser(trx, known.id)
    if (locked === null || locked.hasPassword) throw buildDuplicateUserError()
    const change = { role, disabled: false, ...(displayName === undefined ? {} : { displayName: name }) }
    return updateUser(trx, locked.id, change, now)
  }

  /** @throws AppError `not_found`, `gone` */
  async function find(token: string): Promise<Link & { readonly user: User }> {
    const link = await findLink(db, token, 'invite', clock.now())
    if (link === null) throw new AppError('not_found', 'No such invitation')
    const { user } = link
    if (user === null || user.disabled || user.hasPassword) throw gone()
    return { ...link, user }
  }

  return {
    /**
     * Invites somebody by mail for 72 hours. Inviting again before acceptance replaces name, role and link.
     * @throws AppError `conflict` for an address that has an account
     */
    async invite(invited: Invited, actor: Actor): Promise<Invitation> {
      const invitation = await db.transaction().execute(async (trx: Kysely<AccountTables>) => {
        const now = clock.now()
        const user = await invitedUser(trx, invited)
        await endLinks(trx, user.id, ['invite'], now)
        const link = createToken()
        const expiresAt = now + VALID_MS
        await insertLink(trx, { hash: link.hash, purpose: 'invite', userId: user.id, expiresAt }, now)
        const invitedBy = actor.userId === null ? null : actor.name
        await insertAccountMail(trx, { purpose: 'invite', user, link, lang: invited.lang, invitedBy, expiresAt }, sealing, now)
        const after = buildUserAuditView(user)
        await recordAudit(trx, { at: now, actor, action: 'user.invite', object: { type: 'user', id: user.id }, after })
        return { user, token: link.token, expiresAt }
      })
      onMail()
      return invitation
    },

    find,

    /** Accepts an invitation and signs in. Only one of concurrent calls succeeds. @throws AppError `not_found`, `gone`, `invalid_request` */
    async accept(
      token: string,
      { password, displayName }: { password: string; displayName?: string },
      { userAgent, actorOf }: Beginner,
    ): Promise<{ user: User; session: string }> {
      const { hash, user: invited } = await find(token)
      const actor = await actorOf(invited)
      const passwordHash = await newPasswords.hash(password, { email: invited.email, displayName: displayName ?? invited.displayName })
      return db.transaction().execute(async (trx: Kysely<AccountTables>) => {
        const now = clock.now()
        const before = await lockUser(trx, invited.id)
        if (before === null || before.disabled || before.hasPassword || !(await useLink(trx, hash, now))) throw gone()
        const name = displayName === undefined ? {} : { displayName: cleanName(displayName) }
        const user = await updateUser(trx, before.id, { passwordHash, lastLoginAt: now, ...name }, now)
        await endLinks(trx, user.id, ['invite'], now)
        const session = await sessions.start(trx, { userId: user.id, userAgent, country: actor.country })
        const action = 'user.accept_invite'
        await recordAudit(trx, { at: now, actor, action, object: { type: 'user', id: user.id }, after: buildUserAuditView(user) })
        return { user, session }
      })
    },
  }
}

function gone(): AppError {
  return new AppError('gone', 'This invitation was already used, was withdrawn or has expired')
}
