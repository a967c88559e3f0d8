import { UNIT_SYSTEMS, type VerifiedVariable } from '@isobar/weather'
import { Type } from 'typebox'
import { LANGUAGES } from '../messages/languages.ts'

const number = (description: string) => Type.Union([Type.Number(), Type.Null()], { description: `${description}; null: unknown` })
const text = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const PLACE_TEXT = 'A name, with its state or country if needed (`Springfield, IL`), or coordinates (`52.52,13.41`)'
const PLACE = Type.String({
  minLength: 2,
  maxLength: 100,
  description: PLACE_TEXT,
})
const LANG = Type.Optional(Type.Enum([...LANGUAGES], { default: 'en', description: 'Language of names, descriptions and texts' }))
const UNITS = Type.Optional(Type.Enum([...UNIT_SYSTEMS], { default: 'metric', description: 'Units of all values; answers name them' }))

/** Those of the compared variables whose error has a unit. */
const COMPARED = ['temperature', 'temperatureMin', 'temperatureMax', 'windSpeed', 'windGust'] as const satisfies readonly VerifiedVariable[]

export const PlacesInput = Type.Object({ name: PLACE, lang: LANG })
export const WeatherInput = Type.Object({ place: PLACE, units: UNITS, lang: LANG })
export const AlertsInput = Type.Object({ place: PLACE, lang: LANG })
export const HistoryInput = Type.Object({
  place: PLACE,
  from: Type.Optional(Type.String({ format: 'date', description: 'First day at the place; by default a week before `to`' })),
  to: Type.Optional(Type.String({ format: 'date', description: 'Last day at the place; by default today' })),
  units: UNITS,
  lang: LANG,
})
export const AccuracyInput = Type.Object({
  place: Type.Optional(Type.String({ minLength: 2, maxLength: 100, description: `${PLACE_TEXT}; without it, all places together` })),
  variable: Type.Optional(Type.Enum([...COMPARED], { default: 'temperature' })),
  units: UNITS,
  lang: LANG,
})

const Place = Type.Object({
  name: Type.String(),
  region: Type.String({ description: 'State and country; empty if unknown' }),
  lat: Type.Number(),
  lon: Type.Number(),
})
const Namesakes = Type.Array(Type.Object({ label: Type.String(), lat: Type.Number(), lon: Type.Number() }), {
  description: 'Other places of the same name: if one of them was meant, ask again with its coordinates',
})
const Attributions = Type.Array(Type.Object({ text: Type.String(), url: Type.String(), license: Type.String() }), {
  description: 'The credit that the licences require wherever the data is shown',
})
const Provenance = Type.Object(
  {
    source: Type.String({ description: 'Provider id' }),
    fetchedAt: Type.String(),
    ageSeconds: Type.Number(),
    freshness: Type.String({
      description: 'fresh; acceptable: being refreshed; emergency: the provider does not answer, and the data may be out of date',
    }),
  },
  { description: 'Where the data is from, and how old it is' },
)
const Units = Type.Record(Type.String(), Type.String(), { description: 'Unit of each kind of measurement' })

const POINT = {
  description: text('In words'),
  precipitation: number('Amount of rain and snow'),
  windSpeed: number('Wind speed'),
  windGust: number('Gusts'),
  windDirection: number('Degrees from which the wind blows'),
}
const CURRENT = {
  ...POINT,
  temperature: number('Temperature'),
  feelsLike: number('Apparent temperature'),
  humidity: number('Percent'),
  pressure: number('At sea level'),
  cloudCover: number('Percent'),
  visibility: number('Visibility'),
  uvIndex: number('UV index'),
}
const HOUR = { ...POINT, temperature: number('Temperature'), precipitationProbability: number('0–1') }
const DAY = { ...POINT, temperatureMin: number('Lowest'), temperatureMax: number('Highest'), precipitationProbability: number('0–1') }

