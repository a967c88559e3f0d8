import { MIN_COVERAGE, mapPollutants } from '@isobar/weather'
import { type TSchema, Type } from 'typebox'
import { Instant, buildNullableSchema, NullableInstant } from '../../../platform/http/schema/schemas.ts'
import { SCOPE_PAYLOADS } from '../forecast/index.ts'
import { IssuedAt, Source, ValidAt } from './schemas.ts'
import { Attributions, VerificationSchema } from './verification/schemas.ts'

const { lat, lon, timezone, units, lang, localIndex, points } = SCOPE_PAYLOADS.air.properties
const { time: _, ...air } = points.items.properties

const AirAnalysis = Type.Object(
  {
    observedAt: Type.String({ format: 'date-time', description: 'Start of the hour' }),
    recordedAt: Type.String({ format: 'date-time', description: 'When it was fetched from the provider' }),
    source: Source,
    ...air,
    kind: Type.Literal('analysis', { description: 'Computed by a model: no station measures air here' }),
  },
  {
    title: 'AirAnalysis',
    description:
      'The air of an hour as a provider gave it while the hour was running. Indices are computed from the archived hours of the same source, null where too few of those before are known',
  },
)

const ArchivedAirHour = Type.Object(
  { validAt: ValidAt, issuedAt: IssuedAt, source: Source, ...air },
  {
    title: 'ArchivedAirHour',
    description: 'Indices are computed from the hours of the issue, and from analyses of the same source before it',
  },
)

const AirStatistics = Type.Object(
  {
    mean: buildNullableSchema(Type.Number(), `Of the hours. Null unless ${MIN_COVERAGE.extremes * 100} % of \`hours\` are known; µg/m³`),
    max: buildNullableSchema(Type.Number(), 'Highest mean of an hour. Like `mean`'),
    hoursCovered: Type.Integer({ minimum: 0, description: 'Hours with a known concentration' }),
  },
  { title: 'AirStatistics' },
)

const Summary = Type.Object(
  {
    from: Instant,
    to: Instant,
    observationCount: Type.Integer({ minimum: 0, description: 'Entries of `observations` from `source` in the period' }),
    kind: buildNullableSchema(Type.Literal('analysis'), 'Null without observations'),
    source: buildNullableSchema(
      Source,
      'Source of all values here; sources are not mixed. The primary provider, else the one with the most hours',
    ),
    firstObservedAt: NullableInstant,
    lastObservedAt: NullableInstant,
    hours: Type.Integer({ minimum: 0, description: 'Hours that have ended in the period' }),
    concentrations: Type.Object(
      mapPollutants(() => AirStatistics),
      { title: 'AirConcentrations' },
    ),
    verification: VerificationSchema,
  },
  { title: 'AirSummary', description: 'For the whole period, regardless of the limit' },
)

export const AirHistoryAnswer = Type.Object(
  {
    scope: Type.Literal('air'),
    lat,
    lon,
    timezone,
    units,
    lang,
    localIndex,
    summary: Summary,
    observations: Type.Array(AirAnalysis, { description: 'Newest first' }),
    forecasts: Type.Object(
      { hourly: Type.Array(ArchivedAirHour) },
      { title: 'AirForecasts', description: 'Forecasts by `validAt`; issues for the same moment newest first' },
    ),
    truncated: Type.Boolean({ description: 'Whether a list was truncated: the oldest observations or the latest forecasts are missing' }),
    attributions: Attributions,
  },
  { title: 'AirHistory' },
)

/** The CSV columns of each series: objects have a column for each of their fields (`flattened`). */
export const AIR_CSV_COLUMNS = {
  observations: columnsOf(AirAnalysis.properties),
  hourly: columnsOf(ArchivedAirHour.properties),
}

function columnsOf(properties: Readonly<Record<string, TSchema>>): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const { anyOf = [] } = schema as { readonly anyOf?: readonly { readonly properties?: object }[] }
    const fields = anyOf.find((each) => each.properties !== undefined)?.properties
    return fields === undefined ? [name] : Object.keys(fields).map((field) => `${name}.${field}`)
  })
}
