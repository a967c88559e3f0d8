import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { ProviderFailure, type ProviderFailureKind } from './calls.ts'
import { createFetchCalls } from './fetch-calls.ts'

const product = { id: 'example/weather', weight: 1 }
const USER_AGENT = 'example/1 (ops@example.org)'

describe('calls by fetch', () => {
  const servers: ReturnType<typeof createServer>[] = []
  after(() => servers.forEach((server) => server.closeAllConnections() ?? server.close()))

  async function serve(listener: RequestListener): Promise<URL> {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  }
  const failsWith = (kind: ProviderFailureKind) => (error: unknown) => error instanceof ProviderFailure && error.kind === kind

  it('say who asks, and return the whole answer, whatever its status', async () => {
    const url = await serve((request, response) => {
      const { 'user-agent': agent, accept } = request.headers
      response.writeHead(404, { 'content-encoding': 'gzip', expires: 'never' }).end(gzipSync(JSON.stringify({ agent, accept })))
    })
    const { status, headers, body } = await createFetchCalls({ userAgent: USER_AGENT }).get({ product, url, headers: { accept: 'text/x' } })
    assert.deepEqual([status, headers['expires'], JSON.parse(body.toString())], [404, 'never', { agent: USER_AGENT, accept: 'text/x' }])
  })

  it('end at the limit of a body, and in time', async () => {
    const url = await serve(({ url: path }, response) => (path === '/slow' ? undefined : response.end(Buffer.alloc(1_001))))
    await assert.rejects(createFetchCalls({ userAgent: USER_AGENT, maxBytes: 1_000 }).get({ product, url }), failsWith('too_large'))
    const inTime = createFetchCalls({ userAgent: USER_AGENT, timeoutMs: 200 })
    await assert.rejects(inTime.get({ product, url: new URL('/slow', url) }), failsWith('timeout'))
  })

  it('fail as the network does, and refuse what may be public only', async () => {
    const calls = createFetchCalls({ userAgent: USER_AGENT })
    const url = await serve((request) => void request.socket.destroy())
    await assert.rejects(calls.get({ product, url }), failsWith('network'))
    await assert.rejects(calls.get({ product, url, isPublicOnly: true }), failsWith('rejected'))
  })
})
