import { type Static, Type } from 'typebox'
import { EUROPEAN_CATEGORIES, POLLEN, POLLUTANTS, US_CATEGORIES } from '../../../domain/air/air.ts'
import { CONDITIONS } from '../../../domain/condition.ts'
import { MIN_HEIGHT_DIFFERENCE, WEATHER_GROUPS, type WeatherGroup } from '../../../domain/measured.ts'
import { eachMeasurement } from '../../../domain/measurements.ts'
import { PRECIPITATION_INTENSITIES } from '../../../domain/precipitation-intensity.ts'
import { PUBLIC_SCOPES } from '../../../domain/scope.ts'
import { MAX_HEIGHT_DIFFERENCE, MAX_KM_WITHOUT_HEIGHT, MAX_READING_AGE_MS, MAX_STATION_KM } from '../../../domain/station.ts'
import { UNIT_SYSTEMS } from '../../../domain/units.ts'
import { WEATHER_KINDS } from '../../../domain/weather-kind.ts'
import { Coordinates, Instant, NullableInstant } from '../../../platform/http/schema/schemas.ts'
import { MINUTE_MS } from '../../../time.ts'

/** Lower snake case; the triggers recorded by jobs and admin routes are reserved. */
export const Trigger = Type.String({
  pattern: '^(?!cron_|admin_)[a-z][a-z0-9]*(?:_[a-z0-9]+)*$',
  maxLength: 40,
  description:
    'Why the weather is requested, recorded as sent. Known: dashboard_load, dashboard_refresh, city_detail, search_select, search_preview, history_read, prefetch. `cron_…` and `admin_…` are reserved.',
  examples: ['city_detail'],
})

export const Units = Type.Enum([...UNIT_SYSTEMS], {
  description: 'metric: °C, km/h, mm, hPa, km · uk: °C, mph, mm, hPa, mi · imperial: °F, mph, in, inHg, mi · si: °C, m/s, mm, hPa, m',
})

export const Lang = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'BCP 47 tag; `lang` in the response is the language used. Costs no provider call.',
  examples: ['de'],
})

export const MaxAgeMs = Type.Integer({
  minimum: 0,
  maximum: 31_536_000_000,
  description: 'Data older than this is refreshed before answering, at most once in 5 minutes per place. In milliseconds.',
})

export const WeatherQueryString = Type.Object({
  ...Coordinates,
  scope: Type.Enum([...PUBLIC_SCOPES], { description: 'Part of the weather' }),
  trigger: Type.Optional(Trigger),
  lang: Type.Optional({ ...Lang, default: 'en' }),
  units: Type.Optional({ ...Units, default: 'metric' as const }),
  maxAgeMs: Type.Optional(MaxAgeMs),
})
export type WeatherQueryString = Static<typeof WeatherQueryString>

const nullable = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

const Credit = Type.Object(
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
  source: Type.String({ description: 'Provider id', examples: ['openweather', 'open-meteo'] }),
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
          fields: Type.Array(Type.String(), { description: 'Of each point' }),
          fetchedAt: Instant,
          attribution: Credit,
        },
        { title: 'FieldSource' },
      ),
      { description: 'Other providers that supplied what `source` lacks, each for whole groups of fields. Omitted if there are none' },
    ),
  ),
}

