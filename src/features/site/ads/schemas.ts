import { type Static, Type } from 'typebox'
import { FORMATS, PLACEMENTS } from './placements.ts'

const ClientId = Type.Union([Type.String(), Type.Null()], { description: 'The publisher, `ca-pub-…`; null until configured' })
const ConsentRequired = Type.Boolean({ description: 'Whether a visitor must have consented before the script is loaded' })

export const AdsConfig = Type.Object(
  {
    scriptEnabled: Type.Boolean({ description: "Whether pages may load the ad program's script" }),
    clientId: ClientId,
    consentRequired: ConsentRequired,
  },
  { title: 'AdsConfig' },
)
export const ADS_CONFIG_EXAMPLE = { scriptEnabled: false, clientId: null, consentRequired: true }

export const PlacementQuery = Type.Object({
  placement: Type.Enum([...PLACEMENTS], { description: 'Where the ad would be shown', examples: ['hero'] }),
})
export type PlacementQuery = Static<typeof PlacementQuery>

export const PlacementAnswer = Type.Object(
  {
    placement: Type.Enum([...PLACEMENTS]),
    enabled: Type.Boolean({ description: 'Whether there is a publisher and a slot for it' }),
    clientId: ClientId,
    slotId: Type.Optional(Type.String({ description: 'Left out where the placement has no slot' })),
    format: Type.Enum([...new Set(Object.values(FORMATS))], { description: 'Shape of the unit' }),
    consentRequired: ConsentRequired,
  },
  { title: 'AdPlacement' },
)
export const PLACEMENT_EXAMPLE = {
  placement: 'hero',
  enabled: true,
  clientId: 'ca-pub-1234567890123456',
  slotId: '1234567890',
  format: 'horizontal',
  consentRequired: true,
} as const

export const BackgroundQuery = Type.Object({
  city: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Name of the place', examples: ['Lisbon'] })),
  country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$', description: 'ISO 3166 alpha-2', examples: ['PT'] })),
  lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90, description: 'Latitude; not needed', examples: [38.72] })),
  lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: 'Longitude; not needed', examples: [-9.14] })),
  condition: Type.Optional(
    Type.String({ maxLength: 40, description: 'A condition of the weather answers; an unknown one is fair weather', examples: ['rain'] }),
  ),
  isDay: Type.Optional(Type.Boolean({ description: 'Day or night; day where it is left out', examples: [true] })),
})
export type BackgroundQuery = Static<typeof BackgroundQuery>

export const BackgroundAnswer = Type.Object(
  {
    imageUrl: Type.String({ description: 'A path of ours for artwork, an https address for a photograph' }),
    source: Type.Enum(['photo', 'artwork']),
    width: Type.Integer(),
    height: Type.Integer(),
    attribution: Type.Union([Type.Object({ text: Type.String(), url: Type.String(), license: Type.String() }), Type.Null()], {
      description: 'The credit to be shown with a photograph; null for our own artwork',
    }),
  },
  { title: 'PlaceholderBackground' },
)
export const BACKGROUND_EXAMPLE = {
  imageUrl: '/api/ads/artwork/rain-day.svg',
  source: 'artwork',
  width: 1600,
  height: 900,
  attribution: null,
} as const
