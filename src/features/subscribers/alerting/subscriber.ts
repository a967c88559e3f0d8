import { type AlertPreferences, completePreferences } from '@isobar/weather'
import { LRUCache } from 'lru-cache'
import type { Subscription } from '../subscriptions/index.ts'

/** One subscription to a place's alerts, as the job knows it; without coordinates: the centre of the cell. */
export type AlertSubscription = { readonly preferences: AlertPreferences } & Pick<
  Subscription,
  'id' | 'email' | 'emailKey' | 'cityName' | 'cityLat' | 'cityLon' | 'frequency' | 'lang' | 'units' | 'timezone' | 'unsubscribeToken'
>

/** What a decision needs to know of a subscription, or of a webhook. */
export type Wanted = Pick<AlertSubscription, 'preferences' | 'frequency' | 'timezone'>

/** Who is notified of a place: everything that it wants there, most recently changed first. */
export interface Recipient {
  readonly subscriptions: readonly [Wanted, ...Wanted[]]
}

/** An address with all its subscriptions to one place, across clients, most recently changed first. */
export interface AlertSubscriber {
  readonly emailKey: string
  /** Keyed hash of the address, as stored with its notices. */
  readonly addressHash: string
  readonly subscriptions: readonly [AlertSubscription, ...AlertSubscription[]]
  /** The settings that requests last named for any of them, whichever was changed since. */
  readonly mail: Pick<AlertSubscription, 'lang' | 'units' | 'timezone'>
}

/** A subscriber's preferences as stored. */
export type StoredPreferences = Pick<Subscription, 'alertPrefs' | 'alertOnRain' | 'alertOnStorm'>

export type ReadPreferences = (stored: StoredPreferences) => AlertPreferences

const MAX_REMEMBERED = 1_000

/** Parses preferences, with a bounded cache: most subscribers share theirs with many others. */
export function createPreferenceReader(): ReadPreferences {
  const known = new LRUCache<string, AlertPreferences>({ max: MAX_REMEMBERED })
  return ({ alertPrefs, alertOnRain, alertOnStorm }) => {
    const key = JSON.stringify([alertPrefs, alertOnRain, alertOnStorm])
    const found = known.get(key)
    if (found !== undefined) return found
    const preferences = completePreferences(alertPrefs, { alertOnRain, alertOnStorm })
    known.set(key, preferences)
    return preferences
  }
}
