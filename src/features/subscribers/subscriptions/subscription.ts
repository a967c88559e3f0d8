import { type UnitSystem, formatInstant } from '@isobar/weather'
import { maskEmail } from '../../../platform/mail/address.ts'
import { getMailWords } from '../../mail/catalogue/index.ts'
import type { Deactivator, Frequency, SubscriptionType } from './tables.ts'

export type Preferences = Readonly<Record<string, unknown>>

/** A subscription as the room knows it. Instants are epoch milliseconds. */
export interface Subscription {
  readonly id: string
  /** Keyed hash of the clientId. */
  readonly client: string
  readonly email: string
  readonly emailKey: string
  readonly type: SubscriptionType
  /** Null for newsletters only. */
  readonly cell: number | null
  readonly cityName: string | null
  readonly cityLat: number | null
  readonly cityLon: number | null
  readonly frequency: Frequency
  readonly alertOnRain: boolean
  readonly alertOnStorm: boolean
  /** As sent, including unknown keys. */
  readonly alertPrefs: Preferences
  readonly lang: string
  readonly units: UnitSystem
  readonly timezone: string
  /** When a request last named each setting; null: it is a default. A mail for several subscriptions uses the one named last. */
  readonly langNamedAt: number | null
  readonly unitsNamedAt: number | null
  readonly timezoneNamedAt: number | null
  readonly confirmation: Confirmation
  /** Null while it is active; `by` is null where nobody recorded who ended it. */
  readonly ended: { readonly at: number; readonly by: Deactivator | null } | null
  readonly unsubscribeToken: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** Whether its mails may go to the address. Without double opt-in, a subscription is confirmed as it is made. Instants are epoch milliseconds. */
export type Confirmation =
  | { readonly isConfirmed: false; readonly before: number }
  /** `provedAt`: when a confirmation link proved the address to this client; null: only the client's word. */
  | { readonly isConfirmed: true; readonly at: number; readonly provedAt: number | null }

/** Whether mails for it go out. */
export function isDeliverable({ confirmation, ended }: Pick<Subscription, 'confirmation' | 'ended'>): boolean {
  return ended === null && confirmation.isConfirmed
}

/** When a confirmation link proved its address to its client; null: never. */
export function findProofTime({ confirmation }: Pick<Subscription, 'confirmation'>): number | null {
  return confirmation.isConfirmed ? confirmation.provedAt : null
}

/** The kinds of mails that can be unsubscribed from separately. */
export type SubscriptionKind = 'digest' | 'alerts'

/** The kind of mails of a subscription type. */
export function getSubscriptionKind(type: SubscriptionType): SubscriptionKind {
  return type === 'city_alerts' ? 'alerts' : 'digest'
}

export const FREQUENCIES_OF: Readonly<Record<SubscriptionType, readonly [Frequency, ...Frequency[]]>> = {
  city_weekly: ['weekly', 'daily', 'biweekly', 'monthly'],
  city_alerts: ['immediate', 'hourly', 'daily'],
  newsletter: ['weekly', 'monthly'],
}

/** What a response includes: only the creator gets the address and the token. */
export interface ShownTo {
  readonly clientId: string
  readonly whole: boolean
  /** Whether double opt-in is on. Then responses say whether it is confirmed. */
  readonly confirmation: boolean
}

/** The fields that every response about a subscription has. */
export function toPublicSubscription(subscription: Subscription) {
  const { id, type, cityName, cityLat, cityLon, frequency, alertOnRain, alertOnStorm, alertPrefs, lang, units, timezone } = subscription
  return {
    id,
    type,
    cityName,
    cityLat,
    cityLon,
    frequency,
    alertOnRain,
    alertOnStorm,
    alertPrefs,
    active: subscription.ended === null,
    lang,
    mailLang: getMailWords(lang).language,
    units,
    timezone,
    createdAt: formatInstant(subscription.createdAt),
    updatedAt: formatInstant(subscription.updatedAt),
  }
}

/** The subscription object of the API. */
export function showSubscription(subscription: Subscription, { clientId, whole, confirmation }: ShownTo) {
  const { email, unsubscribeToken } = subscription
  return {
    ...toPublicSubscription(subscription),
    clientId,
    email: whole ? email : maskEmail(email),
    ...(confirmation ? { confirmed: subscription.confirmation.isConfirmed } : {}),
    ...(whole ? { unsubscribe_token: unsubscribeToken } : {}),
  }
}

/** The subscriptions as named in the response to a link in a mail. */
export function nameSubscriptions(subscriptions: readonly Subscription[]) {
  return subscriptions.map(({ id, type, cityName, cityLat, cityLon }) => ({ id, type, cityName, cityLat, cityLon }))
}
