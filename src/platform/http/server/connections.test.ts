import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { Agent, get, type IncomingMessage, type Server } from 'node:http'
import { connect, Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { closedAtEnd } from '../../../../test/helpers/ending.ts'
import { listen, type TestServer } from '../../../../test/helpers/http-server.ts'
import { until } from '../../../../test/helpers/until.ts'
import { limitConnections } from './connections.ts'
import type { HttpServer, HttpServerOptions } from './server.ts'

/** Each loopback address is a separate peer: 127.0.0.1 to 127.255.255.254. */
const peer = (i: number): string => `127.1.${i >> 8}.${i & 255}`
const ASK = 'GET /fine HTTP/1.1\r\nHost: localhost\r\n\r\n'

const NEVER = 'GET /never HTTP/1.1\r\nHost: x\r\n\r\n'
/** Opening more at once than the listen queue holds would take seconds. */
const AT_ONCE = 100
/** Requests that are being answered, and never will be. */
let waiting = 0

function routes(app: HttpServer): void {
  app.get('/fine', () => ({ fine: true }))
  app.get('/health', { config: { servedUnderPressure: true } }, () => ({ fine: true }))
  app.get('/admin/fine', () => ({ fine: true }))
  app.get('/never', () => {
    waiting += 1
    return new Promise(() => {})
  })
  app.post('/fine', () => ({ fine: true }))
}

function serve(t: TestContext, options: Partial<HttpServerOptions>): Promise<TestServer> {
  waiting = 0
  return listen(
    t,
    (app) => {
      routes(app)
      // Some requests never end, so closing does not wait for them.
      app.addHook('preClose', (done) => {
        app.server.closeAllConnections()
        done()
      })
    },
    options,
  )
}

const portOf = ({ url }: TestServer): number => Number(new URL(url).port)

/** Opens connections from an address that send `first` and nothing more. */
async function open(t: TestContext, server: TestServer, count: number, from: string, first = ''): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, () =>
      connect({ port: portOf(server), host: '127.0.0.1', localAddress: from }),
    )
    for (const socket of some) {
      socket.on('error', () => {})
      socket.resume()
      t.after(() => socket.destroy())
    }
    await Promise.all(some.map((socket) => once(socket, 'connect')))
    sockets.push(...some)
  }
  if (first !== '') for (const socket of sockets) socket.write(first)
  return sockets
}

/** Status of a request on a new connection; null if it was closed without an answer. */
async function ask(server: TestServer, path: string, from: string): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  get({ port: portOf(server), host: '127.0.0.1', localAddress: from, path, agent: false }, (answer: IncomingMessage) => {
    answer.resume()
    resolve(answer.statusCode ?? null)
  }).on('error', () => resolve(null))
  return promise
}

const openOf = ({ app }: TestServer): number => app.connectionCounts().open
const untilOpen = (server: TestServer, count: number) => until(`${count} are open`, () => openOf(server) === count)
const untilEvicted = ({ app }: TestServer, count: number) =>
  until(`${count} have been evicted`, () => app.connectionCounts().evicted === count)
const untilInProgress = (count: number) => until(`${count} requests are in progress`, () => waiting === count)

