import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Agent } from 'undici'
import { type Bulkhead, createBulkhead } from '../bulkhead.ts'
import { exchangeOverHttp, type Method, type RawAnswer } from './exchange.ts'
import { UpstreamFailure } from './failure.ts'
import { type LookUp, createPublicLookup, systemLookUp } from './public-address.ts'

export { UpstreamFailure } from './failure.ts'

export interface UpstreamClientOptions {
  /** One deadline for everything: queueing, DNS, connection, headers, body. */
  readonly timeoutMs: number
  /** Limit of a response body, compressed or not. */
  readonly maxBytes: number
  readonly userAgent: string
  /** Concurrent calls per origin; this times WAITING_FACTOR may wait. */
  readonly maxConcurrent: number
  /** Origins with open connections; default: enough for providers. */
  readonly maxOrigins?: number
  /** For calls that are `isPublicOnly`; default: the system's resolver. */
  readonly lookUp?: LookUp
}

export interface UpstreamGet {
  /** Connects to the public Internet only: for URLs that people enter. Does not check a URL with an IP address instead of a name. */
  readonly isPublicOnly?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** Can shorten the client's deadline, never extend it. */
  readonly timeoutMs?: number
  readonly maxBytes?: number
}

export interface UpstreamSend extends UpstreamGet {
  readonly method: Method
  /** Its content type goes into `headers`. */
  readonly body?: string | Buffer
}

export type UpstreamClient = ReturnType<typeof createUpstreamClient>

const WAITING_FACTOR = 8
const MAX_ORIGINS = 32
const MAX_HEADER_BYTES = 32 * 1024
const KEEP_ALIVE_MS = 10_000

/** The client for outgoing calls: pooled connections, one deadline per call, bounded bodies and bounded concurrency per origin. */
export function createUpstreamClient(options: UpstreamClientOptions) {
  const settings = {
    connections: options.maxConcurrent,
    pipelining: 1,
    maxOrigins: options.maxOrigins ?? MAX_ORIGINS,
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connect: { timeout: options.timeoutMs },
    // The call's own deadline is the only one.
    headersTimeout: 0,
    bodyTimeout: 0,
  }
  const agent = new Agent(settings)
  // A separate pool, so that no connection in it was made without the check.
  const publicAgent = new Agent({
    ...settings,
    connect: { ...settings.connect, lookup: createPublicLookup(options.lookUp ?? systemLookUp) },
  })
  const bulkheads = new Map<string, Bulkhead>()
  const closed = new AbortController()

  function bulkheadOf(origin: string): Bulkhead {
    const bulkhead = bulkheads.get(origin) ?? createBulkhead(options.maxConcurrent, options.maxConcurrent * WAITING_FACTOR)
    bulkheads.set(origin, bulkhead)
    return bulkhead
  }

  async function call(url: URL, wanted: UpstreamSend, signal: AbortSignal): Promise<RawAnswer> {
    const maxBytes = Math.min(wanted.maxBytes ?? options.maxBytes, options.maxBytes)
    const bulkhead = bulkheadOf(url.origin)
    if (!(await bulkhead.enter(signal))) throw reasonNotToSend(signal)
    try {
      const headers = { 'user-agent': options.userAgent, 'accept-encoding': ACCEPT_ENCODING, ...wanted.headers }
      const raw = await exchangeOverHttp(wanted.isPublicOnly === true ? publicAgent : agent, {
        method: wanted.method,
        origin: url.origin,
        path: url.pathname + url.search,
        headers,
        body: wanted.body ?? null,
        maxBytes,
        signal,
      })
      const body = await decodeBody(raw.body, singleHeader(raw.headers['content-encoding']), maxBytes)
      if (signal.aborted) throw sentReason(signal)
      if (body === 'too_large') throw new UpstreamFailure('too_large', `the body is larger than ${maxBytes} bytes`, true)
      if (body === 'broken') throw new UpstreamFailure('network', 'the body does not decompress', true)
      return { ...raw, body }
    } finally {
      bulkhead.leave()
      if (bulkhead.running === 0) bulkheads.delete(url.origin)
    }
  }

  async function send(url: URL, wanted: UpstreamSend): Promise<RawAnswer> {
    const timeoutMs = Math.min(wanted.timeoutMs ?? options.timeoutMs, options.timeoutMs)
    const given = new AbortController()
    const timer = setTimeout(() => {
      given.abort(new UpstreamFailure('timeout', `no whole answer within ${timeoutMs} ms`, false))
    }, timeoutMs)
    const abort = () => given.abort(new UpstreamFailure('aborted', 'the call was aborted', false))
    const sources = wanted.signal === undefined ? [closed.signal] : [closed.signal, wanted.signal]
    for (const source of sources) source.addEventListener('abort', abort, { once: true })
    try {
      if (sources.some((source) => source.aborted)) abort()
      return await call(url, wanted, given.signal)
    } finally {
      clearTimeout(timer)
      for (const source of sources) source.removeEventListener('abort', abort)
    }
  }

  return {
    /**
     * GETs the URL and returns the response, decompressed, whatever its status. Redirects are not followed.
     * @throws UpstreamFailure and nothing else
     */
    get: (url: URL, wanted: UpstreamGet = {}): Promise<RawAnswer> => send(url, { ...wanted, method: 'GET' }),
    /** The same with another method and a body. Sent once; the caller decides whether to retry. */
    send,
    /** Aborts calls in flight and closes all connections. */
    async close(): Promise<void> {
      closed.abort()
      await Promise.all([agent.destroy(), publicAgent.destroy()])
    },
  }
}

function reasonNotToSend(signal: AbortSignal): UpstreamFailure {
  if (signal.aborted) return signal.reason as UpstreamFailure
  return new UpstreamFailure('timeout', 'too many calls are waiting for this upstream', false)
}

function sentReason(signal: AbortSignal): UpstreamFailure {
  const { kind, message } = signal.reason as UpstreamFailure
  return new UpstreamFailure(kind, message, true)
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}

const decoders: Readonly<Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
}

/** The encodings that an upstream may use. */
export const ACCEPT_ENCODING = 'gzip, br'

export type Decoded = Buffer | 'too_large' | 'broken'

/** Decodes `Content-Encoding`; never produces more than `maxBytes`, however small the compressed body is. */
export async function decodeBody(body: Buffer, contentEncoding: string | undefined, maxBytes: number): Promise<Decoded> {
  const encoding = (contentEncoding ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return body
  const decode = decoders[encoding]
  if (decode === undefined) return 'broken'
  try {
    return await decode(body, { maxOutputLength: maxBytes })
  } catch (error) {
    return (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? 'too_large' : 'broken'
  }
}