const Place = {
  lat: Type.Number({ description: 'As requested' }),
  lon: Type.Number({ description: 'As requested' }),
  timezone: Type.String({ description: 'IANA time zone', examples: ['Europe/Berlin'] }),
  utcOffsetSeconds: Type.Integer({ description: 'When the data was fetched' }),
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

const Measurements = eachMeasurement(({ description }) => nullable(description))

/** For a whole day, some measurements have another meaning, which differs by source. */
const DayMeasurements = eachMeasurement(({ description, ofDay }) =>
  nullable(ofDay === undefined ? description : `${description}. ${ofDay}`),
)

const Appearance = {
  condition: Type.Union([Type.Enum([...CONDITIONS]), Type.Null()], { description: 'One of a fixed list' }),
  providerCode: Type.Union([Type.Integer(), Type.Null()], { description: 'OpenWeather condition id or WMO code' }),
  description: Type.Union([Type.String(), Type.Null()], { description: 'The condition in words' }),
  icon: Type.Union([Type.String(), Type.Null()], {
    description: 'Icon name; the image is at `/icons/{icon}.svg`',
    examples: ['rain', 'clear-night'],
  }),
}

const probability = nullable('0–1')
const isDay = Type.Union([Type.Boolean(), Type.Null()])

const HourlyPoint = Type.Object(
  {
    time: Type.String({ format: 'date-time', description: 'Start of the hour; amounts are for that hour' }),
    temperature: nullable('Unit: temperature'),
    feelsLike: nullable('Unit: temperature'),
    ...Measurements,
    precipitationProbability: probability,
    ...Appearance,
    isDay,
  },
  { title: 'HourlyPoint' },
)

const DailyPoint = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'Local calendar day' }),
    time: Type.String({ format: 'date-time', description: 'Start of that local day' }),
    temperatureMin: nullable('Unit: temperature'),
    temperatureMax: nullable('Unit: temperature'),
    temperatureMorning: nullable('Unit: temperature'),
    temperatureDay: nullable('Unit: temperature'),
    temperatureEvening: nullable('Unit: temperature'),
    temperatureNight: nullable('Unit: temperature'),
    feelsLikeMin: nullable('Unit: temperature'),
    feelsLikeMax: nullable('Unit: temperature'),
    feelsLikeMorning: nullable('Unit: temperature'),
    feelsLikeDay: nullable('Unit: temperature'),
    feelsLikeEvening: nullable('Unit: temperature'),
    feelsLikeNight: nullable('Unit: temperature'),
    ...DayMeasurements,
    precipitationProbability: probability,
    ...Appearance,
    summary: Type.Union([Type.String(), Type.Null()], {
      description:
        'Summary of the day by the provider; English only. Without “today”, which would be wrong of other days; null if it speaks of another day',
    }),
    sunrise: NullableInstant,
    sunset: NullableInstant,
    moonrise: NullableInstant,
    moonset: NullableInstant,
    moonPhase: nullable('0 and 1: new moon, 0.25: first quarter, 0.5: full moon, 0.75: last quarter'),
  },
  { title: 'DailyPoint' },
)

const kind = Type.Enum([...WEATHER_KINDS], {
  description:
    'What kind of number these are: `observation` (measured at a station), `analysis` (a modelled or blended value for now) or `forecast`; of several kinds, the one that proves least (`kinds` has each). Only an observation may be called measured.',
})

const available = Type.Boolean({
  description:
    'False if the source has no minute data for the place or it has expired; `points` is then empty. This does not mean a dry hour',
})

const kindOfGroup = Type.Union([Type.Enum([...WEATHER_KINDS]), Type.Null()])

const Station = Type.Object(
  {
    source: Type.String({ description: 'Provider id' }),
    id: Type.String({ description: 'The identifier by its source, such as an ICAO code' }),
    name: Type.String(),
    distanceKm: Type.Number({ description: 'From the place' }),
    heightMetres: Type.Union([Type.Number(), Type.Null()], { description: 'Above sea level' }),
    observedAt: Type.String({ format: 'date-time', description: 'When it measured' }),
    attribution: Type.Union([Envelope.attribution, Type.Null()], { description: "Credit required by the licence of the station's source" }),
  },
  { title: 'Station' },
)

const Measured = {
  kinds: Type.Object(
    Object.fromEntries(Object.keys(WEATHER_GROUPS).map((group) => [group, kindOfGroup])) as Record<WeatherGroup, typeof kindOfGroup>,
    {
      title: 'KindsByGroup',
      description:
        'Which kind of number each group of fields is; null if its values are unknown. `humidity`: dewPoint, humidity · `wind`: windSpeed, windDirection · `gust`: windGust · `weather`: condition, description, icon · `precipitation`: with rain, snow. A group that is an `observation` was measured by `station`; the felt temperature is shifted by as much as the temperature, and stays an analysis',
    },
  ),
  station: Type.Union([Station, Type.Null()], {
    description: `The station that measured: the nearest within ${MAX_STATION_KM} km and ${MAX_HEIGHT_DIFFERENCE} m of height (${MAX_KM_WITHOUT_HEIGHT} km if a height is unknown) with a report of the last ${MAX_READING_AGE_MS / MINUTE_MS} minutes. Null: nothing here is measured`,
  }),
  heightCorrection: Type.Union(
    [
      Type.Object(
        {
          fromMetres: Type.Number({ description: 'The height that the temperature was for' }),
          toMetres: Type.Number({ description: 'The height of the place' }),
          lapseRatePerKm: Type.Number({ description: '°C per kilometre' }),
        },
        { title: 'HeightCorrection' },
      ),
      Type.Null(),
    ],
    {
      description: `Whether \`temperature\` was adjusted to the height of the place: where the two differ by more than ${MIN_HEIGHT_DIFFERENCE} m. Null: no`,
    },
  ),
}

