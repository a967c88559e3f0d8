import {
  CONDITIONS,
  MAX_HEIGHT_DIFFERENCE,
  MAX_KM_WITHOUT_HEIGHT,
  MAX_READING_AGE_MS,
  MAX_STATION_KM,
  MIN_HEIGHT_DIFFERENCE,
  PRECIPITATION_INTENSITIES,
  SUN_STATES,
  WEATHER_GROUPS,
  WEATHER_KINDS,
  type WeatherGroup,
  mapMeasurements,
} from '@isobar/weather'
import { Type } from 'typebox'
import { Instant, buildNullableSchema, NullableInstant, buildNullableNumberSchema } from '../../../platform/http/schema/schemas.ts'
import { MINUTE_MS } from '../../../time.ts'
import { available, Envelope, kind, Place } from './shared-schemas.ts'

const Measurements = mapMeasurements(({ description }) => buildNullableNumberSchema(description))

/** For a whole day, some measurements have another meaning, which differs by source. */
const DayMeasurements = mapMeasurements(({ description, ofDay }) =>
  buildNullableNumberSchema(ofDay === undefined ? description : `${description}. ${ofDay}`),
)

const Appearance = {
  condition: buildNullableSchema(Type.Enum([...CONDITIONS]), 'One of a fixed list'),
  providerCode: buildNullableSchema(Type.Integer(), 'OpenWeather condition id or WMO code'),
  description: buildNullableSchema(Type.String(), 'The condition in words'),
  icon: Type.Union([Type.String(), Type.Null()], {
    description: 'Icon name; the image is at `/icons/{icon}.svg`',
    examples: ['rain', 'clear-night'],
  }),
}

const freshSnow = buildNullableNumberSchema(
  'Depth of the fresh snow that `snow` makes, in the unit of `snow`: an estimate by the temperature (Hedstrom and Pomeroy 1998), which does not settle, melt or drift',
)
const probability = buildNullableNumberSchema('0–1')
const isDay = buildNullableSchema(Type.Boolean())

const sun = buildNullableSchema(
  Type.Enum([...SUN_STATES]),
  'Of the day: `rises` and sets, or is `up` (polar day) or `down` (polar night) all day, when there are no sunrise and sunset. Null: unknown, in data fetched by an earlier release',
)

const computed = Type.Array(Type.String(), {
  description:
    'Fields that were computed where no source has sent them: humidity and dewPoint (Magnus formula, WMO-No. 8), feelsLike (Steadman 1994), precipitation (the sum of rain and snow), isDay, sunrise, sunset, moonrise, moonset and moonPhase (Astronomical Almanac, to some minutes), temperatures of parts of the day (its nearest hours), and whatever else of a day its source left out and its hours give; temperatureMax and temperatureMin where they include what a station measured on that day',
})

const HourlyPoint = Type.Object(
  {
    time: Type.String({ format: 'date-time', description: 'Start of the hour; amounts are for that hour' }),
    stepHours: Type.Optional(
      Type.Integer({
        minimum: 2,
        description:
          'Of a source whose forecast is coarser some days ahead: how many hours the point covers, as do its amounts and probability; the other values are those at its start. Omitted: one hour',
      }),
    ),
    temperature: buildNullableNumberSchema('Unit: temperature'),
    temperatureLow: Type.Optional(
      Type.Number({
        description:
          'With `temperatureHigh`: between which the temperature lies in eight of ten such cases. Omitted unless it is blended and enough is known. Unit: temperature',
      }),
    ),
    temperatureHigh: Type.Optional(Type.Number({ description: 'See `temperatureLow`' })),
    feelsLike: buildNullableNumberSchema('Unit: temperature'),
    ...Measurements,
    freshSnow,
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
    temperatureMin: buildNullableNumberSchema('Unit: temperature'),
    temperatureMax: buildNullableNumberSchema('Unit: temperature'),
    temperatureMorning: buildNullableNumberSchema('Unit: temperature'),
    temperatureDay: buildNullableNumberSchema('Unit: temperature'),
    temperatureEvening: buildNullableNumberSchema('Unit: temperature'),
    temperatureNight: buildNullableNumberSchema('Unit: temperature'),
    feelsLikeMin: buildNullableNumberSchema('Unit: temperature'),
    feelsLikeMax: buildNullableNumberSchema('Unit: temperature'),
    feelsLikeMorning: buildNullableNumberSchema('Unit: temperature'),
    feelsLikeDay: buildNullableNumberSchema('Unit: temperature'),
    feelsLikeEvening: buildNullableNumberSchema('Unit: temperature'),
    feelsLikeNight: buildNullableNumberSchema('Unit: temperature'),
    ...DayMeasurements,
    freshSnow,
    precipitationProbability: probability,
    ...Appearance,
    summary: buildNullableSchema(
      Type.String(),
      'Summary of the day by the provider; English only. Without “today”, which would be wrong of other days; null if it speaks of another day',
    ),
    sunrise: NullableInstant,
    sunset: NullableInstant,
    sun,
    moonrise: buildNullableSchema(Instant, 'Null: the moon does not rise on that day'),
    moonset: buildNullableSchema(Instant, 'Null: the moon does not set on that day'),
    moonPhase: buildNullableNumberSchema('0 and 1: new moon, 0.25: first quarter, 0.5: full moon, 0.75: last quarter'),
  },
  { title: 'DailyPoint' },
)

