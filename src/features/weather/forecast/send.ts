import type { FastifyReply, FastifyRequest } from 'fastify'
import { NO_STORE } from '../../../platform/http/bytes/cache-control.ts'
import { acceptsGzip } from '../../../platform/http/bytes/compression.ts'
import { type CompressedPart, stitchGzip } from '../../../platform/http/bytes/stitched-gzip.ts'
import { addVary } from '../../../platform/http/bytes/vary.ts'

/** Sends a batch, assembled from cached parts. */
export function sendParts(request: FastifyRequest, reply: FastifyReply, parts: readonly (Buffer | CompressedPart)[]): FastifyReply {
  addVary(reply.header('cache-control', NO_STORE).header('content-type', 'application/json; charset=utf-8'), 'Accept-Encoding')
  return acceptsGzip(request.raw.headers['accept-encoding'])
    ? reply.header('content-encoding', 'gzip').send(stitchGzip(parts))
    : reply.send(Buffer.concat(parts.map((part) => (Buffer.isBuffer(part) ? part : part.plain))))
}
