import type { FastifyReply, FastifyRequest } from 'fastify'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { isGzipAccepted } from '../../../platform/http/bytes/compression.ts'
import { type CompressedPart, compressPart, stitchGzip } from '../../../platform/http/bytes/stitched-gzip.ts'
import { addVary } from '../../../platform/http/bytes/vary.ts'
import { writePageCsp } from '../../../platform/http/server/security-headers.ts'
import { copyOwnBytes } from '../../../platform/own-bytes.ts'
import { isCrawler } from './crawlers.ts'
import { OWN_PAGE } from './renderer.ts'
import { isTextRequest } from './text-clients.ts'

/** A page as rendered for one visitor, split at the nonce: each visitor gets a nonce of their own. */
interface CachedPage {
  readonly parts: readonly CompressedPart[]
  readonly madeAt: number
}

const MAX_BYTES = 32 * 1024 * 1024
/** The front page and those of places, without a query: their URL contains nothing personal. Not their data (`.data`). */
const PATHS = /^\/(?:weather\/[^/?]{1,150}(?<!\.data))?$/
/** The headers that such a page depends on, besides its URL and the visitor's region. */
const HEADERS = ['accept-language', 'dnt', 'sec-gpc', 'host', 'x-forwarded-host', 'x-forwarded-proto'] as const
const PREFERENCES = /(?:^|;\s*)(site_preferences=[^;]*)/
/** Excludes visitors who consented to ads, whose pages need another policy, and signed-in admins, whom the back office greets. */
const PERSONAL = /service_admin_session=|consent(?:%3D|=)ads/i

/**
 * Pages that many people open at once, cached for a second and compressed once: rendering one takes some ten milliseconds of processor time.
 * A change is visible after at most twice `cacheMs`; 0 caches nothing.
 */
export function createPageCache(cacheMs: number, monotonicMs: () => number = () => performance.now()) {
  const pages = createMemoryCache<string, CachedPage>('cached pages', MAX_BYTES, ({ parts }, key) =>
    parts.reduce((sum, { plain, deflated }) => sum + plain.length + deflated.length, key.length * 2 + 1_000),
  )
  const rendering = new Map<string, Promise<void>>()

  function pageYoungerThan(key: string, ms: number): CachedPage | undefined {
    const page = pages.get(key)
    return page !== undefined && monotonicMs() - page.madeAt < ms ? page : undefined
  }

  return {
    /** The key of the request's page, apart from the visitor's region; null: the page must be rendered for this visitor alone. */
    keyOf(request: FastifyRequest): string | null {
      const {
        method,
        raw: { url = '' },
        headers,
      } = request
      if (isTextRequest(request)) return null
      if (cacheMs === 0 || method !== 'GET' || !PATHS.test(url) || PERSONAL.test(headers.cookie ?? '')) return null
      const preferences = PREFERENCES.exec(headers.cookie ?? '')?.[1] ?? ''
      return JSON.stringify([url, isCrawler(headers['user-agent']), preferences, ...HEADERS.map((name) => headers[name] ?? '')])
    },

    /**
     * Returns the cached page if it is younger than `cacheMs`. While another request renders it, returns the last one if it is younger than
     * twice `cacheMs`, or else waits for the new one. Otherwise returns a function: the caller must render the page and call the function
     * when that has ended.
     */
    async enter(key: string): Promise<CachedPage | (() => void)> {
      const first = rendering.get(key)
      const page = pageYoungerThan(key, first === undefined ? cacheMs : 2 * cacheMs)
      if (page !== undefined) return page
      if (first !== undefined) {
        await first
        const made = pageYoungerThan(key, cacheMs)
        if (made !== undefined) return made
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      rendering.set(key, promise)
      return () => {
        if (rendering.get(key) === promise) rendering.delete(key)
        resolve()
      }
    },

    /** Stores a page that is the same for everyone with this key. Returns a response with the same content. */
    async store(key: string, response: Response, nonce: string): Promise<Response> {
      const { status, headers } = response
      const isPage = headers.get('content-type')?.startsWith('text/html') === true
      if (status !== 200 || !isPage || headers.has('set-cookie')) return response
      const text = await response.text()
      pages.set(key, { parts: text.split(nonce).map((part) => compressPart(copyOwnBytes(part))), madeAt: monotonicMs() })
      return new Response(text, { status, headers })
    },

    /** Sends a cached page with a nonce of its own. */
    send(request: FastifyRequest, reply: FastifyReply, { parts }: CachedPage, nonce: string): FastifyReply {
      const bytes = parts.flatMap((part, i) => (i === 0 ? [part] : [Buffer.from(nonce), part]))
      addVary(reply, 'accept-encoding')
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', writePageCsp(nonce))
        .header('cache-control', OWN_PAGE)
      return isGzipAccepted(request.headers['accept-encoding'])
        ? reply.header('content-encoding', 'gzip').send(stitchGzip(bytes))
        : reply.header('content-encoding', 'identity').send(Buffer.concat(bytes.map((part) => (Buffer.isBuffer(part) ? part : part.plain))))
    },
  }
}
