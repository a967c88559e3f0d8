import swaggerUi from '@fastify/swagger-ui'
import { publicCacheControl } from '../../platform/http/cache-control.ts'
import { matchesEtag, weakEtag } from '../../platform/http/etag.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { createNonce, pageCsp } from '../../platform/http/security-headers.ts'

const MAX_AGE_SECONDS = 300

interface KeptDocument {
  readonly body: Buffer
  readonly etag: string
}

/** GET /api/openapi.json and /api/docs. Call it after describeApi. */
export async function registerApiDocs(app: HttpServer): Promise<void> {
  let kept: KeptDocument | undefined

  app.get('/api/openapi.json', { schema: { hide: true } }, (request, reply) => {
    kept ??= keep(app.swagger())
    reply.header('etag', kept.etag).header('cache-control', publicCacheControl({ maxAgeSeconds: MAX_AGE_SECONDS }))
    if (matchesEtag(request.headers['if-none-match'], kept.etag)) return reply.code(304).send()
    return reply.header('content-type', 'application/json; charset=utf-8').send(kept.body)
  })

  await app.register(async (scope) => {
    // The page is made elsewhere and knows no nonces: they are put into its script tags on their way out.
    scope.addHook('onSend', (_request, reply, payload, done) => {
      if (typeof payload !== 'string' || !String(reply.getHeader('content-type')).startsWith('text/html')) return done(null, payload)
      const nonce = createNonce()
      reply.header('content-security-policy', pageCsp(nonce)).header('cache-control', 'no-store')
      done(null, payload.replaceAll('<script ', `<script nonce="${nonce}" `))
    })
    await scope.register(swaggerUi, { routePrefix: '/api/docs', theme: { title: 'Isobar API' }, uiConfig: { layout: 'BaseLayout' } })
  })
}

function keep(document: object): KeptDocument {
  const body = Buffer.from(JSON.stringify(document))
  return { body, etag: weakEtag(body) }
}
