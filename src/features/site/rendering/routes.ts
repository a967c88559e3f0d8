import { promisify } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { refuseCrossSite } from '../../../admin/access/index.ts'
import type { Foundation } from '../../../foundation.ts'
import { writePublicCacheControl } from '../../../platform/http/bytes/cache-control.ts'
import { createRateLimitHook } from '../../../platform/http/limits/rate-limit-hook.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { createNonce } from '../../../platform/http/server/security-headers.ts'
import { MINUTE_MS } from '../../../time.ts'
import { type Visitor, buildVisitorKey, buildRequestVisitor } from './ask.ts'
import { assertBuilt, type SiteBundle } from './bundle.ts'
import { createFailurePage } from './failure-page.ts'
import { buildWebManifest, PREVIEW_CSP, PREVIEW_PAGE, PREVIEW_PATH, registerFiles } from './file-routes.ts'
import { createPageCache } from './page-cache.ts'
import { buildPageUrl } from './page-url.ts'
import { DATA_PATHS, PAGE_PATHS } from './paths.ts'
import type { RawReply } from './render-messages.ts'
import { OWN_PAGE, type Render } from './renderer.ts'

/** For forms of pages; requests to the API itself have their own limit. */
const FORM_LIMIT = 128 * 1024
const HOUR = writePublicCacheControl({ maxAgeSeconds: 3_600 })
/** Pages whose address alone authorises the link's action. */
const TOKEN_PAGES = /^\/(?:invite|reset-password|setup)\//
const REGION_PATH = '/api/location/region'
/** Half a kilobyte each. */
const MAX_REGIONS = 5_000
/** What every page asks for and what is the same for all visitors. A change is visible after a second, as in cached pages. */
const SHARED = /^\/api\/(?:pages|ads)\?/
const SHARED_MS = 1_000
const MAX_SHARED = 100
/** Paths of sources, in development. */
const SOURCE_PATHS = ['/@*', '/app/*', '/node_modules/*']

/** The pages and their files. */
export async function registerSite(
  app: HttpServer,
  bundle: SiteBundle | undefined,
  render: Render,
  { config, siteName, limiter }: Pick<Foundation, 'config' | 'siteName' | 'limiter'>,
): Promise<void> {
  const answer = createPages(app, bundle, render, config.PAGES_KEPT_MS)
  const onRequest = createRateLimitHook(limiter, 'pages')
  const sources = bundle?.sources
  if (sources !== undefined) {
    app.addHook('onRequest', (request, reply, done) => sources(request.raw, reply.raw, done))
    // Unknown paths are rejected before the sources are consulted.
    for (const url of SOURCE_PATHS) app.get(url, { schema: { hide: true } }, (_, reply) => reply.callNotFound())
  }
  if (bundle !== undefined) {
    await registerFiles(app, bundle.filesDir)
    app.notFoundPage = async (request, reply) => {
      await promisify(onRequest).call(app, request, reply)
      return answer(request, reply)
    }
  }
  app.failurePage = createFailurePage(siteName)
  app.get(PREVIEW_PATH, { schema: { hide: true } }, (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', PREVIEW_CSP)
      .header('cache-control', OWN_PAGE)
      .send(PREVIEW_PAGE),
  )
  app.get('/manifest.webmanifest', { schema: { hide: true } }, (_, reply) =>
    reply
      .header('content-type', 'application/manifest+json')
      .header('cache-control', HOUR)
      .send(JSON.stringify(buildWebManifest(siteName()))),
  )
  await app.register((scope: HttpServer, _, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_LIMIT }, (_request, body, parsed) => parsed(null, body))
    for (const url of [...PAGE_PATHS, ...DATA_PATHS]) {
      scope.route({ method: ['GET', 'POST'], url, schema: { hide: true }, onRequest, handler: answer })
    }
    done()
  })
}

/**
 * The canonical path of a page: `/settings/` becomes `/settings`. Undefined for a path that needs no change, or that could lead to another
 * host.
 */
function withoutSlashAtEnd(url: string): string | undefined {
  const found = /^((?:\/[^/\\?]+)+)\/(\?.*)?$/.exec(url)
  return found === null ? undefined : `${found[1]}${found[2] ?? ''}`
}

