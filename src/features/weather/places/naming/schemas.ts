import { type Static, Type } from 'typebox'
import { Coordinates } from '../../../../platform/http/schemas.ts'

export const NameQuery = Type.Object({
  ...Coordinates,
  lang: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      default: 'en',
      description: 'BCP 47 tag; `localName` is in it where the name is known in it',
      examples: ['de'],
    }),
  ),
})
export type NameQuery = Static<typeof NameQuery>

const NamedPlace = Type.Object(
  {
    name: Type.String({ description: 'Does not depend on the language: fit for addresses' }),
    localName: Type.String({ description: 'In the language asked for; `name` where it is not known in it' }),
    country: Type.String({ description: 'ISO 3166 alpha-2' }),
    state: Type.Union([Type.String(), Type.Null()], { description: 'State or region, where it is known' }),
    lat: Type.Number(),
    lon: Type.Number(),
    distanceKm: Type.Number({ minimum: 0, description: 'From the point asked for, to a tenth' }),
    inGazetteer: Type.Boolean({ description: 'Whether it is one of the bundled towns' }),
  },
  { title: 'NamedPlace' },
)
export type NamedPlace = Static<typeof NamedPlace>

export const NameAnswer = Type.Object(
  {
    places: Type.Array(NamedPlace, { maxItems: 5, description: 'What lies in the grid cell of the point, the greatest first' }),
    near: Type.Array(NamedPlace, { maxItems: 10, description: 'Bundled towns within 25 km, the greater and nearer first' }),
  },
  { title: 'NameAnswer' },
)
export type NameAnswer = Static<typeof NameAnswer>

const cologne = {
  name: 'Köln',
  localName: 'Cologne',
  country: 'DE',
  state: 'North Rhine-Westphalia',
  lat: 50.93333,
  lon: 6.95,
  distanceKm: 0,
  inGazetteer: true,
}

export const NAME_EXAMPLES = [
  { places: [cologne], near: [cologne] },
  { places: [], near: [] },
]
