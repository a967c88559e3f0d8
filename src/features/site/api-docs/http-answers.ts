import type { ErrorCode } from '../../../errors.ts'
import { describeErrors, ERROR_CODES_KEY, ERROR_TITLE } from '../../../platform/http/schema/schemas.ts'

/** The parts of an OpenAPI document that are read here. */
type Node = Record<string, unknown>

interface Answer {
  readonly name: string
  readonly code: ErrorCode
  readonly meaning: string
  readonly headers?: readonly ('Allow' | 'RetryAfter')[]
}

const HEADERS = {
  Allow: { description: 'Methods allowed for this path', schema: { type: 'string' }, example: 'GET, HEAD, OPTIONS' },
  RetryAfter: { description: 'Seconds to wait before retrying', schema: { type: 'integer', minimum: 1 }, example: 60 },
}
const HEADER_NAMES = { Allow: 'Allow', RetryAfter: 'Retry-After' } as const

/** What the HTTP layer can answer before routing: the same on every operation. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  400: { name: 'MalformedRequest', code: 'invalid_request', meaning: 'request line, address, headers or body are malformed' },
  405: { name: 'MethodNotAllowed', code: 'invalid_request', meaning: 'method not allowed for this path', headers: ['Allow'] },
  408: { name: 'RequestTimeout', code: 'invalid_request', meaning: 'the request timed out' },
  413: { name: 'BodyTooLarge', code: 'invalid_request', meaning: 'the body is too large' },
  414: { name: 'AddressTooLong', code: 'invalid_request', meaning: 'the URL is too long' },
  415: { name: 'UnsupportedMediaType', code: 'invalid_request', meaning: 'unsupported media type or encoding' },
  417: { name: 'ExpectationFailed', code: 'invalid_request', meaning: 'unsupported `Expect` header' },
  431: { name: 'HeadersTooLarge', code: 'invalid_request', meaning: 'the headers are too large or too many' },
  503: { name: 'Unavailable', code: 'service_unavailable', meaning: 'overloaded or shutting down', headers: ['RetryAfter'] },
}

const ERROR_SCHEMA = { $ref: `#/components/schemas/${ERROR_TITLE}` }
const PROBLEM_SCHEMA = { $ref: '#/components/schemas/ProblemDetails' }
const HTML = { schema: { type: 'string', description: 'The same as text' } }

/** Adds the HTTP layer's answers to every operation, and states for each whether it needs credentials. */
export function withHttpAnswers(document: Node): Node {
  const used = new Set<string>()
  const paths = Object.fromEntries(
    Object.entries(document['paths'] as Record<string, Record<string, Node>>).map(([path, operations]) => [
      path,
      Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, withAnswers(operation, used)])),
    ]),
  )
  const shared = Object.values(ANSWERS).filter(({ name }) => used.has(name))
  const responses = Object.fromEntries(shared.map((each) => [each.name, bodyOf(each)]))
  return { ...document, paths, components: { ...(document['components'] as Node), headers: HEADERS, responses } }
}

/** `used` collects the names of the shared answers that are referenced. */
function withAnswers(operation: Node, used: Set<string>): Node {
  const responses = { ...(operation['responses'] as Record<string, Node>) }
  const hasPages = Object.entries(responses).some(([status, { content }]) => status < '300' && 'text/html' in ((content ?? {}) as Node))
  for (const [status, answer] of Object.entries(ANSWERS)) {
    // If `service_unavailable` is a 502 here, overload is a 502 as well.
    if (status === '503' && 'service_unavailable' in ((responses['502']?.[ERROR_CODES_KEY] ?? {}) as Node)) continue
    if (responses[status] !== undefined) continue
    if (!hasPages) used.add(answer.name)
    responses[status] = hasPages ? bodyOf(answer) : { $ref: `#/components/responses/${answer.name}` }
  }
  for (const [status, response] of Object.entries(responses)) {
    if (status < '400' || '$ref' in response) continue
    const content = { ...withProblem(response['content'] as Node), ...(hasPages ? { 'text/html': HTML } : {}) }
    const headers = status === '429' || status === '503' ? { ...(response['headers'] as Node), ...headersOf(['RetryAfter']) } : undefined
    responses[status] = { ...response, content, ...(headers === undefined ? {} : { headers }) }
  }
  return { ...operation, security: operation['security'] ?? [], responses }
}

function bodyOf({ code, meaning, headers = [] }: Answer): Node {
  const codes = { [code]: meaning }
  return {
    description: describeErrors(codes),
    [ERROR_CODES_KEY]: codes,
    ...(headers.length === 0 ? {} : { headers: headersOf(headers) }),
    content: withProblem({ 'application/json': { schema: ERROR_SCHEMA } }),
  }
}

/** Our own errors are problem details, too; those of compatible APIs have their shape alone. */
function withProblem(content: Node): Node {
  const { schema } = (content['application/json'] ?? {}) as { readonly schema?: { readonly $ref?: string } }
  return schema?.$ref === ERROR_SCHEMA.$ref ? { ...content, 'application/problem+json': { schema: PROBLEM_SCHEMA } } : content
}

function headersOf(names: readonly (keyof typeof HEADERS)[]): Node {
  return Object.fromEntries(names.map((name) => [HEADER_NAMES[name], { $ref: `#/components/headers/${name}` }]))
}
