import { ALERT_CERTAINTIES, ALERT_COLORS, ALERT_SEVERITIES, ALERT_URGENCIES, COLOR_SOURCES, SEVERITY_SOURCES } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { Instant, buildNullableSchema } from '../../../../platform/http/schema/schemas.ts'
import { AlertAnswer } from '../alerts/schemas.ts'

export const MAX_LIMIT = 500
export const DEFAULT_LIMIT = 100

export const ListingQuery = Type.Object({
  bbox: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'A part of the world as `west,south,east,north` in degrees. West of the date line to east of it: `west` is greater than `east`. Lists warnings with an area whose bounding box meets it',
      examples: ['5.8,47.2,15.1,55.1'],
    }),
  ),
  country: Type.Optional(
    Type.String({ pattern: '^[A-Za-z]{2}$', description: 'A country by its ISO 3166 code: `DE`. This or `bbox` is required, or both' }),
  ),
  lang: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'BCP 47 tag: the language of `event`, if the issuer writes it. Default `en`' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_LIMIT, description: `Warnings of a page, default ${DEFAULT_LIMIT}; a page may have fewer` }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the page before' })),
})
export type ListingQuery = Static<typeof ListingQuery>

const { senderName, event, language, kind, level, texts, attribution } = AlertAnswer.properties
const Position = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })
const Rings = Type.Array(Type.Array(Position))

const Coverage = Type.Object({
  source: Type.String({ description: 'The feed', examples: ['dwd', 'meteoalarm'] }),
  name: Type.String({ description: 'Its publisher' }),
  country: buildNullableSchema(
    Type.String(),
    'The country whose warnings it lists (ISO 3166); null if it is not one country’s, or unknown',
  ),
  readAt: buildNullableSchema(Instant, 'When it was last read completely; null: never'),
  current: Type.Boolean({ description: 'Whether that was recent enough to count' }),
  unlocated: Type.Integer({
    minimum: 0,
    description: 'Areas of its warnings whose outlines are unknown: `country` finds those warnings, `bbox` does not',
  }),
})
export type Coverage = Static<typeof Coverage>

const WarningProperties = Type.Object({
  id: Type.String({ description: 'Of the warning as a whole. Stable while it is renewed, extended or reworded' }),
  event,
  language,
  kind,
  start: Type.String({ format: 'date-time', description: 'Start of the event' }),
  end: buildNullableSchema(Instant, 'End of the event; null if not stated'),
  expires: buildNullableSchema(Instant, "Expiry of the issuer's latest message, which is not the end of the event"),
  sent: Type.String({ format: 'date-time', description: 'When the latest message was issued' }),
  state: Type.Enum(['upcoming', 'active'], { description: 'State at the time of the response' }),
  severity: buildNullableSchema(Type.Enum([...ALERT_SEVERITIES]), 'CAP severity; null if unknown, which does not mean harmless'),
  severitySource: buildNullableSchema(Type.Enum([...SEVERITY_SOURCES]), 'stated by the issuer, or derived; null if `severity` is null'),
  color: buildNullableSchema(Type.Enum([...ALERT_COLORS]), 'As in the answer for one alert; null if nothing grades it'),
  colorSource: buildNullableSchema(Type.Enum([...COLOR_SOURCES]), 'As in the answer for one alert'),
  level,
  urgency: Type.Enum([...ALERT_URGENCIES]),
  certainty: Type.Enum([...ALERT_CERTAINTIES]),
  senderName,
  areas: Type.Array(Type.String(), { description: 'Names of all areas' }),
  outlines: buildNullableSchema(
    Type.Enum(['issuer', 'register']),
    "issuer: the geometry is the message's own. register: some of it is looked up by the codes of areas. Null without geometry",
  ),
  unlocatedAreas: Type.Array(Type.String(), { description: 'Areas that are not in the geometry, in whole or in part' }),
  texts,
  source: Type.String({ description: 'The feed' }),
  country: buildNullableSchema(Type.String(), 'The country whose feed lists it (ISO 3166)'),
  timezone: buildNullableSchema(
    Type.String(),
    'IANA zone in the middle of its first area, for local times; null if no area has an outline',
  ),
  cap: buildNullableSchema(
    Type.String(),
    'Path of the warning as a document of the Common Alerting Protocol; null if the licence of its feed does not allow that',
  ),
  attribution: buildNullableSchema(attribution, "Credit required by the feed's licence"),
})

