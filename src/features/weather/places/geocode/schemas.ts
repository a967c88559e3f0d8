import { type Static, Type } from 'typebox'
import { Latitude, Longitude, buildNullableSchema } from '../../../../platform/http/schema/schemas.ts'

const MATCHES = ['exact', 'partial', 'similar'] as const

export const GeocodeParameters = Type.Object({
  q: Type.String({
    maxLength: 400,
    description:
      'Name of a place, postcode or code of an airport, 2–100 characters without surrounding spaces; after commas, its state or country, as names or codes. Case, accents and spacing are ignored. Or coordinates in degrees, with the latitude first or letters: `52.52, 13.41`, `52°31′N 13°24′E`.',
    examples: ['Springfield'],
  }),
  country: Type.Optional(
    Type.String({ pattern: '^[A-Za-z]{2}$', description: 'Only places in this country (ISO 3166 alpha-2)', examples: ['US'] }),
  ),
  lat: Type.Optional({ ...Latitude, description: 'With `lon`: nearer places come first' }),
  lon: Type.Optional({ ...Longitude, description: 'With `lat`: nearer places come first' }),
  lang: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      default: 'en',
      description: 'BCP 47 tag; language of the place names, if known',
      examples: ['de'],
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, default: 5, description: 'Maximum number of places' })),
})
export type GeocodeParameters = Static<typeof GeocodeParameters>

export const Place = Type.Object(
  {
    name: Type.String(),
    country: Type.String({ description: 'ISO 3166 alpha-2; `ZZ`: coordinates at which there is no town' }),
    state: buildNullableSchema(Type.String(), 'State or region, if known'),
    lat: Type.Number(),
    lon: Type.Number(),
    label: Type.String({ description: 'Name with what distinguishes it from places of the same name' }),
    match: Type.Enum([...MATCHES], {
      description:
        '`exact`: by its name in any language, its code or coordinates; `partial`: by the beginning of its name; `similar`: spelt similarly, or thought by the provider to be meant',
    }),
  },
  { title: 'Place' },
)

export const GeocodeAnswerBody = Type.Array(Place, { maxItems: 5 })

export const GEOCODE_EXAMPLES = [
  [
    {
      name: 'Springfield',
      country: 'US',
      state: 'Illinois',
      lat: 39.799,
      lon: -89.644,
      label: 'Springfield, Illinois, US',
      match: 'exact',
    },
    {
      name: 'Springfield',
      country: 'US',
      state: 'Missouri',
      lat: 37.1968,
      lon: -93.2946,
      label: 'Springfield, Missouri, US',
      match: 'exact',
    },
  ],
  [],
]
