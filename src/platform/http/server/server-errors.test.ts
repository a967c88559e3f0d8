import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { Type } from 'typebox'
import { listen } from '../../../../test/helpers/http-server.ts'
import { AppError } from '../../../errors.ts'
import type { HttpServer } from './server.ts'

const SECRET = 'hunter2'

function routes(app: HttpServer) {
  app.get('/fine', () => ({ fine: true }))
  app.get('/fail/:code', (request) => {
    throw new AppError((request.params as { code: 'gone' }).code, 'said so')
  })
  app.get('/weather', { config: { unavailableStatus: 502 } }, () => {
    throw new AppError('service_unavailable', 'no key')
  })
  app.get('/defect', (_request, reply) => {
    reply.header('etag', 'W/"x"').header('x-cache', 'memory')
    throw new Error(`password ${SECRET} in select * from users`)
  })
  app.post('/body', { schema: { body: Type.Object({ n: Type.Number() }) }, bodyLimit: 1000 }, (request) => request.body)
  app.get('/no-head', { exposeHeadRoute: false }, () => 'x')
  app.get('/files/:name.png', () => 'x')
  app.get('/named/:name', () => ({ fine: true }))
}

interface Answer {
  error: string
  message: string
  requestId: string
  details?: { path: string; message: string }[]
  retryAfterSeconds?: number
}

async function ask(t: TestContext, path: string, init?: RequestInit) {
  const server = await listen(t, routes)
  const response = await fetch(server.url + path, init)
  const text = await response.text()
  return { response, text, body: (text === '' ? {} : JSON.parse(text)) as Answer, logLines: server.logLines }
}

function assertShape(response: Response, body: Answer, error: string) {
  assert.equal(body.error, error)
  assert.equal(typeof body.message, 'string')
  assert.equal(body.requestId, response.headers.get('x-request-id'))
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
}

