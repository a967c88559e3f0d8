import { CONDITIONS } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { buildNullableSchema, buildNullableTextSchema } from '../../../../platform/http/schema/schemas.ts'

export const RecentCheck = Type.Object(
  {
    lat: Type.Number({ description: 'Of the place, or of the centre of its cell while it has no name' }),
    lon: Type.Number(),
    name: buildNullableTextSchema('English name from geocoding; null until the place has been found by name'),
    country: buildNullableTextSchema('ISO 3166 alpha-2'),
    state: buildNullableTextSchema('State or region, if known'),
    label: buildNullableTextSchema('Name with what distinguishes it from places of the same name'),
    searchCount: Type.Integer({ minimum: 1, description: 'Searches of the last 30 days, counted once per client, cell and hour' }),
    lastCheckedAt: Type.String({ format: 'date-time' }),
    current: Type.Union(
      [
        Type.Object({
          temperature: buildNullableSchema(Type.Number(), '°C'),
          windSpeed: buildNullableSchema(Type.Number(), 'km/h'),
          windDirection: buildNullableSchema(Type.Number(), 'Where the wind comes from, degrees clockwise from north'),
          condition: buildNullableSchema(Type.Enum([...CONDITIONS])),
          icon: buildNullableSchema(Type.String(), 'Icon name'),
          fetchedAt: Type.String({ format: 'date-time', description: 'When the data came from the provider' }),
        }),
        Type.Null(),
      ],
      { description: 'Cached weather; null if there is none or it has expired' },
    ),
  },
  { title: 'RecentCheck' },
)
export type RecentCheck = Static<typeof RecentCheck>

export const RecentChecksAnswer = Type.Object(
  {
    checks: Type.Array(RecentCheck, { maxItems: 100, description: 'Most searched first' }),
    source: Type.Enum(['popular', 'empty'], { description: '`empty`: no searches in the last 30 days' }),
  },
  { title: 'RecentChecks' },
)
export type RecentChecksAnswer = Static<typeof RecentChecksAnswer>

export const RecentChecksQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'Maximum number of places' })),
})

export const RECENT_CHECKS_EXAMPLES = [
  {
    checks: [
      {
        lat: 52.52,
        lon: 13.405,
        name: 'Berlin',
        country: 'DE',
        state: 'Land Berlin',
        label: 'Berlin, Land Berlin, DE',
        searchCount: 1204,
        lastCheckedAt: '2026-11-21T03:00:00Z',
        current: {
          temperature: 4.2,
          windSpeed: 24.5,
          windDirection: 225,
          condition: 'overcast',
          icon: 'overcast',
          fetchedAt: '2026-11-21T02:55:12Z',
        },
      },
    ],
    source: 'popular',
  },
  { checks: [], source: 'empty' },
]
