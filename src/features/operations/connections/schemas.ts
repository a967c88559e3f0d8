import { type Static, Type } from 'typebox'
import { Instant, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import { PART_IDS, SYSTEM_KINDS } from './system.ts'
import { SMTP_SECURITIES } from './systems/smtp-presets.ts'

const Version = Type.Integer({ minimum: 0, description: 'Version of the settings; 0: nothing is set' })
const GivenVersion = Type.Optional(Type.Integer({ minimum: 0, description: 'The version you read; an outdated one is rejected' }))
const Replace = Type.Optional(Type.Boolean({ description: 'Required to overwrite a stored secret that cannot be decrypted' }))

const Part = Type.Object(
  {
    id: Type.Enum([...PART_IDS]),
    reason: buildNullableSchema(Type.String(), 'Why it is not in use, as the end of a sentence; null: it is'),
    status: Type.Enum(['ok', 'failing', 'unknown'], {
      description: 'By its latest calls, or the check just made; `unknown`: none for a day',
    }),
    message: buildNullableSchema(Type.String(), 'Status as text; null if unknown'),
    calledAt: buildNullableSchema(Instant, 'Time of the latest call'),
    latencyMs: buildNullableSchema(Type.Integer({ minimum: 0 }), 'Duration of that call'),
    succeededAt: buildNullableSchema(Instant, 'Time of the last call that succeeded, within 14 days'),
  },
  { title: 'SystemPart' },
)

export const System = Type.Object(
  {
    id: Type.String({ description: 'ID of the system', examples: ['openweather'] }),
    name: Type.String({ description: 'Name of the system, such as that of the provider' }),
    kind: Type.Enum([...SYSTEM_KINDS]),
    weather: buildNullableSchema(
      Type.Object(
        {
          position: buildNullableSchema(Type.Integer({ minimum: 1 }), 'Place in the order in which providers are asked; null: not in use'),
          region: buildNullableSchema(Type.String(), 'Where it is asked, as in WEATHER_PROVIDERS; null: everywhere'),
          coverage: Type.String({ description: 'Where it has weather: global, or a region as in WEATHER_PROVIDERS' }),
          reason: buildNullableSchema(Type.String(), 'Why it is not asked, as the end of a sentence; null: it is asked'),
          lacks: Type.Array(Type.String(), { description: 'Scopes and measurements that it never has' }),
        },
        { title: 'WeatherPart' },
      ),
      'Part of a provider in the weather; null: it delivers none',
    ),
    parts: Type.Array(Part, { description: 'What a provider is used for, each with calls of its own' }),
    status: Type.Enum(['ok', 'failing', 'unknown', 'not_configured', 'disabled'], {
      description:
        'By what became of its last uses (calls, mails, checks) since the settings changed. `failing`: all recent ones failed; `unknown`: not used for a day, or not since the settings changed',
    }),
    enabled: Type.Boolean({ description: 'Whether it is enabled in the back office' }),
    canSwitch: Type.Boolean({ description: 'Whether it can be disabled here' }),
    canCheck: Type.Boolean({ description: 'Whether it can be checked; the others are known by their use only' }),
    checkedAt: buildNullableSchema(Instant, 'Time of the last use: a check, a call, a mail'),
    latencyMs: buildNullableSchema(Type.Integer({ minimum: 0 }), 'Duration of that use; null: not measured'),
    message: Type.String({ description: 'Status as text' }),
    settings: Type.Record(Type.String(), Type.Unknown(), { description: 'Current settings, without secrets' }),
    version: Version,
  },
  { title: 'OutsideSystem' },
)

const Preset = Type.Object(
  { name: Type.String(), host: Type.String(), port: Type.Integer(), security: Type.Enum([...SMTP_SECURITIES]) },
  { title: 'SmtpPreset' },
)

const Regions = Type.Record(Type.String(), Type.Array(Type.String()), {
  title: 'Regions',
  description: 'Names that the region of a weather provider may consist of, besides codes of countries (ISO 3166), each with its countries',
})
export type Regions = Static<typeof Regions>

export const SystemsAnswer = Type.Object(
  {
    items: Type.Array(System),
    total: Type.Integer({ minimum: 0 }),
    nextCursor: Type.Union([Type.String(), Type.Null()], { description: 'Null on the last page' }),
    adminSecret: Type.Object(
      { status: Type.Enum(['ok', 'wrong']), message: Type.String() },
      { description: 'Whether ADMIN_SECRET matches the stored secrets' },
    ),
    smtpPresets: Type.Array(Preset, { description: 'SMTP presets of common email services' }),
    regions: Regions,
  },
  { title: 'OutsideSystems' },
)

export const SystemPatchBody = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'ID of the system' }),
  enabled: Type.Optional(Type.Boolean({ description: 'Whether the service may use it' })),
  settings: Type.Optional(
    Type.Union([Type.Record(Type.String(), Type.Unknown(), { maxProperties: 50 }), Type.Null()], {
      description:
        'mail-transport: preset, host, port, security, user, password, from, connections. photo-service and weather providers with a key: apiKey; providers: their limits, such as dailyLimit. Omitted fields keep their value; null reverts to the environment',
    }),
  ),
  check: Type.Optional(
    Type.Boolean({ description: 'Check it after the change, within five seconds: with one call, for stations with up to six' }),
  ),
  part: Type.Optional(Type.Enum([...PART_IDS], { description: 'What of a provider to check; omitted: the first part that is in use' })),
  replace: Replace,
  version: GivenVersion,
})