const WarningFeature = Type.Object(
  {
    type: Type.Literal('Feature'),
    id: Type.String(),
    geometry: buildNullableSchema(
      Type.Union([
        Type.Object({ type: Type.Literal('Polygon'), coordinates: Rings }),
        Type.Object({ type: Type.Literal('MultiPolygon'), coordinates: Type.Array(Rings) }),
      ]),
      'All areas, thinned to at most some 2,000 points, rounded to 0.001°, and cut at the date line. Circles are polygons of 24 corners. Null if the outlines are unknown',
    ),
    properties: WarningProperties,
  },
  { title: 'WarningFeature' },
)
export type WarningFeature = Static<typeof WarningFeature>

export const WarningCollection = Type.Object(
  {
    type: Type.Literal('FeatureCollection'),
    complete: Type.Boolean({
      description:
        'Whether there are no official warnings in the requested area but those of all pages: feeds that were read completely and recently cover all of it. False: there may be others, and an empty list is no all-clear. True for an area only on land, away from borders, and up to some four degrees wide',
    }),
    coverage: Type.Array(Coverage, { description: 'The feeds that were searched' }),
    nextCursor: buildNullableSchema(Type.String(), 'For the next page, also in the header `Link`; null: this is the last one'),
    features: Type.Array(WarningFeature),
  },
  { title: 'WarningCollection', description: 'Official warnings as GeoJSON (RFC 7946)' },
)
export type WarningCollection = Static<typeof WarningCollection>

export const LISTING_EXAMPLE: WarningCollection = {
  type: 'FeatureCollection',
  complete: true,
  coverage: [{ source: 'dwd', name: 'Deutscher Wetterdienst', country: 'DE', readAt: '2026-07-01T12:03:00Z', current: true, unlocated: 0 }],
  nextCursor: null,
  features: [
    {
      type: 'Feature',
      id: 'dwd-4711',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [13.088, 52.339],
            [13.761, 52.339],
            [13.761, 52.675],
            [13.088, 52.675],
            [13.088, 52.339],
          ],
        ],
      },
      properties: {
        id: 'dwd-4711',
        event: 'severe gusts',
        language: 'en',
        kind: 'wind',
        start: '2026-07-01T12:00:00Z',
        end: '2026-07-01T20:00:00Z',
        expires: null,
        sent: '2026-07-01T11:00:00Z',
        state: 'active',
        severity: 'severe',
        severitySource: 'stated',
        color: 'red',
        colorSource: 'severity',
        level: null,
        urgency: 'immediate',
        certainty: 'likely',
        senderName: 'Deutscher Wetterdienst',
        areas: ['Berlin'],
        outlines: 'issuer',
        unlocatedAreas: [],
        texts: [
          {
            language: 'de',
            event: 'ORKANARTIGE BÖEN',
            headline: null,
            description: 'Es treten Böen auf.',
            instruction: null,
            areas: ['Berlin'],
          },
          { language: 'en', event: 'severe gusts', headline: null, description: 'There are gusts.', instruction: null, areas: ['Berlin'] },
        ],
        source: 'dwd',
        country: 'DE',
        timezone: 'Europe/Berlin',
        cap: '/api/alerts/dwd-4711.cap',
        attribution: {
          name: 'Deutscher Wetterdienst',
          text: 'Datenbasis: Deutscher Wetterdienst, eigene Bearbeitung',
          url: 'https://www.dwd.de/',
          license: 'CC BY 4.0',
        },
      },
    },
  ],
}
