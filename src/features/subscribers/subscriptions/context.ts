import type { Clock } from '../../../platform/clock.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import type { SubscriptionStore } from './store.ts'
import type { Subscription } from './subscription.ts'

/** What every part of the room works with. */
export interface Context {
  readonly store: SubscriptionStore
  readonly clock: Clock
  /** Double opt-in: a mailed link confirms before anything else is mailed. */
  readonly confirmation: () => boolean
  /** A keyed hash that nobody can reverse or compare across purposes. */
  readonly keyedHash: (purpose: string, text: string) => string
  /** For tokens of mails that wait. */
  readonly sealing: Pick<Sealing, 'seal'>
  /** Tells the workers that there is mail. */
  readonly wakeMail: () => void
}

/** A clientId is a secret of its client: this is all that is kept of it. */
export function clientOf({ keyedHash }: Pick<Context, 'keyedHash'>, clientId: string): string {
  return keyedHash('client id', clientId)
}

/** What is remembered of a refused subscription when its row is gone. */
export function refusalOf(
  { keyedHash }: Pick<Context, 'keyedHash'>,
  { client, emailKey, type, cell }: Pick<Subscription, 'client' | 'emailKey' | 'type' | 'cell'>,
): string {
  return keyedHash('refused subscription', JSON.stringify([client, emailKey, type, cell]))
}
