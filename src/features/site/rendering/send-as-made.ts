import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { constants, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsGzip } from '../../../platform/http/bytes/compression.ts'
import { addVary } from '../../../platform/http/bytes/vary.ts'
import type { ReportError } from '../../../errors.ts'

/** Streams a page. The usual compression would hold its first part back until there is more. */
export function sendAsMade(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Response['body'] & object,
  onError: ReportError,
): FastifyReply {
  const parts = Readable.fromWeb(page as ReadableStream)
  addVary(reply, 'accept-encoding')
  if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(parts)
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH })
  pipeline(parts, gzip).catch((error: unknown) => {
    if (!reply.raw.destroyed) onError(error, 'sending a page')
  })
  return reply.header('content-encoding', 'gzip').send(gzip)
}
