import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ApiDocument, contentCheck, type Operation } from './openapi.ts'

const operation: Operation = {
  responses: {
    200: { content: { 'application/json': { schema: { type: 'object', required: ['id'] } } } },
    304: { description: 'unchanged' },
  },
}
const document: ApiDocument = { openapi: '3.1.0', paths: { '/a': { get: operation } }, components: {} }
const check = contentCheck(document)
const checked = (status: number, text: string) =>
  check({ method: 'GET', path: '/a', operation }, status, 'application/json', text === '', text === '' ? null : JSON.parse(text))

describe('the content of an answer', () => {
  it('is compared with the document', () => {
    assert.equal(checked(200, '{"id":1}'), null)
    assert.match(checked(200, '{}') ?? '', /required property 'id'/)
    assert.equal(checked(404, '{}'), 'status 404 is not documented')
  })

  it('is empty only where the document has none', () => {
    assert.equal(checked(200, ''), 'the body of status 200 is empty')
    assert.equal(checked(304, ''), null)
  })
})