const CurrentFields = {
  scope: Type.Literal('current'),
  ...Place,
  kind,
  observedAt: Type.String({ format: 'date-time', description: 'The time that the values are for, whatever their `kind`' }),
  temperature: nullable('Unit: temperature'),
  feelsLike: nullable('Unit: temperature'),
  ...Measurements,
  ...Appearance,
  isDay,
  sunrise: NullableInstant,
  sunset: NullableInstant,
  alertIds: Type.Union([Type.Array(Type.String()), Type.Null()], {
    description:
      'Active and upcoming official alerts, one per event; `sameAs` of an alert lists other reports of it. Null: unknown, which does not mean none',
  }),
  ...Measured,
}

const HourlyFields = { scope: Type.Literal('hourly'), ...Place, kind, available, points: Type.Array(HourlyPoint) }

const DailyFields = { scope: Type.Literal('daily'), ...Place, kind, available, points: Type.Array(DailyPoint) }

const MinutelyFields = {
  scope: Type.Literal('minutely'),
  ...Place,
  kind,
  available,
  points: Type.Array(Type.Object({ time: Instant, precipitation: nullable('Rate per hour') }, { title: 'MinutelyPoint' })),
  summary: Type.Union(
    [
      Type.Object(
        {
          text: Type.String({
            examples: [
              'Light precipitation until 07:40.',
              'Precipitation until 07:48. A break from 07:22 to 07:32. Moderate from 07:32 to 07:40.',
            ],
          }),
          startsAt: Type.Union([Instant, Type.Null()], {
            description: 'Start of the first precipitation; null if it falls already or none is expected',
          }),
          endsAt: Type.Union([Instant, Type.Null()], {
            description: 'End of the last precipitation, breaks included; null if it lasts up to `knownUntil` or none is expected',
          }),
          intensity: Type.Enum(['none', ...PRECIPITATION_INTENSITIES], {
            description: 'The highest of the hour. Rates below 0.1 mm/h count as dry',
          }),
          knownUntil: Type.String({ format: 'date-time', description: 'End of the known minutes; nothing is claimed after it' }),
        },
        { title: 'NextHour' },
      ),
      Type.Null(),
    ],
    {
      description:
        'The next hour in up to three short sentences, as of the response: from when to when precipitation falls, the longest break, and when it is heaviest. The text is rewritten every minute, however long the data is cached. Unknown minutes are not guessed: if it stays dry up to the last known minute, the text says “until at least”. Null if the current minute is unknown',
    },
  ),
}

const indexOf = (title: string, categories: readonly string[], description: string) =>
  Type.Union(
    [
      Type.Object(
        {
          value: Type.Integer({ minimum: 0 }),
          category: Type.Enum([...categories]),
          pollutant: Type.Enum([...POLLUTANTS], { description: 'The one that decides' }),
        },
        { title },
      ),
      Type.Null(),
    ],
    { description },
  )

const PLANT = nullable('Grains per m³')
const CONCENTRATION = nullable('Mean of the hour in µg/m³, in every unit system')

