import type { FastifyRequest } from 'fastify'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { buildRequestVisitor } from './ask.ts'
import { assertBuilt } from './bundle.ts'
import { isCrawler } from './crawlers.ts'
import { buildPageUrl } from './page-url.ts'
import { buildVisitFacts, type RendererOptions } from './renderer.ts'
import type { Made } from './visit.ts'

/** What the code of the pages renders that is no page; the same for everyone who requests its address. */
export interface Document {
  readonly status: number
  readonly text: string
  /** The policy for browsers; null: it is data. */
  readonly policy: string | null
  /** When its weather is no longer fresh, in epoch milliseconds; null: it shows none. */
  readonly expiresAt: number | null
}

export interface DocumentOptions {
  readonly made: Exclude<Made, 'page'>
  /** Whether its weather comes from the cache only, so that it calls no provider. */
  readonly isPreview?: boolean
}

/** @throws AppError `service_unavailable` before the build, `not_found`, and what rendering throws */
export type Documents = (request: FastifyRequest, path: string, options: DocumentOptions) => Promise<Document>

const MAX_BYTES = 8 * 1024 * 1024
const TOO_MANY_REQUESTS = 429
const none = (): void => undefined

/** Renders documents. Concurrent requests for the same one share a rendering, which is cached for PAGES_KEPT_MS as pages are; 0: neither. */
export function createDocuments(options: RendererOptions): Documents {
  const { bundle, cachedWeather, onError } = options
  const cacheMs = options.config.PAGES_KEPT_MS
  const cache = createMemoryCache<string, Document>(
    'shared documents',
    MAX_BYTES,
    ({ text }, key) => 2 * (text.length + key.length) + 500,
    {
      ttl: Math.max(1, cacheMs),
    },
  )
  const rendering = new Map<string, Promise<Document>>()

  async function render(request: FastifyRequest, path: string, made: Made, isPreview: boolean): Promise<Document> {
    assertBuilt(bundle)
    const { isBot, ask } = buildRequestVisitor(request, isPreview)
    const facts = { ...buildVisitFacts(options, request, { isBot, mailed: null }), made, isText: false, isDocument: true }
    const calls = {
      ask,
      cachedWeather,
      allowAds: none,
      sendEarly: none,
      failed: (error: unknown) => onError(error, `rendering ${request.routeOptions.url ?? 'a document'}`),
    }
    const response = await bundle.respond(new Request(buildPageUrl(facts.publicOrigin, path)), facts, calls)
    const expires = Date.parse(response.headers.get('expires') ?? '')
    return {
      status: response.status,
      text: await response.text(),
      policy: response.headers.get('content-security-policy'),
      expiresAt: Number.isNaN(expires) ? null : expires,
    }
  }

  return async (request, path, { made, isPreview = false }) => {
    const key = JSON.stringify([request.server.publicOrigin(), path, isPreview || isCrawler(request.headers['user-agent'])])
    const existing = () => (cacheMs === 0 ? undefined : (cache.get(key) ?? rendering.get(key)))
    for (let shared = existing(); shared !== undefined; shared = existing()) {
      const document = await shared
      // The limit of the client that had it rendered says nothing about this one's.
      if (document.status !== TOO_MANY_REQUESTS) return document
    }
    const rendered = render(request, path, made, isPreview)
    rendering.set(key, rendered)
    try {
      const document = await rendered
      if (cacheMs > 0 && document.status === 200) cache.set(key, document)
      return document
    } finally {
      rendering.delete(key)
    }
  }
}
