import { type ApiDocument, contentCheck, type DocumentedOperation, responseOf } from '../../test/helpers/openapi.ts'
import type { WireAnswer } from './wire.ts'

const SECURITY_HEADERS = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'x-request-id']
/** Operations that need outside systems, which are not set up here. */
const NOT_CONFIGURED: ReadonlySet<string> = new Set(['startAdProgramSignIn', 'finishAdProgramSignIn', 'syncAdProgram', 'syncMailService'])
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** Returns how an answer differs from the document; null if it does not. */
export type Conformance = (operation: DocumentedOperation, method: string, answer: WireAnswer) => string | null

/** Checks answers against the document: status, headers, media type, body. Schemas are compiled on first use. */
export function createConformance(document: ApiDocument): Conformance {
  const check = contentCheck(document)

  function contentFault(operation: DocumentedOperation, { status, headers, body }: WireAnswer): string | null {
    const isJson = body.length > 0 && /^application\/(?:\S+\+)?json\b/.test(headers['content-type'] ?? '')
    try {
      const json = isJson ? (JSON.parse(body.toString('utf8')) as { error?: unknown; requestId?: unknown } | null) : null
      // Errors in another API's shape have no id.
      if (isJson && status >= 400 && typeof json?.error === 'string' && json.requestId !== headers['x-request-id'])
        return 'the requestId is not that of X-Request-Id'
      return check(operation, status, headers['content-type'] ?? '', body.length === 0, json)
    } catch (error) {
      return `the body is not JSON: ${String(error)}`
    }
  }

  return (operation, method, answer) => {
    const { operationId = '' } = operation.operation
    const isAllowed = answer.status === 502 || (answer.status === 503 && NOT_CONFIGURED.has(operationId))
    if (answer.status >= 500 && !(isAllowed && responseOf(document, operation, answer.status) !== undefined))
      return `status ${answer.status}`
    // OPTIONS is not a documented operation, and HEAD has no body.
    const hasContent = method !== 'HEAD' && !(method === 'OPTIONS' && answer.status === 204)
    return headerFault(answer) ?? (hasContent ? contentFault(operation, answer) : null)
  }
}

function headerFault({ status, headers }: WireAnswer): string | null {
  for (const name of SECURITY_HEADERS) if (headers[name] === undefined) return `${name} is missing`
  if (!REQUEST_ID.test(headers['x-request-id'] ?? '')) return 'X-Request-Id is not an id of ours'
  if ((status === 429 || status === 503) && !(Number(headers['retry-after']) > 0)) return `Retry-After is missing with ${status}`
  if (status === 405 && headers['allow'] === undefined) return 'Allow is missing with 405'
  if (status >= 400 && !headers['cache-control']?.includes('no-store')) return `an error may be cached: ${headers['cache-control']}`
  return null
}