/** The values of each kind of point by name; the API has more. */
export const VALUES = { current: CURRENT, hour: HOUR, day: DAY }

export const PlacesOutput = Type.Object({
  places: Type.Array(
    Type.Object({
      label: Type.String({ description: 'The name, what distinguishes it from its namesakes, and the country' }),
      country: Type.String({ description: 'ISO 3166 alpha-2' }),
      lat: Type.Number(),
      lon: Type.Number(),
    }),
    { description: 'Best match first' },
  ),
  attributions: Attributions,
})

export const WeatherOutput = Type.Object({
  place: Place,
  namesakes: Namesakes,
  timezone: Type.String({ description: 'IANA name' }),
  units: Units,
  current: Type.Union([Type.Object({ ...CURRENT, observedAt: Type.String(), provenance: Provenance }), Type.Null()]),
  nextHour: text('Rain and snow of the next hour, in a sentence; null: not known by the minute'),
  hourly: Type.Union([
    Type.Object({ points: Type.Array(Type.Object({ time: Type.String(), ...HOUR })), provenance: Provenance }),
    Type.Null(),
  ]),
  daily: Type.Union([
    Type.Object({ points: Type.Array(Type.Object({ date: Type.String(), ...DAY })), provenance: Provenance }),
    Type.Null(),
  ]),
  alerts: Type.Union([Type.Integer(), Type.Null()], { description: 'Number of official warnings (tool `alerts`); null: unknown' }),
  attributions: Attributions,
})

export const AlertsOutput = Type.Object({
  place: Place,
  namesakes: Namesakes,
  alerts: Type.Union(
    [
      Type.Array(
        Type.Object({
          id: Type.String(),
          event: Type.String(),
          severity: text('minor, moderate, severe or extreme; null: not stated'),
          color: text('Colour of its level: blue, yellow, orange, red or violet'),
          state: Type.String({ description: 'active or upcoming' }),
          start: Type.String(),
          end: text('Null: no end is stated'),
          issuer: text('Who issued it'),
          areas: Type.String({ description: 'Where, in words; empty if not stated' }),
          description: Type.String(),
          instruction: text('What to do'),
        }),
      ),
      Type.Null(),
    ],
    { description: 'In force or coming, most severe first; null: nobody knows whether there are any' },
  ),
  attributions: Attributions,
})

export const HistoryOutput = Type.Object({
  place: Place,
  namesakes: Namesakes,
  units: Units,
  from: Type.String(),
  to: Type.String(),
  kind: text('observation: measured; analysis: computed for that moment, not measured; null: nothing is archived'),
  source: text('Provider id'),
  lastObservedAt: text('How far the archive reaches'),
  days: Type.Array(
    Type.Object({
      date: Type.String(),
      temperatureMin: number('Lowest'),
      temperatureMax: number('Highest'),
      precipitationTotal: number('Rain and snow'),
      forecastMin: number('Lowest, as forecast the day before'),
      forecastMax: number('Highest, as forecast the day before'),
      observationCount: Type.Integer({ description: 'Values behind it; extremes and totals need a whole day' }),
    }),
  ),
  attributions: Attributions,
})

export const AccuracyOutput = Type.Object({
  place: Type.Union([Place, Type.Null()], { description: 'Null: all places together' }),
  variable: Type.String(),
  units: Units,
  from: text('First day compared; null: nothing yet'),
  to: text('Last day compared'),
  scores: Type.Array(
    Type.Object({
      source: Type.String({ description: 'Provider id of the forecasts' }),
      leadHours: Type.Integer({ description: 'Upper bound of the lead time, hours' }),
      days: Type.Integer({ description: 'Days compared' }),
      meanAbsoluteError: number('Mean absolute error: null below 30 days'),
      bias: number('Mean error, forecast minus truth'),
      truth: Type.String({ description: 'What they were compared with: provider id' }),
      truthKind: Type.String({ description: 'observation: measured; analysis: computed' }),
    }),
  ),
  attributions: Attributions,
})
