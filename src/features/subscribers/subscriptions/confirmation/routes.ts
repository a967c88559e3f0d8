import { formatInstant } from '@isobar/weather'
import { Type } from 'typebox'
import { createRateLimitHook } from '../../../../platform/http/limits/rate-limit-hook.ts'
import type { RateLimiter } from '../../../../platform/http/limits/rate-limit.ts'
import { Instant } from '../../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../../platform/http/server/http-server.ts'
import { maskEmail } from '../../../../platform/mail/address.ts'
import type { ShowMailedPage } from '../../../site/rendering/index.ts'
import { sendEither, withPages } from '../links/routes.ts'
import { MASKED_EXAMPLE, NAMED_EXAMPLE, NamedSubscriptions, buildPageOrJsonSchema, buildPageOrJsonErrorSchemas } from '../links/schemas.ts'
import { nameSubscriptions } from '../subscription.ts'
import { buildConfirmedPage, buildConfirmPage } from './pages.ts'
import type { ConfirmationService } from './service.ts'

const ConfirmationToken = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: 'Token of the confirmation link',
  examples: ['mB3l0Yl3bqz6m1W8q2yQn7c4s9d5f6g7h8j9k0l1z2x'],
})

const AskedAnswer = Type.Object(
  {
    email: Type.String({ description: 'Masked' }),
    waiting: { ...NamedSubscriptions, description: 'Subscriptions awaiting confirmation' },
    expiresAt: Instant,
  },
  { title: 'ConfirmationAsked' },
)

const ConfirmedAnswer = Type.Object(
  {
    email: Type.String({ description: 'Masked' }),
    confirmed: { ...NamedSubscriptions, description: 'Subscriptions confirmed now; empty if the link was used before' },
    left: { ...NamedSubscriptions, description: 'Subscriptions over the limit of the address, which stay unconfirmed' },
  },
  { title: 'Confirmed' },
)

const ASKED_EXAMPLE = { email: MASKED_EXAMPLE, waiting: NAMED_EXAMPLE, expiresAt: '2026-11-28T03:00:00Z' }
const CONFIRMED_EXAMPLE = { email: MASKED_EXAMPLE, confirmed: NAMED_EXAMPLE, left: [] }

export interface ConfirmRoutes {
  readonly show: ShowMailedPage
  readonly confirmations: ConfirmationService
  readonly limiter: RateLimiter
}

const PATH = '/api/subscriptions/confirm'
const TAGS = ['Subscriptions']
const QUERY = Type.Object({ token: ConfirmationToken })

/** GET and POST /api/subscriptions/confirm */
export function registerConfirm(app: HttpServer, { confirmations, show, limiter }: ConfirmRoutes): void {
  withPages(app, show, (scope) => {
    scope.get(
      PATH,
      {
        onRequest: createRateLimitHook(limiter, 'unsubscribe'),
        exposeHeadRoute: false,
        schema: {
          operationId: 'showConfirmation',
          tags: TAGS,
          summary: 'Show what a confirmation link confirms',
          description: 'Confirms nothing; the page has a button that posts to the same URL. Links work for 7 days.',
          querystring: QUERY,
          response: {
            200: buildPageOrJsonSchema(AskedAnswer, 'Pending subscriptions; JSON if Accept asks for it', ASKED_EXAMPLE),
            ...buildPageOrJsonErrorSchemas(['invalid_request', 'not_found', 'rate_limited', 'service_unavailable']),
          },
        },
      },
      async (request, reply) => {
        const { token } = request.query
        const pending = await confirmations.find(token)
        const { confirmation, waiting } = pending
        return sendEither(show, request, reply, {
          page: () => buildConfirmPage(pending, token),
          json: () => ({
            email: maskEmail(confirmation.email_key),
            waiting: nameSubscriptions(waiting),
            expiresAt: formatInstant(confirmation.expires_at.getTime()),
          }),
        })
      },
    )

    scope.post(
      PATH,
      {
        onRequest: createRateLimitHook(limiter, 'unsubscribe'),
        schema: {
          operationId: 'confirmSubscriptions',
          tags: TAGS,
          summary: 'Confirm subscriptions',
          description: 'Confirms everything the same client requested for this address, and nothing of other clients. Idempotent.',
          querystring: QUERY,
          response: {
            200: buildPageOrJsonSchema(ConfirmedAnswer, 'Confirmed; JSON if Accept asks for it', CONFIRMED_EXAMPLE),
            ...buildPageOrJsonErrorSchemas(['invalid_request', 'not_found', 'limit_reached', 'rate_limited', 'service_unavailable']),
          },
        },
      },
      async (request, reply) => {
        const outcome = await confirmations.confirm(request.query.token)
        const { confirmation, confirmed, overLimit } = outcome
        return sendEither(show, request, reply, {
          page: () => buildConfirmedPage(outcome),
          json: () => ({
            email: maskEmail(confirmation.email_key),
            confirmed: nameSubscriptions(confirmed),
            left: nameSubscriptions(overLimit),
          }),
        })
      },
    )
  })
}
