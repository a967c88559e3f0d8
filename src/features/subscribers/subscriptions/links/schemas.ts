import { type TObject, type TProperties, Type } from 'typebox'
import type { ErrorCode } from '../../../../errors.ts'
import { buildErrorResponses } from '../../../../platform/http/schema/schemas.ts'
import { SUBSCRIPTION_TYPES } from '../tables.ts'

export const UnsubscribeToken = Type.String({
  format: 'uuid',
  description: 'The `unsubscribe_token` of a subscription',
  examples: ['b2f4ad53-1c52-4c79-8f0a-5b1f7b0f9f10'],
})

/** Subscriptions as the response to a link names them. */
export const NamedSubscriptions = Type.Array(
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    type: Type.Enum([...SUBSCRIPTION_TYPES]),
    cityName: Type.Union([Type.String(), Type.Null()]),
    cityLat: Type.Union([Type.Number(), Type.Null()]),
    cityLon: Type.Union([Type.Number(), Type.Null()]),
  }),
)

export const NAMED_EXAMPLE = [
  { id: '7a6e5c1e-3b0e-4f52-8d5c-2f5b7d1f0a11', type: 'city_alerts', cityName: 'Berlin', cityLat: 52.52, cityLon: 13.405 },
]
export const MASKED_EXAMPLE = 'a•••@example.org'

/** Schema of a response that is a page, or JSON on request. */
export function buildPageOrJsonSchema<Properties extends TProperties>(answer: TObject<Properties>, description: string, example: object) {
  return {
    description,
    content: {
      'text/html': { schema: Type.String() },
      'application/json': { schema: answer, examples: { example: { value: example } } },
    },
  }
}

/** Schemas of errors that are pages, or JSON on request. An internal error is always JSON. */
export function buildPageOrJsonErrorSchemas(codes: readonly ErrorCode[]) {
  const { 500: defect, ...errors } = buildErrorResponses(codes)
  const pages = Object.entries(errors).map(([status, schema]: [string, TObject & { readonly description?: string }]) => [
    status,
    {
      description: schema.description ?? '',
      content: { 'text/html': { schema: Type.String() }, 'application/json': { schema } },
    },
  ])
  return { ...Object.fromEntries(pages), ...(defect === undefined ? {} : { 500: defect }) } as ReturnType<typeof buildErrorResponses>
}
