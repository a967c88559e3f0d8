import { type Static, Type } from 'typebox'
import { Coordinates, buildNullableSchema } from '../../../../platform/http/schema/schemas.ts'

export const NameQuery = Type.Object({
  ...Coordinates,
  lang: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      default: 'en',
      description: 'BCP 47 tag; language of `localName`, if known',
      examples: ['de'],
    }),
  ),
})
export type NameQuery = Static<typeof NameQuery>

const NamedPlace = Type.Object(
  {
    name: Type.String({ description: 'Independent of the language: suitable for URLs' }),
    localName: Type.String({ description: 'In the requested language; otherwise the same as `name`' }),
    country: Type.String({ description: 'ISO 3166 alpha-2' }),
    state: buildNullableSchema(Type.String(), 'State or region, if known'),
    lat: Type.Number(),
    lon: Type.Number(),
    distanceKm: Type.Number({ minimum: 0, description: 'Distance from the requested point, to one decimal' }),
    inGazetteer: Type.Boolean({ description: 'Whether it is a town of the bundled gazetteer' }),
  },
  { title: 'NamedPlace' },
)
export type NamedPlace = Static<typeof NamedPlace>

export const NameAnswer = Type.Object(
  {
    places: Type.Array(NamedPlace, { maxItems: 5, description: 'Places in the grid cell of the point, largest first' }),
    timezone: Type.String({ description: 'IANA zone of the point; at sea `Etc/GMT…`' }),
    near: Type.Array(NamedPlace, { maxItems: 10, description: 'Gazetteer towns within 25 km, larger and nearer first' }),
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
  { places: [cologne], timezone: 'Europe/Berlin', near: [cologne] },
  { places: [], timezone: 'Etc/GMT+10', near: [] },
]
