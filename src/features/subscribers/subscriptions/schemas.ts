import { UNIT_SYSTEMS } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { LANGUAGES } from '../../../messages/languages.ts'
import { Instant, Latitude, Longitude } from '../../../platform/http/schema/schemas.ts'
import type { Preferences } from './subscription.ts'
import { FREQUENCIES, SUBSCRIPTION_TYPES } from './tables.ts'

/** PostgreSQL text cannot contain NUL. */
const NO_NUL = '^[^\\u0000]*$'

export const ClientId = Type.String({
  pattern: '^[\\x21-\\x7e]{1,128}$',
  description: 'A secret of the client, 1 to 128 visible ASCII characters, ideally a random UUID; stored only as a keyed hash',
  examples: ['5f1d7c0e-93f1-4c34-8f9b-8a1a2f6f0f3c'],
})

const CityName = Type.String({ minLength: 1, maxLength: 200, pattern: NO_NUL, description: 'Name of the place in emails' })
const Frequency = Type.Enum([...FREQUENCIES], {
  description:
    'city_weekly: weekly (default), daily, biweekly, monthly; city_alerts: immediate (default), hourly, daily; newsletter: weekly (default), monthly',
})
const Json = Type.Unsafe<Preferences>({ type: 'object', additionalProperties: true })
export const AlertPrefs = {
  ...Json,
  description:
    'What to warn of. A hazard is true, false, or an object with its limits: `rain {minMmPerHour, minProbability}`, `thunderstorm {minProbability}`, `snow {minMm, minProbability}`, `ice {minProbability}`, `wind {minGustKmh}`, `heat {minC}`, `cold {maxC}`, `fog`, `uv {min}`, `flood`, `tornado`, `hurricane`, `airQuality {minLevel}`, `pollen {minLevel}`, `marine {minWaveM}`, `forestFire`, `avalanche`, `official` (any official warning). `airQuality` and `marine` without a threshold mean official warnings only. `rain`, `thunderstorm`, `snow` and `ice` may have a `minProbability`, 0 to 1, rounded to twentieths: the chance of precipitation from which on an hour or day of a forecast counts; those whose chance is not stated always do, and official warnings are not affected. Levels are 1 to 4: pollen low, moderate, high (default), very high; air quality European moderate, poor, very poor, extremely poor, or US moderate, unhealthy for sensitive groups, unhealthy, very unhealthy, by the index used at the place. Also: `minSeverity`, `leadHours`, `cooldownMinutes`, `quietHours {from, to, exceptExtreme}`, `notifyCancelled`. Any other key is refused with 400 and its path; null removes a key. At most 64 keys and 4,096 characters of JSON',
}

export const CreateBody = Type.Object(
  {
    clientId: ClientId,
    email: Type.String({
      minLength: 3,
      maxLength: 254,
      description: 'Case-insensitive; international domains are stored in ASCII',
    }),
    type: Type.Enum([...SUBSCRIPTION_TYPES], { description: 'City types require cityLat and cityLon' }),
    cityName: Type.Optional(CityName),
    cityLat: Type.Optional(Latitude),
    cityLon: Type.Optional(Longitude),
    frequency: Type.Optional(Frequency),
    alertOnRain: Type.Optional(Type.Boolean({ description: 'Turns the hazard rain on' })),
    alertOnStorm: Type.Optional(Type.Boolean({ description: 'Turns the hazard thunderstorm on' })),
    alertPrefs: Type.Optional(AlertPrefs),
    lang: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'BCP 47; default en' })),
    units: Type.Optional(Type.Enum([...UNIT_SYSTEMS], { description: 'Default metric' })),
    timezone: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone; default: that of the place' })),
  },
  { title: 'NewSubscription' },
)
export type CreateBody = Static<typeof CreateBody>

const { cityName, frequency, alertOnRain, alertOnStorm, alertPrefs, lang, units, timezone } = CreateBody.properties
/** An administrator's changes to a subscription; omitted fields stay. */
export const SubscriptionEdit = Type.Object({
  id: Type.String({ format: 'uuid' }),
  version: Type.Optional(Type.Integer({ minimum: 0, description: 'The version you read; an outdated one is rejected' })),
  active: Type.Optional(Type.Boolean({ description: 'false ends it and withdraws its queued emails' })),
  cityName,
  frequency,
  alertOnRain,
  alertOnStorm,
  alertPrefs,
  lang,
  units,
  timezone,
})
export type SubscriptionEdit = Static<typeof SubscriptionEdit>

export const PatchBody = Type.Object(
  {
    clientId: ClientId,
    id: Type.String({ format: 'uuid', description: 'ID of a city_alerts subscription' }),
    alertPrefs: { ...AlertPrefs, description: 'Merged into the stored preferences; null removes a preference' },
  },
  { title: 'SubscriptionPatch' },
)

export const DeleteBody = Type.Object(
  {
    clientId: ClientId,
    cityLat: Type.Optional(Latitude),
    cityLon: Type.Optional(Longitude),
    types: Type.Array(Type.Enum([...SUBSCRIPTION_TYPES]), {
      minItems: 1,
      maxItems: 20,
      description: 'City types require cityLat and cityLon',
    }),
  },
  { title: 'SubscriptionRemoval' },
)
export type DeleteBody = Static<typeof DeleteBody>

const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) => Type.Union([schema, Type.Null()])

export const SubscriptionAnswer = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    clientId: Type.String(),
    email: Type.String({ description: 'Masked except in the response to POST' }),
    type: Type.Enum([...SUBSCRIPTION_TYPES]),
    cityName: Nullable(Type.String()),
    cityLat: Nullable(Type.Number()),
    cityLon: Nullable(Type.Number()),
    frequency: Type.Enum([...FREQUENCIES]),
    alertOnRain: Type.Boolean(),
    alertOnStorm: Type.Boolean(),
    alertPrefs: Json,
    active: Type.Boolean(),
    confirmed: Type.Optional(Type.Boolean({ description: 'With double opt-in: nothing is sent until confirmed' })),
    lang: Type.String(),
    mailLang: Type.Enum([...LANGUAGES], { description: 'Language of the emails: English if `lang` is not supported' }),
    units: Type.Enum([...UNIT_SYSTEMS]),
    timezone: Type.String(),
    unsubscribe_token: Type.Optional(Type.String({ format: 'uuid', description: 'Only in the response to POST' })),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Subscription' },
)

export const ChangeAnswer = Type.Object({
  subscription: SubscriptionAnswer,
  ignoredPreferences: Type.Array(Type.String(), { description: 'Unknown keys of alertPrefs that an earlier release stored' }),
})
export const ListAnswer = Type.Object({
  subscriptions: Type.Array(SubscriptionAnswer, { description: 'Active subscriptions, newest first' }),
})
export const RemovalAnswer = Type.Object({
  removed: Type.Integer({ minimum: 0 }),
  ids: Type.Array(Type.String({ format: 'uuid' })),
})
