import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { listen } from '../../../../test/helpers/http-server.ts'
import { AppError, ERROR_CODES } from '../../../errors.ts'
import { buildFailureBody } from './failure-body.ts'
import type { HttpServer } from './server.ts'

const PROBLEM = 'application/problem+json'
const GONE = { status: 410, code: 'gone', message: 'Used.' } as const

describe('the body of an error', () => {
  it('is ours unless problem details are named, and no less welcome than other JSON', () => {
    const typeFor = (accept: string | undefined) => buildFailureBody(GONE, 'r1', accept).contentType.split(';')[0]
    for (const accept of [
      PROBLEM,
      `application/json, ${PROBLEM}`,
      `text/html;q=0.9, Application/Problem+JSON;q=0.2, */*`,
      `application/json;q=0.5,${PROBLEM};q=0.5`,
    ])
      assert.equal(typeFor(accept), PROBLEM, accept)
    for (const accept of [
      undefined,
      '',
      '*/*',
      'application/*',
      'application/json',
      `${PROBLEM};q=0`,
      `application/json, ${PROBLEM};q=0.9`,
      `x-${PROBLEM}`,
    ])
      assert.equal(typeFor(accept), 'application/json', String(accept))
  })

  it('omits what is not known', () => {
    assert.equal(buildFailureBody(GONE, 'r1', undefined).body, '{"error":"gone","message":"Used.","requestId":"r1"}')
    assert.deepEqual(JSON.parse(buildFailureBody(GONE, 'r1', PROBLEM).body), {
      type: '/api/docs#gone',
      title: 'Already used or expired',
      status: 410,
      detail: 'Used.',
      error: 'gone',
      requestId: 'r1',
    })
  })

  it('has a type for each code, and none of its own where the status says it all', () => {
    const typeOf = (code: (typeof ERROR_CODES)[number], status: number) => {
      const { type, title } = JSON.parse(buildFailureBody({ status, code, message: 'm' }, 'r', PROBLEM).body)
      return [type, title]
    }
    const types = ERROR_CODES.map((code) => typeOf(code, 400))
    assert.equal(new Set(types.map(([type]) => type)).size, ERROR_CODES.length)
    assert.equal(new Set(types.map(([, title]) => title)).size, ERROR_CODES.length)
    assert.deepEqual(typeOf('invalid_request', 405), ['about:blank', 'Method Not Allowed'])
  })
})

function routes(app: HttpServer) {
  app.get('/fine', () => ({ fine: true }))
  app.get('/limited', () => {
    throw new AppError('rate_limited', 'Too many.', { retryAfterSeconds: 7 })
  })
  app.get('/defect', () => {
    throw new Error('secret')
  })
  app.get('/theirs', { config: { errorBodyOf: ({ message }) => ({ reason: message }) } }, () => {
    throw new AppError('not_found', 'Nowhere.')
  })
  app.post('/body', { schema: { body: Type.Object({ n: Type.Number() }) }, bodyLimit: 100 }, (request) => request.body)
}

async function ask(t: TestContext, path: string, init: RequestInit = {}) {
  const { url } = await listen(t, routes)
  const response = await fetch(url + path, { ...init, headers: { accept: `application/json, ${PROBLEM}`, ...init.headers } })
  return { response, body: (await response.json()) as Record<string, unknown> }
}

const POST = (body: string, type = 'application/json') => ({ method: 'POST', body, headers: { 'content-type': type } })

describe('problem details', () => {
  for (const [path, init, status, type] of [
    ['/nothing', {}, 404, '/api/docs#not_found'],
    ['/fine', { method: 'DELETE' }, 405, 'about:blank'],
    [`/fine?${'x'.repeat(9_000)}`, {}, 414, 'about:blank'],
    ['/%zz', {}, 400, '/api/docs#invalid_request'],
    ['/body', POST('{'), 400, '/api/docs#invalid_request'],
    ['/body', POST(`{"n":${'1'.repeat(200)}}`), 413, 'about:blank'],
    ['/body', POST('x', 'text/plain'), 415, 'about:blank'],
    ['/limited', {}, 429, '/api/docs#rate_limited'],
    ['/defect', {}, 500, '/api/docs#internal_error'],
  ] as const) {
    it(`of ${status}: ${path.slice(0, 20)}`, async (t) => {
      const { response, body } = await ask(t, path, init)
      assert.deepEqual(
        { responseStatus: response.status, bodyStatus: body.status, type: body.type },
        { responseStatus: status, bodyStatus: status, type },
      )
      assert.equal(response.headers.get('content-type'), `${PROBLEM}; charset=utf-8`)
      assert.equal(response.headers.get('cache-control'), 'no-store')
      assert.equal(body.requestId, response.headers.get('x-request-id'))
      assert.ok(!JSON.stringify(body).includes('secret'))
    })
  }

  it('name invalid fields, and say when to retry', async (t) => {
    assert.deepEqual((await ask(t, '/body', POST('{"n":"5"}'))).body.details, [{ path: 'n', message: 'must be a number' }])
    const { response, body } = await ask(t, '/limited')
    assert.deepEqual(
      { retryAfter: response.headers.get('retry-after'), retryAfterSeconds: body.retryAfterSeconds, detail: body.detail },
      { retryAfter: '7', retryAfterSeconds: 7, detail: 'Too many.' },
    )
  })

  it('are not sent by a route with a shape of its own', async (t) => {
    const { response, body } = await ask(t, '/theirs')
    assert.deepEqual(
      { contentType: response.headers.get('content-type'), body },
      { contentType: 'application/json; charset=utf-8', body: { reason: 'Nowhere.' } },
    )
  })

  for (const [name, request, status] of [
    ['endless headers', `GET /fine HTTP/1.1\r\nHost: x\r\nAccept: ${PROBLEM}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an odd Expect', `GET /fine HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nAccept: ${PROBLEM}\r\nConnection: close\r\n\r\n`, 417],
    ['an unknown method', `BREW /fine HTTP/1.1\r\nHost: x\r\nAccept: ${PROBLEM}\r\nConnection: close\r\n\r\n`, 400],
  ] as const) {
    it(`of what never became a request: ${name}`, async (t) => {
      const { raw } = await listen(t, routes)
      const answer = await raw(request)
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
      assert.match(answer, /^content-type: application\/problem\+json; charset=utf-8\r$/m)
      assert.equal((JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { status: number }).status, status)
    })
  }
})
