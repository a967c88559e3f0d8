import { Type } from 'typebox'
import { CONDITIONS } from '../../../domain/condition.ts'
import { MIN_HEIGHT_DIFFERENCE, WEATHER_GROUPS, type WeatherGroup } from '../../../domain/measured.ts'
import { eachMeasurement } from '../../../domain/measurements.ts'
import { PRECIPITATION_INTENSITIES } from '../../../domain/precipitation-intensity.ts'
import { MAX_HEIGHT_DIFFERENCE, MAX_KM_WITHOUT_HEIGHT, MAX_READING_AGE_MS, MAX_STATION_KM } from '../../../domain/station.ts'
import { WEATHER_KINDS } from '../../../domain/weather-kind.ts'
import { Instant, nullable, NullableInstant, nullableNumber } from '../../../platform/http/schema/schemas.ts'
import { MINUTE_MS } from '../../../time.ts'
import { available, Envelope, kind, Place } from './shared-schemas.ts'

const Measurements = eachMeasurement(({ description }) => nullableNumber(description))

/** For a whole day, some measurements have another meaning, which differs by source. */
const DayMeasurements = eachMeasurement(({ description, ofDay }) =>
  nullableNumber(ofDay === undefined ? description : `${description}. ${ofDay}`),
)

const Appearance = {
  condition: nullable(Type.Enum([...CONDITIONS]), 'One of a fixed list'),
  providerCode: nullable(Type.Integer(), 'OpenWeather condition id or WMO code'),
  description: nullable(Type.String(), 'The condition in words'),
  icon: Type.Union([Type.String(), Type.Null()], {
    description: 'Icon name; the image is at `/icons/{icon}.svg`',
    examples: ['rain', 'clear-night'],
  }),
}

const probability = nullableNumber('0–1')
const isDay = nullable(Type.Boolean())

const HourlyPoint = Type.Object(
  {
    time: Type.String({ format: 'date-time', description: 'Start of the hour; amounts are for that hour' }),
    temperature: nullableNumber('Unit: temperature'),
    feelsLike: nullableNumber('Unit: temperature'),
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
    temperatureMin: nullableNumber('Unit: temperature'),
    temperatureMax: nullableNumber('Unit: temperature'),
    temperatureMorning: nullableNumber('Unit: temperature'),
    temperatureDay: nullableNumber('Unit: temperature'),
    temperatureEvening: nullableNumber('Unit: temperature'),
    temperatureNight: nullableNumber('Unit: temperature'),
    feelsLikeMin: nullableNumber('Unit: temperature'),
    feelsLikeMax: nullableNumber('Unit: temperature'),
    feelsLikeMorning: nullableNumber('Unit: temperature'),
    feelsLikeDay: nullableNumber('Unit: temperature'),
    feelsLikeEvening: nullableNumber('Unit: temperature'),
    feelsLikeNight: nullableNumber('Unit: temperature'),
    ...DayMeasurements,
    precipitationProbability: probability,
    ...Appearance,
    summary: nullable(
      Type.String(),
      'Summary of the day by the provider; English only. Without “today”, which would be wrong of other days; null if it speaks of another day',
    ),
    sunrise: NullableInstant,
    sunset: NullableInstant,
    moonrise: NullableInstant,
    moonset: NullableInstant,
    moonPhase: nullableNumber('0 and 1: new moon, 0.25: first quarter, 0.5: full moon, 0.75: last quarter'),
  },
  { title: 'DailyPoint' },
)

const kindOfGroup = nullable(Type.Enum([...WEATHER_KINDS]))

const Station = Type.Object(
  {
    source: Type.String({ description: 'Provider id' }),
    id: Type.String({ description: 'The identifier by its source, such as an ICAO code' }),
    name: Type.String(),
    distanceKm: Type.Number({ description: 'From the place' }),
    heightMetres: nullableNumber('Above sea level'),
    observedAt: Type.String({ format: 'date-time', description: 'When it measured' }),
    attribution: nullable(Envelope.attribution, "Credit required by the licence of the station's source"),
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
  station: nullable(
    Station,
    `The station that measured: the nearest within ${MAX_STATION_KM} km and ${MAX_HEIGHT_DIFFERENCE} m of height (${MAX_KM_WITHOUT_HEIGHT} km if a height is unknown) with a report of the last ${MAX_READING_AGE_MS / MINUTE_MS} minutes. Null: nothing here is measured`,
  ),
  heightCorrection: nullable(
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
  temperature: nullableNumber('Unit: temperature'),
  feelsLike: nullableNumber('Unit: temperature'),
  ...Measurements,
  ...Appearance,
  isDay,
  sunrise: NullableInstant,
  sunset: NullableInstant,
  alertIds: nullable(
    Type.Array(Type.String()),
    'Active and upcoming official alerts, one per event; `sameAs` of an alert lists other reports of it. Null: unknown, which does not mean none',
  ),
  ...Measured,
}

export const HourlyFields = { scope: Type.Literal('hourly'), ...Place, kind, available, points: Type.Array(HourlyPoint) }

export const DailyFields = { scope: Type.Literal('daily'), ...Place, kind, available, points: Type.Array(DailyPoint) }

export const MinutelyFields = {
  scope: Type.Literal('minutely'),
  ...Place,
  kind,
  available,
  points: Type.Array(Type.Object({ time: Instant, precipitation: nullableNumber('Rate per hour') }, { title: 'MinutelyPoint' })),
  summary: nullable(
    Type.Object(
      {
        text: Type.String({
          examples: [
            'Light precipitation until 07:40.',
            'Precipitation until 07:48. A break from 07:22 to 07:32. Moderate from 07:32 to 07:40.',
          ],
        }),
        startsAt: nullable(Instant, 'Start of the first precipitation; null if it falls already or none is expected'),
        endsAt: nullable(
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
