import { type AlertPreferences, effectivePreferences } from '../../../domain/hazards/index.ts'
import type { UnitSystem } from '../../../domain/units.ts'
import type { Frequency } from '../subscriptions/index.ts'

/** One subscription to a place's alerts, as the job knows it. */
export interface AlertSubscription {
  readonly id: string
  readonly email: string
  readonly emailKey: string
  readonly cityName: string | null
  /** Null: the centre of the cell. */
  readonly cityLat: number | null
  readonly cityLon: number | null
  readonly frequency: Frequency
  readonly preferences: AlertPreferences
  readonly lang: string
  readonly units: UnitSystem
  readonly timezone: string
  readonly unsubscribeToken: string
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
export interface StoredPreferences {
  readonly alertPrefs: unknown
  readonly alertOnRain: boolean
  readonly alertOnStorm: boolean
}

export type ReadPreferences = (stored: StoredPreferences) => AlertPreferences

const MAX_REMEMBERED = 1_000

/** Parses preferences, with a bounded cache: most subscribers share theirs with many others. */
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