const kindOfGroup = buildNullableSchema(Type.Enum([...WEATHER_KINDS]))

const Station = Type.Object(
  {
    source: Type.String({ description: 'Provider id' }),
    id: Type.String({ description: 'The identifier by its source, such as an ICAO code' }),
    name: Type.String(),
    distanceKm: Type.Number({ description: 'From the place' }),
    heightMetres: buildNullableNumberSchema('Above sea level'),
    observedAt: Type.String({ format: 'date-time', description: 'When it measured' }),
    attribution: buildNullableSchema(Envelope.attribution, "Credit required by the licence of the station's source"),
  },
  { title: 'Station' },
)

const Measured = {
  kinds: Type.Object(Object.fromEntries(WEATHER_GROUPS.map((group) => [group, kindOfGroup])) as Record<WeatherGroup, typeof kindOfGroup>, {
    title: 'KindsByGroup',
    description:
      'Which kind of number each group of fields is; null if its values are unknown. `humidity`: dewPoint, humidity · `wind`: windSpeed, windDirection · `gust`: windGust · `weather`: condition, description, icon · `precipitation`: with rain, snow. A group that is an `observation` was measured by `station`; with measured temperature, humidity or wind the felt temperature is computed from what is shown, and stays an analysis',
  }),
  station: buildNullableSchema(
    Station,
    `The station that measured: the nearest within ${MAX_STATION_KM} km and ${MAX_HEIGHT_DIFFERENCE} m of height (${MAX_KM_WITHOUT_HEIGHT} km if a height is unknown) with a report of the last ${MAX_READING_AGE_MS / MINUTE_MS} minutes. Null: nothing here is measured`,
  ),
  heightCorrection: buildNullableSchema(
    Type.Object(
      {
        fromMetres: Type.Number({ description: 'The height that the temperature was for' }),
        toMetres: Type.Number({ description: 'The height of the place' }),
        lapseRatePerKm: Type.Number({ description: '°C per kilometre' }),
      },
      { title: 'HeightCorrection' },
    ),
    `Whether \`temperature\` was adjusted to the height of the place: where the two differ by more than ${MIN_HEIGHT_DIFFERENCE} m. Null: no`,
  ),
}

export const CurrentFields = {
  scope: Type.Literal('current'),
  ...Place,
  kind,
  observedAt: Type.String({ format: 'date-time', description: 'The time that the values are for, whatever their `kind`' }),
  temperature: buildNullableNumberSchema('Unit: temperature'),
  feelsLike: buildNullableNumberSchema('Unit: temperature'),
  ...Measurements,
  ...Appearance,
  isDay,
  sunrise: NullableInstant,
  sunset: NullableInstant,
  sun,
  alertIds: buildNullableSchema(
    Type.Array(Type.String()),
    'Active and upcoming official alerts, one per event; `sameAs` of an alert lists other reports of it. Null: unknown, which does not mean none',
  ),
  ...Measured,
  computed,
}

export const HourlyFields = { scope: Type.Literal('hourly'), ...Place, kind, available, computed, points: Type.Array(HourlyPoint) }

export const DailyFields = { scope: Type.Literal('daily'), ...Place, kind, available, computed, points: Type.Array(DailyPoint) }

export const MinutelyFields = {
  scope: Type.Literal('minutely'),
  ...Place,
  kind,
  available,
  points: Type.Array(Type.Object({ time: Instant, precipitation: buildNullableNumberSchema('Rate per hour') }, { title: 'MinutelyPoint' })),
  summary: buildNullableSchema(
    Type.Object(
      {
        text: Type.String({
          examples: [
            'Light precipitation until 07:40.',
            'Precipitation until 07:48. A break from 07:22 to 07:32. Moderate from 07:32 to 07:40.',
          ],
        }),
        startsAt: buildNullableSchema(Instant, 'Start of the first precipitation; null if it falls already or none is expected'),
        endsAt: buildNullableSchema(
          Instant,
          'End of the last precipitation, breaks included; null if it lasts up to `knownUntil` or none is expected',
        ),
        intensity: Type.Enum(['none', ...PRECIPITATION_INTENSITIES], {
          description: 'The highest of the hour. Rates below 0.1 mm/h count as dry',
        }),
        knownUntil: Type.String({ format: 'date-time', description: 'End of the known minutes; nothing is claimed after it' }),
      },
      { title: 'NextHour' },
    ),
    'The next hour in up to three short sentences, as of the response: from when to when precipitation falls, the longest break, and when it is heaviest. The text is rewritten every minute, however long the data is cached. Unknown minutes are not guessed: if it stays dry up to the last known minute, the text says “until at least”. Null if the current minute is unknown',
  ),
}
