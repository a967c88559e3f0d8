import { UNIT_SYSTEMS } from '@isobar/weather'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../../errors.ts'
import type { Foundation } from '../../../foundation.ts'
import { isLanguage, LANGUAGES } from '../../../messages/languages.ts'
import { getTranslator } from '../../../messages/messages.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { isEtagMatch, computeWeakEtag } from '../../../platform/http/bytes/etag.ts'
import { sendText } from '../../../platform/http/bytes/send-json.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import { getClientIp, toNetworkKey } from '../../../platform/http/server/client-ip.ts'
import { toFailure } from '../../../platform/http/server/failure.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { getIconDrawings } from '../icons/index.ts'
import type { Document, DocumentOptions, Documents, PictureScene } from '../rendering/index.ts'
import type { Pictures } from './pictures.ts'

const MAX_AGE_SECONDS = 3_600
const MIN_AGE_SECONDS = 60
/** For frames without content: they may be anywhere, and do nothing. */
const EMPTY_FRAME = "default-src 'none'; frame-ancestors *"
const HTML = 'text/html; charset=utf-8'

const Params = Type.Object({ place: Type.String({ maxLength: 300 }) })
/** Of whoever will see it, so nothing follows from who asks: the answer is the same for all. */
const Reader = {
  lang: Type.Enum([...LANGUAGES], { default: 'en' }),
  units: Type.Enum([...UNIT_SYSTEMS], { default: 'metric' }),
}
const PictureQuery = Type.Object(Reader)
const EmbedQuery = Type.Object({
  ...Reader,
  theme: Type.Enum(['auto', 'light', 'dark'], { default: 'auto' }),
  size: Type.Enum(['small', 'large'], { default: 'large' }),
  days: Type.Integer({ minimum: 0, maximum: 7, default: 5 }),
})

/** GET /share/{place}.png and /embed/{place} */
export function registerSharing(
  app: HttpServer,
  documents: Documents,
  pictures: Pictures,
  { limiter, clock, settings }: Pick<Foundation, 'limiter' | 'clock' | 'settings'>,
): void {
  async function read(request: FastifyRequest, prefix: string, options: DocumentOptions): Promise<Document> {
    const document = await documents(request, pathOf(prefix, request), options)
    if (document.status === 200) return document
    if (document.status === 404 || document.status === 400) throw new AppError('not_found', 'There is no such place')
    const retryAfterSeconds = MIN_AGE_SECONDS
    if (document.status === 429) throw new AppError('rate_limited', 'Too many requests from this address', { retryAfterSeconds })
    throw new AppError('service_unavailable', 'The weather of this place is not available right now', { retryAfterSeconds })
  }

  function cacheControlOf({ expiresAt }: Document): string {
    const seconds = expiresAt === null ? 0 : (expiresAt - clock.now()) / 1_000
    const maxAgeSeconds = Math.min(MAX_AGE_SECONDS, Math.max(MIN_AGE_SECONDS, seconds))
    return writePublicCacheControl({ maxAgeSeconds, staleWhileRevalidateSeconds: 0, staleIfErrorSeconds: 0 })
  }

  app.get(
    '/share/:place.png',
    {
      compress: false,
      schema: { hide: true, params: Params, querystring: PictureQuery },
      onRequest: createRateLimitHook(limiter, 'pages'),
    },
    async (request, reply) => {
      const document = await read(request, '/share/', { made: 'scene', isPreview: true })
      const etag = computeWeakEtag(document.text)
      reply.header('etag', etag).header('cache-control', cacheControlOf(document)).header('cross-origin-resource-policy', 'cross-origin')
      if (isEtagMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
      const scene = JSON.parse(document.text) as PictureScene
      const icon = getIconDrawings().get(scene.weather?.icon ?? '') ?? null
      return reply.type('image/png').send(await pictures.picture(document.text, { scene, icon }, toNetworkKey(getClientIp(request))))
    },
  )

  app.get(
    '/embed/:place',
    {
      schema: { hide: true, params: Params, querystring: EmbedQuery },
      onRequest: createRateLimitHook(limiter, 'pages'),
      errorHandler: (error, request, reply) => void sendFailure(error, request, reply),
    },
    async (request, reply) => {
      if (settings.current().embeds !== 'on') throw new AppError('not_found', 'Embeds are switched off')
      const document = await read(request, '/embed/', { made: 'embed' })
      reply.header('content-security-policy', document.policy ?? EMPTY_FRAME).header('cache-control', cacheControlOf(document))
      return sendText(request, reply, document.text, HTML)
    },
  )
}

/** With all parameters in a fixed order, so that equal addresses are equal texts. */
function pathOf(prefix: string, request: FastifyRequest): string {
  const { place } = request.params as { place: string }
  const query = new URLSearchParams(Object.entries(request.query as Record<string, string>).map(([name, value]) => [name, String(value)]))
  query.sort()
  return `${prefix}${encodeURIComponent(place)}?${query}`
}

/** A frame that says in its language that there is nothing to show: the browser's own page would look like a fault of the site around it. */
function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, retryAfterSeconds } = toFailure(error)
  const { lang } = request.query as { readonly lang?: unknown }
  const { t, language, direction } = getTranslator(typeof lang === 'string' && isLanguage(lang) ? lang : 'en')
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  const text = t(status < 500 && status !== 429 ? 'embed.missing' : 'embed.away')
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', EMPTY_FRAME)
    .type(HTML)
    .send(
      `<!doctype html><html lang="${language}" dir="${direction}"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${text}</title><p>${text}</p></html>`,
    )
}
