import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import type { IsobarError } from './error.ts'
import { type ClientOptions, createRequester } from './request.ts'

type Reply = readonly [status: number, headers: Record<string, string>, body?: string]

const OK: Reply = [200, {}, '{"fine":true}']
const PROBLEM = '{"error":"rate_limited","message":"too many requests","requestId":"r-1","retryAfterSeconds":1}'
const REFUSED: Reply = [429, { 'retry-after': '0' }, PROBLEM]

/** A server that answers with the replies in turn, and then as it did last; null: never. */
async function serve(t: TestContext, replies: readonly (Reply | null)[], options: Partial<ClientOptions> = {}) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const reply = replies[Math.min(requests.length, replies.length) - 1]
    if (reply) send(response, reply)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, server, requests, ask: createRequester({ url, ...options }) }
}

function send(response: ServerResponse, [status, headers, body = '']: Reply): void {
  response.writeHead(status, headers)
  response.end(body)
}

const errorOf = (asked: Promise<unknown>): Promise<IsobarError> =>
  asked.then(
    () => assert.fail('there is no error'),
    (error) => error as IsobarError,
  )

describe('a request', () => {
  it('goes to the base URL with its path, with the parameters that are given', async (t) => {
    const { url, requests } = await serve(t, [OK])
    for (const base of [url, `${url}/`, new URL(`${url}/weather/`)]) {
      const ask = createRequester({ url: base })
      assert.deepEqual(await ask('/api/x', { query: { q: 'São & Co', lat: -0.5, none: undefined, nothing: null } }), { fine: true })
    }
    assert.deepEqual(
      requests.map(({ url }) => url),
      ['/api/x?q=S%C3%A3o+%26+Co&lat=-0.5', '/api/x?q=S%C3%A3o+%26+Co&lat=-0.5', '/weather/api/x?q=S%C3%A3o+%26+Co&lat=-0.5'],
    )
    assert.ok(
      requests.every(({ method, headers }) => method === 'GET' && headers.accept === 'application/json' && !('x-api-key' in headers)),
    )
  })

  it('with a body is a POST of JSON', async (t) => {
    const { requests, ask } = await serve(t, [OK])
    const sent = ask('/api/x', { body: { cities: [1] } })
    while (requests.length === 0) await new Promise(setImmediate)
    const [{ method, headers } = assert.fail()] = requests
    assert.deepEqual(
      { method, contentType: headers['content-type'], contentLength: headers['content-length'] },
      { method: 'POST', contentType: 'application/json', contentLength: '14' },
    )
    await sent
  })

  it('carries the key, which a redirect does not lead elsewhere', async (t) => {
    const other = await serve(t, [OK])
    const { requests, ask } = await serve(t, [[302, { location: other.url }]], { key: 'isobar_secret' })
    const { status, code, problem } = await errorOf(ask('/api/x', {}))
    assert.deepEqual({ status, code, problem }, { status: 302, code: 'unexpected_answer', problem: null })
    assert.deepEqual(
      requests.map(({ headers }) => headers['x-api-key']),
      ['isobar_secret'],
    )
    assert.equal(other.requests.length, 0)
  })

  it('goes through the fetch that is given', async () => {
    const asked: string[] = []
    const answer = (input: unknown): Promise<Response> => {
      asked.push(String(input))
      return Promise.resolve(Response.json({ fine: 'here' }))
    }
    assert.deepEqual(await createRequester({ url: 'https://weather.example', fetch: answer })('/api/x', {}), { fine: 'here' })
    assert.deepEqual(asked, ['https://weather.example/api/x'])
  })

  for (const url of ['weather.example', '', 'ftp://weather.example', 'data:text/plain,x'])
    it(`is not made to ${JSON.stringify(url)}`, () => assert.throws(() => createRequester({ url }), TypeError))
})

