import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listen } from '../../../../test/helpers/http-server.ts'
import { getClientIp } from './client-ip.ts'
import type { HttpServer } from './server.ts'

function routes(app: HttpServer) {
  app.get('/fine', () => ({ fine: true }))
  app.get('/ip', (request) => ({ ip: getClientIp(request), id: request.id }))
  app.post('/fine', () => ({ fine: true }))
}

/** Status, headers (lower case) and body of a raw answer. */
function parse(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(statusLine.split(' ')[1]), headers, body: JSON.parse(body) as Record<string, unknown> }
}

const CLOSE = 'Host: localhost\r\nConnection: close\r\n'

describe('a malformed request', () => {
  for (const [name, request, status] of [
    ['bad syntax', 'NONSENSE\r\n\r\n', 400],
    ['an unknown method', `BREW /fine HTTP/1.1\r\n${CLOSE}\r\n`, 400],
    ['endless headers', `GET /fine HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an endless URL', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${CLOSE}\r\n`, 431],
    ['no Host', 'GET /fine HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an odd Expect', `GET /fine HTTP/1.1\r\nExpect: tea\r\n${CLOSE}\r\n`, 417],
    ['two content lengths', `POST /fine HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n${CLOSE}\r\n`, 400],
  ] as const) {
    it(`${name} is ${status} in the error shape`, async (t) => {
      const server = await listen(t, routes)
      const answer = parse(await server.raw(request))
      assert.equal(answer.status, status)
      assert.equal(answer.body.error, 'invalid_request')
      assert.equal(answer.headers['x-request-id'], answer.body.requestId)
      assert.equal(answer.headers['x-content-type-options'], 'nosniff')
      assert.equal(Number(answer.headers['content-length']), Buffer.byteLength(JSON.stringify(answer.body)))
    })
  }

  it('is 408 if it never arrives completely', async (t) => {
    const server = await listen(t, routes, { requestTimeoutMs: 100 })
    const answer = parse(await server.raw('GET /fine HTTP/1.1\r\nHost: x\r\nX: '))
    assert.deepEqual({ status: answer.status, error: answer.body.error }, { status: 408, error: 'invalid_request' })
  })
})

describe('request id and client address', () => {
  const forwarded = 'X-Request-Id: from-the-proxy\r\nX-Forwarded-For: 203.0.113.1, 198.51.100.7\r\n'
  const ask = `GET /ip HTTP/1.1\r\n${forwarded}${CLOSE}\r\n`

  it('trusts no header without TRUST_PROXY', async (t) => {
    const server = await listen(t, routes)
    const { body, headers } = parse(await server.raw(ask))
    assert.equal(body.ip, '127.0.0.1')
    assert.notEqual(headers['x-request-id'], 'from-the-proxy')
  })

  it('uses the hop that TRUST_PROXY names, and the id', async (t) => {
    for (const [trustProxy, ip] of [
      [1, '198.51.100.7'],
      [2, '203.0.113.1'],
      [['127.0.0.0/8'], '198.51.100.7'],
      [['127.0.0.1', '198.51.100.0/24'], '203.0.113.1'],
    ] as const) {
      const server = await listen(t, routes, { trustProxy })
      const { body, headers } = parse(await server.raw(ask))
      assert.deepEqual(
        { ip: body.ip, id: body.id, xRequestId: headers['x-request-id'] },
        { ip, id: 'from-the-proxy', xRequestId: 'from-the-proxy' },
      )
    }
  })

  it('warns once, with the setting to make, about a nearby proxy that is not configured', async (t) => {
    const warnings = ({ logLines }: { readonly logLines: readonly string[] }) => logLines.filter((line) => line.includes('TRUST_PROXY'))
    const server = await listen(t, routes)
    await server.raw(`GET /ip HTTP/1.1\r\n${CLOSE}\r\n`)
    assert.equal(warnings(server).length, 0)
    for (const header of ['X-Forwarded-For: 203.0.113.1', 'Forwarded: for=203.0.113.1']) {
      await server.raw(`GET /ip HTTP/1.1\r\n${header}\r\n${CLOSE}\r\n`)
    }
    assert.equal(warnings(server).length, 1)
    assert.match(warnings(server)[0] ?? '', /"level":"warn".*set TRUST_PROXY=127\.0\.0\.1/)
    const configured = await listen(t, routes, { trustProxy: 1 })
    await configured.raw(ask)
    assert.equal(warnings(configured).length, 0)
  })

  it('does not trust a peer outside the ranges', async (t) => {
    const server = await listen(t, routes, { trustProxy: ['10.0.0.0/8'] })
    const { body } = parse(await server.raw(ask))
    assert.equal(body.ip, '127.0.0.1')
  })

  it('accepts an address with a port, and falls back if there is none', async (t) => {
    const server = await listen(t, routes, { trustProxy: 1 })
    for (const [entry, ip] of [
      ['203.0.113.5:4711', '203.0.113.5'],
      ['[2001:db8::5]:4711', '2001:db8::5'],
      ['::ffff:203.0.113.5', '203.0.113.5'],
      ['unknown', '127.0.0.1'],
    ] as const) {
      const { body } = parse(await server.raw(`GET /ip HTTP/1.1\r\nX-Forwarded-For: ${entry}\r\n${CLOSE}\r\n`))
      assert.equal(body.ip, ip)
    }
  })

  it('refuses an id with unsafe content', async (t) => {
    const server = await listen(t, routes, { trustProxy: 1 })
    for (const id of ['short', 'with space here', 'x'.repeat(65), '"quoted-id"']) {
      const { body } = parse(await server.raw(`GET /ip HTTP/1.1\r\nX-Request-Id: ${id}\r\n${CLOSE}\r\n`))
      assert.match(String(body.id), /^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    }
  })
})
