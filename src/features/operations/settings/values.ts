import { Check } from 'typebox/value'
import type { EnvironmentDefaults, UpstreamLimits } from './definition.ts'
import { SETTING_NAMES, type SettingName, SETTINGS, type SettingValues } from './definitions.ts'

/** What admins have set, by name. Names that this release does not know are kept for the one that does. */
export type Overrides = Readonly<Record<string, unknown>>

/** The values while nothing is set but, for what depends on them, the upstream limits. */
export function defaultsOf(environment: EnvironmentDefaults, inForce: UpstreamLimits = limitsIn(environment)): SettingValues {
  const values = SETTING_NAMES.map((name) => [name, SETTINGS[name].default(environment, inForce)])
  return Object.freeze(Object.fromEntries(values) as unknown as SettingValues)
}

/** The values in force: what is set, as far as it is within today's bounds, before the defaults. */
export function valuesOf(overrides: Overrides, environment: EnvironmentDefaults): SettingValues {
  const isSet = (name: SettingName): boolean => name in overrides && Check(SETTINGS[name].schema, overrides[name])
  const inForce = {
    perMinute: isSet('upstreamMinuteLimit') ? Number(overrides['upstreamMinuteLimit']) : environment.upstreamMinuteLimit,
    perDay: isSet('upstreamDailyLimit') ? Number(overrides['upstreamDailyLimit']) : environment.upstreamDailyLimit,
  }
  const set = SETTING_NAMES.filter(isSet).map((name) => [name, overrides[name]])
  return Object.freeze({ ...defaultsOf(environment, inForce), ...Object.fromEntries(set) })
}

function limitsIn({ upstreamMinuteLimit: perMinute, upstreamDailyLimit: perDay }: EnvironmentDefaults): UpstreamLimits {
  return { perMinute, perDay }
}
