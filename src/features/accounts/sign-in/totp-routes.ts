import { formatInstant } from '@isobar/weather'
import { Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import { AppError } from '../../../errors.ts'
import { readLanguage } from '../../../messages/language-tag.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { buildResponseEntry, buildErrorResponses, Instant } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { Language } from '../users/index.ts'
import { type AuthRoutes, GivenPassword, tags } from './route-parts.ts'

const Code = Type.String({ minLength: 1, maxLength: 40, description: 'Six-digit code or recovery code' })

/** POST and DELETE /api/auth/totp, POST /api/auth/totp/confirm: one's own second factor. */
export function registerTotp(app: HttpServer, { secondFactor, reauthentication, limiter, siteName }: AuthRoutes): void {
  const onRequest = createRateLimitHook(limiter, 'login')

  app.post(
    '/api/auth/totp',
    {
      ...buildAdminRoute('viewer', { isEnrolment: true }),
      schema: {
        operationId: 'beginTotp',
        tags,
        summary: 'Start two-factor setup',
        description:
          'Takes effect once the first code is confirmed, within 15 minutes. A user whose role requires two-factor authentication can use only this and the confirmation until then; all other routes answer 403 with `details[0].path` `totp`.',
        response: {
          200: buildResponseEntry(
            Type.Object({
              secret: Type.String({ description: 'Base32 secret for manual entry' }),
              otpauthUrl: Type.String({ description: 'For a QR code' }),
              expiresAt: Instant,
            }),
            'Setup started; the secret is shown once',
            {
              secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
              otpauthUrl: 'otpauth://totp/Isobar:ada%40example.org?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Isobar',
              expiresAt: '2026-11-21T03:15:00Z',
            },
          ),
          ...buildErrorResponses(['not_found', 'conflict', 'rate_limited']),
        },
      },
      onRequest,
    },
    async (request, reply) => {
      const { secret, otpauthUrl, expiresAt } = await secondFactor.begin(getAdminContext(request).user.id, siteName())
      return reply.send({ secret, otpauthUrl, expiresAt: formatInstant(expiresAt) })
    },
  )

  app.post(
    '/api/auth/totp/confirm',
    {
      ...buildAdminRoute('viewer', { isEnrolment: true }),
      schema: {
        operationId: 'confirmTotp',
        tags,
        summary: 'Confirm two-factor setup',
        description: 'A code of the authenticator app turns the second factor on. A notification is mailed in `lang`.',
        body: Type.Object({ code: Code, lang: Type.Optional(Language) }, { examples: [{ code: '123456' }] }),
        response: {
          200: buildResponseEntry(
            Type.Object({ recoveryCodes: Type.Array(Type.String(), { description: 'Each works once, if the device is lost' }) }),
            'Two-factor authentication is on; the codes are shown once',
            { recoveryCodes: ['0c4e-7g2k-m9pq-r3sv', 'a1b2-c3d4-e5f6-g7h8'] },
          ),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict', 'rate_limited']),
        },
      },
      onRequest,
    },
    async (request, reply) => {
      const { user, actor } = getAdminContext(request)
      const { code, lang } = request.body
      return reply.send({ recoveryCodes: [...(await secondFactor.confirm(user.id, { code, lang: readLanguage(lang) }, actor))] })
    },
  )

  app.delete(
    '/api/auth/totp',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'removeTotp',
        tags,
        summary: 'Turn off two-factor authentication',
        description:
          'Requires a code, a recovery code or the password. If your role requires two-factor authentication, set it up again before anything else. A notification is mailed in `lang`.',
        body: Type.Object(
          {
            code: Type.Optional(Code),
            password: Type.Optional(GivenPassword),
            lang: Type.Optional(Language),
          },
          { examples: [{ password: 'correct horse battery' }] },
        ),
        response: {
          200: buildResponseEntry(Type.Object({ totp: Type.Literal(false) }), 'Two-factor authentication is off', { totp: false }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'rate_limited']),
        },
      },
      onRequest,
    },
    async (request, reply) => {
      const { code, password, lang } = request.body
      if (code === undefined && password === undefined) {
        throw new AppError('invalid_request', 'code or password is required', { details: [{ path: 'code', message: 'is required' }] })
      }
      const { user } = await reauthentication.withOneFactor(request, { code, password })
      await secondFactor.remove(user, readLanguage(lang), getAdminContext(request).actor)
      return reply.send({ totp: false as const })
    },
  )
}
