import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { HttpServer } from './http-server.ts'

/** Below this a compressed answer saves nothing: it fits one packet either way. */
const THRESHOLD_BYTES = 1024

/**
 * Compresses ordinary answers with br or gzip. A route that keeps its own compressed bytes says `compress: false` and asks
 * `acceptsGzip`. Compressed request bodies are not accepted, so nothing is inflated.
 */
export async function addCompression(app: HttpServer): Promise<void> {
  await app.register(compress, {
    globalCompression: true,
    globalDecompression: false,
    threshold: THRESHOLD_BYTES,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
  })
}

const GZIP = /(?:^|,)\s*(?:x-)?gzip\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i
const ANYTHING = /(?:^|,)\s*\*\s*(?:;\s*q=([\d.]+)\s*)?(?:,|$)/i

/** May the answer be gzip (RFC 9110 §12.5.3)? Without the header it stays plain: a client that decodes says so. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false
  const named = GZIP.exec(acceptEncoding) ?? ANYTHING.exec(acceptEncoding)
  return named !== null && (named[1] === undefined || Number(named[1]) > 0)
}
