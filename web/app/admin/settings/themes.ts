import { type Config, formatSettingLabel, groupSettings, isFound, isTextFound } from './unit.ts'

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
export interface FoundSetting {
  readonly name: string
  readonly label: string
  readonly group: string
  readonly to: string
  /** What a search looks through. */
  readonly text: string
}

/** Everything that can be set, each with its address: settings first, then the environment variables. */
export function listSettingTargets({ bounds, environment }: Config): FoundSetting[] {
  return [
    ...Object.entries(bounds).flatMap(([name, bound]) => {
      if (bound === undefined) return []
      const { group, meaning } = bound
      const label = formatSettingLabel(name)
      return [
        {
          name,
          label,
          group: `Settings: ${group}`,
          to: `${getThemePath(group)}#${getSettingId(name)}`,
          text: `${name} ${label} ${group} ${meaning}`,
        },
      ]
    }),
    ...Object.entries(environment).flatMap(([name, variable]) => {
      if (variable === undefined) return []
      const { group, meaning } = variable
      const to = `${SETTINGS_PATH}?${new URLSearchParams({ q: name }).toString()}`
      return [{ name, label: name, group: `Environment: ${group}`, to, text: `${name} ${group} ${meaning}` }]
    }),
  ]
}

export type Variable = NonNullable<Config['environment'][string]>

/** The variables that a search finds, by group. */
export function groupVariables({ environment }: Pick<Config, 'environment'>, search: string) {
  const groups = new Map<string, (readonly [name: string, variable: Variable])[]>()
  for (const [name, variable] of Object.entries(environment)) {
    if (variable === undefined || !isTextFound(search, `${name} ${variable.group} ${variable.meaning}`)) continue
    groups.set(variable.group, [...(groups.get(variable.group) ?? []), [name, variable]])
  }
  return [...groups]
}

/** The settings of a group that a search finds. */
export function listFoundSettings(config: Config, [group, names]: readonly [group: string, names: readonly string[]], search: string) {
  return names.filter((name) => isFound(search, name, config.bounds[name] ?? { group, meaning: '' }))
}
