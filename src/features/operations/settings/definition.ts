import { type TSchema, Type } from 'typebox'

/** The environment's values that settings override. */
export interface EnvironmentDefaults {
  /** The list of weather providers, and why another one cannot be used; null: it can. */
  readonly weatherProviders: string
  readonly weatherProvidersFault: (list: string) => string | null
  /** Null: they follow from each provider's limits. */
  readonly clientCallsPerMinute: number | null
  readonly clientCallsPerDay: number | null
  readonly clientKeys: ClientKeyRequirement
  readonly backupsKept: number
  readonly adClientId: string | null
  readonly adSlots: Readonly<Record<'dashboard' | 'hero' | 'recent-checks' | 'city-detail', string | null>>
  /** Requests per minute and address, by the limit's name; 0: none. */
  readonly requestLimits: Readonly<Record<RequestLimitName, number>>
}

/** Whether API requests of others need a client key. */
export const CLIENT_KEY_REQUIREMENTS = ['optional', 'required'] as const
export type ClientKeyRequirement = (typeof CLIENT_KEY_REQUIREMENTS)[number]

export const REQUEST_LIMITS = [
  'weather',
  'batch',
  'geocode',
  'history',
  'tiles',
  'alerts',
  'subscriptions',
  'unsubscribe',
  'region',
  'report',
  'analytics',
  'pages',
  'login',
  'forgot',
  'reset',
  'invite',
] as const
export type RequestLimitName = (typeof REQUEST_LIMITS)[number]

export type SettingGroup =
  | 'Weather'
  | 'Budget'
  | 'Jobs'
  | 'Email'
  | 'Retention'
  | 'Site'
  | 'Ads'
  | 'Accounts'
  | 'Operations'
  | 'Request limits'

/** The permitted values of a setting, for the back office. */
export interface Bounds {
  readonly type: 'integer' | 'number' | 'string'
  readonly minimum?: number
  readonly maximum?: number
  /** The only permitted values. */
  readonly choices?: readonly (number | string)[]
  /** Characters. */
  readonly maxLength?: number
  /** Whether null (not stated) is permitted. */
  readonly mayBeNull: boolean
}

export interface Definition<T = unknown> {
  readonly group: SettingGroup
  readonly meaning: string
  readonly bounds: Bounds
  /** Schema of a value in JSON. */
  readonly schema: TSchema
  /** The value while it is not set. */
  readonly default: (environment: EnvironmentDefaults) => T
}

type Described<T> = Pick<Definition<T>, 'group' | 'meaning'> & { readonly default: T | Definition<T>['default'] }

/** At least one visible character, and no line breaks. */
const LINE = '^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u2028\\u2029]+$'

/** A whole number within bounds, both included. */
export function defineInteger(minimum: number, maximum: number, described: Described<number>): Definition<number> {
  const schema = Type.Integer({ minimum, maximum, description: described.meaning })
  return { ...withDefault(described), bounds: { type: 'integer', minimum, maximum, mayBeNull: false }, schema }
}

/** A whole number within bounds, or null: not stated. */
export function defineOptionalInteger(minimum: number, maximum: number, described: Described<number | null>): Definition<number | null> {
  const { schema, bounds } = defineInteger(minimum, maximum, { ...described, default: minimum })
  return {
    ...withDefault(described),
    bounds: { ...bounds, mayBeNull: true },
    schema: Type.Union([schema, Type.Null()], { description: described.meaning }),
  }
}

/** A fraction, 0–1. */
export function defineShare(described: Described<number>): Definition<number> {
  const schema = Type.Number({ minimum: 0, maximum: 1, description: described.meaning })
  return { ...withDefault(described), bounds: { type: 'number', minimum: 0, maximum: 1, mayBeNull: false }, schema }
}

/** One of the given values, all of one type. */
export function defineChoice<T extends number | string>(choices: readonly T[], described: Described<T>): Definition<T> {
  const schema = Type.Enum([...choices], { description: described.meaning })
  return {
    ...withDefault(described),
    bounds: { type: typeof choices[0] === 'string' ? 'string' : 'integer', choices, mayBeNull: false },
    schema,
  }
}

/** A line of text. */
export function defineLine(maxLength: number, described: Described<string>): Definition<string> {
  return {
    ...withDefault(described),
    bounds: { type: 'string', maxLength, mayBeNull: false },
    schema: lineSchema(maxLength, described.meaning),
  }
}

/** A line of text, or null: not stated. */
export function defineOptionalLine(
  maxLength: number,
  { default: value = null, ...described }: Omit<Described<string | null>, 'default'> & Partial<Described<string | null>>,
): Definition<string | null> {
  const schema = Type.Union([lineSchema(maxLength, described.meaning), Type.Null()], { description: described.meaning })
  return { ...withDefault({ ...described, default: value }), bounds: { type: 'string', maxLength, mayBeNull: true }, schema }
}

function lineSchema(maxLength: number, description: string): TSchema {
  return Type.String({ minLength: 1, maxLength, pattern: LINE, description })
}

function withDefault<T>({ group, meaning, default: value }: Described<T>): Pick<Definition<T>, 'group' | 'meaning' | 'default'> {
  return { group, meaning, default: typeof value === 'function' ? (value as Definition<T>['default']) : () => value }
}
