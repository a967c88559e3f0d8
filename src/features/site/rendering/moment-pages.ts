import type { FastifyReply, FastifyRequest } from 'fastify'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { acceptsGzip } from '../../../platform/http/compression.ts'
import { pageCsp } from '../../../platform/http/security-headers.ts'
import { type KeptPart, keepPart, stitchGzip } from '../../../platform/http/stitched-gzip.ts'
import { addVary } from '../../../platform/http/vary.ts'
import { OWN_PAGE } from './renderer.ts'

/** A page as it was made for one visitor, split at the nonce: each visitor gets one of their own. */
interface MomentPage {
  readonly parts: readonly KeptPart[]
  readonly madeAt: number
}

const MAX_BYTES = 32 * 1024 * 1024
/** The front page and those of places, without a query: nothing in their address is a visitor's own. Not their data (`.data`). */
const PATHS = /^\/(?:weather\/[^/?]{1,150}(?<!\.data))?$/
/** All of a request that such a page depends on, beside its address and the visitor's region. */
const HEADERS = ['accept-language', 'dnt', 'sec-gpc', 'host', 'x-forwarded-host', 'x-forwarded-proto'] as const
const PREFERENCES = /(?:^|;\s*)(site_preferences=[^;]*)/
/** Its scripts are let in by a policy of their own, and the back office greets who is signed in. */
const NOT_FOR_EVERYBODY = /service_admin_session=|site_preferences=[^;]*consent(?:%3D|=)ads/i

/** What a kept page costs: bytes and their compressed form. */
const bytesOf = ({ parts }: MomentPage): number =>
  parts.reduce((sum, { plain, deflated }) => sum + plain.length + deflated.length + 200, 500)

/**
 * Pages that many people open at once, kept for a moment and compressed once: rendering one takes
 * some ten milliseconds of processor time. What changes meanwhile is seen at most twice `keptMs` later; 0 keeps nothing.
 */
export function createMomentPages(keptMs: number, monotonicMs: () => number = () => performance.now()) {
  const pages = createMemoryCache<string, MomentPage>('moment pages', MAX_BYTES, (page, key) => bytesOf(page) + key.length * 2)
  const making = new Map<string, Promise<void>>()

  function youngerThan(key: string, ms: number): MomentPage | undefined {
    const page = pages.get(key)
    return page !== undefined && monotonicMs() - page.madeAt < ms ? page : undefined
  }

  return {
    /** What the request's page is kept under, beside the visitor's region; null: it is made for this visitor alone. */
    keyOf({ method, raw: { url = '' }, headers }: FastifyRequest, isBot: boolean): string | null {
      if (keptMs === 0 || method !== 'GET' || !PATHS.test(url) || NOT_FOR_EVERYBODY.test(headers.cookie ?? '')) return null
      const preferences = PREFERENCES.exec(headers.cookie ?? '')?.[1] ?? ''
      return JSON.stringify([url, isBot, preferences, ...HEADERS.map((name) => headers[name] ?? '')])
    },

    /**
     * The page of this moment. While it is made anew, the last one, if that is hardly older; else, the new one as soon as it is there. Otherwise
     * the caller is to make it, and to call the function that it gets when that has ended.
     */
    async enter(key: string): Promise<MomentPage | (() => void)> {
      const first = making.get(key)
      const page = youngerThan(key, first === undefined ? keptMs : 2 * keptMs)
      if (page !== undefined) return page
      if (first !== undefined) {
        await first
        const made = youngerThan(key, keptMs)
        if (made !== undefined) return made
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      making.set(key, promise)
      return () => {
        if (making.get(key) === promise) making.delete(key)
        resolve()
      }
    },

    /** Keeps a page that is the same for everybody with this key. Returns a response with the same content. */
    async keep(key: string, response: Response, nonce: string): Promise<Response> {
      const { status, headers } = response
      const isPage = headers.get('content-type')?.startsWith('text/html') === true
      if (status !== 200 || !isPage || headers.has('set-cookie')) return response
      const text = await response.text()
      pages.set(key, { parts: text.split(nonce).map((part) => keepPart(Buffer.from(part))), madeAt: monotonicMs() })
      return new Response(text, { status, headers })
    },

    /** Sends a kept page with a nonce of its own. */
    send(request: FastifyRequest, reply: FastifyReply, { parts }: MomentPage, nonce: string): FastifyReply {
      addVary(reply, 'accept-encoding')
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('content-security-policy', pageCsp(nonce))
        .header('cache-control', OWN_PAGE)
      const between = Buffer.from(nonce)
      const pieces = parts.flatMap((part, i) => (i === 0 ? [part] : [between, part]))
      return acceptsGzip(request.headers['accept-encoding'])
        ? reply.header('content-encoding', 'gzip').send(stitchGzip(pieces))
        : reply
            .header('content-encoding', 'identity')
            .send(Buffer.concat(pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : piece.plain))))
    },
  }
}
