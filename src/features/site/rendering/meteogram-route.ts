import { Type } from 'typebox'
import { readLanguage } from '../../../domain/language.ts'
import { AppError, ERROR_CODES, type ErrorCode } from '../../../errors.ts'
import { publicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { matchesEtag, weakEtag } from '../../../platform/http/bytes/etag.ts'
import { rateLimited } from '../../../platform/http/limits/rate-limit-hook.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { Units } from '../../weather/forecast/index.ts'
import { visitorOf } from './ask.ts'
import { assertBuilt } from './bundle.ts'
import { type SiteRoutes, webRequest } from './routes.ts'

/** The picture has its styles in itself; opened alone, it may do nothing else. */
const PICTURE_CSP = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors *"

const Query = Type.Object({
  lang: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  units: Type.Optional(Units),
  clock: Type.Optional(Type.Enum(['12', '24'])),
  theme: Type.Optional(Type.Enum(['auto', 'light', 'dark'])),
  width: Type.Optional(Type.Integer({ minimum: 280, maximum: 2_000 })),
  air: Type.Optional(Type.Boolean()),
})

/** GET /weather/{place}/meteogram.svg: the hours and days of a place as a picture, on its page and for other sites. */
export function registerMeteogram(app: HttpServer, { bundle, render, limiter }: Omit<SiteRoutes, 'siteName' | 'cacheMs'>): void {
  app.get(
    '/weather/:place/meteogram.svg',
    {
      config: { crossOrigin: true },
      schema: { hide: true, params: Type.Object({ place: Type.String({ maxLength: 200 }) }), querystring: Query },
      onRequest: rateLimited(limiter, 'pages'),
    },
    async (request, reply) => {
      readLanguage(request.query.lang)
      assertBuilt(bundle)
      return render(request, reply, { ...visitorOf(request), mailed: null }, async ({ facts, calls, signal }) => {
        const made = await bundle.respond(webRequest(request, app.publicOrigin(), signal), facts, calls)
        if (!made.ok) throw failureOf(await made.json())
        const picture = await made.text()
        const etag = weakEtag(picture)
        const maxAgeSeconds = (Date.parse(made.headers.get('expires') ?? '') - facts.now) / 1_000
        reply
          .header('etag', etag)
          .header('cache-control', publicCacheControl({ maxAgeSeconds }))
          .header('content-security-policy', PICTURE_CSP)
        if (!matchesEtag(request.headers['if-none-match'], etag))
          return new Response(picture, { headers: { 'content-type': 'image/svg+xml; charset=utf-8' } })
        reply.code(304)
        return new Response(null, { status: 304 })
      })
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
