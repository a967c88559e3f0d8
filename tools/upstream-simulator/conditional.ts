import { createHash } from 'node:crypto'
import type { WireAnswer, WireRequest } from './wire.ts'

/** The answer with an ETag, and a Last-Modified if `modifiedMs` is given; 304 for a client that has this version. */
export function conditional(request: WireRequest, answer: WireAnswer, modifiedMs?: number): WireAnswer {
  const etag = `"${createHash('sha1').update(answer.body).digest('hex').slice(0, 16)}"`
  const headers = { ...answer.headers, etag, ...(modifiedMs !== undefined && { 'last-modified': new Date(modifiedMs).toUTCString() }) }
  const given = request.headers['if-none-match']
  const since = request.headers['if-modified-since']
  const unchanged =
    typeof given === 'string'
      ? given.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
      : modifiedMs !== undefined && typeof since === 'string' && Date.parse(since) >= Math.floor(modifiedMs / 1000) * 1000
  return unchanged ? { status: 304, headers, body: '' } : { ...answer, headers }
}
