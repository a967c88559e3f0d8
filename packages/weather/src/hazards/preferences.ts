import { ALERT_SEVERITIES, type AlertSeverity } from '../alert.ts'
import { roundHalfAway } from '../round.ts'
import {
  CHANCE,
  EXTRA_HAZARDS,
  type ExtraHazard,
  type Hazard,
  HAZARDS,
  isPrecipitationHazard,
  THRESHOLDS,
  type ValueRule,
} from './hazard.ts'

/** A severity that can be set as the minimum. An alert of unknown severity passes up to moderate. */
export type MinSeverity = AlertSeverity

/** Wall-clock times in the subscriber's zone, `HH:MM`; a `from` later than `to` spans midnight. */
export interface QuietHours {
  readonly from: string
  readonly to: string
  /** Whether extreme warnings are sent anyway. */
  readonly exceptExtreme: boolean
}

/** From when on a hazard counts. */
export interface HazardLimits {
  /** Units: see `THRESHOLDS`; null if it has none, or only official warnings count. */
  readonly threshold: number | null
  /** The chance of precipitation from which on a forecast of it counts: a twentieth up to 1; omitted: every chance counts. */
  readonly minProbability?: number
}

/** What a subscriber wants to be notified of, with all defaults filled in. */
export interface AlertPreferences {
  /** The hazards switched on. */
  readonly hazards: { readonly [H in Hazard]?: HazardLimits }
  /** Any official warning. */
  readonly official: boolean
  /** The minimum severity of official warnings, whether selected by hazard or by `official`; null: any. */
  readonly minSeverity: MinSeverity | null
  readonly leadHours: number
  readonly cooldownMinutes: number
  readonly quietHours: QuietHours | null
  readonly notifyCancelled: boolean
}

export const LEAD_HOURS = { default: 12, min: 1, max: 48 } as const
export const COOLDOWN_MINUTES = { default: 360, min: 0, max: 10_080 } as const
export const MIN_SEVERITIES: readonly MinSeverity[] = ALERT_SEVERITIES

/** `HH:MM` on 24 hours. */
const CLOCK_TIME_PATTERN = /^(?:[01]\d|2[0-3]):[0-5]\d$/

type Json = Readonly<Record<string, unknown>>

/** Whether the value is an object and not an array. */
export function isJsonObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Stored preferences with every default filled in (contract, "Subscriptions and mail"). Never throws: invalid values become defaults, since
 * stored data may predate today's rules. A hazard is on when it is `true` or an object. `alertOnRain` and `alertOnStorm` switch rain and
 * thunderstorm on, unless the more precise preferences say `false`. If all that switches nothing on, the result is `official` from moderate
 * up and thunderstorm, minus what is `false`. A chance is rounded to twentieths, which bounds the number of distinct questions per place.
 */
export function completePreferences(
  stored: unknown,
  flags: { readonly alertOnRain: boolean; readonly alertOnStorm: boolean },
): AlertPreferences {
  const raw = isJsonObject(stored) ? stored : {}
  const flagged: Partial<Record<Hazard, boolean>> = { rain: flags.alertOnRain, thunderstorm: flags.alertOnStorm }
  const asked = HAZARDS.filter((hazard) => isOn(raw[hazard]) || (raw[hazard] !== false && flagged[hazard] === true))
  const isUnset = asked.length === 0 && raw['official'] !== true
  const on: readonly Hazard[] = isUnset && raw['thunderstorm'] !== false ? ['thunderstorm'] : asked
  return {
    hazards: Object.fromEntries(
      on.map((hazard) => [hazard, { threshold: thresholdOf(hazard, raw[hazard]), ...chanceOf(hazard, raw[hazard]) }]),
    ),
    official: isUnset ? raw['official'] !== false : raw['official'] === true,
    minSeverity: MIN_SEVERITIES.find((severity) => severity === raw['minSeverity']) ?? (isUnset ? 'moderate' : null),
    leadHours: wholeWithin(raw['leadHours'], LEAD_HOURS),
    cooldownMinutes: wholeWithin(raw['cooldownMinutes'], COOLDOWN_MINUTES),
    quietHours: quietHoursOf(raw['quietHours']),
    notifyCancelled: raw['notifyCancelled'] === true,
  }
}

function isOn(value: unknown): boolean {
  return value === true || isJsonObject(value)
}

function thresholdOf(hazard: Hazard, value: unknown): number | null {
  const rule = THRESHOLDS[hazard]
  if (rule === undefined) return null
  const threshold = isJsonObject(value) ? value[rule.key] : undefined
  if (isAllowedLimit(threshold, rule)) return threshold
  return rule.isOfficialWithout === true ? null : rule.default
}

/** Twentieths bound the number of distinct questions per place, as tenths of their unit do for thresholds. */
const CHANCES = 20

function chanceOf(hazard: Hazard, value: unknown): Pick<HazardLimits, 'minProbability'> {
  const stated = isJsonObject(value) && isPrecipitationHazard(hazard) ? value[CHANCE.key] : undefined
  const chance = isWithin(stated, CHANCE) ? roundHalfAway(stated * CHANCES, 0) / CHANCES : 0
  return chance === 0 ? {} : { minProbability: chance }
}

/** Whether the value is a number that the rule allows. */
export function isAllowedLimit(value: unknown, rule: ValueRule): value is number {
  return isWithin(value, rule) && (rule.isLevel !== true || Number.isInteger(value))
}

/** Whether the value is a number within bounds, inclusive. */
export function isWithin(value: unknown, { min, max }: { readonly min: number; readonly max: number }): value is number {
  return typeof value === 'number' && value >= min && value <= max
}

function wholeWithin(value: unknown, rule: { readonly default: number; readonly min: number; readonly max: number }): number {
  return isWithin(value, rule) && Number.isInteger(value) ? value : rule.default
}

function quietHoursOf(value: unknown): QuietHours | null {
  if (!isJsonObject(value)) return null
  const { from, to, exceptExtreme } = value
  if (!isClockTime(from) || !isClockTime(to) || from === to) return null
  return { from, to, exceptExtreme: exceptExtreme !== false }
}

/** `HH:MM` on 24 hours. */
export function isClockTime(value: unknown): value is string {
  return typeof value === 'string' && CLOCK_TIME_PATTERN.test(value)
}

/** By hazard of air and sea, from which threshold on its forecasts are wanted; only those that are. */
export type ExtraLimits = { readonly [H in ExtraHazard]?: number }

/** The lowest threshold of each hazard of air and sea in any of these preferences. */
export function computeExtraLimits(all: readonly Pick<AlertPreferences, 'hazards'>[]): ExtraLimits {
  return Object.fromEntries(
    EXTRA_HAZARDS.flatMap((hazard) => {
      const thresholds = all.flatMap(({ hazards }) => hazards[hazard]?.threshold ?? [])
      return thresholds.length === 0 ? [] : [[hazard, Math.min(...thresholds)]]
    }),
  )
}