describe('open connections', () => {
  it('from one address, idle by the thousand, keep nobody out', async (t) => {
    const server = await serve(t, { connections: { total: 2_000, perClient: 100 } })
    await open(t, server, 3_000, '127.0.0.2')
    await untilEvicted(server, 2_900)
    assert.equal(openOf(server), 100)
    for (const from of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) assert.equal(await ask(server, '/fine', from), 200, from)
  })

  it('from many addresses, idle, are evicted for new ones when all are used up, starting with the heaviest address', async (t) => {
    const server = await serve(t, { connections: { total: 600, perClient: 100, reserve: 0 } })
    const [kept] = await open(t, server, 1, '127.0.0.9', ASK)
    for (let i = 0; i < 40; i++) await open(t, server, 50, peer(i))
    await untilEvicted(server, 1 + 40 * 50 - 600)
    assert.equal(openOf(server), 600)
    assert.equal(kept?.readyState, 'open')
    assert.equal(await ask(server, '/fine', '127.0.0.1'), 200)
  })

  it('with requests in progress are not evicted; idle ones of the same address are', async (t) => {
    const server = await serve(t, { connections: { perClient: 3 } })
    const busy = await open(t, server, 2, '127.0.0.2', NEVER)
    await untilInProgress(2)
    const [idle] = await open(t, server, 1, '127.0.0.2')
    await untilOpen(server, 3)
    assert.equal(await ask(server, '/fine', '127.0.0.2'), 200)
    await until('the idle one is closed', () => idle?.closed === true)
    busy.push(...(await open(t, server, 1, '127.0.0.2', NEVER)))
    await untilInProgress(3)
    assert.equal(await ask(server, '/fine', '127.0.0.2'), null)
    assert.deepEqual(
      busy.map(({ readyState }) => readyState),
      ['open', 'open', 'open'],
    )
    assert.equal(server.logLines.filter((line) => line.includes('refusing connections')).length, 1)
  })

  it('from one IPv6 /48 are at most eight times as many as from one of its /64', (t) => {
    const server = new EventEmitter() as Server
    const { counts } = limitConnections(server, {
      limits: { total: 1_000, perClient: 2, reserve: 0 },
      trust: null,
      onRefused: () => undefined,
    })
    t.after(() => server.emit('close'))
    const openFrom = (address: string): void => {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address })
      // A request is in progress, so that it is not closed for the next one.
      server.emit('connection', Object.assign(socket, { _httpMessage: {} }))
      closedAtEnd(() => socket.destroy())
    }
    for (let i = 0; i < 40; i++) openFrom(`2001:db8:1:${i}::1`)
    assert.deepEqual({ ...counts() }, { open: 16, evicted: 0, refused: 24 })
    openFrom('2001:db8:2::1')
    for (let i = 0; i < 20; i++) openFrom(`192.0.2.${i}`)
    assert.equal(counts().open, 16 + 1 + 20)
  })

  it('from a trusted proxy are not limited like those of a client', async (t) => {
    const server = await serve(t, { trustProxy: ['127.0.0.2'], connections: { perClient: 10 } })
    await open(t, server, 200, '127.0.0.2')
    await open(t, server, 200, '127.0.0.3')
    await untilOpen(server, 210)
  })

  it('from a trusted proxy are evicted last', async (t) => {
    const server = await serve(t, { trustProxy: ['127.0.0.2'], connections: { total: 100, reserve: 0 } })
    const ofProxy = await open(t, server, 80, '127.0.0.2')
    await open(t, server, 10, '127.0.0.3')
    await open(t, server, 60, '127.0.0.4')
    await untilEvicted(server, 50)
    assert.ok(ofProxy.every(({ readyState }) => readyState === 'open'))
  })

  it('keep a reserve for essential routes when all are in the middle of a request', async (t) => {
    const server = await serve(t, { connections: { total: 20, perClient: 15, reserve: 5 }, reservedPaths: /^\/admin\// })
    for (const from of ['127.0.0.2', '127.0.0.3']) await open(t, server, 10, from, NEVER)
    await untilInProgress(20)
    assert.equal(await ask(server, '/fine', '127.0.0.1'), 503)
    assert.equal(await ask(server, '/health', '127.0.0.1'), 200)
    assert.equal(await ask(server, '/admin/fine', '127.0.0.1'), 200)
    // Idle connections in the reserve are evicted as well.
    await open(t, server, 15, '127.0.0.4')
    assert.equal(await ask(server, '/health', '127.0.0.1'), 200)
  })

  it('from one IPv4 address count as one client', async (t) => {
    const server = await serve(t, { connections: { perClient: 5 } })
    await open(t, server, 20, '127.0.0.2')
    await untilOpen(server, 5)
  })
})

describe('slow requests', () => {
  it('with headers sent drop by drop end with 408', async (t) => {
    const server = await serve(t, { requestTimeoutMs: 1_000, headersTimeoutMs: 200 })
    const [socket] = await open(t, server, 1, '127.0.0.2', 'GET /fine HTTP/1.1\r\nHost: x\r\n')
    const timer = setInterval(() => socket?.write('x-a: b\r\n'), 50)
    t.after(() => clearInterval(timer))
    const [answer] = (await once(socket as Socket, 'data')) as [Buffer]
    assert.match(answer.toString(), /^HTTP\/1\.1 408 /)
    await until('it is closed', () => socket?.closed === true)
  })

  it('with a body sent drop by drop end with 408', async (t) => {
    const server = await serve(t, { requestTimeoutMs: 300 })
    const head = 'POST /fine HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{'
    const [socket] = await open(t, server, 1, '127.0.0.2', head)
    const timer = setInterval(() => socket?.write(' '), 50)
    t.after(() => clearInterval(timer))
    const [answer] = (await once(socket as Socket, 'data')) as [Buffer]
    assert.match(answer.toString(), /^HTTP\/1\.1 408 /)
    await until('it is closed', () => socket?.closed === true)
  })

  it('that never begin are closed', async (t) => {
    const server = await serve(t, { requestTimeoutMs: 1_000, headersTimeoutMs: 200 })
    const [socket] = await open(t, server, 1, '127.0.0.2')
    await until('it is closed', () => socket?.closed === true)
  })
})

describe('odd requests', () => {
  const CLOSE = 'Connection: close\r\n\r\n'
  for (const [name, request, status] of [
    ['two Host headers', `GET /fine HTTP/1.1\r\nHost: a\r\nhost: a\r\n${CLOSE}`, 400],
    ['an asterisk as the target of a GET', `GET * HTTP/1.1\r\nHost: a\r\n${CLOSE}`, 400],
    ['a target with another scheme', `GET ftp://a/fine HTTP/1.1\r\nHost: a\r\n${CLOSE}`, 400],
    ['an absolute target', `GET http://a/fine HTTP/1.1\r\nHost: a\r\n${CLOSE}`, 200],
    ['too many headers', `GET /fine HTTP/1.1\r\nHost: a\r\n${'a:b\r\n'.repeat(150)}${CLOSE}`, 431],
  ] as const) {
    it(`with ${name} are answered ${status}`, async (t) => {
      const server = await serve(t, {})
      assert.match(await server.raw(request), new RegExp(`^HTTP/1\\.1 ${status} `))
    })
  }
})

describe('a connection with many requests', () => {
  it('stays open, and its requests show that it is not idle', async (t) => {
    const server = await serve(t, { connections: { perClient: 2 } })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    t.after(() => agent.destroy())
    for (let i = 0; i < 3; i++) {
      const [answer] = (await once(get(`${server.url}/fine`, { agent }), 'response')) as [IncomingMessage]
      answer.resume()
      await once(answer, 'end')
    }
    assert.deepEqual(server.app.connectionCounts(), { open: 1, evicted: 0, refused: 0 })
  })
})
