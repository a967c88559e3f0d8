import { type Static, Type } from 'typebox'
import { buildNullableNumberSchema, buildNullableSchema, Instant } from '../../../platform/http/schema/schemas.ts'
import { BLEND_REASONS, CHANCE_REASONS } from './explanation.ts'

const Unit = 'Unit: temperature'

/** What `explain=blend` adds to an answer. */
export const BlendExplanationSchema = Type.Object(
  {
    isOn: Type.Boolean({ description: 'Whether the temperatures of this place are blended; the chance of rain: `chance`' }),
    mode: Type.Enum(['on', 'off', 'auto'], { description: 'What operators want here; `auto`: on while it is proved to be better' }),
    reason: Type.Enum([...BLEND_REASONS], {
      description: 'Why it is on or off; `other_source`: a source is shown that it has not been compared with',
    }),
    since: buildNullableSchema(Instant, 'Since when it has been proved, or has not been any more; null: it never was'),
    days: Type.Integer({ description: 'Days with measurements that were learned from' }),
    lastDay: buildNullableSchema(Type.String(), 'The last of them, by UTC'),
    missingDays: Type.Integer({ description: 'Days that are missing until it can be proved' }),
    truth: buildNullableSchema(
      Type.Object({ source: Type.String(), station: buildNullableSchema(Type.String(), 'Its name') }),
      'The station that measured last; null: nothing was learned',
    ),
    comparedWith: buildNullableSchema(Type.String(), 'Id of the first source, which `skill` compares it with'),
    skill: buildNullableSchema(
      Type.Object({
        days: Type.Integer({ description: 'Of the last 60' }),
        n: Type.Integer({ description: 'Hours that both forecast' }),
        difference: buildNullableNumberSchema(
          `Mean absolute error of the blend less that of the first source, as both were issued. Null while there are too few days. ${Unit}`,
        ),
        low: buildNullableNumberSchema('Lower end of its 95 % interval; null where the blend is not better'),
        high: buildNullableNumberSchema('Upper end: below 0, the blend is proved to be better'),
      }),
      'How it compares with the first source; null: nothing was learned',
    ),
    chance: Type.Object(
      {
        isOn: Type.Boolean({ description: 'Whether the chances of rain of this place are blended' }),
        reason: Type.Enum([...CHANCE_REASONS], { description: 'As that of temperatures; `not_stated`: the first source states no chance' }),
        since: buildNullableSchema(Instant, 'Since when it has been proved, or has not been any more; null: it never was'),
        missingDays: Type.Integer({ description: 'Days that are missing until it can be proved' }),
        skill: buildNullableSchema(
          Type.Object({
            days: Type.Integer({ description: 'Of the last 60' }),
            n: Type.Integer({ description: 'Hours that both gave a chance for' }),
            difference: buildNullableNumberSchema(
              'Brier score of the blend less that of the first source, as both were issued. Null while there are too few days',
            ),
            low: buildNullableNumberSchema('Lower end of its 95 % interval; null where the blend is not better'),
            high: buildNullableNumberSchema('Upper end: below 0, the blend is proved to be better'),
          }),
          'How it compares with the first source; null: nothing was learned',
        ),
      },
      {
        description:
          'The chance of rain of hours, which has a proof of its own. That of a day moves with its hours and is not learned apart',
      },
    ),
    sources: Type.Array(Type.Object({ source: Type.String({ description: 'Provider id' }), fetchedAt: Instant }), {
      description: 'Whose records are at hand: the first is the one that is shown where the blend is off',
    }),
    timezone: buildNullableSchema(Type.String(), 'Time zone of the place (IANA); null: no whole series is at hand'),
    hours: Type.Array(
      Type.Object({
        time: Instant,
        leadHours: Type.Number({ description: 'From the issue of the first source' }),
        temperature: buildNullableNumberSchema(Unit),
        low: buildNullableNumberSchema(`One in ten is below. Null while there are too few cases. ${Unit}`),
        high: buildNullableNumberSchema(`One in ten is above. ${Unit}`),
        precipitationProbability: buildNullableNumberSchema(
          'Blended chance of rain, 0–1. Null where the first source states none, or nothing was learned of rain',
        ),
        sources: Type.Array(
          Type.Object({
            source: Type.String({ description: 'Provider id' }),
            temperature: buildNullableNumberSchema(`As the source sent it. ${Unit}`),
            subtracted: buildNullableNumberSchema(`What it is wrong by here. ${Unit}`),
            weight: Type.Number({ description: '0–1; they sum to 1' }),
            n: Type.Number({ description: 'Cases behind what was subtracted, by weight' }),
            chance: buildNullableSchema(
              Type.Object({
                stated: buildNullableNumberSchema('As the source sent it, 0–1'),
                meant: buildNullableNumberSchema('How often it has rained here when it said so, 0–1'),
                weight: Type.Number({ description: '0–1; they sum to 1' }),
              }),
              'Of rain; null: it states none, or nothing is blended',
            ),
          }),
        ),
      }),
      { description: 'Up to 48 hours from the running one on, blended whether or not the blend is on' },
    ),
  },
  { title: 'BlendExplanation' },
)

export type BlendExplanationSchema = Static<typeof BlendExplanationSchema>

/** For the documentation. */
export const BLEND_EXAMPLE = {
  isOn: true,
  mode: 'auto',
  reason: 'proved',
  since: '2026-11-02T14:10:00Z',
  days: 71,
  lastDay: '2026-11-19',
  missingDays: 0,
  truth: { source: 'aviation-weather', station: 'Hamburg-Fuhlsbüttel' },
  comparedWith: 'openweather',
  skill: { days: 60, n: 3_310, difference: -0.31, low: -0.42, high: -0.19 },
  chance: {
    isOn: true,
    reason: 'proved',
    since: '2026-11-09T14:10:00Z',
    missingDays: 0,
    skill: { days: 60, n: 2_870, difference: -0.0112, low: -0.0185, high: -0.0041 },
  },
  sources: [
    { source: 'openweather', fetchedAt: '2026-11-21T06:04:00Z' },
    { source: 'open-meteo', fetchedAt: '2026-11-21T04:40:00Z' },
  ],
  timezone: 'Europe/Berlin',
  hours: [
    {
      time: '2026-11-21T07:00:00Z',
      leadHours: 0.9,
      temperature: 5.6,
      low: 4.4,
      high: 6.9,
      precipitationProbability: 0.27,
      sources: [
        {
          source: 'openweather',
          temperature: 6.41,
          subtracted: 0.95,
          weight: 0.47,
          n: 55.2,
          chance: { stated: 0.4, meant: 0.29, weight: 0.61 },
        },
        {
          source: 'open-meteo',
          temperature: 5.7,
          subtracted: -0.02,
          weight: 0.53,
          n: 41.8,
          chance: { stated: 0.25, meant: 0.24, weight: 0.39 },
        },
      ],
    },
  ],
} satisfies BlendExplanationSchema
