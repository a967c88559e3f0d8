// Not from typebox/value, which has the same function with 140 modules around it.
import { Check } from 'typebox/schema'
import type { EnvironmentDefaults } from './definition.ts'
import { DEFAULT_SITE_NAME, SETTING_NAMES, type SettingName, SETTINGS, type SettingValues } from './definitions.ts'

/** The values that admins have set, by name. Names unknown to this release are kept for another one. */
export type Overrides = Readonly<Record<string, unknown>>

/** The default values. */
export function buildSettingDefaults(environment: EnvironmentDefaults): SettingValues {
  const values = SETTING_NAMES.map((name) => [name, SETTINGS[name].default(environment)])
  return Object.freeze(Object.fromEntries(values) as unknown as SettingValues)
}

/** The values in force: the set ones, if within the current bounds, else the defaults. */
export function buildSettingValues(overrides: Overrides, environment: EnvironmentDefaults): SettingValues {
  const isSet = (name: SettingName): boolean => name in overrides && Check(SETTINGS[name].schema, overrides[name])
  const set = SETTING_NAMES.filter(isSet).map((name) => [name, overrides[name]])
  return Object.freeze({ ...buildSettingDefaults(environment), ...Object.fromEntries(set) })
}

/** The name of the site, for a caller without the environment on which other settings depend. */
export function getStoredSiteName({ siteName }: Overrides): string {
  return Check(SETTINGS.siteName.schema, siteName) ? String(siteName) : DEFAULT_SITE_NAME
}
