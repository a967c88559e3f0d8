import { type Static, Type } from 'typebox'
import { FORMATS, PLACEMENTS } from './placements.ts'

const ClientId = Type.Union([Type.String(), Type.Null()], { description: 'The publisher, `ca-pub-…`; null until configured' })
const ConsentRequired = Type.Boolean({ description: 'Whether the visitor must consent before the script is loaded' })

export const AdsConfig = Type.Object(
  {
    scriptEnabled: Type.Boolean({ description: 'Whether pages load the ad script' }),
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
    enabled: Type.Boolean({ description: 'Whether a publisher and a slot are configured' }),
    clientId: ClientId,
    slotId: Type.Optional(Type.String({ description: 'Omitted if the placement has no slot' })),
    format: Type.Enum([...new Set(Object.values(FORMATS))], { description: 'Format of the ad unit' }),
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
  lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90, description: 'Latitude; optional', examples: [38.72] })),
  lon: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: 'Longitude; optional', examples: [-9.14] })),
  condition: Type.Optional(
    Type.String({ maxLength: 40, description: 'A weather condition; unknown conditions count as fair weather', examples: ['rain'] }),
  ),
  isDay: Type.Optional(Type.Boolean({ description: 'Day or night; default day', examples: [true] })),
})
export type BackgroundQuery = Static<typeof BackgroundQuery>

export const BackgroundAnswer = Type.Object(
  {
    imageUrl: Type.String({ description: 'A path on this site for artwork, an https URL for a photo' }),
    source: Type.Enum(['photo', 'artwork']),
    width: Type.Integer(),
    height: Type.Integer(),
    attribution: Type.Union([Type.Object({ text: Type.String(), url: Type.String(), license: Type.String() }), Type.Null()], {
      description: 'Credit to show with a photo; null for built-in artwork',
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
