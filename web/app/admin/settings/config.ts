import type { Answer } from '../../api/ask.ts'

export type Config = Answer<'get', '/api/admin/config'>
export type Value = string | number | null
export type Bounds = NonNullable<Config['bounds'][string]>

/** Unsaved changes by setting; null: back to the default. */
export type Drafts = Readonly<Record<string, Value>>

/** The value in force. */
export const settingOf = ({ settings }: Config, name: string): Value => (settings as Record<string, Value>)[name] ?? null
/** The value used when none is set. */
export const defaultOf = ({ defaults }: Config, name: string): Value => (defaults as Record<string, Value>)[name] ?? null

/** The value in force once the drafts are saved. */
export function shownOf(config: Config, drafts: Drafts, name: string): Value {
  const draft = drafts[name]
  return draft === undefined ? settingOf(config, name) : (draft ?? defaultOf(config, name))
}

/** The drafts with a new value for one setting. The value in force needs no draft; the default becomes null. */
export function drafted(config: Config, drafts: Drafts, name: string, value: Value): Drafts {
  const { [name]: _, ...others } = drafts
  if (value === settingOf(config, name)) return others
  return { ...others, [name]: value === defaultOf(config, name) ? null : value }
}

/** The settings by group, in the API's order. */
export function groupsOf({ bounds }: Config): readonly (readonly [group: string, names: readonly string[]])[] {
  const groups = new Map<string, string[]>()
  for (const [name, bound] of Object.entries(bounds))
    if (bound !== undefined) groups.set(bound.group, [...(groups.get(bound.group) ?? []), name])
  return [...groups]
}
