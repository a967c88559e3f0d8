import { writeProviderList } from '@isobar/providers/port'
import type { Config } from './config.ts'
import { findProviderSetting } from './provider-settings.ts'
import type { Variable } from './reader.ts'
import { ALL_VARIABLES } from './variables.ts'

/** One variable as shown to the back office. */
export interface VariableView {
  /** Whether it has a value, from the environment or by default. */
  readonly configured: boolean
  /** Always null for a secret. */
  readonly value: string | number | boolean | null
  /** As in the documentation. */
  readonly group: string
  readonly meaning: string
}

/** The configuration by variable name, without secrets. */
export function buildEnvironmentView(config: Config): Readonly<Record<string, VariableView>> {
  const own: Readonly<Record<string, unknown>> = { ...config }
  return Object.fromEntries(
    Object.entries(ALL_VARIABLES).map(([name, variable]) => [
      name,
      viewOf(variable, name in own ? own[name] : findProviderSetting(config.providers, name)),
    ]),
  )
}

function viewOf({ secret, group, meaning }: Variable, value: unknown): VariableView {
  const configured = value !== null && !(Array.isArray(value) && value.length === 0)
  return { configured, value: configured && secret !== true ? shown(value) : null, group, meaning }
}

function shown(value: unknown): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((each) => (typeof each === 'object' ? writeProviderList([each]) : each)).join(', ')
  if (value instanceof URL) return value.href.replace(/\/$/, '')
  if (typeof value !== 'object' || value === null) return String(value)
  if ('address' in value && 'name' in value)
    return value.name === null ? String(value.address) : `${String(value.name)} <${String(value.address)}>`
  return Object.entries(value)
    .map(([name, each]) => `${name}=${String(each)}`)
    .join(',')
}
