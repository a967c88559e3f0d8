import { LEAD_HOURS, MIN_COVERAGE, mapMeasurements } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { deprecateSchema } from '../../../platform/http/schema/deprecation.ts'
import { Coordinates, Instant, NullableInstant, buildNullableNumberSchema } from '../../../platform/http/schema/schemas.ts'
import { Lang, SCOPE_PAYLOADS, Units } from '../forecast/index.ts'
import { NextDays } from './next-days.ts'
import { Attributions, VerificationSchema } from './verification/schemas.ts'

const MAX_TIME_LENGTH = 40

const time = (description: string) => Type.String({ minLength: 1, maxLength: MAX_TIME_LENGTH, description })

export const HistoryQuery = Type.Object({
  ...Coordinates,
  from: Type.Optional(
    time('Start: a local calendar day (`2026-11-14`) or an instant (`2026-11-14T06:00:00Z`). Default: 7 days before `to`.'),
  ),
  to: Type.Optional(time('End: a local calendar day (inclusive) or an instant. Default: now; for forecasts, 7 days ahead.')),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 5000,
      description: 'Maximum entries of each kind. Default: 500; for CSV the whole period.',
    }),
  ),
  issues: Type.Optional(
    Type.Enum(['latest', 'all'], {
      default: 'latest',
      description: '`latest`: the most recent forecast for each moment. `all`: every archived issue, at most one per hour and source.',
    }),
  ),
  nextDays: Type.Optional(
    Type.Boolean({ default: false, description: 'Adds `nextDays`: how each source sees the next three days. JSON of the weather only.' }),
  ),
  scope: Type.Optional(
    Type.Enum(['weather', 'air'], {
      default: 'weather',
      description: '`air`: concentrations, pollen and the two indices of the air instead.',
    }),
  ),
  units: Type.Optional(Units),
  lang: Type.Optional(Lang),
  format: Type.Optional(
    Type.Enum(['json', 'csv'], { default: 'json', description: '`csv`: RFC 4180, streamed; one kind of entry, see `what`.' }),
  ),
  what: Type.Optional(
    Type.Enum(['observations', 'hourly', 'daily'], {
      default: 'observations',
      description:
        'In CSV: the observations, newest first, or the hourly or daily forecasts, by `validAt`. Ignored for JSON. The air has no daily forecasts.',
    }),
  ),
})
export type HistoryQuery = Static<typeof HistoryQuery>

export const Source = Type.String({ description: 'Provider id', examples: ['openweather', 'open-meteo'] })
export const ValidAt = Type.String({ format: 'date-time', description: 'Start of the forecast hour or day' })
export const IssuedAt = Type.String({ format: 'date-time', description: 'When the provider issued the forecast' })

const current = SCOPE_PAYLOADS.current.properties
// The archive has hours alone.
const { time: _hour, stepHours: _step, ...hourly } = SCOPE_PAYLOADS.hourly.properties.points.items.properties
// What can be computed is not archived, so that a missing time is one that was not sent.
const { time: _day, date, sun: _sun, ...daily } = SCOPE_PAYLOADS.daily.properties.points.items.properties

export const ObservationEntry = Type.Object(
  {
    observedAt: Type.String({ format: 'date-time', description: 'The time that the values are for' }),
    recordedAt: Type.String({ format: 'date-time', description: 'When it was fetched from the provider' }),
    source: Source,
    temperature: current.temperature,
    feelsLike: current.feelsLike,
    ...mapMeasurements((_, name) => current[name]),
    condition: current.condition,
    providerCode: current.providerCode,
    description: current.description,
    icon: current.icon,
    isDay: current.isDay,
    sunrise: current.sunrise,
    sunset: current.sunset,
    // Last, so that existing CSV columns keep their positions.
    kind: current.kind,
  },
  {
    title: 'Observation',
    description:
      'The current weather at one time as delivered by a provider; `kind` says whether it was measured. Amounts cover the 60 minutes before',
  },
)

export const HourlyEntry = Type.Object({ validAt: ValidAt, issuedAt: IssuedAt, source: Source, ...hourly }, { title: 'ArchivedHour' })
export const DailyEntry = Type.Object(
  { validAt: ValidAt, date, issuedAt: IssuedAt, source: Source, ...daily, moonrise: NullableInstant, moonset: NullableInstant },
  { title: 'ArchivedDay' },
)

