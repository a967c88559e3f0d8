import { type Config, describeSetting, formatSettingLabel, groupSettings, matchSearch } from './unit.ts'

/** Where the settings are; each theme is a page below. */
export const SETTINGS_PATH = '/admin/settings'
/** The page of the environment variables. */
export const ENVIRONMENT = 'Environment'

/** `Request limits` → `/admin/settings/request-limits` */
export const getThemePath = (group: string): string => `${SETTINGS_PATH}/${getThemeSlug(group)}`
/** What the theme of an address is called; undefined: there is none. */
export const findThemeTitle = (config: Config, slug: string): string | undefined =>
  [...groupSettings(config).map(([group]) => group), ENVIRONMENT].find((group) => getThemeSlug(group) === slug)
/** The end of a theme's address. */
export const getThemeSlug = (group: string): string => group.toLowerCase().replaceAll(' ', '-')
/** The control of a setting; the address of a setting ends in it. */
export const getSettingId = (name: string): string => `setting-${name}`

/** A setting or a variable, for who looks for it. */
export interface SettingTarget {
  readonly name: string
  readonly label: string
  readonly group: string
  readonly to: string
  /** What a search looks through. */
  readonly text: string
}

/** Everything that can be set, each with its address: settings first, then the environment variables. */
export function listSettingTargets({ bounds, environment }: Config): SettingTarget[] {
  return [
    ...Object.entries(bounds).flatMap(([name, bound]) => {
      if (bound === undefined) return []
      const to = `${getThemePath(bound.group)}#${getSettingId(name)}`
      return [{ name, label: formatSettingLabel(name), group: `Settings: ${bound.group}`, to, text: describeSetting(name, bound) }]
    }),
    ...Object.entries(environment).flatMap(([name, variable]) => {
      if (variable === undefined) return []
      const to = `${SETTINGS_PATH}?${new URLSearchParams({ q: name }).toString()}`
      return [{ name, label: name, group: `Environment: ${variable.group}`, to, text: describeVariable(name, variable) }]
    }),
  ]
}

export type Variable = NonNullable<Config['environment'][string]>

/** The variables that a search finds, by group. */
export function groupVariables({ environment }: Pick<Config, 'environment'>, search: string) {
  const variables = Object.entries(environment).filter(
    (entry): entry is [string, Variable] => entry[1] !== undefined && matchSearch(search, describeVariable(entry[0], entry[1])),
  )
  return [...Map.groupBy(variables, ([, { group }]) => group)]
}

const describeVariable = (name: string, { group, meaning }: Variable): string => `${name} ${group} ${meaning}`

/** The settings of a group that a search finds. */
export function searchSettings(config: Config, [group, names]: readonly [group: string, names: readonly string[]], search: string) {
  return names.filter((name) => matchSearch(search, describeSetting(name, config.bounds[name] ?? { group, meaning: '' })))
}
