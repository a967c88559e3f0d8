import { formatOptionalInstant } from '@isobar/weather'
import { Type } from 'typebox'
import { createRateLimitHook } from '../../../../platform/http/limits/rate-limit-hook.ts'
import type { RateLimiter } from '../../../../platform/http/limits/rate-limit.ts'
import { NullableInstant } from '../../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../../platform/http/server/http-server.ts'
import { maskEmail } from '../../../../platform/mail/address.ts'
import { UNSUBSCRIBE_SCOPES } from '../../../mail/outbox/index.ts'
import type { ShowMailedPage } from '../../../site/rendering/index.ts'
import { getPostedForm, sendEither, withPages } from '../links/routes.ts'
import {
  MASKED_EXAMPLE,
  NAMED_EXAMPLE,
  NamedSubscriptions,
  buildPageOrJsonSchema,
  buildPageOrJsonErrorSchemas,
  UnsubscribeToken,
} from '../links/schemas.ts'
import { nameSubscriptions } from '../subscription.ts'
import { buildResubscribedPage, buildUnsubscribedPage, buildUnsubscribePage } from './pages.ts'
import type { UnsubscribeService, Unsubscribing } from './service.ts'

const Scope = Type.Optional(
  Type.Enum([...UNSUBSCRIBE_SCOPES], {
    description: 'Ends all active subscriptions of the address of this kind instead of one: digest (newsletter, city_weekly), alerts, all',
  }),
)

const UnsubscribeAnswer = Type.Object(
  {
    unsubscribed: Type.Boolean({ description: 'False after an undo' }),
    email: Type.String({ description: 'Masked' }),
    subscriptions: { ...NamedSubscriptions, description: 'Subscriptions the link ended, now or before; after an undo, those reactivated' },
    undoBefore: { ...NullableInstant, description: 'Null if there is nothing to undo' },
  },
  { title: 'Unsubscribing' },
)

const UNSUBSCRIBE_EXAMPLE = { unsubscribed: true, email: MASKED_EXAMPLE, subscriptions: NAMED_EXAMPLE, undoBefore: '2026-12-21T03:00:00Z' }

export interface UnsubscribeRoutes {
  readonly show: ShowMailedPage
  readonly unsubscribing: UnsubscribeService
  readonly limiter: RateLimiter
}

const PATH = '/api/unsubscribe'
/** The page that the bodies of mails link to. Its URL is the credential: anyone with the mail has it. */
const PAGE_PATH = '/unsubscribe'
const TAGS = ['Subscriptions']

/** GET and POST /api/unsubscribe, and GET /unsubscribe, which only asks */
export function registerUnsubscribe(app: HttpServer, { unsubscribing, show, limiter }: UnsubscribeRoutes): void {
  const response = {
    200: buildPageOrJsonSchema(UnsubscribeAnswer, 'Unsubscribed or resubscribed; JSON if Accept asks for it', UNSUBSCRIBE_EXAMPLE),
    ...buildPageOrJsonErrorSchemas(['invalid_request', 'not_found', 'limit_reached', 'rate_limited', 'service_unavailable']),
  }
  withPages(app, show, (scope) => {
    scope.get(
      PAGE_PATH,
      {
        onRequest: createRateLimitHook(limiter, 'unsubscribe'),
        schema: { hide: true, querystring: Type.Object({ token: UnsubscribeToken, scope: Scope }) },
      },
      async (request, reply) => {
        const { token, scope = null } = request.query
        return show(request, reply, buildUnsubscribePage(await unsubscribing.find(token, scope), scope))
      },
    )

    scope.get(
      PATH,
      {
        onRequest: createRateLimitHook(limiter, 'unsubscribe'),
        exposeHeadRoute: false,
        schema: {
          operationId: 'unsubscribe',
          tags: TAGS,
          summary: 'Unsubscribe through the header List-Unsubscribe of an email',
          description: 'Idempotent. The page offers an undo for 30 days. The bodies of mails link to `/unsubscribe`, a page with a button.',
          querystring: Type.Object({ token: UnsubscribeToken, scope: Scope }),
          response,
        },
      },
      async (request, reply) => {
        const { token, scope = null } = request.query
        const outcome = await unsubscribing.unsubscribe(token, scope)
        return sendEither(show, request, reply, { page: () => buildUnsubscribedPage(outcome, scope), json: () => answerOf(outcome, true) })
      },
    )

    scope.post(
      PATH,
      {
        onRequest: createRateLimitHook(limiter, 'unsubscribe'),
        schema: {
          operationId: 'unsubscribeOneClick',
          tags: TAGS,
          summary: 'One-click unsubscribe, or undo',
          description:
            'One-click unsubscribe (RFC 8058) with the body `List-Unsubscribe=One-Click` in any encoding. `action=resubscribe` reactivates what the same link ended last, within 30 days.',
          querystring: Type.Object({
            token: UnsubscribeToken,
            scope: Scope,
            action: Type.Optional(Type.Enum(['unsubscribe', 'resubscribe'], { description: 'Default unsubscribe' })),
          }),
          response,
        },
      },
      async (request, reply) => {
        const { token, scope = null, action } = request.query
        const isUndo = action === 'resubscribe' || (action === undefined && getPostedForm(request).get('action') === 'resubscribe')
        const outcome = isUndo ? await unsubscribing.resubscribe(token, scope) : await unsubscribing.unsubscribe(token, scope)
        return sendEither(show, request, reply, {
          page: () => (isUndo ? buildResubscribedPage(outcome) : buildUnsubscribedPage(outcome, scope)),
          json: () => answerOf(outcome, !isUndo),
        })
      },
    )
  })
}

function answerOf({ named, subscriptions, undoBefore }: Unsubscribing, unsubscribed: boolean) {
  return {
    unsubscribed,
    email: maskEmail(named.email),
    subscriptions: nameSubscriptions(subscriptions),
    undoBefore: formatOptionalInstant(undoBefore),
  }
}
