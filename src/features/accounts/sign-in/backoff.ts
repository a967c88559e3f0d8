import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { BackoffRule, BackoffStore, Verdict } from './backoff-store.ts'

/** Slows guessing down, per account and per address. It is the same for accounts that are not there. */
export interface Backoff {
  /** Every attempt that begins must be settled. @throws AppError `rate_limited` while one of those that count it is blocked */
  begin(guess: Guess): Promise<Attempt>
  /** A new password was set by one who may: what was guessed before counts no more. */
  forget(accountKey: string): Promise<void>
  sweep(): Promise<void>
}

/** Where an attempt counts. */
export interface Guess {
  readonly account: string
  readonly client: string
  /**
   * Where somebody has signed in to this account before, or is signed in: what fails there is counted apart, so that nobody keeps others out by
   * failing elsewhere. `own`: nobody else is behind it, so the address does not count either.
   */
  readonly known: { readonly name: string; readonly own: boolean } | null
}

export interface Attempt {
  /** What came of it. The address keeps its failures when one account was right. */
  settle(verdict: Verdict): Promise<void>
}

const DAY_SECONDS = 86_400
const ACCOUNT: BackoffRule = { firstAfter: 5, firstSeconds: 30, mostSeconds: 900, forgetSeconds: DAY_SECONDS }
/** Behind one address there may be many people. */
const CLIENT: BackoffRule = { firstAfter: 30, firstSeconds: 30, mostSeconds: 900, forgetSeconds: 3_600 }

export function createBackoff(store: BackoffStore, clock: Clock): Backoff {
  async function begin(key: string, rule: BackoffRule): Promise<void> {
    const now = clock.now()
    const { blockedUntil } = await store.begin(key, rule, now)
    if (blockedUntil === null) return
    const retryAfterSeconds = Math.max(1, Math.ceil((blockedUntil - now) / 1_000))
    throw new AppError('rate_limited', 'Too many failed attempts. Please wait before trying again.', { retryAfterSeconds })
  }

  return {
    async begin({ account: accountKey, client: clientKey, known }) {
      const account = known === null ? `account ${accountKey}` : `account ${accountKey} ${known.name}`
      const client = known?.own === true ? null : `client ${clientKey}`
      if (client !== null) await begin(client, CLIENT)
      await begin(account, ACCOUNT).catch(async (error: unknown) => {
        // Nothing was guessed.
        if (client !== null) await store.settle(client, 'none', CLIENT, clock.now())
        throw error
      })
      return {
        async settle(verdict) {
          const now = clock.now()
          await store.settle(account, verdict, ACCOUNT, now)
          if (client !== null) await store.settle(client, verdict === 'right' ? 'none' : verdict, CLIENT, now)
        },
      }
    },
    forget: (accountKey) => store.forget(`account ${accountKey}`),
    async sweep() {
      while ((await store.deleteBefore(clock.now() - DAY_SECONDS * 1_000)) > 0);
    },
  }
}