const AccuracyGroup = Type.Object(
  {
    leadHours: Type.Integer({
      description: `Lead time in hours from issue to forecast hour, up to and including this value and above the previous group. Groups: ${LEAD_HOURS.join(', ')}`,
    }),
    n: Type.Integer({ description: 'Hours with both temperatures; each counts once' }),
    temperatureMae: buildNullableNumberSchema('Mean absolute error; unit: temperature'),
    temperatureBias: buildNullableNumberSchema('Mean of forecast minus truth; unit: temperature'),
    precipitationN: Type.Integer({ description: 'Hours with both amounts; each counts once' }),
    precipitationHitRate: buildNullableNumberSchema(
      'Probability of detection: share of wet hours (`leastMm` of the first threshold) that were forecast. Null with too few wet hours',
    ),
    precipitationFalseAlarmRate: buildNullableNumberSchema(
      'Misnamed: it is the false alarm ratio, the share of hours forecast as wet that stayed dry (`far`); the false alarm rate is `pofd`. Null with too few such hours',
    ),
  },
  { title: 'ForecastAccuracy' },
)

const EXTREMES = `Null unless ${MIN_COVERAGE.extremes * 100} %`

const Coverage = {
  hoursCovered: Type.Integer({
    minimum: 0,
    description: 'Hours with known precipitation, summed in `precipitationTotal`',
  }),
  hours: Type.Integer({ minimum: 0, description: 'Hours that have ended in the period or day' }),
}

const PastDay = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'Local calendar day' }),
    observationCount: Type.Integer({ minimum: 1, description: 'Of `source`' }),
    temperatureMin: buildNullableNumberSchema(
      `Of the whole day, from readings of \`source\`. ${EXTREMES} of the day's hours are known, also before it has ended; unit: temperature`,
    ),
    temperatureMax: buildNullableNumberSchema('Like `temperatureMin`; unit: temperature'),
    temperatureHoursCovered: Type.Integer({ minimum: 0, description: 'Hours of the day with a known temperature' }),
    precipitationTotal: buildNullableNumberSchema('For the day so far, computed as for the whole period; unit: precipitation'),
    ...Coverage,
    forecastMin: buildNullableNumberSchema('From the last forecast before the day began; unit: temperature'),
    forecastMax: buildNullableNumberSchema('From the last forecast before the day began; unit: temperature'),
  },
  { title: 'PastDay' },
)

const Summary = Type.Object(
  {
    from: Instant,
    to: Instant,
    observationCount: Type.Integer({ minimum: 0, description: 'Entries of `observations` from `source` in the period, of any kind' }),
    kind: Type.Union([current.kind, Type.Null()], {
      description:
        'Kind of the values of the period, and of the values that forecasts are compared with: the weakest kind among the observations. Null without observations',
    }),
    source: Type.Union([Source, Type.Null()], {
      description:
        'Source of all values here and in `days`; sources are not mixed. One with measurements, else the primary provider, else the one with the most observations. Null without observations',
    }),
    firstObservedAt: NullableInstant,
    lastObservedAt: NullableInstant,
    temperature: Type.Object({
      min: buildNullableNumberSchema(`${EXTREMES} of \`hours\` are known; unit: temperature`),
      max: buildNullableNumberSchema('Like `min`; unit: temperature'),
      mean: buildNullableNumberSchema('Mean of observations. Like `min`; unit: temperature'),
      hoursCovered: Type.Integer({ minimum: 0, description: 'Hours with a known temperature' }),
    }),
    precipitationTotal: buildNullableNumberSchema(
      `Sum over the full hours of the period that have ended; for each hour, the observation closest to its end counts. Null if fewer than ${MIN_COVERAGE.sum * 100} % of the hours are known; unit: precipitation`,
    ),
    ...Coverage,
    windGustMax: buildNullableNumberSchema(`${EXTREMES} of \`hours\` have a wind speed or gust; unit: windSpeed`),
    windHoursCovered: Type.Integer({ minimum: 0, description: 'Hours with a known wind speed or gust' }),
    verification: VerificationSchema,
    accuracy: deprecateSchema(
      Type.Array(AccuracyGroup, {
        description:
          'An extract: the scores over the last year (not over the period) of the forecasts of the primary provider, or of `source`, against `source`. Empty until enough days have been compared',
      }),
      { since: '2026-11-23', successor: 'summary.verification' },
    ),
    days: Type.Array(PastDay, { description: 'Local calendar days with observations, in order' }),
  },
  { description: 'For the whole period, regardless of the limit' },
)

export const WeatherHistory = Type.Object(
  {
    scope: Type.Literal('weather'),
    lat: current.lat,
    lon: current.lon,
    timezone: current.timezone,
    units: current.units,
    lang: current.lang,
    summary: Summary,
    observations: Type.Array(ObservationEntry, { description: 'Newest first' }),
    forecasts: Type.Object(
      { hourly: Type.Array(HourlyEntry), daily: Type.Array(DailyEntry) },
      { description: 'Forecasts by `validAt`; issues for the same moment newest first' },
    ),
    nextDays: Type.Optional(NextDays),
    truncated: Type.Boolean({ description: 'Whether a list was truncated: the oldest observations or the latest forecasts are missing' }),
    attributions: Attributions,
  },
  { title: 'WeatherHistory' },
)
