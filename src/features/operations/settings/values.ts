// Not from typebox/value, which has the same function with 140 modules around it.
import { Check } from 'typebox/schema'
import type { EnvironmentDefaults, UpstreamLimits } from './definition.ts'
import { DEFAULT_SITE_NAME, SETTING_NAMES, type SettingName, SETTINGS, type SettingValues } from './definitions.ts'

/** The values that admins have set, by name. Names unknown to this release are kept for another one. */
export type Overrides = Readonly<Record<string, unknown>>

/** The default values; those that depend on upstream limits use the ones given. */
export function defaultsOf(environment: EnvironmentDefaults, inForce: UpstreamLimits = limitsIn(environment)): SettingValues {
  const values = SETTING_NAMES.map((name) => [name, SETTINGS[name].default(environment, inForce)])
  return Object.freeze(Object.fromEntries(values) as unknown as SettingValues)
}

/** The values in force: the set ones, if within the current bounds, else the defaults. */
export function valuesOf(overrides: Overrides, environment: EnvironmentDefaults): SettingValues {
  const isSet = (name: SettingName): boolean => name in overrides && Check(SETTINGS[name].schema, overrides[name])
  const inForce = {
    perMinute: isSet('upstreamMinuteLimit') ? Number(overrides['upstreamMinuteLimit']) : environment.upstreamMinuteLimit,
    perDay: isSet('upstreamDailyLimit') ? Number(overrides['upstreamDailyLimit']) : environment.upstreamDailyLimit,
  }
  const set = SETTING_NAMES.filter(isSet).map((name) => [name, overrides[name]])
  return Object.freeze({ ...defaultsOf(environment, inForce), ...Object.fromEntries(set) })
}

/** The name of the site, for a caller without the environment on which other settings depend. */
export function siteNameIn({ siteName }: Overrides): string {
  return Check(SETTINGS.siteName.schema, siteName) ? String(siteName) : DEFAULT_SITE_NAME
}

function limitsIn({ upstreamMinuteLimit: perMinute, upstreamDailyLimit: perDay }: EnvironmentDefaults): UpstreamLimits {
  return { perMinute, perDay }
}
