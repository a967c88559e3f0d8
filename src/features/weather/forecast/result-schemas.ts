import type { PublicScope } from '@isobar/weather'
import { Type } from 'typebox'
import { ERROR_CODES } from '../../../errors.ts'
import { BlendExplanationSchema } from '../blend/index.ts'
import { SCOPE_PAYLOADS } from './scope-payloads.ts'
import { Envelope } from './shared-schemas.ts'

const ScopeFailure = Type.Object(
  {
    error: Type.Enum([...ERROR_CODES]),
    message: Type.String(),
    retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { title: 'ScopeFailure' },
)

const Meta = Type.Object(
  {
    ...Envelope,
    cacheLayer: Type.Enum(['memory', 'database', 'upstream'], { description: 'As in the X-Cache header of a single response' }),
  },
  {
    title: 'WeatherMeta',
    description: 'How the scope was obtained. Calls that brought several scopes are counted in the `tokensUsed` of one of them',
  },
)

const resultOf = <S extends PublicScope>(scope: S, title: string) =>
  Type.Optional(Type.Union([Type.Object({ data: SCOPE_PAYLOADS[scope], meta: Meta }, { title }), ScopeFailure]))

/** The scopes that were asked for, each with its data or its error. */
export const ScopeResults = Type.Object(
  {
    current: resultOf('current', 'CurrentResult'),
    hourly: resultOf('hourly', 'HourlyResult'),
    daily: resultOf('daily', 'DailyResult'),
    minutely: resultOf('minutely', 'MinutelyResult'),
    air: resultOf('air', 'AirResult'),
    marine: resultOf('marine', 'MarineResult'),
  },
  { title: 'ScopeResults' },
)

/** Several scopes of a place in one envelope. */
export const SeveralAnswer = Type.Object(
  {
    lat: Type.Number({ description: 'As requested' }),
    lon: Type.Number({ description: 'As requested' }),
    trigger: Envelope.trigger,
    cacheHit: Envelope.cacheHit,
    tokensUsed: Envelope.tokensUsed,
    freshness: { ...Envelope.freshness, description: 'Of the oldest scope; `meta` has that of each' },
    expiresAt: { ...Envelope.expiresAt, description: 'When the first scope stops being fresh' },
    scopes: ScopeResults,
    blend: Type.Optional(BlendExplanationSchema),
  },
  { title: 'WeatherScopes', description: 'Several scopes, read together. One that cannot be had has its error, if others could' },
)
