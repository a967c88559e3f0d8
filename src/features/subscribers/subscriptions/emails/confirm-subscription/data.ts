import type { Instant } from '@isobar/weather'
import type { Frequency, SubscriptionType } from '../../tables.ts'

/** The data of a confirmation mail in the outbox. */
export interface ConfirmSubscriptionData {
  /** The confirmation token, for the link to `/api/subscriptions/confirm?token=`. */
  readonly token: string
  /** Until when the link works. */
  readonly validUntil: Instant
  /** The subscriptions that the link confirms, at least one. */
  readonly subscriptions: readonly ConfirmedSubscription[]
}

export interface ConfirmedSubscription {
  readonly type: SubscriptionType
  /** Null for the newsletter, and if the subscriber gave none (the coordinates are shown). */
  readonly cityName: string | null
  readonly lat: number | null
  readonly lon: number | null
  readonly frequency: Frequency
}
