import { randomUUID } from 'node:crypto'
import { IncomingMessage, type Server, ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from 'node:http'
import { Socket } from 'node:net'
import type { Clock } from '../../clock.ts'
import type { Logger } from '../../log.ts'
import type { RouteRecord } from '../../metrics.ts'
import { createPolicy, writeRateLimitHeader } from '../limits/rate-limit-hook.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import { type ClientAccess, isOwnSite } from '../server/client-access.ts'
import { getPeerIp } from '../server/client-ip.ts'
import { hasTakenKey, takeClientKey } from '../server/client-key.ts'
import { MAX_HEADERS } from '../server/entry-hook.ts'
import { isGzipAccepted } from './compression.ts'
import { isEtagMatch } from './etag.ts'

/** A response that lacks only the request id and the rate limit headers. Valid only at the moment it is found. */
export interface CachedAnswer {
  readonly etag: string | undefined
  /** Headers of a 200 and a 304, as alternating names and values, without those that every response carries. */
  readonly headers: readonly string[]
  /** Additional headers of a response with a body. */
  readonly bodyHeaders: readonly string[]
  readonly plain: () => Buffer
  /** Null: never compressed, and the response does not vary. */
  readonly gzip: (() => Buffer) | null
  /** Called for each response. Must be cheap and must not throw. */
  readonly onSent: (ip: string) => void
}

/** A route whose repeated requests are answered without going through the router. */
export interface CachedRoute {
  /** Prefix of the raw URLs of its requests. */
  readonly prefix: string
  /** Its pattern in the router. */
  readonly pattern: string
  readonly limiter: RateLimiter
  readonly limit: string
  /** What a client key must include. */
  readonly scope: string
  readonly record: RouteRecord
  /** Read once for each request: reading the time costs as much as anything else here. */
  readonly clock: Clock
  /** The answer to a GET of this raw URL at this time; undefined: leave it to the router. Must be cheap and must not throw. */
  readonly find: (url: string, now: number) => CachedAnswer | undefined
}

export interface CachedAnswersOptions {
  readonly log: Logger
  readonly securityHeaders: Readonly<Record<string, string>>
  /** CORS headers of a public read for every origin; null: they depend on the origin. */
  readonly corsHeaders: readonly string[] | null
  readonly requestId: (request: IncomingMessage) => string
  readonly clientIp: (request: IncomingMessage) => string
  /** Whether a header that names another client may be ignored here: proxies are trusted, and `clientIp` reads it. */
  readonly trustsProxies: boolean
  /**
   * False while the entry hook would refuse requests or change the response: the service is shutting down or overloaded. `at`: milliseconds as
   * `performance.now()`.
   */
  readonly isOpen: (socket: Socket, at: number) => boolean
  /** Null: there are no client keys. */
  readonly access: ClientAccess | null
  readonly publicOrigin: () => string
}

type Form = 'plain' | 'gzip' | 'notModified'

/** A response in one form: all headers that do not change per request, and the body. */
interface Ready {
  readonly head: string
  readonly body: string | Buffer
}

/**
 * Node writes the response's headers from its field `_header`, once `writeHead` has validated and joined them, which costs as much as the
 * rest of a small response. The field is undocumented but as old as `node:http`; where it is missing, this shortcut is off.
 */
type RawResponse = ServerResponse & { _header: string | null }
const HAS_RAW_HEADER = Object.hasOwn(new ServerResponse(new IncomingMessage(new Socket())), '_header')

/** Up to this size, head and body are sent as one string in one write; above it, copying costs more than a second write. */
const MAX_STRING_BYTES = 12_000

const OK = `HTTP/1.1 200 ${STATUS_CODES[200]}\r\n`
const NOT_MODIFIED = `HTTP/1.1 304 ${STATUS_CODES[304]}\r\n`

/**
 * Answers repeated requests ahead of Fastify, whose router, hooks and reply cost as much as all of `node:http`. What is sent and counted is
 * the same. Any request that is unusual in some way goes through Fastify.
 */
export function createCachedAnswers(options: CachedAnswersOptions) {
  const { log, securityHeaders, corsHeaders, requestId, clientIp, trustsProxies, isOpen, access, publicOrigin } = options
  const routes: (CachedRoute & { readonly policy: (limit: number) => string })[] = []
  const forms = new WeakMap<CachedAnswer, Record<Form, Ready | undefined>>()
  const always = [...Object.entries(securityHeaders).flat(), ...(corsHeaders ?? [])]
  const dateLine = createDateLine()
  let keepAliveLines = ''

  function readyOf(answer: CachedAnswer, form: Form): Ready {
    let known = forms.get(answer)
    if (known === undefined) {
      known = { plain: undefined, gzip: undefined, notModified: undefined }
      forms.set(answer, known)
    }
    return (known[form] ??= makeReady(answer, form))
  }

  function makeReady(answer: CachedAnswer, form: Form): Ready {
    const headers = [...always, ...answer.headers]
    if (answer.gzip !== null) headers.push('vary', 'Accept-Encoding')
    if (form === 'notModified') return { head: headOf(headers), body: '' }
    const bytes = form === 'gzip' && answer.gzip !== null ? answer.gzip() : answer.plain()
    headers.push(...answer.bodyHeaders, ...(form === 'gzip' ? ['content-encoding', 'gzip'] : []), 'content-length', String(bytes.length))
    return { head: headOf(headers), body: bytes.length <= MAX_STRING_BYTES ? bytes.toString('latin1') : bytes }
  }

  /** Counts a request by its key or its address. Returns the header lines of the limits; null: it is refused, or must be asked about. */
  function admit(request: IncomingMessage, { hasKey }: Seen, ip: string, now: number, route: (typeof routes)[number]): string | null {
    if (access !== null && (hasKey || hasTakenKey(request) || access.isRequired())) {
      const isOwn = (): boolean => isOwnSite(request.headers, publicOrigin())
      const admission = access.admitAtOnce(request, route.scope, { needsKey: false, isOwn, now })
      if (admission === null) return null
      const { key, limits } = admission
      if (key !== null) return limits === null ? '' : limitLinesOf(limits.policy, limits.state)
    }
    const taken = route.limiter.takeAtOnce(route.limit, ip, 1, now)
    if (taken === null || !taken.allowed) return null
    return taken.limit === 0 ? '' : limitLinesOf(route.policy(taken.limit), writeRateLimitHeader(route.limit, taken))
  }

  function send({ request, response, startedAt }: Incoming, now: number, route: (typeof routes)[number], answer: CachedAnswer): boolean {
    const seen = readHeaders(request.rawHeaders, trustsProxies)
    if (seen === null) return false
    // Without these headers, reading which parses all, the answers of both functions are known.
    const ip = seen.isForwarded ? clientIp(request) : getPeerIp(request.socket)
    const limitLines = admit(request, seen, ip, now, route)
    // Not counted; the router asks and counts, and sends the error of a refusal.
    if (limitLines === null) return false
    const isKnown = answer.etag !== undefined && isEtagMatch(seen.ifNoneMatch, answer.etag)
    const form = isKnown ? 'notModified' : answer.gzip !== null && isGzipAccepted(seen.acceptEncoding) ? 'gzip' : 'plain'
    const { head, body } = readyOf(answer, form)
    const id = seen.hasId ? requestId(request) : randomUUID()
    const status = isKnown ? 304 : 200
    response.statusCode = status
    ;(response as RawResponse)._header =
      `${isKnown ? NOT_MODIFIED : OK}${limitLines}${head}x-request-id: ${id}\r\n${dateLine()}${keepAliveLines}`
    // As Node does for a 304: with an empty body, only the headers are sent.
    if (isKnown) response.end('')
    else response.end(body, 'latin1')
    answer.onSent(ip)
    const ms = performance.now() - startedAt
    route.record.record('GET', status, ms / 1_000)
    if (log.isLevelEnabled('debug'))
      log.debug({ requestId: id, method: 'GET', route: route.pattern, status, durationMs: Math.round(ms * 10) / 10 }, 'answered')
    return true
  }

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method } = request
    if (method !== 'GET' || !response.shouldKeepAlive) return false
    for (const route of routes) {
      if (!url.startsWith(route.prefix)) continue
      const startedAt = performance.now()
      if (!isOpen(request.socket, startedAt)) return false
      const now = route.clock.now()
      const found = route.find(url, now)
      return found !== undefined && send({ request, response, startedAt }, now, route, found)
    }
    return false
  }

  return {
    /** From now on, answers repeated requests of a route. */
    add(route: CachedRoute): void {
      routes.push({ ...route, policy: createPolicy(route.limiter, route.limit) })
    },
    /** Takes over the server's current request listeners; requests that are not answered here reach them through `route`. */
    serve(server: Server, route: (work: () => void) => void): void {
      const isPossible = HAS_RAW_HEADER && corsHeaders !== null
      keepAliveLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(server.keepAliveTimeout / 1_000)}\r\n\r\n`
      const listeners = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
      server.removeAllListeners('request')
      server.on('request', (request: IncomingMessage, response: ServerResponse) => {
        takeClientKey(request)
        if (isPossible && answer(request, response)) return
        route(() => {
          for (const listener of listeners) listener.call(server, request, response)
        })
      })
    },
  }
}

/** Of values that we wrote ourselves, which need no check. */
function limitLinesOf(policy: string, state: string): string {
  return `ratelimit-policy: ${policy}\r\nratelimit: ${state}\r\n`
}

/** The lines of headers, checked as `writeHead` does. */
function headOf(headers: readonly string[]): string {
  let head = ''
  for (let i = 0; i < headers.length; i += 2) {
    const [name = '', value = ''] = headers.slice(i, i + 2)
    validateHeaderName(name)
    validateHeaderValue(name, value)
    head += `${name}: ${value}\r\n`
  }
  return head
}

/** Returns the `Date` header of the current second of real time, which a timer ends, as in Node. */
function createDateLine(): () => string {
  let line = ''
  return () => {
    if (line === '') {
      const now = new Date()
      line = `Date: ${now.toUTCString()}\r\n`
      setTimeout(() => (line = ''), 1_000 - now.getMilliseconds()).unref()
    }
    return line
  }
}

interface Incoming {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** `performance.now()`. */
  readonly startedAt: number
}

interface Seen {
  readonly acceptEncoding: string | undefined
  readonly ifNoneMatch: string | undefined
  /** Whether a proxy names the client, or a client the request. */
  readonly isForwarded: boolean
  readonly hasId: boolean
  /** Whether a header may hold a key. */
  readonly hasKey: boolean
}

/** Reads what the answer depends on from the raw headers, since parsing them in Node costs more; null: something is unusual. */
function readHeaders(raw: readonly string[], trustsProxies: boolean): Seen | null {
  if (raw.length > 2 * MAX_HEADERS) return null
  let hosts = 0
  let acceptEncoding: string | undefined
  let ifNoneMatch: string | undefined
  let isForwarded = false
  let hasId = false
  let hasKey = false
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i] ?? ''
    switch (name.length) {
      case 4:
        if (name.toLowerCase() === 'host') hosts += 1
        break
      case 13: {
        const lower = name.toLowerCase()
        hasKey ||= lower === 'authorization'
        if (lower !== 'if-none-match') break
        if (ifNoneMatch !== undefined) return null
        ifNoneMatch = raw[i + 1]
        break
      }
      case 15: {
        const lower = name.toLowerCase()
        if (lower === 'x-forwarded-for') {
          if (!trustsProxies) return null
          isForwarded = true
        }
        if (lower !== 'accept-encoding') break
        if (acceptEncoding !== undefined) return null
        acceptEncoding = raw[i + 1]
        break
      }
      case 9: {
        const lower = name.toLowerCase()
        hasKey ||= lower === 'x-api-key'
        if (!trustsProxies && lower === 'forwarded') return null
        break
      }
      case 12:
        hasId ||= name.toLowerCase() === 'x-request-id'
        break
      case 16:
        if (name.toLowerCase() === 'content-encoding') return null
    }
  }
  return hosts === 1 ? { acceptEncoding, ifNoneMatch, isForwarded, hasId, hasKey } : null
}
