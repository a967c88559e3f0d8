import { STATUS_CODES } from 'node:http'
import { ERROR_MEANINGS } from '../../../errors.ts'
import { isProblemPreferred } from '../bytes/accept.ts'
import type { Failure } from './failure.ts'

/** The body of an error response and its type. */
export interface FailureBody {
  readonly contentType: string
  readonly body: string
}

/**
 * The error body of every route: problem details (RFC 9457) where `accept`, the request's header, asks for them. `more`: what else the
 * route states of the failure.
 */
export function buildFailureBody(failure: Failure, requestId: string, accept: string | undefined, more: object = {}): FailureBody {
  const { code: error, message, details, retryAfterSeconds } = failure
  const occurrence = { requestId, details, retryAfterSeconds, ...more }
  return isProblemPreferred(accept)
    ? {
        contentType: 'application/problem+json; charset=utf-8',
        body: JSON.stringify({ ...problemType(failure), detail: message, error, ...occurrence }),
      }
    : { contentType: 'application/json; charset=utf-8', body: JSON.stringify({ error, message, ...occurrence }) }
}

/** A request that is refused by its form alone means no more than its status. */
function problemType({ status, code }: Failure) {
  if (code === 'invalid_request' && status !== 400) return { type: 'about:blank', title: STATUS_CODES[status], status }
  const meaning = ERROR_MEANINGS[code]
  return { type: `/api/docs#${code}`, title: meaning.charAt(0).toUpperCase() + meaning.slice(1), status }
}
