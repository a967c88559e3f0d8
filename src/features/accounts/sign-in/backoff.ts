import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DAY_MS, DAY_SECONDS } from '../../../time.ts'
import type { BackoffRule, BackoffStore, Verdict } from './backoff-store.ts'

/** Slows guessing down, per account and per address. Unknown accounts behave the same. */
export type Backoff = ReturnType<typeof createBackoff>

/** What an attempt is counted against. */
export interface Guess {
  readonly account: string
  readonly client: string
  /**
   * A device that signed in to this account before, or is signed in. Its failures are counted separately, so that failing elsewhere
   * cannot lock it out. `own`: nobody shares the device, so the address is not counted either.
   */
  readonly known: { readonly name: string; readonly own: boolean } | null
}

export interface Attempt {
  /** Records the outcome. Success clears only the failures of this account on this known device: all others may be somebody else's. */
  settle(verdict: Verdict): Promise<void>
}

const ACCOUNT: BackoffRule = { firstAfter: 5, firstSeconds: 30, mostSeconds: 900, forgetSeconds: DAY_SECONDS }
/** Lenient: many people may share one address. */
const CLIENT: BackoffRule = { firstAfter: 30, firstSeconds: 30, mostSeconds: 900, forgetSeconds: 3_600 }

/** Backoff with separate rules for accounts, known devices and client addresses. */
export function createBackoff(store: BackoffStore, clock: Clock) {
  async function begin(key: string, rule: BackoffRule): Promise<void> {
    const now = clock.now()
    const { blockedUntil } = await store.begin(key, rule, now)
    if (blockedUntil === null) return
    const retryAfterSeconds = Math.max(1, Math.ceil((blockedUntil - now) / 1_000))
    throw new AppError('rate_limited', 'Too many failed attempts. Please wait before trying again.', { retryAfterSeconds })
  }

  return {
    /** Every attempt that begins must be settled. @throws AppError `rate_limited` while one of its counters is blocked */
    async begin({ account: accountKey, client: clientKey, known }: Guess): Promise<Attempt> {
      const account = known === null ? `account ${accountKey}` : `account ${accountKey} ${known.name}`
      const client = known?.own === true ? null : `client ${clientKey}`
      if (client !== null) await begin(client, CLIENT)
      await begin(account, ACCOUNT).catch(async (error: unknown) => {
        // This counter was not blocked, but another was: nothing was guessed.
        if (client !== null) await store.settle(client, 'none', CLIENT, clock.now())
        throw error
      })
      return {
        async settle(verdict) {
          const now = clock.now()
          const elsewhere = verdict === 'right' ? 'none' : verdict
          await store.settle(account, known === null ? elsewhere : verdict, ACCOUNT, now)
          if (client !== null) await store.settle(client, elsewhere, CLIENT, now)
        },
      }
    },
    /** Clears an account's failures after an authorised password change. */
    forget: (accountKey: string): Promise<void> => store.forget(`account ${accountKey}`),
    async sweep(): Promise<void> {
      while ((await store.deleteBefore(clock.now() - DAY_MS)) > 0);
    },
  }
}
