import { EUROPEAN_CATEGORIES, POLLEN, POLLUTANTS, US_CATEGORIES } from '@isobar/weather'
import { Type } from 'typebox'
import { buildNullableSchema, buildNullableNumberSchema } from '../../../platform/http/schema/schemas.ts'
import { kind, Place } from './shared-schemas.ts'

const indexOf = (title: string, categories: readonly string[], description: string) =>
  buildNullableSchema(
    Type.Object(
      {
        value: Type.Integer({ minimum: 0 }),
        category: Type.Enum([...categories]),
        pollutant: Type.Enum([...POLLUTANTS], { description: 'The one that decides' }),
      },
      { title },
    ),
    description,
  )

const PLANT = buildNullableNumberSchema('Grains per m³')
const CONCENTRATION = buildNullableNumberSchema('Mean of the hour in µg/m³, in every unit system')

const AirPoint = Type.Object(
  {
    time: Type.String({ format: 'date-time', description: 'Start of the hour' }),
    ...(Object.fromEntries(POLLUTANTS.map((pollutant) => [pollutant, CONCENTRATION])) as Record<
      (typeof POLLUTANTS)[number],
      typeof CONCENTRATION
    >),
    pollen: buildNullableSchema(
      Type.Object(Object.fromEntries(POLLEN.map((plant) => [plant, PLANT])) as Record<(typeof POLLEN)[number], typeof PLANT>, {
        title: 'Pollen',
      }),
      'Null where no model has pollen, which does not mean none. Europe only, in season',
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

export const AirFields = {
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
    waveHeight: buildNullableNumberSchema('Significant height of all waves. Unit: waveHeight'),
    wavePeriod: buildNullableNumberSchema('Seconds'),
    waveDirection: buildNullableNumberSchema('Degrees from which the waves come'),
    swellHeight: buildNullableNumberSchema('Unit: waveHeight'),
    swellPeriod: buildNullableNumberSchema('Seconds'),
    swellDirection: buildNullableNumberSchema('Degrees from which the swell comes'),
    waterTemperature: buildNullableNumberSchema('At the surface. Unit: temperature'),
  },
  { title: 'MarinePoint' },
)

export const MarineFields = {
  scope: Type.Literal('marine'),
  ...Place,
  units: Type.Object({ ...Place.units.properties, waveHeight: Type.Enum(['m', 'ft']) }, { title: 'MarineUnits' }),
  kind,
  available: Type.Boolean({ description: 'False on land; `points` is then empty' }),
  points: Type.Array(MarinePoint),
}
