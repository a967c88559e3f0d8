import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { Instant, Latitude, Longitude, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import { AlertPrefs } from '../../subscribers/subscriptions/index.ts'
import type { Webhook } from './store.ts'
import { DELIVERY_STATES, DISABLERS } from './tables.ts'

/** PostgreSQL text cannot contain NUL. */
const NO_NUL = '^[^\\u0000]*$'
const Url = Type.String({
  minLength: 8,
  maxLength: 1_000,
  pattern: NO_NUL,
  description: 'Where messages are posted to: https, on the public Internet, without a password',
})
const Name = Type.String({ maxLength: 200, pattern: NO_NUL, description: 'Your name for the place, which messages repeat' })
const Lang = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'BCP 47: the language of official texts where there is a choice; default en',
})
const Timezone = Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone of quiet hours; default: that of the place' })

export const NewWebhook = Type.Object(
  {
    url: Url,
    lat: Latitude,
    lon: Longitude,
    name: Type.Optional(Name),
    alertPrefs: Type.Optional({ ...AlertPrefs, description: `${AlertPrefs.description}. The same as of a subscription` }),
    lang: Type.Optional(Lang),
    timezone: Type.Optional(Timezone),
  },
  { title: 'NewWebhook' },
)
export type NewWebhook = Static<typeof NewWebhook>

export const WebhookPatch = Type.Object(
  {
    url: Type.Optional(Url),
    name: Type.Optional(Name),
    alertPrefs: Type.Optional({ ...AlertPrefs, description: 'Merged into the stored preferences; null removes a preference' }),
    lang: Type.Optional(Lang),
    timezone: Type.Optional(Timezone),
    enabled: Type.Optional(Type.Boolean({ description: 'false: nothing is sent, and what waits is dead. true: on again' })),
  },
  { title: 'WebhookPatch' },
)
export type WebhookPatch = Static<typeof WebhookPatch>

export const WebhookShown = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    url: Type.String(),
    lat: Type.Number(),
    lon: Type.Number(),
    alertPrefs: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }),
    lang: Type.String(),
    timezone: Type.String(),
    enabled: Type.Boolean(),
    disabledAt: buildNullableSchema(Instant),
    disabledBy: buildNullableSchema(
      Type.Enum([...DISABLERS]),
      'receiver: it answered 410. failures: three days without success. operator: only an operator switches it on again',
    ),
    formerSecretUntil: buildNullableSchema(Instant, 'Until then, messages are also signed with the secret before the last rotation'),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Webhook' },
)

/** The webhook object of the API. */
export function showWebhook({ id, name, url, lat, lon, alert_prefs, lang, timezone, ...row }: Webhook): Static<typeof WebhookShown> {
  return {
    id,
    name,
    url,
    lat,
    lon,
    alertPrefs: alert_prefs,
    lang,
    timezone,
    enabled: row.disabled_at === null,
    disabledAt: formatOptionalInstant(row.disabled_at),
    disabledBy: row.disabled_by,
    formerSecretUntil: formatOptionalInstant(row.former_until),
    createdAt: formatInstant(row.created_at.getTime()),
    updatedAt: formatInstant(row.updated_at.getTime()),
  }
}

export const WebhookAnswer = Type.Object({ webhook: WebhookShown }, { title: 'WebhookAnswer' })
export const IssuedAnswer = Type.Object(
  {
    webhook: WebhookShown,
    secret: Type.String({ description: 'Verifies the signatures (Standard Webhooks). Shown only now' }),
  },
  { title: 'IssuedWebhook' },
)
export const WebhookList = Type.Object({ webhooks: Type.Array(WebhookShown) }, { title: 'WebhookList' })

export const DeliveryShown = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The `webhook-id` of every attempt' }),
    type: Type.String(),
    state: Type.Enum([...DELIVERY_STATES], { description: 'dead: refused for good, or given up; may be replayed' }),
    createdAt: Instant,
    attempts: Type.Integer({ minimum: 0 }),
    attemptsAllowed: Type.Integer({ minimum: 1 }),
    nextAttemptAt: buildNullableSchema(Instant, 'While waiting'),
    lastStatus: buildNullableSchema(Type.Integer(), 'Status of the answer to the last attempt; null: there was no answer'),
    lastError: buildNullableSchema(Type.String(), 'What went wrong with the last attempt'),
    settledAt: buildNullableSchema(Instant, 'When it was delivered or given up'),
  },
  { title: 'WebhookDelivery' },
)
export const DeliveryAnswer = Type.Object({ delivery: DeliveryShown }, { title: 'WebhookDeliveryAnswer' })
export const DeliveryList = Type.Object(
  { deliveries: Type.Array(DeliveryShown), nextCursor: buildNullableSchema(Type.String(), 'Null on the last page') },
  { title: 'WebhookDeliveryList' },
)
export const DeliveryQuery = Type.Object({
  state: Type.Optional(Type.Enum([...DELIVERY_STATES], { description: 'Only this state' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Deliveries on a page' })),
  cursor: Type.Optional(Type.String({ format: 'uuid', description: 'The `nextCursor` of the page before' })),
})

export const WEBHOOK_EXAMPLE: Static<typeof WebhookShown> = {
  id: '3d2f7a52-6f2a-4c8e-9a55-0f5b1c8d7e6f',
  name: 'Depot Berlin',
  url: 'https://example.com/hooks/weather',
  lat: 52.52,
  lon: 13.41,
  alertPrefs: { official: true, minSeverity: 'moderate', wind: { minGustKmh: 75 }, notifyCancelled: true },
  lang: 'de',
  timezone: 'Europe/Berlin',
  enabled: true,
  disabledAt: null,
  disabledBy: null,
  formerSecretUntil: null,
  createdAt: '2026-11-21T06:02:10Z',
  updatedAt: '2026-11-21T06:02:10Z',
}
export const SECRET_EXAMPLE = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='
export const DELIVERY_EXAMPLE: Static<typeof DeliveryShown> = {
  id: '019ac0de-7a52-7f2a-8c8e-9a550f5b1c8d',
  type: 'warning.new',
  state: 'delivered',
  createdAt: '2026-11-21T06:15:02Z',
  attempts: 1,
  attemptsAllowed: 10,
  nextAttemptAt: null,
  lastStatus: 204,
  lastError: null,
  settledAt: '2026-11-21T06:15:03Z',
}
