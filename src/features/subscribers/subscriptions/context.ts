import type { Clock } from '../../../platform/clock.ts'
import type { RateLimiter } from '../../../platform/http/limits/rate-limit.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import type { SubscriptionStore } from './store.ts'
import type { Subscription } from './subscription.ts'

/** A place that a browser is notified of, for the page of an address that subscribed in it. */
export interface LinkedBrowserPlace {
  readonly id: string
  readonly name: string
  /** The host of the browser's push service. */
  readonly service: string
  readonly createdAt: Date
}

/** Notifications in the browsers of clients (keyed hashes). */
interface LinkedBrowsers {
  list(clients: readonly string[]): Promise<readonly LinkedBrowserPlace[]>
  remove(clients: readonly string[], id: string): Promise<void>
}

/** The dependencies of every part of the room. */
export interface Context {
  readonly store: SubscriptionStore
  readonly clock: Clock
  readonly limiter: RateLimiter
  /** Double opt-in: a mailed link confirms before anything else is mailed. */
  readonly confirmation: () => boolean
  /** A keyed hash that nobody can reverse or compare across purposes. */
  readonly keyedHash: (purpose: string, text: string) => string
  /** Seals tokens in waiting mails. */
  readonly sealing: Pick<Sealing, 'seal'>
  readonly browsers: LinkedBrowsers
  /** Wakes the mail workers. */
  readonly wakeMail: () => void
}

/** The stored form of a clientId, a keyed hash: the clientId itself is a secret of its client. */
export function hashClientId({ keyedHash }: Pick<Context, 'keyedHash'>, clientId: string): string {
  return keyedHash('client id', clientId)
}

/** What stays stored about a refused subscription after its row is erased. */
export function buildSubscriptionRefusal(
  { keyedHash }: Pick<Context, 'keyedHash'>,
  { client, emailKey, type, cell }: Pick<Subscription, 'client' | 'emailKey' | 'type' | 'cell'>,
): string {
  return keyedHash('refused subscription', JSON.stringify([client, emailKey, type, cell]))
}
