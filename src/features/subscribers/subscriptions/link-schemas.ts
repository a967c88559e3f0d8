import { type TObject, type TProperties, Type } from 'typebox'
import type { ErrorCode } from '../../../errors.ts'
import { errorResponses, Instant, NullableInstant } from '../../../platform/http/schema/schemas.ts'
import { SUBSCRIPTION_TYPES } from './tables.ts'
import { UNSUBSCRIBE_SCOPES } from '../../mail/outbox/index.ts'

export const UnsubscribeToken = Type.String({
  format: 'uuid',
  description: 'The `unsubscribe_token` of a subscription',
  examples: ['b2f4ad53-1c52-4c79-8f0a-5b1f7b0f9f10'],
})

export const Scope = Type.Optional(
  Type.Enum([...UNSUBSCRIBE_SCOPES], {
    description: 'Ends all active subscriptions of the address of this kind instead of one: digest (newsletter, city_weekly), alerts, all',
  }),
)

export const ConfirmationToken = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: 'Token of the confirmation link',
  examples: ['mB3l0Yl3bqz6m1W8q2yQn7c4s9d5f6g7h8j9k0l1z2x'],
})

const Named = Type.Array(
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    type: Type.Enum([...SUBSCRIPTION_TYPES]),
    cityName: Type.Union([Type.String(), Type.Null()]),
    cityLat: Type.Union([Type.Number(), Type.Null()]),
    cityLon: Type.Union([Type.Number(), Type.Null()]),
  }),
)

export const UnsubscribeAnswer = Type.Object(
  {
    unsubscribed: Type.Boolean({ description: 'False after an undo' }),
    email: Type.String({ description: 'Masked' }),
    subscriptions: { ...Named, description: 'Subscriptions the link ended, now or before; after an undo, those reactivated' },
    undoBefore: { ...NullableInstant, description: 'Null if there is nothing to undo' },
  },
  { title: 'Unsubscribing' },
)

export const AskedAnswer = Type.Object(
  {
    email: Type.String({ description: 'Masked' }),
    waiting: { ...Named, description: 'Subscriptions awaiting confirmation' },
    expiresAt: Instant,
  },
  { title: 'ConfirmationAsked' },
)

export const ConfirmedAnswer = Type.Object(
  {
    email: Type.String({ description: 'Masked' }),
    confirmed: { ...Named, description: 'Subscriptions confirmed now; empty if the link was used before' },
    left: { ...Named, description: 'Subscriptions over the limit of the address, which stay unconfirmed' },
  },
  { title: 'Confirmed' },
)

const SUBSCRIPTIONS_EXAMPLE = [
  { id: '7a6e5c1e-3b0e-4f52-8d5c-2f5b7d1f0a11', type: 'city_alerts', cityName: 'Berlin', cityLat: 52.52, cityLon: 13.405 },
]
const email = 'a•••@example.org'

export const UNSUBSCRIBE_EXAMPLE = { unsubscribed: true, email, subscriptions: SUBSCRIPTIONS_EXAMPLE, undoBefore: '2026-12-21T03:00:00Z' }
export const ASKED_EXAMPLE = { email, waiting: SUBSCRIPTIONS_EXAMPLE, expiresAt: '2026-11-28T03:00:00Z' }
export const CONFIRMED_EXAMPLE = { email, confirmed: SUBSCRIPTIONS_EXAMPLE, left: [] }

/** Schema of a response that is a page, or JSON on request. */
export function pageOr<Properties extends TProperties>(answer: TObject<Properties>, description: string, example: object) {
  return {
    description,
    content: {
      'text/html': { schema: Type.String() },
      'application/json': { schema: answer, examples: { example: { value: example } } },
    },
  }
}

/** Schemas of errors that are pages, or JSON on request. An internal error is always JSON. */
export function pageOrErrors(codes: readonly ErrorCode[]) {
  const { 500: defect, ...errors } = errorResponses(codes)
  const pages = Object.entries(errors).map(([status, schema]: [string, TObject & { readonly description?: string }]) => [
    status,
    {
      description: schema.description ?? '',
      content: { 'text/html': { schema: Type.String() }, 'application/json': { schema } },
    },
  ])
  return { ...Object.fromEntries(pages), ...(defect === undefined ? {} : { 500: defect }) } as ReturnType<typeof errorResponses>
}
