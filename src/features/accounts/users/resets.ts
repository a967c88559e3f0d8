import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Actor } from '../../../admin/access/index.ts'
import { recordAudit } from '../../../admin/audit/index.ts'
import { AppError } from '../../../errors.ts'
import { createToken } from '../../../platform/secrets/tokens.ts'
import { HOUR_MS } from '../../../time.ts'
import { insertAccountMail, insertCredentialChanged } from './account-mail.ts'
import { countLinksSince, endLinks, findLink, insertLink, useLink } from './link-store.ts'
import { findUserByEmail, lockUser } from './user-store.ts'
import type { User } from './user.ts'
import { type AccountOptions, type AccountTables, replacePassword } from './users.ts'

const VALID_MS = HOUR_MS
/** Keeps people from filling somebody else's mailbox. */
const MAX_MAILS_PER_HOUR = 3
/** Longer than writing a mail takes. Every answer waits this long, whether or not a mail is written. */
const ANSWER_AFTER_MS = 250

/** Password resets by mailed single-use links. */
export function createResets({ db, newPasswords, sealing, clock, onMail }: AccountOptions) {
  async function write(email: string, lang: string): Promise<void> {
    const known = await findUserByEmail(db, email)
    if (known === null || !isUsable(known)) return
    await db.transaction().execute(async (trx: Kysely<AccountTables>) => {
      const now = clock.now()
      const user = await lockUser(trx, known.id)
      if (user === null || !isUsable(user)) return
      if ((await countLinksSince(trx, user.id, 'reset', now - HOUR_MS)) >= MAX_MAILS_PER_HOUR) return
      await endLinks(trx, user.id, ['reset'], now)
      const link = createToken()
      const expiresAt = now + VALID_MS
      await insertLink(trx, { hash: link.hash, purpose: 'reset', userId: user.id, expiresAt }, now)
      await insertAccountMail(trx, { purpose: 'reset', user, link, lang, invitedBy: null, expiresAt }, sealing, now)
    })
    onMail()
  }

  return {
    /** Mails a link that is valid for an hour, if the account exists. Takes the same time if it does not. */
    async request(email: string, lang: string): Promise<void> {
      // A trial: if no token can be sealed, every request fails, so that the failure does not reveal who has an account.
      sealing.seal('trial', '')
      await Promise.all([write(email, lang), sleep(ANSWER_AFTER_MS)])
    },

    /** Sets a new password and mails a notification; ends every session of the user. @throws AppError `not_found`, `gone`, `invalid_request` */
    async reset(
      token: string,
      { password, lang }: { readonly password: string; readonly lang: string },
      actorOf: (user: User) => Promise<Actor>,
    ): Promise<User> {
      const link = await findLink(db, token, 'reset', clock.now())
      if (link === null) throw new AppError('not_found', 'No such link')
      const { user: known } = link
      if (known === null || !isUsable(known)) throw gone()
      const actor = await actorOf(known)
      const passwordHash = await newPasswords.hash(password, known)
      const changed = await db.transaction().execute(async (trx: Kysely<AccountTables>) => {
        const now = clock.now()
        const user = await lockUser(trx, known.id)
        if (user === null || !isUsable(user) || !(await useLink(trx, link.hash, now))) throw gone()
        await recordAudit(trx, { at: now, actor, action: 'user.reset_password', object: { type: 'user', id: user.id } })
        await insertCredentialChanged(trx, user, { template: 'password-changed' }, lang, now)
        return replacePassword(trx, user.id, passwordHash, now)
      })
      onMail()
      return changed
    },
  }
}

function isUsable({ disabled, hasPassword }: User): boolean {
  return hasPassword && !disabled
}

function gone(): AppError {
  return new AppError('gone', 'This link was already used or has expired')
}
