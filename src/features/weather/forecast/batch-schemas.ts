import { PUBLIC_SCOPES } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { Coordinates } from '../../../platform/http/schema/schemas.ts'
import { CURRENT_RESULT } from './examples.ts'
import { ScopeResults } from './result-schemas.ts'
import { Days, Hours, Lang, MaxAgeMs, PastHours, Trigger, Units } from './schemas.ts'

export const MAX_BATCH_CITIES = 50

const BatchCity = Type.Object(
  {
    ...Coordinates,
    scopes: Type.Optional(
      Type.Array(Type.Enum([...PUBLIC_SCOPES]), {
        minItems: 1,
        maxItems: 16,
        description: 'Default `["current"]`; duplicates are ignored',
      }),
    ),
    id: Type.Optional(Type.String({ maxLength: 100, description: 'Echoed' })),
    lang: Type.Optional(Lang),
    units: Type.Optional(Units),
    maxAgeMs: Type.Optional(MaxAgeMs),
    trigger: Type.Optional(Trigger),
    hours: Type.Optional(Hours),
    pastHours: Type.Optional(PastHours),
    days: Type.Optional(Days),
  },
  { title: 'BatchPlace' },
)

/** No defaults here: the validator would fill them in for each city and override the batch-wide values. */
export const BatchBody = Type.Object(
  {
    cities: Type.Array(BatchCity, { minItems: 1, maxItems: MAX_BATCH_CITIES }),
    trigger: Type.Optional(Trigger),
    lang: Type.Optional(Lang),
    units: Type.Optional(Units),
    hours: Type.Optional(Hours),
    pastHours: Type.Optional(PastHours),
    days: Type.Optional(Days),
  },
  {
    description:
      '`trigger`, `lang` (default `en`), `units` (default `metric`), `hours`, `pastHours` and `days` apply to every city without its own. Here, they take precedence over the query',
  },
)

/** Options that a caller may put in the URL. */
export const BatchQuery = Type.Object({
  lang: Type.Optional(Lang),
  units: Type.Optional(Units),
  hours: Type.Optional(Hours),
  pastHours: Type.Optional(PastHours),
  days: Type.Optional(Days),
})
export type BatchQuery = Static<typeof BatchQuery>
export type BatchBody = Static<typeof BatchBody>

export const BatchAnswer = Type.Object(
  {
    cities: Type.Array(
      Type.Object({
        id: Type.Optional(Type.String()),
        lat: Type.Number(),
        lon: Type.Number(),
        scopes: ScopeResults,
      }),
    ),
  },
  { title: 'WeatherBatch' },
)

export const BATCH_EXAMPLE = {
  trigger: 'dashboard_load',
  cities: [
    { id: 'hamburg', lat: 53.5511, lon: 9.9937 },
    { id: 'berlin', lat: 52.52, lon: 13.41, scopes: ['current', 'daily'] },
  ],
}

export const BATCH_ANSWER_EXAMPLE = {
  cities: [
    {
      id: 'hamburg',
      lat: CURRENT_RESULT.data.lat,
      lon: CURRENT_RESULT.data.lon,
      scopes: { current: CURRENT_RESULT },
    },
    {
      id: 'berlin',
      lat: 52.52,
      lon: 13.41,
      scopes: {
        current: { error: 'upstream_error', message: 'The weather provider did not respond in time.' },
        daily: {
          error: 'rate_limited',
          message: 'The budget of provider calls is used up, and there is no cached data.',
          retryAfterSeconds: 42,
        },
      },
    },
  ],
}
