import type { Answer } from '../../api/ask.ts'

export type Config = Answer<'get', '/api/admin/config'>
export type Value = string | number | null
export type Bounds = NonNullable<Config['bounds'][string]>

/** What is to be changed, by setting; null: back to its default. */
export type Drafts = Readonly<Record<string, Value>>

export const settingOf = ({ settings }: Config, name: string): Value => (settings as Record<string, Value>)[name] ?? null
export const defaultOf = ({ defaults }: Config, name: string): Value => (defaults as Record<string, Value>)[name] ?? null

/** What would be in force if the drafts were saved. */
export function shownOf(config: Config, drafts: Drafts, name: string): Value {
  const draft = drafts[name]
  return draft === undefined ? settingOf(config, name) : (draft ?? defaultOf(config, name))
}

/** The drafts with another value of one setting. What is in force already is no draft, and what is the default is taken back. */
export function drafted(config: Config, drafts: Drafts, name: string, value: Value): Drafts {
  const { [name]: _, ...others } = drafts
  if (value === settingOf(config, name)) return others
  return { ...others, [name]: value === defaultOf(config, name) ? null : value }
}

/** The settings by what they belong to, in the order in which the API tells them. */
export function groupsOf({ bounds }: Config): readonly (readonly [group: string, names: readonly string[]])[] {
  const groups = new Map<string, string[]>()
  for (const [name, bound] of Object.entries(bounds))
    if (bound !== undefined) groups.set(bound.group, [...(groups.get(bound.group) ?? []), name])
  return [...groups]
}
