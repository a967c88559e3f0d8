import type { Instant } from '../../../../../domain/instant.ts'
import type { Frequency, SubscriptionType } from '../../tables.ts'

/** What the outbox keeps of a mail that asks whether a subscription is wanted. */
export interface ConfirmSubscriptionData {
  /** The confirmation token, for the link to `/api/subscriptions/confirm?token=`. */
  readonly token: string
  /** Until when the link works. */
  readonly validUntil: Instant
  /** What the link confirms, at least one. */
  readonly subscriptions: readonly ConfirmedSubscription[]
}

export interface ConfirmedSubscription {
  readonly type: SubscriptionType
  /** Null for the newsletter, and where the subscriber named none (the coordinates are shown). */
  readonly cityName: string | null
  readonly lat: number | null
  readonly lon: number | null
  readonly frequency: Frequency
}
