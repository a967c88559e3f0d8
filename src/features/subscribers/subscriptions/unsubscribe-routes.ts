import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import type { RateLimiter } from '../../../platform/http/rate-limit.ts'
import { rateLimited } from '../../../platform/http/rate-limit-hook.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { mailWords } from '../../mail/catalogue/index.ts'
import { maskEmail } from '../../../platform/mail/address.ts'
import { pageOr, pageOrErrors, Scope, UNSUBSCRIBE_EXAMPLE, UnsubscribeAnswer, UnsubscribeToken } from './link-schemas.ts'
import { formOf, type Pages, withPages } from './pages/routes.ts'
import { resubscribedPage, unsubscribedPage } from './pages/unsubscribe.ts'
import { nameSubscriptions } from './subscription.ts'
import type { UnsubscribeScope, UnsubscribeService, Unsubscribing } from './unsubscribing.ts'

export interface UnsubscribeRoutes {
  readonly siteName: () => string
  readonly unsubscribing: UnsubscribeService
  readonly limiter: RateLimiter
}

const PATH = '/api/unsubscribe'
const TAGS = ['Subscriptions']

/** GET and POST /api/unsubscribe */
export function registerUnsubscribe(app: HttpServer, { unsubscribing, siteName, limiter }: UnsubscribeRoutes): void {
  const response = {
    200: pageOr(UnsubscribeAnswer, 'Unsubscribed or resubscribed; JSON if Accept asks for it', UNSUBSCRIBE_EXAMPLE),
    ...pageOrErrors(['invalid_request', 'not_found', 'limit_reached', 'rate_limited', 'service_unavailable']),
  }
  withPages(app, siteName, (scope, pages) => {
    scope.get(
      PATH,
      {
        onRequest: rateLimited(limiter, 'unsubscribe'),
        exposeHeadRoute: false,
        schema: {
          operationId: 'unsubscribe',
          tags: TAGS,
          summary: 'Unsubscribe through the link in an email',
          description: 'Idempotent. The page offers an undo for 30 days.',
          querystring: Type.Object({ token: UnsubscribeToken, scope: Scope }),
          response,
        },
      },
      async (request, reply) => {
        const { token, scope = null } = request.query
        return answer(pages, request, reply, await unsubscribing.unsubscribe(token, scope), scope, true)
      },
    )

    scope.post(
      PATH,
      {
        onRequest: rateLimited(limiter, 'unsubscribe'),
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
        const isUndo = action === 'resubscribe' || (action === undefined && formOf(request).get('action') === 'resubscribe')
        const outcome = isUndo ? await unsubscribing.resubscribe(token, scope) : await unsubscribing.unsubscribe(token, scope)
        return answer(pages, request, reply, outcome, scope, !isUndo)
      },
    )
  })
}

function answer(
  pages: Pages,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Unsubscribing,
  scope: UnsubscribeScope | null,
  unsubscribed: boolean,
) {
  const { named, subscriptions, undoBefore } = outcome
  const words = mailWords(named.lang, named.units)
  return pages.sendEither(request, reply, {
    page: () => (unsubscribed ? unsubscribedPage(outcome, scope, words) : resubscribedPage(outcome, words)),
    json: () => ({
      unsubscribed,
      email: maskEmail(named.email),
      subscriptions: nameSubscriptions(subscriptions),
      undoBefore: undoBefore === null ? null : formatInstant(undoBefore),
    }),
  })
}
