import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, onSendHookHandler } from 'fastify'
import { addVary } from './vary.ts'

/** Below this size, compression saves nothing: the response fits one packet either way. */
const THRESHOLD_BYTES = 1024

/**
 * Compresses ordinary responses with br or gzip. A route that caches its own compressed bytes sets `compress: false` and uses
 * `isGzipAccepted`. Compressed request bodies are not accepted, so nothing is ever inflated.
 */
export async function addCompression(app: Pick<FastifyInstance, 'addHook' | 'register'>): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (route.compress !== false) route.onSend = [...[route.onSend ?? []].flat(), varyByEncoding]
  })
  await app.register(compress, {
    globalCompression: true,
    globalDecompression: false,
    threshold: THRESHOLD_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
  })
}

/** A response sent plain to one client would be compressed for another, so caches must keep the variants apart. */
const varyByEncoding: onSendHookHandler = (_request, reply, payload, done) => {
  if (isCompressible(reply, payload)) {
    const present = String(reply.getHeader('vary') ?? '')
    // The plugin recognises the field only in lower case; otherwise it would add it again.
    if (!/\baccept-encoding\b/i.test(present)) addVary(reply, 'accept-encoding')
  }
  done()
}

function isCompressible(reply: FastifyReply, payload: unknown): boolean {
  // What the full response would have been is no longer known.
  if (reply.statusCode === 304) return true
  if (payload === null || payload === undefined || !COMPRESSIBLE.test(String(reply.getHeader('content-type') ?? ''))) return false
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) >= THRESHOLD_BYTES : true
}

const COMPRESSIBLE = /^text\/|[/+](?:json|xml|javascript)\b/
const GZIP = /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i
const ANYTHING = /(?:^|,)\s*\*\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i

/** Whether the response may be gzip (RFC 9110 §12.5.3). Without the header it stays plain: clients that can decode send it. */
export function isGzipAccepted(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false
  const named = GZIP.exec(acceptEncoding) ?? ANYTHING.exec(acceptEncoding)
  return named !== null && (named[1] === undefined || Number(named[1]) > 0)
}