describe('200', () => {
  it('carries the headers of every answer', async (t) => {
    const { response } = await ask(t, '/fine')
    assert.equal(response.status, 200)
    assert.match(response.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(response.headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'")
    assert.equal(response.headers.get('referrer-policy'), 'strict-origin-when-cross-origin')
    assert.equal(response.headers.get('strict-transport-security'), null)
  })

  it('serves HEAD like GET, without a body', async (t) => {
    const { response, text } = await ask(t, '/fine', { method: 'HEAD' })
    assert.deepEqual(
      { status: response.status, contentLength: response.headers.get('content-length'), text },
      { status: 200, contentLength: '13', text: '' },
    )
  })
})

describe('400', () => {
  for (const [name, body] of [
    ['malformed JSON', '{"n":'],
    ['an empty body', ''],
    ['a poisoned key', '{"__proto__":{"n":1}}'],
  ] as const) {
    it(name, async (t) => {
      const { response, body: answer } = await ask(t, '/body', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      assert.equal(response.status, 400)
      assertShape(response, answer, 'invalid_request')
      assert.equal(answer.message, 'The request body is not valid JSON')
    })
  }

  it('a number written as text in a body', async (t) => {
    const init = { method: 'POST', body: '{"n":"5"}', headers: { 'content-type': 'application/json' } }
    const { response, body } = await ask(t, '/body', init)
    assertShape(response, body, 'invalid_request')
    assert.deepEqual(body.details, [{ path: 'n', message: 'must be a number' }])
  })

  it('no body at all', async (t) => {
    const { response, body } = await ask(t, '/body', { method: 'POST' })
    assert.equal(response.status, 400)
    assertShape(response, body, 'invalid_request')
  })

  it('an address that does not decode, or contains a NUL, in path and query, of known and unknown routes', async (t) => {
    for (const route of ['/fail/', '/fine?x=', '/fine?', '/nothing/', '/nothing?x=']) {
      for (const fault of ['%zz', '%', '%E0%A4%A', 'M%FCnchen', '%C0%80', '%00', 'a%00b']) {
        const { response, body } = await ask(t, `${route}${fault}`)
        assert.equal(response.status, 400, `${route}${fault}`)
        assertShape(response, body, 'invalid_request')
      }
      assert.notEqual((await ask(t, `${route}M%C3%BCnchen%20100%25`)).response.status, 400, route)
    }
  })
})

describe('404', () => {
  it('quotes nothing of the path', async (t) => {
    const { response, body } = await ask(t, '/nothing/here?q=1')
    assert.equal(response.status, 404)
    assertShape(response, body, 'not_found')
    assert.ok(!body.message.includes('nothing/here'))
  })

  it('whatever the posted body', async (t) => {
    const { response } = await ask(t, '/nothing', { method: 'POST', body: '<x/>', headers: { 'content-type': 'text/xml' } })
    assert.equal(response.status, 404)
  })
})

describe('405', () => {
  for (const [method, path, allow] of [
    ['POST', '/fine', 'GET, HEAD, OPTIONS'],
    ['HEAD', '/no-head', 'GET, OPTIONS'],
    ['GET', '/body', 'POST, OPTIONS'],
    ['DELETE', '/files/a.png?x=/fine', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/fine', 'GET, HEAD, OPTIONS'],
  ] as const) {
    it(`${method} ${path} names the allowed methods`, async (t) => {
      const { response, body } = await ask(t, path, { method })
      assert.deepEqual({ status: response.status, allow: response.headers.get('allow') }, { status: 405, allow })
      if (method !== 'HEAD') assertShape(response, body, 'invalid_request')
    })
  }

  it('but OPTIONS is answered', async (t) => {
    const { response } = await ask(t, '/fine', { method: 'OPTIONS' })
    assert.deepEqual({ status: response.status, allow: response.headers.get('allow') }, { status: 204, allow: 'GET, HEAD, OPTIONS' })
  })
})

describe('at its limit', () => {
  for (const [what, path, headers, expected] of [
    ['a URL of 8,192 characters is read', `/fine?${'x'.repeat(8_186)}`, {}, 200],
    ['a URL of 8,193 characters is refused', `/fine?${'x'.repeat(8_187)}`, {}, 414],
    ['a parameter of 256 characters is read', `/named/${'x'.repeat(256)}`, {}, 200],
    ['a parameter of 257 characters is refused', `/named/${'x'.repeat(257)}`, {}, 414],
  ] as const)
    it(what, async (t) => assert.equal((await ask(t, path, { headers })).response.status, expected))

  it('a hundred headers are read, one more is refused', async (t) => {
    const { raw } = await listen(t, routes)
    const statusOf = async (headers: number) =>
      /^HTTP\/1\.1 (\d+)/.exec(
        await raw(`GET /fine HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'a: b\r\n'.repeat(headers - 2)}\r\n`),
      )?.[1]
    assert.deepEqual([await statusOf(100), await statusOf(101)], ['200', '431'])
  })

  it('a body of a thousand bytes is read, one more is refused', async (t) => {
    const statusOf = async (bytes: number) => {
      const body = `{"n":${'1'.padStart(bytes - 6)}}`
      return (await ask(t, '/body', { method: 'POST', body, headers: { 'content-type': 'application/json' } })).response.status
    }
    assert.deepEqual([await statusOf(1_000), await statusOf(1_001)], [200, 413])
  })
})

describe('413, 414, 415', () => {
  it('a body over the limit', async (t) => {
    const init = { method: 'POST', body: JSON.stringify({ n: 'x'.repeat(2000) }), headers: { 'content-type': 'application/json' } }
    const { response, body } = await ask(t, '/body', init)
    assert.equal(response.status, 413)
    assertShape(response, body, 'invalid_request')
  })

  for (const path of [`/fine?${'x'.repeat(9000)}`, `/fail/${'x'.repeat(300)}`]) {
    it(`a URL of ${path.length} characters`, async (t) => {
      const { response, body } = await ask(t, path)
      assert.equal(response.status, 414)
      assertShape(response, body, 'invalid_request')
    })
  }

  for (const headers of [
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/xml' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  ]) {
    it(`a body of ${JSON.stringify(headers)}`, async (t) => {
      const { response, body } = await ask(t, '/body', { method: 'POST', body: '{"n":1}', headers: headers as Record<string, string> })
      assert.equal(response.status, 415)
      assertShape(response, body, 'invalid_request')
    })
  }
})

describe('429, 502 and 503', () => {
  it('429 says when to retry', async (t) => {
    const { response, body } = await ask(t, '/fail/rate_limited')
    assert.deepEqual(
      { status: response.status, retryAfter: response.headers.get('retry-after'), retryAfterSeconds: body.retryAfterSeconds },
      { status: 429, retryAfter: '60', retryAfterSeconds: 60 },
    )
  })

  it('503 says when to retry', async (t) => {
    const { response, body } = await ask(t, '/fail/service_unavailable')
    assert.deepEqual(
      { status: response.status, retryAfter: response.headers.get('retry-after'), retryAfterSeconds: body.retryAfterSeconds },
      { status: 503, retryAfter: '10', retryAfterSeconds: 10 },
    )
  })

  it('is 502 on a route that says so', async (t) => {
    const { response, body } = await ask(t, '/weather')
    assert.equal(response.status, 502)
    assertShape(response, body, 'service_unavailable')
  })
})

describe('500', () => {
  it('says nothing about the defect, and logs it with the request id', async (t) => {
    const { response, text, body, logLines } = await ask(t, '/defect')
    assert.equal(response.status, 500)
    assertShape(response, body, 'internal_error')
    assert.ok(!text.includes(SECRET) && !text.includes('select'))
    assert.deepEqual({ etag: response.headers.get('etag'), xCache: response.headers.get('x-cache') }, { etag: null, xCache: null })
    const logged = logLines.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ msg }) => msg === 'request failed')
    assert.deepEqual(
      { requestId: logged?.requestId, route: logged?.route, level: logged?.level },
      { requestId: body.requestId, route: '/defect', level: 'error' },
    )
  })
})
