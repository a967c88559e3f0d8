import { type AlertPreferences, effectivePreferences } from '../../../domain/hazards/index.ts'
import type { UnitSystem } from '../../../domain/units.ts'
import type { Frequency } from '../subscriptions/index.ts'

/** One subscription to a place's alerts, as the job knows it. */
export interface AlertSubscription {
  readonly id: string
  readonly email: string
  readonly emailKey: string
  readonly cityName: string | null
  /** Null: the middle of the cell. */
  readonly cityLat: number | null
  readonly cityLon: number | null
  readonly frequency: Frequency
  readonly preferences: AlertPreferences
  readonly lang: string
  readonly units: UnitSystem
  readonly timezone: string
  readonly unsubscribeToken: string
}

/** An address with all its subscriptions to one place, whoever made them; the one that was changed last is the first. */
export interface AlertSubscriber {
  readonly emailKey: string
  /** Keyed hash of the address: what is kept of whom was told. */
  readonly addressHash: string
  readonly subscriptions: readonly [AlertSubscription, ...AlertSubscription[]]
  /** What a request named last for one of them, whichever was changed since. */
  readonly mail: Pick<AlertSubscription, 'lang' | 'units' | 'timezone'>
}

/** What is stored of a subscriber's wishes. */
export interface StoredPreferences {
  readonly alertPrefs: unknown
  readonly alertOnRain: boolean
  readonly alertOnStorm: boolean
}

export type ReadPreferences = (stored: StoredPreferences) => AlertPreferences

const MAX_REMEMBERED = 1_000

/** Reads preferences; most subscribers have those of many others, so that what was read is remembered, up to a bound. */
export function createPreferenceReader(): ReadPreferences {
  const known = new Map<string, AlertPreferences>()
  return ({ alertPrefs, alertOnRain, alertOnStorm }) => {
    const key = JSON.stringify([alertPrefs, alertOnRain, alertOnStorm])
    const found = known.get(key)
    if (found !== undefined) return found
    const preferences = effectivePreferences(alertPrefs, { alertOnRain, alertOnStorm })
    if (known.size >= MAX_REMEMBERED) known.clear()
    known.set(key, preferences)
    return preferences
  }
}
