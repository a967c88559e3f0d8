import { Type } from 'typebox'
import { AppError, ERROR_CODES, type ErrorCode } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { readLanguage } from '../../../messages/language-tag.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { sendText } from '../../../platform/http/bytes/send-json.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { Units } from '../../weather/forecast/index.ts'
import type { Documents } from './documents.ts'

/** The picture has its styles in itself; opened alone, it may do nothing else. */
const PICTURE_CSP = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *"

const Query = Type.Object({
  lang: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  units: Type.Optional(Units),
  clock: Type.Optional(Type.Enum(['12', '24'])),
  theme: Type.Optional(Type.Enum(['auto', 'light', 'dark'])),
  width: Type.Optional(Type.Integer({ minimum: 280, maximum: 2_000 })),
  air: Type.Optional(Type.Boolean()),
  notes: Type.Optional(Type.Boolean()),
})

/** GET /weather/{place}/meteogram.svg: the hours and days of a place as a picture, on its page and for other sites. */
export function registerMeteogram(app: HttpServer, documents: Documents, { limiter, clock }: Pick<Foundation, 'limiter' | 'clock'>): void {
  app.get(
    '/weather/:place/meteogram.svg',
    {
      config: { crossOrigin: true },
      schema: { hide: true, params: Type.Object({ place: Type.String({ minLength: 1, maxLength: 200 }) }), querystring: Query },
      onRequest: createRateLimitHook(limiter, 'pages'),
    },
    async (request, reply) => {
      readLanguage(request.query.lang)
      const { status, text, expiresAt } = await documents(request, request.url, { made: 'meteogram' })
      if (status !== 200) throw failureOf(JSON.parse(text))
      const maxAgeSeconds = ((expiresAt ?? 0) - clock.now()) / 1_000
      reply.header('cache-control', writePublicCacheControl({ maxAgeSeconds })).header('content-security-policy', PICTURE_CSP)
      return sendText(request, reply, text, 'image/svg+xml; charset=utf-8')
    },
  )
}

/** The API's refusal, as this route's own. */
function failureOf(body: unknown): AppError {
  const { error, message, retryAfterSeconds } = body as { error: ErrorCode; message: string; retryAfterSeconds?: number }
  return new AppError(
    ERROR_CODES.includes(error) ? error : 'internal_error',
    message,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  )
}
