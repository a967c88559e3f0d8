import { PROVIDERS } from '@isobar/providers'
import { type SettingDeclaration, type SettingValue, type SettingValues, isSecret, toVariableName } from '@isobar/providers/port'
import { parseEs256PrivateKey, parseHeaderText, buildOneOfParser, buildSomeOfParser } from './parsers.ts'
import { type Environment, readVariables, type Variable, type Variables } from './reader.ts'
import { BASE_URL, TEXT, buildIntegerType } from './variables/kinds.ts'

const MAX_CALLS = 1_000_000_000
/** How many names of a choice the documentation lists. */
const LISTED_NAMES = 8

const DECLARED = PROVIDERS.flatMap(({ id, settings }) =>
  Object.entries(settings).map(([setting, declaration]) => ({ id, setting, name: toVariableName(id, setting), declaration })),
)

/** The variables that the providers declare in their folders, in the order of `packages/providers/src/index.ts`. */
export const PROVIDER_VARIABLES: Variables = Object.fromEntries(
  DECLARED.map(({ id, name, declaration }) => [name, variableOf(id, declaration)]),
)

function variableOf(id: string, declaration: SettingDeclaration): Variable {
  const { kind, meaning, defaultNote } = declaration
  return {
    group: `Provider ${id}`,
    ...typeOf(declaration),
    default: 'default' in declaration && declaration.default !== null ? String(declaration.default) : null,
    meaning,
    ...(defaultNote === undefined ? {} : { defaultNote }),
    ...(isSecret(kind) ? { secret: true } : {}),
  }
}

/** As it is documented and read. */
function typeOf(declaration: SettingDeclaration): Pick<Variable, 'type'> & { readonly parse: (text: string) => SettingValue } {
  switch (declaration.kind) {
    case 'secret':
      return TEXT
    case 'text':
      return { type: 'text', parse: parseHeaderText }
    case 'privateKey':
      return { type: 'PEM or base64', parse: parseEs256PrivateKey }
    case 'url':
      return BASE_URL
    case 'limit':
      return buildIntegerType(1, MAX_CALLS)
    case 'choice':
      return { type: quoted(declaration.of), parse: buildOneOfParser(declaration.of) }
    case 'list':
      return { type: `${quoted(declaration.of)}, separated by commas`, parse: buildSomeOfParser(declaration.of) }
  }
}

function quoted(names: readonly string[]): string {
  const some = names.slice(0, LISTED_NAMES).map((name) => `\`${name}\``)
  return some.join(', ') + (names.length > LISTED_NAMES ? ` and ${names.length - LISTED_NAMES} more` : '')
}

/** The settings of each provider by its id, and the faults in them. */
export function readProviderSettings(environment: Environment) {
  const { values: read, faults } = readVariables(environment, PROVIDER_VARIABLES)
  const values: Record<string, Record<string, SettingValue>> = Object.fromEntries(PROVIDERS.map(({ id }) => [id, {}]))
  for (const { id, setting, name, declaration } of DECLARED)
    (values[id] as Record<string, SettingValue>)[setting] = (read[name] as SettingValue) ?? (declaration.kind === 'list' ? [] : null)
  return { values: values as Readonly<Record<string, SettingValues>>, faults }
}

/** A provider's setting by its variable. */
export function findProviderSetting(providers: Readonly<Record<string, SettingValues>>, variable: string): SettingValue {
  const declared = DECLARED.find(({ name }) => name === variable)
  return declared === undefined ? null : (providers[declared.id]?.[declared.setting] ?? null)
}
