import { formatInstant } from '@isobar/weather'
import { Type } from 'typebox'
import { readLanguage } from '../../../messages/language-tag.ts'
import { PRIVATE_NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { buildResponseEntry, buildErrorResponses, Instant } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { DisplayName, Language, Password, RoleName } from '../users/index.ts'
import { AccountEmail, type AuthKit, type AuthRoutes, readBeginner, toPublicUser, tags, Token, UserAnswer } from './route-parts.ts'

/** The routes behind mailed links: invitations and password resets. */
export function registerLinks(app: HttpServer, options: AuthRoutes, kit: AuthKit): void {
  registerForgot(app, options)
  registerReset(app, options, kit)
  registerInvite(app, options, kit)
}

function registerForgot(app: HttpServer, { resets, limiter }: AuthRoutes): void {
  app.post(
    '/api/auth/forgot-password',
    {
      schema: {
        operationId: 'forgotPassword',
        tags,
        summary: 'Request a password reset link',
        description: 'The response is the same whether or not the account exists. The link works once and expires after an hour.',
        body: Type.Object(
          {
            email: AccountEmail,
            lang: Type.Optional(Language),
          },
          { examples: [{ email: 'ada@example.org' }] },
        ),
        response: {
          202: buildResponseEntry(Type.Object({ accepted: Type.Literal(true) }), 'Accepted', { accepted: true }),
          ...buildErrorResponses(['invalid_request', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: createRateLimitHook(limiter, 'forgot'),
    },
    async (request, reply) => {
      await resets.request(request.body.email, readLanguage(request.body.lang))
      return reply
        .code(202)
        .header('cache-control', PRIVATE_NO_STORE)
        .send({ accepted: true as const })
    },
  )
}

function registerReset(
  app: HttpServer,
  { resets, login, identify, limiter }: AuthRoutes,
  { clearSession, endFormer, sameSite }: AuthKit,
): void {
  app.post(
    '/api/auth/reset-password/:token',
    {
      schema: {
        operationId: 'resetPassword',
        tags,
        summary: 'Set a new password',
        description: 'Ends all sessions of the user and confirms the change by email in `lang`. Two-factor authentication is not affected.',
        params: Token,
        body: Type.Object(
          { password: Password, lang: Type.Optional(Language) },
          { examples: [{ password: 'a long passphrase', lang: 'de' }] },
        ),
        response: {
          200: { ...UserAnswer, description: 'Password set' },
          ...buildErrorResponses(['invalid_request', 'forbidden', 'not_found', 'gone', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: [createRateLimitHook(limiter, 'reset'), sameSite],
    },
    async (request, reply) => {
      const { actorOf } = readBeginner(request, identify)
      const user = await resets.reset(
        request.params.token,
        { password: request.body.password, lang: readLanguage(request.body.lang) },
        actorOf,
      )
      await login.forgive(user.email)
      await endFormer(request)
      clearSession(reply)
      reply.header('cache-control', PRIVATE_NO_STORE)
      return { user: toPublicUser(user) }
    },
  )
}

function registerInvite(app: HttpServer, { invitations, identify, limiter }: AuthRoutes, { beginSession, sameSite }: AuthKit): void {
  const Invite = Type.Object({ email: Type.String(), displayName: Type.String(), role: RoleName, expiresAt: Instant })
  const limited = createRateLimitHook(limiter, 'invite')

  app.get(
    '/api/auth/invite/:token',
    {
      schema: {
        operationId: 'getInvite',
        tags,
        summary: 'Get an invitation',
        description: 'The address and role that the invitation is for, shown before a password is chosen.',
        params: Token,
        response: {
          200: buildResponseEntry(Type.Object({ invite: Invite }), 'The invitation is valid', {
            invite: { email: 'alan@example.org', displayName: 'Alan', role: 'viewer', expiresAt: '2026-11-24T03:00:00Z' },
          }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'gone', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: limited,
    },
    async (request, reply) => {
      const { user, expiresAt } = await invitations.find(request.params.token)
      reply.header('cache-control', PRIVATE_NO_STORE)
      return { invite: { email: user.email, displayName: user.displayName, role: user.role, expiresAt: formatInstant(expiresAt) } }
    },
  )

  app.post(
    '/api/auth/invite/:token',
    {
      schema: {
        operationId: 'acceptInvite',
        tags,
        summary: 'Accept an invitation and sign in',
        description: 'Sets the password of the invited user. An invitation works once.',
        params: Token,
        body: Type.Object(
          { password: Password, displayName: Type.Optional(DisplayName) },
          { examples: [{ password: 'a long passphrase', displayName: 'Alan' }] },
        ),
        response: {
          201: { ...UserAnswer, description: 'Account activated; the session cookie is set' },
          ...buildErrorResponses(['invalid_request', 'forbidden', 'not_found', 'gone', 'rate_limited', 'service_unavailable']),
        },
      },
      onRequest: [limited, sameSite],
    },
    async (request, reply) => {
      const begun = await invitations.accept(request.params.token, request.body, readBeginner(request, identify))
      return reply.code(201).send(await beginSession(request, reply, begun))
    },
  )
}
