import { WEATHER_KINDS } from '@isobar/weather'
import { Type } from 'typebox'
import { Instant, buildNullableNumberSchema } from '../../../platform/http/schema/schemas.ts'

export const Credit = Type.Object(
  {
    name: Type.String({ description: 'Name of the source' }),
    text: Type.String(),
    url: Type.String(),
    license: Type.String(),
  },
  { title: 'Attribution', description: "Credit required by the provider's licence" },
)

/** How the data was obtained: part of every weather answer, and the `meta` of a batch result. */
export const Envelope = {
  fetchedAt: Type.String({ format: 'date-time', description: 'When the data came from the provider' }),
  cacheHit: Type.Boolean({ description: 'False only if this request waited for a provider' }),
  freshness: Type.Enum(['fresh', 'acceptable', 'emergency'], {
    description:
      'Based on age. acceptable: a refresh runs in the background. emergency: served only because the provider fails or the budget is used up.',
  }),
  source: Type.String({
    description: 'Provider id; `blend`: the temperatures are of several, or corrected (`explain=blend`), and `sources` names them',
    examples: ['openweather', 'open-meteo'],
  }),
  trigger: Type.String({ description: 'As recorded; `unspecified` if not given' }),
  tokensUsed: Type.Integer({ minimum: 0, description: 'Provider calls this request made and waited for, including failed ones' }),
  expiresAt: Type.String({ format: 'date-time', description: 'When the data stops being fresh' }),
  ageSeconds: Type.Integer({ minimum: 0 }),
  attribution: Credit,
  sources: Type.Optional(
    Type.Array(
      Type.Object(
        {
          source: Type.String({ description: 'Provider id' }),
          fields: Type.Array(Type.String(), { description: 'Of each point; `points`: whole points, those from `from` to `to`' }),
          points: Type.Optional(
            Type.Array(Instant, {
              description:
                'Times of hours that are wholly its own, since `source` lacks what makes them weather. Omitted if there are none',
            }),
          ),
          fetchedAt: Instant,
          attribution: Credit,
          from: Type.Optional(Type.String({ description: 'The start of the first point, or the date of the first day' })),
          to: Type.Optional(Type.String({ description: 'The end of the last point, or the date of the last day' })),
        },
        { title: 'FieldSource' },
      ),
      {
        description:
          'Other providers that supplied what `source` lacks: whole groups of fields, or the points beyond its own; of a blend all that have a part in it. Omitted if there are none',
      },
    ),
  ),
}

export const Place = {
  lat: Type.Number({ description: 'As requested' }),
  lon: Type.Number({ description: 'As requested' }),
  timezone: Type.String({ description: 'IANA time zone', examples: ['Europe/Berlin'] }),
  utcOffsetSeconds: Type.Integer({ description: 'When the data was fetched' }),
  elevation: buildNullableNumberSchema('Metres above sea level that the weather is for. Null: unknown'),
  isElevationEstimated: Type.Boolean({
    description: 'Whether `elevation` is that of the towns near by (GeoNames), since the source states none; 0 at sea',
  }),
  units: Type.Object(
    {
      temperature: Type.String(),
      windSpeed: Type.String(),
      precipitation: Type.String(),
      pressure: Type.String(),
      visibility: Type.String(),
      snow: Type.String({ description: 'Water equivalent of snowfall' }),
    },
    { title: 'Units', description: 'Units of the measurements in this response' },
  ),
  lang: Type.String({ description: 'Language of the texts' }),
}

export const kind = Type.Enum([...WEATHER_KINDS], {
  description:
    'What kind of number these are: `observation` (measured at a station), `analysis` (a modelled or blended value for now) or `forecast`; of several kinds, the one that proves least (`kinds` has each). Only an observation may be called measured.',
})

export const available = Type.Boolean({
  description:
    'False if the source has no minute data for the place or it has expired; `points` is then empty. This does not mean a dry hour',
})
