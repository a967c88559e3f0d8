import { type Static, Type } from 'typebox'
import { Instant, NullableInstant, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import { CLIENT_SCOPES, KEY_STATES, MAX_LIMIT, MAX_OVERLAP_HOURS } from './key.ts'

const Limit = (per: string) =>
  Type.Union([Type.Integer({ minimum: 1, maximum: MAX_LIMIT }), Type.Null()], { description: `Requests per ${per}; null: no limit` })

const terms = {
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f\\u2028\\u2029]+$',
    description: 'Whose it is, or what for',
  }),
  scopes: Type.Array(Type.Enum([...CLIENT_SCOPES]), {
    minItems: 1,
    maxItems: CLIENT_SCOPES.length,
    description: 'What it permits; `compatible`: all of the OpenWeather- and Open-Meteo-compatible APIs',
  }),
  origins: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    maxItems: 20,
    description: 'Origins from which browsers may send it; empty: it may be sent from anywhere',
  }),
  perMinute: Limit('minute'),
  perDay: Limit('UTC day'),
  perMonth: Limit('calendar month (UTC)'),
  expiresAt: Type.Union([Instant, Type.Null()], { description: 'Null: it does not expire' }),
  disabled: Type.Boolean({ description: 'Refused for now' }),
}

export const Version = Type.Integer({ minimum: 1, description: 'The version you read; an outdated one is rejected' })

export const NewKey = Type.Object(
  {
    name: terms.name,
    scopes: terms.scopes,
    origins: Type.Optional(terms.origins),
    perMinute: Type.Optional(terms.perMinute),
    perDay: Type.Optional(terms.perDay),
    perMonth: Type.Optional(terms.perMonth),
    expiresAt: Type.Optional(terms.expiresAt),
  },
  { examples: [{ name: 'Kitchen display', scopes: ['weather', 'compatible'], perMinute: 60, perDay: 5_000 }] },
)

export const KeyPatch = Type.Object(
  { ...Type.Partial(Type.Object(terms)).properties, version: Type.Optional(Version) },
  { examples: [{ perDay: 10_000, version: 1 }] },
)

export const Rotation = Type.Object(
  {
    overlapHours: Type.Optional(
      Type.Integer({ minimum: 0, maximum: MAX_OVERLAP_HOURS, description: 'Hours for which the former secret stays valid; default 24' }),
    ),
    version: Type.Optional(Version),
  },
  { examples: [{ overlapHours: 48 }] },
)

export const KeyItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    start: Type.String({ description: 'Its first characters' }),
    ...terms,
    state: Type.Enum([...KEY_STATES]),
    today: Type.Integer({ description: 'Requests answered on this UTC day' }),
    month: Type.Integer({ description: 'Requests answered in this calendar month' }),
    lastUsedAt: buildNullableSchema(Instant, 'Time of the last request'),
    createdAt: Instant,
    rotatedAt: NullableInstant,
    formerUntil: buildNullableSchema(Instant, 'Until when the secret before the last rotation is valid'),
    revokedAt: NullableInstant,
    version: Version,
  },
  { title: 'ClientKey' },
)
export type KeyItem = Static<typeof KeyItem>

export const KEY_EXAMPLE: KeyItem = {
  id: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10',
  start: 'isobar_4fT9aZ',
  name: 'Kitchen display',
  scopes: ['weather', 'compatible'],
  origins: [],
  perMinute: 60,
  perDay: 5_000,
  perMonth: null,
  expiresAt: null,
  disabled: false,
  state: 'active',
  today: 412,
  month: 9_120,
  lastUsedAt: '2026-11-21T06:04:00Z',
  createdAt: '2026-11-01T08:00:00Z',
  rotatedAt: null,
  formerUntil: null,
  revokedAt: null,
  version: 1,
}

const NEVER_USED = { today: 0, month: 0, lastUsedAt: null }

/** A key whose secret was just made. */
export const Issued = Type.Object(
  { key: KeyItem, secret: Type.String({ description: 'The key itself. It is shown once and cannot be read again' }) },
  { title: 'IssuedClientKey' },
)
export const ISSUED_EXAMPLE = {
  key: { ...KEY_EXAMPLE, ...NEVER_USED, start: 'isobar_000000' },
  // Of thirty zeros, which nobody draws.
  secret: `isobar_${'0'.repeat(30)}2C8GjS`,
}

export const KeyAnswer = Type.Object({ key: KeyItem })

const Requests = {
  requests: Type.Integer({ description: 'Answered' }),
  refused: Type.Integer({ description: 'Refused, for whatever reason' }),
}

export const UsageQuery = Type.Object({
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 800, description: 'Days, including today; default 30' })),
})

const Days = Type.Array(Type.Object({ day: Type.String({ format: 'date' }), ...Requests }), { description: 'UTC days, oldest first' })

export const UsageAnswer = Type.Object(
  {
    days: Days,
    scopes: Type.Array(Type.Object({ scope: Type.Enum([...CLIENT_SCOPES]), ...Requests }), { description: 'Those that were used' }),
  },
  { title: 'ClientKeyUsage' },
)
export const USAGE_EXAMPLE: Static<typeof UsageAnswer> = {
  days: [{ day: '2026-11-21', requests: 412, refused: 3 }],
  scopes: [{ scope: 'weather', requests: 412, refused: 3 }],
}

/** The requests of all keys in the last 30 days. */
export const CHARTS = { properties: { days: Days }, example: { days: USAGE_EXAMPLE.days } }