describe('a refusal', () => {
  it('is thrown with what the service says of it', async (t) => {
    const body = { error: 'invalid_request', message: 'lat is wrong', requestId: 'r-2', details: [{ path: 'lat', message: 'is wrong' }] }
    const { requests, ask } = await serve(t, [[400, {}, JSON.stringify(body)]])
    const error = await errorOf(ask('/api/x', {}))
    assert.deepEqual(
      { name: error.name, status: error.status, code: error.code, message: error.message },
      { name: 'IsobarError', status: 400, code: 'invalid_request', message: 'lat is wrong' },
    )
    assert.deepEqual({ problem: error.problem, retryAfterSeconds: error.retryAfterSeconds }, { problem: body, retryAfterSeconds: null })
    assert.equal(requests.length, 1)
  })

  it('of a provider’s failure is not repeated: the service has tried again itself', async (t) => {
    const { requests, ask } = await serve(t, [[502, {}, PROBLEM.replace('rate_limited', 'upstream_error')]])
    assert.equal((await errorOf(ask('/api/x', {}))).code, 'upstream_error')
    assert.equal(requests.length, 1)
  })

  for (const [what, reply, status] of [
    ['a page of HTML', [200, { 'content-type': 'text/html' }, '<html>'], 200],
    ['nothing', [200, {}, ''], 200],
    ['an error of another service', [404, {}, '{"message":"no Route matched"}'], 404],
    ['null', [500, {}, 'null'], 500],
  ] as const)
    it(`is “unexpected_answer” for ${what}`, async (t) => {
      const { requests, ask } = await serve(t, [reply])
      const error = await errorOf(ask('/api/x', {}))
      assert.deepEqual(
        { status: error.status, code: error.code, problem: error.problem },
        { status, code: 'unexpected_answer', problem: null },
      )
      assert.equal(requests.length, 1)
    })
})

describe('a repetition', () => {
  it('follows a refusal for now, after the time that it states', async (t) => {
    const { requests, ask } = await serve(t, [[503, { 'retry-after': '1' }, PROBLEM], REFUSED, OK])
    const start = performance.now()
    assert.deepEqual(await ask('/api/x', { body: {} }), { fine: true })
    assert.ok(performance.now() - start >= 990)
    assert.equal(requests.length, 3)
  })

  it('waits until a date by the server’s clock', async (t) => {
    const date = { date: 'Thu, 26 Nov 2026 06:00:00 GMT', 'retry-after': 'Thu, 26 Nov 2026 06:02:00 GMT' }
    const { ask } = await serve(t, [[503, date, PROBLEM]])
    assert.equal((await errorOf(ask('/api/x', {}))).retryAfterSeconds, 120)
    const past = await serve(t, [[503, { ...date, 'retry-after': 'Thu, 26 Nov 2026 05:00:00 GMT' }, PROBLEM], OK])
    assert.deepEqual(await past.ask('/api/x', {}), { fine: true })
  })

  it('happens twice at most, or as often as is asked for', async (t) => {
    for (const [options, count] of [
      [{}, 3],
      [{ retries: 0 }, 1],
      [{ retries: 5 }, 6],
    ] as const) {
      const { requests, ask } = await serve(t, [REFUSED], options)
      const error = await errorOf(ask('/api/x', {}))
      assert.deepEqual(
        { status: error.status, code: error.code, retryAfterSeconds: error.retryAfterSeconds, requests: requests.length },
        { status: 429, code: 'rate_limited', retryAfterSeconds: 0, requests: count },
      )
    }
  })

  it('does not happen if the service asks for a longer wait than is allowed', async (t) => {
    for (const [retryAfter, options] of [
      ['91', {}],
      ['3', { maxWaitMs: 2_999 }],
    ] as const) {
      const { requests, ask } = await serve(t, [[429, { 'retry-after': retryAfter }, PROBLEM]], options)
      assert.equal((await errorOf(ask('/api/x', {}))).retryAfterSeconds, Number(retryAfter))
      assert.equal(requests.length, 1)
    }
  })

  for (const [what, reply] of [
    ['a proxy without a service', [502, {}, '<html>Bad Gateway']],
    ['a proxy that waited in vain', [504, {}, '']],
    ['an overload without a time', [503, { 'retry-after': 'soon' }, PROBLEM]],
  ] as const)
    it(`follows ${what}, after about half a second`, async (t) => {
      const { requests, ask } = await serve(t, [reply, OK])
      const start = performance.now()
      assert.deepEqual(await ask('/api/x', {}), { fine: true })
      const ms = performance.now() - start
      assert.ok(ms >= 245, `${ms} ms`)
      assert.equal(requests.length, 2)
    })

  it('follows an unreachable service, and says so at the end', async (t) => {
    const { url, server } = await serve(t, [OK])
    server.close()
    let count = 0
    const counted: typeof fetch = (input, init) => {
      count += 1
      return fetch(input, init)
    }
    const error = await errorOf(createRequester({ url, retries: 1, fetch: counted })('/api/x', {}))
    assert.deepEqual(
      { status: error.status, code: error.code, problem: error.problem, count },
      { status: 0, code: 'unreachable', problem: null, count: 2 },
    )
    assert.ok(error.cause instanceof TypeError)
  })
})

