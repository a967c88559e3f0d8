import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import { AppError } from '../../errors.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { refuseCrossSite } from '../access/index.ts'
import { createNonce, pageCsp } from '../../platform/http/security-headers.ts'
import { askFor } from './ask.ts'
import type { SiteBundle } from './bundle.ts'
import { DATA_PATHS, PAGE_PATHS } from './paths.ts'
import { webRequest } from './web-request.ts'

export interface SiteRoutes {
  readonly bundle: SiteBundle | undefined
  readonly siteName: () => string
  readonly publicOrigin: () => string
  readonly showDemoCities: boolean
}

/** A form of a page; what is sent to the API itself has its own bound. */
const FORM_LIMIT = 128 * 1024
/** Their names change with what is in them. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Made for one visitor, and looked at again whenever it is shown; a browser may keep it to go back to. */
const OWN_PAGE = 'private, no-cache'

/** The pages and their files. */
export async function registerSite(app: HttpServer, options: SiteRoutes): Promise<void> {
  const { bundle } = options
  const answer = createPages(app, options)
  const sources = bundle?.sources
  if (sources !== undefined) app.addHook('onRequest', (request, reply, done) => sources(request.raw, reply.raw, done))
  if (bundle !== undefined) {
    await app.register(fastifyStatic, {
      root: bundle.filesDir,
      wildcard: false,
      preCompressed: true,
      index: false,
      cacheControl: false,
      schemaHide: true,
      setHeaders(reply, path) {
        reply.header('cache-control', path.includes('/assets/') ? IMMUTABLE : 'public, max-age=3600')
      },
    })
    app.notFoundPage = (request, reply) => answer(request, reply)
  }
  await app.register((scope: HttpServer, _, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_LIMIT }, (_request, body, parsed) => parsed(null, body))
    for (const url of [...PAGE_PATHS, ...DATA_PATHS]) {
      scope.route({ method: ['GET', 'POST'], url, schema: { hide: true }, handler: answer })
    }
    done()
  })
}

function createPages(app: HttpServer, { bundle, siteName, publicOrigin, showDemoCities }: SiteRoutes) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (bundle === undefined) throw new AppError('service_unavailable', 'The pages have not been built: npm run build')
    if (request.method === 'POST') refuseCrossSite(request, publicOrigin)
    const nonce = createNonce()
    const isBot = isbot(request.headers['user-agent'])
    const left = new AbortController()
    reply.raw.once('close', () => left.abort())
    const response = await bundle.respond(webRequest(request, publicOrigin(), left.signal), {
      nonce,
      siteName: siteName(),
      publicOrigin: publicOrigin(),
      showDemoCities,
      isBot,
      ask: askFor(app, request, isBot),
    })
    reply.code(response.status).header('cache-control', OWN_PAGE)
    if (response.headers.get('content-type')?.startsWith('text/html') === true) reply.header('content-security-policy', pageCsp(nonce))
    for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
    for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
    return reply.send(Buffer.from(await response.arrayBuffer()))
  }
}
