import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ERROR_CODES_KEY, ERROR_TITLE } from '../../../platform/http/schema/schemas.ts'
import { withHttpAnswers } from './http-answers.ts'

type Content = Record<string, { readonly schema: { readonly $ref?: string } }>
interface Response {
  readonly $ref?: string
  readonly description?: string
  readonly headers?: Record<string, unknown>
  readonly content?: Content
}
interface Document {
  readonly paths: Record<string, Record<string, { readonly security: unknown; readonly responses: Record<string, Response> }>>
  readonly components: { readonly responses: Record<string, Response>; readonly headers: Record<string, unknown> }
}

const OURS = { 'application/json': { schema: { $ref: `#/components/schemas/${ERROR_TITLE}` } } }
const THEIRS = { 'application/json': { schema: { $ref: '#/components/schemas/Theirs' } } }
const PAGE = { 'text/html': { schema: { type: 'string' } } }

function documented(responses: object, rest: object = {}) {
  const document = withHttpAnswers({ paths: { '/x': { get: { responses, ...rest } } }, components: { schemas: {} } }) as unknown as Document
  const { security, responses: all = {} } = document.paths['/x']?.['get'] ?? {}
  return { security, all, components: document.components }
}

it('every operation has the answers of the HTTP layer, by reference, unless it says more itself', () => {
  const { all, components, security } = documented({ 200: {}, 413: { description: 'Own', content: OURS } })
  assert.deepEqual(Object.keys(all), ['200', '400', '405', '408', '413', '414', '415', '417', '431', '503'])
  assert.equal(all['405']?.$ref, '#/components/responses/MethodNotAllowed')
  assert.deepEqual({ description: all['413']?.description, headers: all['413']?.headers }, { description: 'Own', headers: undefined })
  assert.deepEqual(security, [])
  // Only what is referred to is defined.
  assert.deepEqual(Object.keys(components.responses), [
    'MalformedRequest',
    'MethodNotAllowed',
    'RequestTimeout',
    'AddressTooLong',
    'UnsupportedMediaType',
    'ExpectationFailed',
    'HeadersTooLarge',
    'Unavailable',
  ])
  assert.deepEqual(components.responses['Unavailable']?.headers, { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } })
  assert.deepEqual(components.responses['MethodNotAllowed']?.headers, { Allow: { $ref: '#/components/headers/Allow' } })
  assert.deepEqual(documented({ 200: {} }, { security: [{ key: [] }] }).security, [{ key: [] }])
})

it('our own errors are problem details, too, those of other shapes are not, and a refusal for a time says until when', () => {
  const { all } = documented({ 200: {}, 429: { content: OURS }, 404: { content: THEIRS } })
  assert.deepEqual(Object.keys(all['429']?.content ?? {}), ['application/json', 'application/problem+json'])
  assert.deepEqual(Object.keys(all['429']?.headers ?? {}), ['Retry-After'])
  assert.deepEqual({ content: all['404']?.content, headers: all['404']?.headers }, { content: THEIRS, headers: undefined })
})

it('an operation that answers with pages has its errors as pages', () => {
  const { all } = documented({ 200: { content: PAGE }, 404: { content: OURS } })
  for (const status of ['400', '404', '503']) assert.ok(all[status]?.content?.['text/html'], status)
  assert.equal(all['200']?.content?.['application/problem+json'], undefined)
})

it('overload is a 502 where `service_unavailable` is one', () => {
  const { all } = documented({ 200: {}, 502: { [ERROR_CODES_KEY]: { service_unavailable: 'away' }, content: OURS } })
  assert.equal(all['503'], undefined)
  assert.ok(documented({ 200: {}, 502: { [ERROR_CODES_KEY]: { upstream_error: 'failed' }, content: OURS } }).all['503'])
})
