import type { Clock } from '../../../platform/clock.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import type { SubscriptionStore } from './store.ts'
import type { Subscription } from './subscription.ts'

/** The dependencies of every part of the room. */
export interface Context {
  readonly store: SubscriptionStore
  readonly clock: Clock
  /** Double opt-in: a mailed link confirms before anything else is mailed. */
  readonly confirmation: () => boolean
  /** A keyed hash that nobody can reverse or compare across purposes. */
  readonly keyedHash: (purpose: string, text: string) => string
  /** Seals tokens in waiting mails. */
  readonly sealing: Pick<Sealing, 'seal'>
  /** Wakes the mail workers. */
  readonly wakeMail: () => void
}

/** The stored form of a clientId, a keyed hash: the clientId itself is a secret of its client. */
export function clientOf({ keyedHash }: Pick<Context, 'keyedHash'>, clientId: string): string {
  return keyedHash('client id', clientId)
}

/** What stays stored about a refused subscription after its row is erased. */
export function refusalOf(
  { keyedHash }: Pick<Context, 'keyedHash'>,
  { client, emailKey, type, cell }: Pick<Subscription, 'client' | 'emailKey' | 'type' | 'cell'>,
): string {
  return keyedHash('refused subscription', JSON.stringify([client, emailKey, type, cell]))
}
