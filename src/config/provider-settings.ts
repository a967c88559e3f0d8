import { PROVIDERS } from '../providers/index.ts'
import { isSecret, type SettingDeclaration, type SettingValue, type SettingValues, variableName } from '../providers/settings.ts'
import { es256PrivateKey, headerText, integer, oneOf, someOf, visible } from './parsers.ts'
import { createReader, type Environment } from './reader.ts'
import { baseUrl } from './urls.ts'
import type { Variable, Variables } from './variables/variable.ts'

const MAX_CALLS = 1_000_000_000
/** How many names of a choice the documentation lists. */
const LISTED_NAMES = 8

const DECLARED = PROVIDERS.flatMap(({ id, settings }) =>
  Object.entries(settings).map(([setting, declaration]) => ({ id, setting, name: variableName(id, setting), declaration })),
)

/** The variables that the providers declare in their folders, in the order of `src/providers/index.ts`. */
export const PROVIDER_VARIABLES: Variables = Object.fromEntries(
  DECLARED.map(({ id, name, declaration }) => [name, variableOf(id, declaration)]),
)

function variableOf(id: string, declaration: SettingDeclaration): Variable {
  const { kind, meaning, defaultNote } = declaration
  return {
    group: `Provider ${id}`,
    type: typeOf(declaration),
    default: 'default' in declaration && declaration.default !== null ? String(declaration.default) : null,
    meaning,
    ...(defaultNote === undefined ? {} : { defaultNote }),
    ...(isSecret(kind) ? { secret: true } : {}),
  }
}

function typeOf(declaration: SettingDeclaration): string {
  switch (declaration.kind) {
    case 'secret':
    case 'text':
      return 'text'
    case 'privateKey':
      return 'PEM or base64'
    case 'url':
      return 'base URL'
    case 'limit':
      return `integer 1–${MAX_CALLS}`
    case 'choice':
      return quoted(declaration.of)
    case 'list':
      return `${quoted(declaration.of)}, separated by commas`
  }
}

function quoted(names: readonly string[]): string {
  const some = names.slice(0, LISTED_NAMES).map((name) => `\`${name}\``)
  return some.join(', ') + (names.length > LISTED_NAMES ? ` and ${names.length - LISTED_NAMES} more` : '')
}

/** The settings of each provider by its id, and the faults in them. */
export function readProviderSettings(environment: Environment) {
  const reader = createReader(environment, PROVIDER_VARIABLES)
  const values: Record<string, Record<string, SettingValue>> = Object.fromEntries(PROVIDERS.map(({ id }) => [id, {}]))
  for (const { id, setting, name, declaration } of DECLARED) {
    const value = reader.optional(name, parserOf(declaration))
    ;(values[id] as Record<string, SettingValue>)[setting] = value ?? (declaration.kind === 'list' ? [] : null)
  }
  return { values: values as Readonly<Record<string, SettingValues>>, faults: reader.faults }
}

function parserOf(declaration: SettingDeclaration): (text: string) => SettingValue {
  switch (declaration.kind) {
    case 'secret':
      return visible
    case 'privateKey':
      return es256PrivateKey
    case 'text':
      return headerText
    case 'url':
      return baseUrl
    case 'limit':
      return integer(1, MAX_CALLS)
    case 'choice':
      return oneOf(declaration.of)
    case 'list':
      return someOf(declaration.of)
  }
}

/** A provider's setting by its variable. */
export function providerSetting(providers: Readonly<Record<string, SettingValues>>, variable: string): SettingValue {
  const declared = DECLARED.find(({ name }) => name === variable)
  return declared === undefined ? null : (providers[declared.id]?.[declared.setting] ?? null)
}