describe('the end of a request', () => {
  it('comes by the time limit, without a repetition', async (t) => {
    // Counted where it is sent: on a busy machine, the time may be over before the server sees it.
    let count = 0
    const counted: typeof fetch = (input, init) => {
      count += 1
      return fetch(input, init)
    }
    const { ask } = await serve(t, [null], { timeoutMs: 50, fetch: counted })
    const error = await errorOf(ask('/api/x', {}))
    assert.deepEqual({ status: error.status, code: error.code, count }, { status: 0, code: 'timeout', count: 1 })
  })

  it('comes by the time limit in the middle of a body, too', async (t) => {
    const { server, url } = await serve(t, [null])
    server.on('request', (_, response) => response.write('{"half":'))
    assert.equal((await errorOf(createRequester({ url, timeoutMs: 80 })('/api/x', {}))).code, 'timeout')
  })

  for (const [when, replies] of [
    ['while the service is thinking', [null]],
    ['during a wait', [[503, { 'retry-after': '20' }, PROBLEM]]],
  ] as const)
    it(`comes by its signal ${when}, with the signal’s reason`, async (t) => {
      const { requests, ask } = await serve(t, replies)
      const leaving = new AbortController()
      const asked = errorOf(ask('/api/x', { signal: leaving.signal }))
      while (requests.length === 0) await new Promise(setImmediate)
      setTimeout(() => leaving.abort(new Error('left')), 20)
      assert.equal((await asked).message, 'left')
      assert.equal(requests.length, 1)
    })

  it('comes before it began, if its signal is aborted', async (t) => {
    const { requests, ask } = await serve(t, [OK])
    assert.equal((await errorOf(ask('/api/x', { signal: AbortSignal.abort() }))).name, 'AbortError')
    assert.equal(requests.length, 0)
  })
})

describe('a stored answer', () => {
  const DATE = 'Thu, 26 Nov 2026 06:00:30 GMT'
  const BODY = '{"ageSeconds":7,"fetchedAt":"2026-11-26T06:00:00Z"}'

  it('is asked for by its ETag, and has the age of now', async (t) => {
    const { requests, ask } = await serve(t, [
      [200, { etag: 'W/"a"' }, BODY],
      [304, { date: DATE }],
    ])
    const first = await ask('/api/x', {})
    assert.deepEqual(first, JSON.parse(BODY))
    assert.deepEqual(await ask('/api/x', {}), { ageSeconds: 30, fetchedAt: '2026-11-26T06:00:00Z' })
    assert.deepEqual(
      requests.map(({ headers }) => headers['if-none-match']),
      [undefined, 'W/"a"'],
    )
  })

  it('is the caller’s own: a change of it does not reach the next', async (t) => {
    const { ask } = await serve(t, [
      [200, { etag: '"a"' }, '{"list":[1]}'],
      [304, {}],
    ])
    const first = await ask<{ list: number[] }>('/api/x', {})
    first.list.push(2)
    assert.deepEqual(await ask('/api/x', {}), { list: [1] })
  })

  it('gives way to a newer one, and is not used for other parameters, after an error, or for a POST', async (t) => {
    const { requests, ask } = await serve(t, [
      [200, { etag: '"a"' }, '1'],
      [200, { etag: '"b"' }, '2'],
      [404, { etag: '"c"' }, PROBLEM],
      [200, { etag: '"d"' }, '4'],
    ])
    assert.equal(await ask('/api/x', {}), 1)
    assert.equal(await ask('/api/x', {}), 2)
    await errorOf(ask('/api/x', {}))
    await ask('/api/x', { query: { lat: 1 } })
    await ask('/api/x', { body: {} })
    await ask('/api/x', {})
    assert.deepEqual(
      requests.map(({ headers }) => headers['if-none-match']),
      [undefined, '"a"', '"b"', undefined, undefined, '"b"'],
    )
  })

  it('is not kept without a cache', async (t) => {
    const { requests, ask } = await serve(t, [[200, { etag: '"a"' }, '1']], { cacheSize: 0 })
    await ask('/api/x', {})
    await ask('/api/x', {})
    assert.ok(requests.every(({ headers }) => !('if-none-match' in headers)))
  })
})
