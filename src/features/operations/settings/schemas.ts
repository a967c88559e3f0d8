import { type TSchema, Type } from 'typebox'
import { Instant, nullable } from '../../../platform/http/schemas.ts'
import { type EnvironmentDefaults, REQUEST_LIMITS, type RequestLimitName } from './definition.ts'
import { SETTING_NAMES, type SettingName, SETTINGS, type SettingValues } from './definitions.ts'
import type { SettingsPatch } from './settings.ts'
import { defaultsOf } from './values.ts'

function bySetting(schemaOf: (name: SettingName) => TSchema): Record<string, TSchema> {
  return Object.fromEntries(SETTING_NAMES.map((name) => [name, schemaOf(name)]))
}

const Values = Type.Unsafe<SettingValues>(Type.Object(bySetting((name) => SETTINGS[name].schema)))

const BoundsEntry = Type.Object({
  group: Type.String({ description: 'What it belongs to' }),
  meaning: Type.String(),
  type: Type.Enum(['integer', 'number', 'string']),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  choices: Type.Optional(Type.Unsafe<readonly number[]>(Type.Array(Type.Number(), { description: 'The only values there are' }))),
  maxLength: Type.Optional(Type.Integer({ description: 'Characters' })),
  mayBeNull: Type.Boolean({ description: 'Whether null is a value: not said' }),
})

const Variable = Type.Object({
  configured: Type.Boolean({ description: 'Whether it has a value, from the environment or by default' }),
  value: Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], { description: 'Always null for a secret' }),
})

const Version = Type.Integer({ minimum: 0, description: 'Raised by every change; 0 while nothing was ever set' })

export const ConfigAnswer = Type.Object(
  {
    settings: { ...Values, description: 'The values in force' },
    defaults: { ...Values, description: 'What each would be if it were not set' },
    bounds: Type.Record(Type.String(), BoundsEntry, { description: 'By setting: which values it may have, and what it means' }),
    environment: Type.Record(Type.String(), Variable, { description: 'By variable: what the process was started with' }),
    version: Version,
    updatedAt: Type.Union([Instant, Type.Null()], { description: 'When something was set last' }),
  },
  { title: 'Config' },
)

export const ConfigPatchAnswer = Type.Object(
  {
    ...ConfigAnswer.properties,
    ignored: Type.Array(Type.String(), { description: 'Fields of the body that are no settings, at most 20' }),
  },
  { title: 'ChangedConfig' },
)

export type ConfigPatch = SettingsPatch & { readonly version?: number }

/** Null takes back what was set. */
export const ConfigPatch = Type.Unsafe<ConfigPatch>(
  Type.Object(
    {
      version: Type.Optional(Type.Integer({ minimum: 0, description: 'The version that was read; an older one is refused' })),
      ...bySetting((name) => Type.Optional(nullable(SETTINGS[name].schema))),
    },
    // What is no setting is named in the answer.
    { title: 'ConfigPatch', additionalProperties: true },
  ),
)

export const LegacyPatch = Type.Object({ refreshIntervalMs: Type.Integer({ minimum: 60_000, maximum: 86_400_000 }) })
export const LegacyAnswer = Type.Object({ refreshIntervalMs: Type.Integer(), updatedAt: Instant }, { title: 'LegacySettings' })

/** As `bounds` shows them. */
export const BOUNDS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, { group: SETTINGS[name].group, meaning: SETTINGS[name].meaning, ...SETTINGS[name].bounds }]),
)

const SOME_ENVIRONMENT: EnvironmentDefaults = {
  upstreamDailyLimit: 1_000,
  upstreamMinuteLimit: 60,
  clientCallsPerMinute: () => 20,
  clientCallsPerDay: () => 100,
  requestLimits: Object.fromEntries(REQUEST_LIMITS.map((name) => [name, 60])) as Record<RequestLimitName, number>,
}
const DEFAULTS = defaultsOf(SOME_ENVIRONMENT)

export const CONFIG_PATCH_EXAMPLE = { refreshIntervalMs: 300_000, siteName: 'Isobar', alertBudgetShare: null }
export const CONFIG_EXAMPLE = {
  settings: { ...DEFAULTS, refreshIntervalMs: 300_000 },
  defaults: DEFAULTS,
  bounds: { refreshIntervalMs: BOUNDS['refreshIntervalMs'] },
  environment: { PORT: { configured: true, value: 3000 }, CRON_SECRET: { configured: true, value: null } },
  version: 4,
  updatedAt: '2026-11-21T03:00:00Z',
}
