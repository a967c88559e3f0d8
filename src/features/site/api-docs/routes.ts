import { publicCacheControl } from '../../../platform/http/cache-control.ts'
import { matchesEtag, weakEtag } from '../../../platform/http/etag.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'

const MAX_AGE_SECONDS = 300

interface KeptDocument {
  readonly body: Buffer
  readonly etag: string
}

/** GET /api/openapi.json, the source of the page at /api/docs. Call it after describeApi. */
export function registerApiDocs(app: HttpServer): void {
  let kept: KeptDocument | undefined

  app.get('/api/openapi.json', { config: { crossOrigin: true }, schema: { hide: true } }, (request, reply) => {
    kept ??= keep(app.swagger())
    reply.header('etag', kept.etag).header('cache-control', publicCacheControl({ maxAgeSeconds: MAX_AGE_SECONDS }))
    if (matchesEtag(request.headers['if-none-match'], kept.etag)) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(kept.body)
  })
}

function keep(document: object): KeptDocument {
  const body = Buffer.from(JSON.stringify(document))
  return { body, etag: weakEtag(body) }
}
