import { Type } from 'typebox'
import { Instant, nullable } from '../../../platform/http/schemas.ts'
import { SMTP_SECURITIES } from './systems/smtp-presets.ts'
import { SYSTEM_KINDS } from './system.ts'

const Version = Type.Integer({ minimum: 0, description: 'Of what is set; 0 while nothing is' })
const GivenVersion = Type.Optional(Type.Integer({ minimum: 0, description: 'The version that was read; an older one is refused' }))
const Replace = Type.Optional(Type.Boolean({ description: 'Overwrite a stored secret that cannot be read; refused without it' }))

export const System = Type.Object(
  {
    id: Type.String({ description: 'Which', examples: ['weather-provider'] }),
    kind: Type.Enum([...SYSTEM_KINDS]),
    status: Type.Enum(['ok', 'failing', 'unknown', 'not_configured', 'disabled'], {
      description:
        'By the last check of what is set now, or by the calls of ordinary work since then: `failing` when the last ones all failed; `unknown` when it has not been asked for a day, or not since it was set as it is now',
    }),
    enabled: Type.Boolean({ description: 'What the back office says' }),
    checkedAt: nullable(Instant, 'When it was last asked, by a check or in ordinary work'),
    latencyMs: nullable(Type.Integer({ minimum: 0 }), 'How long that took'),
    message: Type.String({ description: 'For people' }),
    settings: Type.Record(Type.String(), Type.Unknown(), { description: 'What is in force; no secrets' }),
    version: Version,
  },
  { title: 'OutsideSystem' },
)

const Preset = Type.Object(
  { name: Type.String(), host: Type.String(), port: Type.Integer(), security: Type.Enum([...SMTP_SECURITIES]) },
  { title: 'SmtpPreset' },
)

export const SystemsAnswer = Type.Object(
  {
    items: Type.Array(System),
    total: Type.Integer({ minimum: 0 }),
    nextCursor: Type.Null({ description: 'There is one page' }),
    adminSecret: Type.Object(
      { status: Type.Enum(['ok', 'wrong']), message: Type.String() },
      { description: 'Whether ADMIN_SECRET is the one that the database was sealed with' },
    ),
    smtpPresets: Type.Array(Preset, { description: 'Where common mail services take mail' }),
  },
  { title: 'OutsideSystems' },
)

export const SystemPatchBody = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Which' }),
  enabled: Type.Optional(Type.Boolean({ description: 'Whether the service may use it' })),
  settings: Type.Optional(
    Type.Union([Type.Record(Type.String(), Type.Unknown(), { maxProperties: 50 }), Type.Null()], {
      description:
        'mail-transport: preset, host, port, security, user, password, from, connections. photo-service: apiKey. What is left out stays; null takes everything back to the environment',
    }),
  ),
  check: Type.Optional(Type.Boolean({ description: 'Ask it live, after the change: at most one call, at most five seconds' })),
  replace: Replace,
  version: GivenVersion,
})

export const SYSTEM_EXAMPLE = {
  id: 'national-feed',
  kind: 'alert_feed' as const,
  status: 'ok' as const,
  enabled: true,
  checkedAt: '2026-11-21T03:00:00Z',
  latencyMs: 212,
  message: 'It answered as it should',
  settings: { baseUrl: 'https://api.weather.gov' },
  version: 0,
}

export const SYSTEMS_EXAMPLE = {
  items: [SYSTEM_EXAMPLE],
  total: 1,
  nextCursor: null,
  adminSecret: { status: 'ok' as const, message: 'It opens what is stored' },
  smtpPresets: [{ name: 'Gmail', host: 'smtp.gmail.com', port: 465, security: 'tls' as const }],
}

export const KeyAnswer = Type.Object(
  {
    configured: Type.Boolean({ description: 'Is there a key to use?' }),
    source: nullable(Type.Enum(['database', 'environment']), 'Where it comes from; one that is stored goes before the environment’s'),
    masked: nullable(Type.String(), 'Its last characters'),
    updatedAt: nullable(Instant, 'When it was stored'),
    problem: nullable(Type.String(), 'Why a stored one cannot be used; the environment’s is used meanwhile, if there is one'),
    version: Version,
  },
  { title: 'StoredKey' },
)

export const KeyPatch = Type.Object({
  key: nullable(
    Type.String({ minLength: 1, maxLength: 512, pattern: '^[\\x21-\\x7e]+$' }),
    'Visible characters without spaces; null: the stored one goes, and the environment’s counts',
  ),
  verify: Type.Optional(Type.Boolean({ description: 'Try it first, with one call (default true)' })),
  replace: Replace,
  version: GivenVersion,
})

export const KEY_EXAMPLE = {
  configured: true,
  source: 'database' as const,
  masked: '••••1f2e',
  updatedAt: '2026-11-21T03:00:00Z',
  problem: null,
  version: 1,
}
