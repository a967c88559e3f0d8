import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isSameSecret } from '../../../platform/secrets/equal.ts'
import { HOUR_MS, isInForce } from '../../../time.ts'
import type { Beginner } from './invitations.ts'
import type { Sessions } from './session-store.ts'
import { updateUser } from './user-store.ts'
import type { User } from './user.ts'
import type { NewAccount, Users } from './users.ts'

export interface SetupLinkOptions {
  /** `shortLivedHash` of the keyring: every node accepts every other's links. */
  readonly keyedHash: (purpose: string, text: string) => string
  readonly users: Users
  readonly sessions: Sessions
  readonly clock: Clock
}

/** The first account's owner, as entered in the browser. */
export type FirstAccount = Omit<NewAccount, 'role'>

const VALID_MS = HOUR_MS
const TOKEN = /^(\d{13})-[\w-]{22}$/

/**
 * The token of a link with which the first account can be made for an hour, if there is none: its expiry and a keyed hash over it. Nothing is stored;
 * the account that is made with one makes all of them useless, for good: accounts are disabled, never deleted.
 */
export function issueSetupToken(keyedHash: SetupLinkOptions['keyedHash'], now: number): string {
  return signed(keyedHash, String(now + VALID_MS))
}

/** The address of the page that takes a token. */
export function formatSetupUrl({ PUBLIC_URL, PORT }: { readonly PUBLIC_URL: URL | null; readonly PORT: number }, token: string): string {
  return `${PUBLIC_URL?.origin ?? `http://localhost:${PORT}`}/setup/${token}`
}

/** Where the first account of a new service is made: behind a link that only whoever reads its log, or runs its commands, can have. */
export function createSetupLinks({ keyedHash, users, sessions, clock }: SetupLinkOptions) {
  /** The token's expiry. */
  async function open(token: string): Promise<number> {
    const [, expiry] = TOKEN.exec(token) ?? []
    if (expiry === undefined || !isSameSecret(token, signed(keyedHash, expiry))) throw new AppError('not_found', 'No such link')
    if (!isInForce(Number(expiry), VALID_MS, clock.now()) || (await users.any())) throw gone()
    return Number(expiry)
  }
  return {
    issue: (): string => issueSetupToken(keyedHash, clock.now()),

    /** @throws AppError `not_found`, `gone` */
    find: async (token: string): Promise<{ readonly expiresAt: number }> => ({ expiresAt: await open(token) }),

    /** Makes the first account, an owner, and signs in. Only one of concurrent calls succeeds. @throws AppError `not_found`, `gone`, `invalid_request` */
    async accept(token: string, account: FirstAccount, { userAgent, actorOf }: Beginner): Promise<{ user: User; session: string }> {
      await open(token)
      // There is no account yet to be the actor; only where the request came from is recorded.
      const actor = { ...(await actorOf({ id: '', email: 'setup link' })), userId: null }
      let session = ''
      const user = await users.createFirst(account, actor, async (trx, { id }) => {
        session = await sessions.start(trx, { userId: id, userAgent, country: actor.country })
        return updateUser(trx, id, { lastLoginAt: clock.now() }, clock.now())
      })
      if (user === null) throw gone()
      return { user, session }
    },
  }
}

function signed(keyedHash: SetupLinkOptions['keyedHash'], expiry: string): string {
  return `${expiry}-${keyedHash('setup link', expiry)}`
}

function gone(): AppError {
  return new AppError('gone', 'This link has expired, or there is an account already')
}
