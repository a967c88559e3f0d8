import { type Static, Type } from 'typebox'
import { Coordinates, Instant, NullableInstant } from '../../../platform/http/schemas.ts'
import { LEAD_HOURS, MATCH_WITHIN_MINUTES, WET_HOUR_MM } from '../../../domain/accuracy.ts'
import { Lang, SCOPE_PAYLOADS, Units } from '../forecast/index.ts'

const MAX_MOMENT_LENGTH = 40

const moment = (description: string) => Type.String({ minLength: 1, maxLength: MAX_MOMENT_LENGTH, description })

export const HistoryQuery = Type.Object({
  ...Coordinates,
  from: Type.Optional(
    moment('First moment: a calendar day of the place (`2026-11-14`) or an instant (`2026-11-14T06:00:00Z`). Default: 7 days before `to`.'),
  ),
  to: Type.Optional(
    moment(
      'Last moment: a calendar day of the place, to its end, or an instant. Default: now, and for forecasts the coming 7 days besides.',
    ),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 5000,
      description: 'Most entries of each kind. Default: 500; in CSV the whole period.',
    }),
  ),
  issues: Type.Optional(
    Type.Enum(['latest', 'all'], {
      default: 'latest',
      description:
        '`latest`: of each moment the forecast that was issued last. `all`: every archived issue, at most one per hour and source.',
    }),
  ),
  units: Type.Optional(Units),
  lang: Type.Optional(Lang),
  format: Type.Optional(
    Type.Enum(['json', 'csv'], { default: 'json', description: '`csv`: RFC 4180, streamed; one kind of entries, see `what`.' }),
  ),
  what: Type.Optional(
    Type.Enum(['observations', 'hourly', 'daily'], {
      default: 'observations',
      description: 'In CSV: the observations, newest first, or the hourly or daily forecasts, by `validAt`. Of no effect in JSON.',
    }),
  ),
})
export type HistoryQuery = Static<typeof HistoryQuery>

const nullable = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })
const Source = Type.String({ description: 'Provider id', examples: ['openweather', 'open-meteo'] })
const ValidAt = Type.String({ format: 'date-time', description: 'The start of the hour or day that is forecast' })
const IssuedAt = Type.String({ format: 'date-time', description: 'When the forecast came from its provider' })

const current = SCOPE_PAYLOADS.current.properties
const { time: _hour, ...hourly } = SCOPE_PAYLOADS.hourly.properties.points.items.properties
const { time: _day, date, ...daily } = SCOPE_PAYLOADS.daily.properties.points.items.properties

export const ObservationEntry = Type.Object(
  {
    observedAt: Type.String({ format: 'date-time', description: 'The moment that is described' }),
    recordedAt: Type.String({ format: 'date-time', description: 'When it came from its provider' }),
    source: Source,
    temperature: current.temperature,
    feelsLike: current.feelsLike,
    dewPoint: current.dewPoint,
    humidity: current.humidity,
    pressure: current.pressure,
    cloudCover: current.cloudCover,
    visibility: current.visibility,
    uvIndex: current.uvIndex,
    windSpeed: current.windSpeed,
    windGust: current.windGust,
    windDirection: current.windDirection,
    precipitation: current.precipitation,
    rain: current.rain,
    snow: current.snow,
    condition: current.condition,
    providerCode: current.providerCode,
    description: current.description,
    icon: current.icon,
    isDay: current.isDay,
    sunrise: current.sunrise,
    sunset: current.sunset,
  },
  { title: 'Observation', description: 'What a provider reported as the weather of a moment; amounts are those of the 60 minutes before' },
)

export const HourlyEntry = Type.Object({ validAt: ValidAt, issuedAt: IssuedAt, source: Source, ...hourly }, { title: 'ArchivedHour' })
export const DailyEntry = Type.Object({ validAt: ValidAt, date, issuedAt: IssuedAt, source: Source, ...daily }, { title: 'ArchivedDay' })

const AccuracyGroup = Type.Object(
  {
    leadHours: Type.Integer({
      description: `Lead time from issue to the hour forecast: over the group before, up to and including this. Groups: ${LEAD_HOURS.join(', ')}`,
    }),
    n: Type.Integer({ description: 'Pairs of a forecast and an observation that both have a temperature' }),
    temperatureMae: nullable('Mean absolute error; unit: temperature'),
    temperatureBias: nullable('Mean of forecast minus observed; unit: temperature'),
    precipitationN: Type.Integer({ description: 'Pairs of which is known on both sides whether the hour was wet' }),
    precipitationHitRate: nullable('Probability of detection: of the wet hours, the share that had been forecast. Null without a wet hour'),
    precipitationFalseAlarmRate: nullable('False alarm ratio: of the hours forecast as wet, the share that stayed dry. Null without one'),
  },
  { title: 'ForecastAccuracy' },
)

const PastDay = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'Calendar day of the place' }),
    observationCount: Type.Integer({ minimum: 1 }),
    temperatureMin: nullable('Of the observations; unit: temperature'),
    temperatureMax: nullable('Of the observations; unit: temperature'),
    precipitationTotal: nullable('As in the whole period'),
    forecastMin: nullable('As it was forecast last before the day began; unit: temperature'),
    forecastMax: nullable('As it was forecast last before the day began; unit: temperature'),
  },
  { title: 'PastDay' },
)

const Summary = Type.Object(
  {
    from: Instant,
    to: Instant,
    observationCount: Type.Integer({ minimum: 0 }),
    firstObservedAt: NullableInstant,
    lastObservedAt: NullableInstant,
    temperature: Type.Object({
      min: nullable('Unit: temperature'),
      max: nullable('Unit: temperature'),
      mean: nullable('Mean of the observations; unit: temperature'),
    }),
    precipitationTotal: nullable(
      'Of each hour one observation counts, the one nearest to its end; hours without an amount count as nothing',
    ),
    windGustMax: nullable('Unit: windSpeed'),
    accuracy: Type.Array(AccuracyGroup, {
      description:
        `Hourly forecasts against what was then observed within ${MATCH_WITHIN_MINUTES} minutes, by lead time; groups without a pair are left out. ` +
        `An hour is wet from ${WET_HOUR_MM} mm on; a source that sends no amount with a condition without precipitation counts as dry here.`,
    }),
    days: Type.Array(PastDay, { description: 'The calendar days of the place of which something was observed, in order' }),
  },
  { description: 'Of the whole period, whatever the limit' },
)

export const HistoryAnswer = Type.Object(
  {
    lat: current.lat,
    lon: current.lon,
    timezone: current.timezone,
    units: current.units,
    lang: current.lang,
    summary: Summary,
    observations: Type.Array(ObservationEntry, { description: 'Newest first' }),
    forecasts: Type.Object(
      { hourly: Type.Array(HourlyEntry), daily: Type.Array(DailyEntry) },
      { description: 'What had been forecast, by `validAt`; the issues of one moment newest first' },
    ),
    truncated: Type.Boolean({ description: 'A list was cut: observations at their oldest, forecasts at their latest' }),
    attributions: Type.Array(Type.Object({ source: Source, text: Type.String(), url: Type.String(), license: Type.String() }), {
      description: 'The credits that the licences of the sources in this answer ask you to show',
    }),
  },
  { title: 'History' },
)
