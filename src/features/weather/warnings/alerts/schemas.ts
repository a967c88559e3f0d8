import {
  ALERT_CERTAINTIES,
  ALERT_COLORS,
  ALERT_ID_PATTERN,
  ALERT_SEVERITIES,
  ALERT_STATES,
  ALERT_URGENCIES,
  COLOR_SOURCES,
  HAZARDS,
  SEVERITY_SOURCES,
} from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { Instant, buildNullableSchema, buildNullableTextSchema } from '../../../../platform/http/schema/schemas.ts'

export const AlertParams = Type.Object({
  alertId: Type.String({
    pattern: ALERT_ID_PATTERN.source,
    description: 'As listed in `alertIds` of current weather',
    examples: ['nws-6XqqW2o9iTXWb0IYcQKRMQ'],
  }),
})

export const AlertAnswer = Type.Object(
  {
    id: Type.String({
      description:
        'Stable while the warning is renewed, extended or reworded. Specific to one place: elsewhere the same warning has a different id',
    }),
    senderName: buildNullableTextSchema('Issuing agency; null if the source does not say'),
    event: Type.String({ description: 'Event, in the words of the agency' }),
    language: buildNullableTextSchema('Language of the texts (BCP 47); null if unknown'),
    kind: Type.Enum([...HAZARDS, 'other'], {
      description: 'Kind of hazard; `other` if it is none of those that can be subscribed to',
    }),
    start: Type.String({ format: 'date-time', description: 'Start of the event, or when a running alert was last confirmed' }),
    end: buildNullableSchema(Instant, 'End of the event; null if not stated'),
    description: Type.String({ description: 'Text of the warning, with line breaks; may be empty' }),
    severity: buildNullableSchema(Type.Enum([...ALERT_SEVERITIES]), 'CAP severity; null if unknown, which does not mean harmless'),
    severitySource: buildNullableSchema(
      Type.Enum([...SEVERITY_SOURCES]),
      'stated: given by the source. derived: from the level, colour or wording of the warning. Null if `severity` is null',
    ),
    color: buildNullableSchema(
      Type.Enum([...ALERT_COLORS]),
      "Colour of the issuer's level, or else of the severity; the site and its emails show the same. Null if nothing grades it",
    ),
    colorSource: buildNullableSchema(
      Type.Enum([...COLOR_SOURCES]),
      "level: the issuer's own level. severity: from the severity that the issuer states. derived: from a `severity` that is derived itself, so the level is not the issuer's. Null if `color` is null",
    ),
    urgency: Type.Enum([...ALERT_URGENCIES]),
    certainty: Type.Enum([...ALERT_CERTAINTIES]),
    state: Type.Enum([...ALERT_STATES], {
      description: 'State at the time of the response; cancelled: called off or replaced, or missing from three readings over half an hour',
    }),
    instruction: buildNullableTextSchema('What people should do'),
    tags: Type.Array(Type.String(), { description: 'Tags, as given by the source' }),
    areas: Type.Array(Type.String(), { description: 'Areas covered; empty if the source does not say' }),
    level: buildNullableSchema(
      Type.Object({ name: Type.String(), color: buildNullableTextSchema('As #rrggbb; null if unknown') }),
      "The agency's own level, such as orange, which is what the public sees; null if it has none",
    ),
    texts: Type.Array(
      Type.Object({
        language: buildNullableTextSchema('BCP 47; null if unknown'),
        event: Type.String(),
        headline: buildNullableTextSchema('Headline; null if there is none'),
        description: Type.String(),
        instruction: buildNullableTextSchema('What people should do'),
        areas: Type.Array(Type.String()),
      }),
      { description: 'The alert in every language that the agency sent; `event`, `description` and `instruction` are in `language`' },
    ),
    source: Type.String({ description: 'Provider id', examples: ['openweather', 'nws'] }),
    sameAs: Type.Array(Type.String(), {
      description: 'Ids of other alerts of the place for the same event: relayed by another source, or in another language',
    }),
    attribution: Type.Object(
      {
        name: Type.String({ description: 'Name of the source' }),
        text: Type.String(),
        url: Type.String(),
        license: Type.String(),
      },
      { description: "Credit required by the provider's licence" },
    ),
  },
  { title: 'Alert', description: 'An official alert' },
)
export type AlertAnswer = Static<typeof AlertAnswer>

export const ALERT_EXAMPLES: readonly AlertAnswer[] = [
  {
    id: 'nws-6XqqW2o9iTXWb0IYcQKRMQ',
    senderName: 'NWS Twin Cities/Chanhassen MN',
    event: 'Winter Storm Warning',
    language: 'en',
    kind: 'snow',
    start: '2026-11-21T06:00:00Z',
    end: '2026-11-22T18:00:00Z',
    description: '* WHAT...Heavy snow expected. Total accumulations of 15 to 25 cm.\n\n* WHERE...Hennepin and Ramsey Counties.',
    severity: 'severe',
    severitySource: 'stated',
    color: 'orange',
    colorSource: 'severity',
    urgency: 'expected',
    certainty: 'likely',
    state: 'active',
    instruction: 'If you must travel, keep an extra flashlight, food and water in your vehicle.',
    tags: [],
    areas: ['Hennepin', 'Ramsey'],
    level: null,
    texts: [
      {
        language: 'en',
        event: 'Winter Storm Warning',
        headline: null,
        description: '* WHAT...Heavy snow expected. Total accumulations of 15 to 25 cm.\n\n* WHERE...Hennepin and Ramsey Counties.',
        instruction: 'If you must travel, keep an extra flashlight, food and water in your vehicle.',
        areas: ['Hennepin', 'Ramsey'],
      },
    ],
    source: 'nws',
    sameAs: ['openweather-0vFTb3lV9OT2zNnB1yY8nA'],
    attribution: {
      name: 'US National Weather Service',
      text: 'Alerts by the US National Weather Service',
      url: 'https://www.weather.gov/',
      license: 'Public domain',
    },
  },
]
