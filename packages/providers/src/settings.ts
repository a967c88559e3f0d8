/**
 * The settings that a provider declares in its folder. Each is a variable of the environment, named after the provider's id and the
 * setting: `tilesBaseUrl` of `openweather` is OPENWEATHER_TILES_BASE_URL. `src/config/` reads and checks them, and documents them.
 *
 * Some names mean the same for every provider: `apiKey` may also be stored in the back office, and `minuteLimit`, `hourlyLimit`,
 * `dailyLimit` and `monthlyLimit` are the budget of its weather (`geocodeMinuteLimit` that of its place search, `tilesMinuteLimit` that of its tiles).
 */
export type SettingDeclaration =
  /** Visible characters; never shown. */
  | (Described & { readonly kind: 'secret' })
  /** A private key for ES256 (PKCS #8), as PEM or its base64, read as the latter; never shown. */
  | (Described & { readonly kind: 'privateKey' })
  /** A line of text. */
  | (Described & { readonly kind: 'text' })
  /** https, or http on loopback. */
  | (Described & { readonly kind: 'url'; readonly default: string | null })
  /** A number of calls, weighted as the provider weighs them; null: no limit. */
  | (Described & { readonly kind: 'limit'; readonly default: number | null })
  | (Described & { readonly kind: 'choice'; readonly of: readonly string[]; readonly default: string })
  /** Some of the names, each once, in the order of `of`; none by default. */
  | (Described & { readonly kind: 'list'; readonly of: readonly string[] })

/** Whether settings of this kind are never shown. */
export function isSecret(kind: SettingDeclaration['kind']): boolean {
  return kind === 'secret' || kind === 'privateKey'
}

interface Described {
  readonly meaning: string
  /** Describes a default that depends on something else. */
  readonly defaultNote?: string
}

export type SettingDeclarations = Readonly<Record<string, SettingDeclaration>>

export type SettingValue = string | number | URL | readonly string[] | null

export type SettingValues = Readonly<Record<string, SettingValue>>

interface ValueByKind {
  readonly secret: string | null
  readonly privateKey: string | null
  readonly text: string | null
  readonly url: URL
  readonly limit: number
  readonly list: readonly string[]
}

type ValueOf<D extends SettingDeclaration> = D extends { readonly kind: 'choice'; readonly of: readonly (infer Choice)[] }
  ? Choice
  : ValueByKind[Exclude<D['kind'], 'choice'>] | (D extends { readonly default: null } ? null : never)

/** The values of declared settings. */
export type SettingsOf<D extends SettingDeclarations> = { readonly [Name in keyof D]: ValueOf<D[Name]> }

/** The variable of a provider's setting. */
export function toVariableName(providerId: string, setting: string): string {
  const name = setting.replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
  return `${providerId.replaceAll('-', '_')}_${name}`.toUpperCase()
}