async function cachedIn(cache: LRUCache<string, RawReply>, key: string, ask: () => Promise<RawReply>): Promise<RawReply> {
  const known = cache.get(key)
  if (known !== undefined) return known
  const reply = await ask()
  if (reply.status === 200) cache.set(key, reply)
  return reply
}

/** `cacheMs`: how long a page that many people open is cached; 0: not at all. */
function createPages(app: HttpServer, bundle: SiteBundle | undefined, render: Render, cacheMs: number) {
  /** Regions of visitors who open several pages: asking for one is a third of the cost of a cached page. */
  const regions = new LRUCache<string, RawReply>({ max: MAX_REGIONS, ttl: MINUTE_MS })
  const shared = new LRUCache<string, RawReply>({ max: MAX_SHARED, ttl: SHARED_MS })
  const pageCache = createPageCache(bundle?.sources === undefined ? cacheMs : 0)

  /** The API's answer, from a cache if it is there; otherwise from `ask`. */
  function answerTo(request: FastifyRequest, path: string, ask: () => Promise<RawReply>): Promise<RawReply> {
    if (path === REGION_PATH) return cachedIn(regions, buildVisitorKey(request), ask)
    return SHARED.test(path) ? cachedIn(shared, path, ask) : ask()
  }

  /** The key of a page that many people open; null if it must be rendered for this visitor alone. */
  async function cacheKey(request: FastifyRequest, ask: Visitor['ask']): Promise<string | null> {
    const key = pageCache.keyOf(request)
    return key === null ? null : key + (await ask({ method: 'GET', path: REGION_PATH })).text
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const plain = withoutSlashAtEnd(request.url)
    if (TOKEN_PAGES.test(request.url)) reply.header('referrer-policy', 'no-referrer')
    if (plain !== undefined && request.method === 'GET') return reply.redirect(plain, 301)
    assertBuilt(bundle)
    if (request.method === 'POST') refuseCrossSite(request, app.publicOrigin)
    let visitor: Visitor | undefined
    const currentVisitor = () => (visitor ??= buildRequestVisitor(request))
    const ask: Visitor['ask'] = (asked) => answerTo(request, asked.path, () => currentVisitor().ask(asked))
    const key = await cacheKey(request, ask)
    const found = key === null ? undefined : await pageCache.enter(key)
    if (typeof found === 'object') return pageCache.send(request, reply, found, createNonce())
    const { isBot } = currentVisitor()
    return render(request, reply, { isBot, ask, mailed: null }, async ({ facts, calls, isEarly, signal }) => {
      const pageRequest = webRequest(request, app.publicOrigin(), signal)
      const rendered = await bundle.respond(pageRequest, facts, calls)
      const response = key === null || isEarly() ? rendered : await pageCache.store(key, rendered, facts.nonce)
      reply.code(response.status).header('cache-control', OWN_PAGE)
      return response
    }).finally(found)
  }
}

/** Converts a request to the Fetch standard for the renderer. Bodies are bytes, as the parser left them. @throws AppError not_found */
function webRequest(request: FastifyRequest, origin: string, signal: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const hasBody = request.method === 'POST' && Buffer.isBuffer(request.body)
  return new Request(buildPageUrl(originOf(request) ?? origin, pathOf(request)), {
    method: request.method,
    headers,
    signal,
    ...(hasBody ? { body: new Uint8Array(request.body as Buffer) } : {}),
  })
}

/** The path unchanged, even if it begins like a URL of another host; `/` for anything that is not a path. */
function pathOf({ raw: { url = '/' } }: FastifyRequest): string {
  return url.startsWith('/') ? url : '/'
}

/**
 * The origin that the browser sent. The renderer refuses forms from any other address than its own; whether a form comes from one of our
 * pages has been checked before, by more than this header.
 */
function originOf({ method, headers }: FastifyRequest): string | undefined {
  const origin = method === 'POST' ? URL.parse(headers.origin ?? '')?.origin : undefined
  // The origin of a page that has none, such as `mailto:`.
  return origin === 'null' ? undefined : origin
}