export type SystemPatch = Static<typeof SystemPatchBody>

export const SYSTEM_EXAMPLE = {
  id: 'nws',
  name: 'US National Weather Service',
  kind: 'alert_feed' as const,
  weather: null,
  parts: [
    {
      id: 'alerts' as const,
      reason: null,
      status: 'ok' as const,
      message: 'Responding normally',
      calledAt: '2026-11-21T03:00:00Z',
      latencyMs: 212,
      succeededAt: '2026-11-21T03:00:00Z',
    },
  ],
  status: 'ok' as const,
  enabled: true,
  canSwitch: true,
  canCheck: true,
  checkedAt: '2026-11-21T03:00:00Z',
  latencyMs: 212,
  message: 'Responding normally',
  settings: { baseUrl: 'https://api.weather.gov' },
  version: 0,
}

export const SYSTEMS_EXAMPLE = {
  items: [SYSTEM_EXAMPLE],
  total: 1,
  nextCursor: null,
  adminSecret: { status: 'ok' as const, message: 'The stored secrets can be decrypted' },
  smtpPresets: [{ name: 'Gmail', host: 'smtp.gmail.com', port: 465, security: 'tls' as const }],
  regions: { canada: ['CA'] },
}

export const KeyAnswer = Type.Object(
  {
    configured: Type.Boolean({ description: 'Whether a key is available' }),
    source: buildNullableSchema(
      Type.Enum(['database', 'environment']),
      'Source of the key; a stored key takes precedence over the environment',
    ),
    masked: buildNullableSchema(Type.String(), 'Its last characters'),
    updatedAt: buildNullableSchema(Instant, 'When it was stored'),
    problem: buildNullableSchema(
      Type.String(),
      'Why the stored key cannot be used; the one from the environment is used instead, if there is one',
    ),
    version: Version,
  },
  { title: 'StoredKey' },
)

export type KeyAnswer = Static<typeof KeyAnswer>

export const KeyPatch = Type.Object({
  key: buildNullableSchema(
    Type.String({ minLength: 1, maxLength: 512, pattern: '^[\\x21-\\x7e]+$' }),
    'Visible characters without spaces; null removes the stored key, so that the environment applies',
  ),
  verify: Type.Optional(Type.Boolean({ description: 'Verify it first with one call (default true)' })),
  replace: Replace,
  version: GivenVersion,
})

export type KeyPatch = Static<typeof KeyPatch>

export const KEY_EXAMPLE = {
  configured: true,
  source: 'database' as const,
  masked: '••••1f2e',
  updatedAt: '2026-11-21T03:00:00Z',
  problem: null,
  version: 1,
}
