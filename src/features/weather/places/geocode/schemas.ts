import { type Static, Type } from 'typebox'
import { Latitude, Longitude } from '../../../../platform/http/schemas.ts'

export const GeocodeParameters = Type.Object({
  q: Type.String({
    maxLength: 400,
    description:
      'Name of a place, 2–100 characters without the spaces around it; town, state and country may be divided by commas. Case, accents and space do not matter.',
    examples: ['Springfield'],
  }),
  country: Type.Optional(
    Type.String({ pattern: '^[A-Za-z]{2}$', description: 'Only places of this country (ISO 3166 alpha-2)', examples: ['US'] }),
  ),
  lat: Type.Optional({ ...Latitude, description: 'With `lon`: nearer places go first' }),
  lon: Type.Optional({ ...Longitude, description: 'With `lat`: nearer places go first' }),
  lang: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      default: 'en',
      description: 'BCP 47 tag; places are named in it where its name for them is known',
      examples: ['de'],
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 5, default: 5, description: 'At most so many places' })),
})
export type GeocodeParameters = Static<typeof GeocodeParameters>

const Place = Type.Object(
  {
    name: Type.String(),
    country: Type.String({ description: 'ISO 3166 alpha-2' }),
    state: Type.Union([Type.String(), Type.Null()], { description: 'State or region, where it is known' }),
    lat: Type.Number(),
    lon: Type.Number(),
    label: Type.String({ description: 'The name with what tells it from its namesakes' }),
  },
  { title: 'Place' },
)

export const GeocodeAnswerBody = Type.Array(Place, { maxItems: 5 })

export const GEOCODE_EXAMPLES = [
  [
    { name: 'Springfield', country: 'US', state: 'Illinois', lat: 39.799, lon: -89.644, label: 'Springfield, Illinois, US' },
    { name: 'Springfield', country: 'US', state: 'Missouri', lat: 37.1968, lon: -93.2946, label: 'Springfield, Missouri, US' },
  ],
  [],
]
