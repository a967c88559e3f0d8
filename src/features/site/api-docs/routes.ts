import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { isGzipAccepted } from '../../../platform/http/bytes/compression.ts'
import { isEtagMatch, computeWeakEtag } from '../../../platform/http/bytes/etag.ts'
import { addVary } from '../../../platform/http/bytes/vary.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import type { RateLimiter } from '../../../platform/http/limits/rate-limit.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'

const MAX_AGE_SECONDS = 300

interface Document {
  readonly body: Buffer
  readonly compressed: Buffer
  readonly etag: string
}

/** GET /api/openapi.json, the source of the page at /api/docs; compressed once. Call it after describeApi. */
export function registerApiDocs(app: HttpServer, limiter: RateLimiter): void {
  let prepared: Promise<Document> | undefined
  const options = {
    config: { crossOrigin: true },
    compress: false,
    onRequest: createRateLimitHook(limiter, 'pages'),
    schema: { hide: true },
  } as const

  app.get('/api/openapi.json', options, async (request, reply) => {
    const { body, compressed, etag } = await (prepared ??= prepare(app.swagger()))
    addVary(reply, 'accept-encoding')
    reply.header('etag', etag).header('cache-control', writePublicCacheControl({ maxAgeSeconds: MAX_AGE_SECONDS }))
    if (isEtagMatch(request.headers['if-none-match'], etag)) return reply.code(304).send()
    reply.header('content-type', 'application/json; charset=utf-8')
    return isGzipAccepted(request.headers['accept-encoding']) ? reply.header('content-encoding', 'gzip').send(compressed) : reply.send(body)
  })
}

async function prepare(document: object): Promise<Document> {
  const body = Buffer.from(JSON.stringify(document))
  return { body, compressed: await promisify(gzip)(body), etag: computeWeakEtag(body) }
}
