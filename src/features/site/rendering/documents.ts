import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../errors.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { isCrawler, visitorOf } from './ask.ts'
import { pageUrl } from './page-url.ts'
import { factsOf, type RendererOptions } from './renderer.ts'
import type { Made } from './visit.ts'

/** What the code of the pages makes besides pages; the same for everyone who asks for its address. */
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
const none = (): void => undefined

/** Makes documents, each once for all who ask for it at a time, and keeps them for `keptMs` as pages are; 0: not at all. */
export function createDocuments(options: RendererOptions, keptMs: number): Documents {
  const { bundle, cachedWeather, onError } = options
  const kept = createMemoryCache<string, Document>('shared documents', MAX_BYTES, ({ text }, key) => 2 * (text.length + key.length) + 500, {
    ttl: Math.max(1, keptMs),
  })
  const making = new Map<string, Promise<Document>>()

  async function make(request: FastifyRequest, path: string, made: Made, isPreview: boolean): Promise<Document> {
    if (bundle === undefined) throw new AppError('service_unavailable', 'The pages have not been built: npm run build')
    const { isBot, ask } = visitorOf(request, isPreview)
    const facts = { ...factsOf(options, request, { isBot, mailed: null }), made, isText: false, isDocument: true }
    const calls = {
      ask,
      cachedWeather,
      allowAds: none,
      sendEarly: none,
      failed: (error: unknown) => onError(error, `rendering ${request.routeOptions.url ?? 'a document'}`),
    }
    const response = await bundle.respond(new Request(pageUrl(facts.publicOrigin, path)), facts, calls)
    const expires = Date.parse(response.headers.get('expires') ?? '')
    return {
      status: response.status,
      text: await response.text(),
      policy: response.headers.get('content-security-policy'),
      expiresAt: Number.isNaN(expires) ? null : expires,
    }
  }

  return async (request, path, { made, isPreview = false }) => {
    const key = JSON.stringify([request.server.publicOrigin(), path, isPreview || isCrawler(request)])
    const known = keptMs === 0 ? undefined : (kept.get(key) ?? making.get(key))
    if (known !== undefined) return known
    const documentMade = make(request, path, made, isPreview)
    making.set(key, documentMade)
    try {
      const document = await documentMade
      if (keptMs > 0 && document.status === 200) kept.set(key, document)
      return document
    } finally {
      making.delete(key)
    }
  }
}
