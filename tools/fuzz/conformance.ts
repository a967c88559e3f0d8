import type { ValidateFunction } from 'ajv/dist/2020.js'
import { type ApiDocument, type DocumentedOperation, responseOf, schemaCompiler } from '../../test/helpers/openapi.ts'
import type { WireAnswer } from './wire.ts'

const SECURITY_HEADERS = ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'x-request-id']
/** Operations that need outside systems, which are not set up here. */
const NOT_CONFIGURED: ReadonlySet<string> = new Set(['startAdProgramSignIn', 'finishAdProgramSignIn', 'syncAdProgram', 'syncMailService'])
const REQUEST_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** Returns how an answer differs from the document; null if it does not. */
export type Conformance = (operation: DocumentedOperation, method: string, answer: WireAnswer) => string | null

/** Checks answers against the document: status, headers, media type, body. Schemas are compiled on first use. */
export function createConformance(document: ApiDocument): Conformance {
  const compile = schemaCompiler(document)
  const compiled = new Map<object, ValidateFunction>()

  function bodyFault(schema: object, body: unknown): string | null {
    const validate = compiled.get(schema) ?? compile(schema)
    compiled.set(schema, validate)
    if (validate(body)) return null
    const [error] = validate.errors ?? []
    return `the body is not as documented: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`
  }

  function contentFault(operation: DocumentedOperation, { status, headers, body }: WireAnswer): string | null {
    const documented = responseOf(document, operation, status)
    if (documented === undefined) return `status ${status} is not documented`
    if (body.length === 0) return null
    const type = headers['content-type']?.split(';')[0]?.trim() ?? ''
    const media = documented.content?.[type]
    if (media === undefined) return `content type ${JSON.stringify(type)} of status ${status} is not documented`
    if (type !== 'application/json') return null
    try {
      const json: unknown = JSON.parse(body.toString('utf8'))
      const id = (json as { requestId?: unknown } | null)?.requestId
      if (status >= 400 && id !== headers['x-request-id']) return 'the requestId is not that of X-Request-Id'
      return media.schema === undefined ? null : bodyFault(media.schema, json)
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
