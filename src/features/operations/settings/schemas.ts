import { type TSchema, Type } from 'typebox'
import { Instant, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import { DAY_MS, MINUTE_MS } from '../../../time.ts'
import { type EnvironmentDefaults, REQUEST_LIMITS, type RequestLimitName } from './definition.ts'
import { SETTING_NAMES, type SettingName, SETTINGS, type SettingValues } from './definitions.ts'
import type { SettingsPatch } from './settings.ts'
import { buildSettingDefaults } from './values.ts'

function bySetting(schemaOf: (name: SettingName) => TSchema): Record<string, TSchema> {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, schemaOf(name)]))
}

const Values = Type.Unsafe<SettingValues>(Type.Object(bySetting((name) => SETTINGS[name].schema)))

const BoundsEntry = Type.Object({
  group: Type.String({ description: 'Group of the setting' }),
  meaning: Type.String(),
  type: Type.Enum(['integer', 'number', 'string']),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  choices: Type.Optional(
    Type.Unsafe<readonly (number | string)[]>(Type.Array(Type.Union([Type.Number(), Type.String()]), { description: 'Allowed values' })),
  ),
  maxLength: Type.Optional(Type.Integer({ description: 'Characters' })),
  mayBeNull: Type.Boolean({ description: 'Whether null (not set) is allowed' }),
})

const Variable = Type.Object({
  configured: Type.Boolean({ description: 'Whether it has a value, from the environment or as a default' }),
  value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], { description: 'Always null for secrets' }),
  group: Type.String(),
  meaning: Type.String({ description: 'As in docs/configuration.md' }),
})

const Version = Type.Integer({ minimum: 0, description: 'Incremented by every change; 0: never changed' })

export const ConfigAnswer = Type.Object(
  {
    settings: { ...Values, description: 'Current values' },
    defaults: { ...Values, description: 'Default values' },
    set: Type.Array(Type.String(), { description: 'Settings that are stored here, even if with their defaults' }),
    bounds: Type.Record(Type.String(), BoundsEntry, { description: 'Bounds and meaning by setting' }),
    environment: Type.Record(Type.String(), Variable, { description: 'Environment variables the service was started with' }),
    version: Version,
    updatedAt: Type.Union([Instant, Type.Null()], { description: 'Time of the last change' }),
  },
  { title: 'Config' },
)

export const ConfigPatchAnswer = Type.Object(
  {
    ...ConfigAnswer.properties,
    ignored: Type.Array(Type.String(), { description: 'Unknown fields of the body, at most 20' }),
  },
  { title: 'ChangedConfig' },
)

export type ConfigPatch = SettingsPatch & { readonly version?: number }

/** Null resets a setting to its default. */
export const ConfigPatch = Type.Unsafe<ConfigPatch>(
  Type.Object(
    {
      version: Type.Optional(Type.Integer({ minimum: 0, description: 'The version you read; an outdated one is rejected' })),
      ...bySetting((name) => Type.Optional(buildNullableSchema(SETTINGS[name].schema))),
    },
    // Unknown names pass, so that the error can name them.
    { title: 'ConfigPatch', additionalProperties: true },
  ),
)

export const LegacyPatch = Type.Object({ refreshIntervalMs: Type.Integer({ minimum: MINUTE_MS, maximum: DAY_MS }) })
export const LegacyAnswer = Type.Object({ refreshIntervalMs: Type.Integer(), updatedAt: Instant }, { title: 'LegacySettings' })

/** The answer's `bounds`. */
export const BOUNDS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, { group: SETTINGS[name].group, meaning: SETTINGS[name].meaning, ...SETTINGS[name].bounds }]),
)

const SOME_ENVIRONMENT: EnvironmentDefaults = {
  weatherProviders: 'openweather,open-meteo',
  weatherProvidersFault: () => null,
  clientCallsPerMinute: null,
  clientCallsPerDay: null,
  clientKeys: 'optional',
  backupsKept: 7,
  adClientId: null,
  adSlots: { dashboard: null, hero: null, 'recent-checks': null, 'city-detail': null },
  requestLimits: Object.fromEntries(REQUEST_LIMITS.map((name) => [name, 60])) as Record<RequestLimitName, number>,
}
const DEFAULTS = buildSettingDefaults(SOME_ENVIRONMENT)

export const CONFIG_PATCH_EXAMPLE = { refreshIntervalMs: 300_000, siteName: 'Isobar', alertBudgetShare: null }
export const CONFIG_EXAMPLE = {
  settings: { ...DEFAULTS, refreshIntervalMs: 300_000 },
  defaults: DEFAULTS,
  set: ['refreshIntervalMs'],
  bounds: { refreshIntervalMs: BOUNDS['refreshIntervalMs'] },
  environment: {
    PORT: { configured: true, value: 3000, group: 'Server', meaning: 'Port to listen on; 0 takes any free port and prints the address' },
    CRON_SECRET: { configured: true, value: null, group: 'Jobs', meaning: 'Bearer token of the cron routes' },
  },
  version: 4,
  updatedAt: '2026-11-21T03:00:00Z',
}
