import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { until } from '../../../test/helpers/until.ts'
import { createUpstreamClient, type UpstreamClientOptions, UpstreamFailure, type UpstreamGet } from './client.ts'
import { hasPublicHost } from './public-address.ts'

const SECRET_QUERY = '?appid=hunter2'

async function open(t: TestContext, server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { sockets, url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/data${SECRET_QUERY}`) }
}

const upstream = (t: TestContext, listener: RequestListener) => open(t, createServer(listener))

/** An upstream that writes these bytes to each connection and then closes it. */
const rawUpstream = (t: TestContext, answer: string) =>
  open(
    t,
    createTcpServer((socket) => socket.once('data', () => socket.end(answer))),
  )

function client(t: TestContext, options: Partial<UpstreamClientOptions> = {}) {
  const created = createUpstreamClient({ timeoutMs: 60_000, maxBytes: 10_000, userAgent: 'Isobar/test', maxConcurrent: 4, ...options })
  t.after(() => created.close())
  return created
}

async function failureOf(promise: Promise<unknown>): Promise<UpstreamFailure> {
  try {
    await promise
  } catch (error) {
    assert.ok(error instanceof UpstreamFailure, String(error))
    assert.ok(!`${error.message}${error.stack}`.includes('hunter2') && !error.message.includes('127.0.0.1'))
    return error
  }
  return assert.fail('the call did not fail')
}

describe('an answer', () => {
  it('arrives with status, headers and body, whatever the status', async (t) => {
    const { url } = await upstream(t, (request, response) => {
      response.writeHead(404, { 'x-seen': `${request.headers['user-agent']} ${request.url} ${request.headers['x-key']}` })
      response.end('nothing there')
    })
    const answer = await client(t).get(url, { headers: { 'x-key': 'k' } })
    assert.deepEqual({ status: answer.status, body: answer.body.toString() }, { status: 404, body: 'nothing there' })
    assert.equal(answer.headers['x-seen'], 'Isobar/test /data?appid=hunter2 k')
  })

  it('may be to a request with another method and a body', async (t) => {
    const { url } = await upstream(t, async (request, response) => {
      const body = Buffer.concat(await Array.fromAsync(request))
      response.end(`${request.method} ${request.headers['content-type']} ${request.headers['content-length']} ${body.toString()}`)
    })
    const sent = await client(t).send(url, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"é":1}' })
    assert.equal(sent.body.toString(), 'PATCH application/json 8 {"é":1}')
  })

  it('is a redirect if the upstream sends one', async (t) => {
    let asked = 0
    const { url } = await upstream(t, (_request, response) => {
      asked++
      response.writeHead(302, { location: '/elsewhere' }).end()
    })
    assert.deepEqual({ status: (await client(t).get(url)).status, asked }, { status: 302, asked: 1 })
  })

  for (const [encoding, compress] of [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const) {
    it(`is decompressed (${encoding})`, async (t) => {
      const { url } = await upstream(t, (request, response) => {
        assert.ok(request.headers['accept-encoding']?.includes(encoding))
        response.writeHead(200, { 'content-encoding': encoding }).end(compress('{"a":1}'))
      })
      assert.equal((await client(t).get(url)).body.toString(), '{"a":1}')
    })
  }
})

describe('too_large', () => {
  const large = 'x'.repeat(20_000)

  for (const [name, listener] of [
    ['announced', (_request, response) => void response.writeHead(200, { 'content-length': large.length }).end(large)],
    ['unannounced', (_request, response) => void response.write(large.slice(0, 9000), () => response.end(large))],
    ['a gzip bomb', (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large))],
    ['a br bomb', (_request, response) => void response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync(large))],
  ] as [string, RequestListener][]) {
    it(name, async (t) => {
      const { url } = await upstream(t, listener)
      const { kind, sent } = await failureOf(client(t).get(url))
      assert.deepEqual({ kind, sent }, { kind: 'too_large', sent: true })
    })
  }

  it('stops an endless body', async (t) => {
    const { url, sockets } = await upstream(t, (_request, response) => {
      const pump = () => {
        while (response.write('y'.repeat(1000)));
        response.once('drain', pump)
      }
      pump()
    })
    assert.equal((await failureOf(client(t).get(url))).kind, 'too_large')
    await until('the connections are gone', () => sockets.size === 0)
  })

  it('accepts a body of exactly the limit, and a lower limit for one call', async (t) => {
    const { url } = await upstream(t, (_request, response) => void response.end('x'.repeat(10_000)))
    const upstreamClient = client(t)
    assert.equal((await upstreamClient.get(url)).body.length, 10_000)
    assert.equal((await failureOf(upstreamClient.get(url, { maxBytes: 9999 }))).kind, 'too_large')
  })
})

describe('network', () => {
  it('nothing listens: nothing was sent', async (t) => {
    const { url } = await upstream(t, () => {})
    const gone = createTcpServer()
    gone.listen(0, '127.0.0.1')
    await once(gone, 'listening')
    url.port = String((gone.address() as AddressInfo).port)
    await new Promise((resolve) => gone.close(resolve))
    const { kind, sent } = await failureOf(client(t).get(url))
    assert.deepEqual({ kind, sent }, { kind: 'network', sent: false })
  })

  it('no such name', async (t) => {
    assert.equal((await failureOf(client(t).get(new URL('http://nowhere.invalid/?appid=hunter2')))).kind, 'network')
  })

  it('a header that cannot be sent', async (t) => {
    const { url } = await upstream(t, (_request, response) => void response.end())
    const failure = await failureOf(client(t).get(url, { headers: { 'x-key': 'hunter2\r\nx: y' } }))
    assert.deepEqual({ kind: failure.kind, sent: failure.sent }, { kind: 'network', sent: false })
  })

  for (const [name, answer] of [
    ['a body shorter than announced', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'],
    ['an endless chunked body', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n'],
    ['no answer at all', ''],
    ['half a header', 'HTTP/1.1 200 O'],
    ['what is not HTTP', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['invalid gzip', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain'],
    ['an unknown encoding', 'HTTP/1.1 200 OK\r\nContent-Encoding: zstd-x\r\nContent-Length: 5\r\n\r\nplain'],
  ] as const) {
    it(name, async (t) => {
      const { url } = await rawUpstream(t, answer)
      const { kind, sent } = await failureOf(client(t).get(url))
      assert.deepEqual({ kind, sent }, { kind: 'network', sent: true })
    })
  }

  it('a truncated gzip body', async (t) => {
    const body = gzipSync('x'.repeat(500)).subarray(0, -12)
    const { url } = await upstream(t, (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(body))
    assert.equal((await failureOf(client(t).get(url))).kind, 'network')
  })
})

describe('timeout', () => {
  for (const [name, listener] of [
    ['no headers', () => {}],
    ['a body that stops', (_request, response) => void response.write('begin')],
    [
      'a body that trickles',
      (_request, response) => {
        const drip = setInterval(() => response.write('.'), 20)
        response.on('close', () => clearInterval(drip))
      },
    ],
  ] as [string, RequestListener][]) {
    it(`${name}: one deadline covers everything`, async (t) => {
      const { url, sockets } = await upstream(t, listener)
      const { kind, sent, message } = await failureOf(client(t).get(url, { timeoutMs: 1_000 }))
      assert.deepEqual({ kind, sent, message }, { kind: 'timeout', sent: true, message: 'no whole answer within 1000 ms' })
      await until('the connections are gone', () => sockets.size === 0)
    })
  }

  it('includes the wait for a slot, and then nothing was sent', async (t) => {
    const { url } = await upstream(t, () => {})
    const upstreamClient = client(t, { maxConcurrent: 1 })
    const first = failureOf(upstreamClient.get(url, { timeoutMs: 1_000 }))
    const second = failureOf(upstreamClient.get(url, { timeoutMs: 100 }))
    assert.deepEqual({ kind: (await second).kind, sent: (await second).sent }, { kind: 'timeout', sent: false })
    assert.deepEqual({ kind: (await first).kind, sent: (await first).sent }, { kind: 'timeout', sent: true })
  })

  it('does not let one origin use up the slots of another', async (t) => {
    const hung = await upstream(t, () => {})
    const healthy = await upstream(t, (_request, response) => void response.end('ok'))
    const upstreamClient = client(t, { maxConcurrent: 1 })
    const waiting = failureOf(upstreamClient.get(hung.url, { timeoutMs: 300 }))
    assert.equal((await upstreamClient.get(healthy.url)).status, 200)
    assert.equal((await waiting).kind, 'timeout')
  })

  it('counts the calls that still run when another one ends', async (t) => {
    const { url } = await upstream(t, (request, response) => {
      if (request.url?.startsWith('/hang') !== true) response.end('ok')
    })
    const upstreamClient = client(t, { maxConcurrent: 2 })
    const hang = (get: UpstreamGet) => failureOf(upstreamClient.get(new URL(`/hang${SECRET_QUERY}`, url), get))
    const over = new AbortController()
    const first = hang({ signal: over.signal })
    assert.equal((await upstreamClient.get(url)).status, 200)
    // One more runs, and eight wait for each of the two slots.
    const messages = (await Promise.all(Array.from({ length: 20 }, () => hang({ timeoutMs: 200 })))).map(({ message }) => message)
    assert.equal(messages.filter((message) => message.startsWith('too many')).length, 20 - 1 - 16)
    over.abort()
    assert.equal((await first).kind, 'aborted')
  })

  it('limits the queue', async (t) => {
    const { url } = await upstream(t, () => {})
    const upstreamClient = client(t, { maxConcurrent: 1 })
    const all = Array.from({ length: 20 }, () => failureOf(upstreamClient.get(url, { timeoutMs: 200 })))
    const messages = (await Promise.all(all)).map(({ message }) => message)
    assert.equal(messages.filter((message) => message.startsWith('too many')).length, 11)
  })

  it('leaves nothing behind after 200 hung calls', async (t) => {
    const { url, sockets } = await upstream(t, () => {})
    const upstreamClient = client(t, { maxConcurrent: 50 })
    const hang = async (get: UpstreamGet) => Promise.all(Array.from({ length: 200 }, () => failureOf(upstreamClient.get(url, get))))
    const kinds = (await hang({ timeoutMs: 200 })).map(({ kind }) => kind)
    assert.deepEqual([...new Set(kinds)], ['timeout'])
    await until('the connections are gone', () => sockets.size === 0)
    await until('no socket is left', () => !process.getActiveResourcesInfo().includes('TCPSocketWrap'))
  })
})

describe('aborted', () => {
  it('by the caller: at once, and the connection is closed', async (t) => {
    const { url, sockets } = await upstream(t, () => {})
    const caller = new AbortController()
    const call = failureOf(client(t).get(url, { signal: caller.signal }))
    await until('it is connected', () => sockets.size === 1)
    caller.abort()
    assert.equal((await call).kind, 'aborted')
    await until('the connections are gone', () => sockets.size === 0)
  })

  it('before it began: nothing is sent', async (t) => {
    const { url, sockets } = await upstream(t, () => {})
    const { kind, sent } = await failureOf(client(t).get(url, { signal: AbortSignal.abort() }))
    assert.deepEqual({ kind, sent, sockets: sockets.size }, { kind: 'aborted', sent: false, sockets: 0 })
  })

  it('by close, which aborts calls in flight', async (t) => {
    const { url, sockets } = await upstream(t, () => {})
    const upstreamClient = client(t)
    const call = failureOf(upstreamClient.get(url))
    await until('it is connected', () => sockets.size === 1)
    await upstreamClient.close()
    assert.equal((await call).kind, 'aborted')
    assert.equal((await failureOf(upstreamClient.get(url))).kind, 'aborted')
  })
})

describe('a call that may only reach the public Internet', () => {
  it('does not reach a private address, whatever its name resolved to before', async (t) => {
    let asked = 0
    const { url } = await upstream(t, (_request, response) => {
      asked += 1
      response.end('inside')
    })
    const named = new URL(`http://rebound.example:${url.port}/`)
    // Public when checked, private when connecting.
    const answers = [['8.8.8.8'], ['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], []]
    const lookUp = async () => answers.shift() ?? []
    const created = client(t, { lookUp })
    assert.equal(await hasPublicHost(named, lookUp), true)
    for (let i = 0; i < 3; i++) assert.equal((await failureOf(created.get(named, { isPublicOnly: true }))).kind, 'network')
    assert.equal(asked, 0)
  })

  it('does not reuse the connections of other calls', async (t) => {
    const { url } = await upstream(t, (_request, response) => response.end('inside'))
    const named = new URL(`http://localhost:${url.port}/`)
    const created = client(t)
    assert.equal((await created.get(named)).body.toString(), 'inside')
    assert.equal((await failureOf(created.get(named, { isPublicOnly: true }))).kind, 'network')
  })
})