const AirPoint = Type.Object(
  {
    time: Type.String({ format: 'date-time', description: 'Start of the hour' }),
    ...(Object.fromEntries(POLLUTANTS.map((pollutant) => [pollutant, CONCENTRATION])) as Record<
      (typeof POLLUTANTS)[number],
      typeof CONCENTRATION
    >),
    pollen: Type.Union(
      [
        Type.Object(Object.fromEntries(POLLEN.map((plant) => [plant, PLANT])) as Record<(typeof POLLEN)[number], typeof PLANT>, {
          title: 'Pollen',
        }),
        Type.Null(),
      ],
      { description: 'Null where no model has pollen, which does not mean none. Europe only, in season' },
    ),
    europeanIndex: indexOf(
      'EuropeanAirQualityIndex',
      EUROPEAN_CATEGORIES,
      'European Air Quality Index as Copernicus states it: bands of 20, open above 100. Particles as means of 24 hours. Null if too little is known of the hours before',
    ),
    usIndex: indexOf(
      'UsAirQualityIndex',
      US_CATEGORIES,
      'US Air Quality Index, 0 to 500, by the breakpoints of May 2024. Particles by NowCast, ozone and carbon monoxide as means of 8 hours. Another scale than the European one',
    ),
  },
  { title: 'AirPoint' },
)

const AirFields = {
  scope: Type.Literal('air'),
  ...Place,
  kind,
  localIndex: Type.Enum(['europeanIndex', 'usIndex'], {
    description: "The index to show at the place: the European one in Europe's time zones",
  }),
  available: Type.Boolean({ description: 'False if the source knows nothing of the air at the place; `points` is then empty' }),
  points: Type.Array(AirPoint),
}

const MarinePoint = Type.Object(
  {
    time: Type.String({ format: 'date-time', description: 'Start of the hour' }),
    waveHeight: nullable('Significant height of all waves. Unit: waveHeight'),
    wavePeriod: nullable('Seconds'),
    waveDirection: nullable('Degrees from which the waves come'),
    swellHeight: nullable('Unit: waveHeight'),
    swellPeriod: nullable('Seconds'),
    swellDirection: nullable('Degrees from which the swell comes'),
    waterTemperature: nullable('At the surface. Unit: temperature'),
  },
  { title: 'MarinePoint' },
)

const MarineFields = {
  scope: Type.Literal('marine'),
  ...Place,
  units: Type.Object({ ...Place.units.properties, waveHeight: Type.Enum(['m', 'ft']) }, { title: 'MarineUnits' }),
  kind,
  available: Type.Boolean({ description: 'False on land; `points` is then empty' }),
  points: Type.Array(MarinePoint),
}

/** The payload of each scope, without the envelope. */
export const SCOPE_PAYLOADS = {
  current: Type.Object(CurrentFields, { title: 'CurrentWeatherData' }),
  hourly: Type.Object(HourlyFields, { title: 'HourlyForecastData' }),
  daily: Type.Object(DailyFields, { title: 'DailyForecastData' }),
  minutely: Type.Object(MinutelyFields, { title: 'MinutelyForecastData' }),
  air: Type.Object(AirFields, { title: 'AirQualityData' }),
  marine: Type.Object(MarineFields, { title: 'MarineForecastData' }),
}

const CurrentAnswer = Type.Object(
  { ...CurrentFields, ...Envelope },
  {
    title: 'CurrentWeather',
    description: 'Current weather. Amounts cover the last 60 minutes. Sunrise and sunset are null during polar day and night.',
  },
)

const HourlyAnswer = Type.Object(
  { ...HourlyFields, ...Envelope },
  {
    title: 'HourlyForecast',
    description: 'From the current hour on; past hours are omitted. 48 hours or more while the data is fresh',
  },
)

const DailyAnswer = Type.Object(
  { ...DailyFields, ...Envelope },
  {
    title: 'DailyForecast',
    description: 'From today on, in local time; past days are omitted. 8 days or more while the data is fresh',
  },
)

const MinutelyAnswer = Type.Object(
  { ...MinutelyFields, ...Envelope },
  {
    title: 'MinutelyForecast',
    description: 'The next minutes, one hour while the data is fresh, where the source has radar. Never interpolated.',
  },
)

const AirAnswer = Type.Object(
  { ...AirFields, ...Envelope },
  {
    title: 'AirQuality',
    description:
      'Air quality and pollen from the current hour on, four days or more while the data is fresh. Indices are computed here, from concentrations',
  },
)

const MarineAnswer = Type.Object(
  { ...MarineFields, ...Envelope },
  { title: 'MarineForecast', description: 'Waves, swell and water temperature from the current hour on' },
)

export const WeatherAnswer = Type.Union([CurrentAnswer, HourlyAnswer, DailyAnswer, MinutelyAnswer, AirAnswer, MarineAnswer])
