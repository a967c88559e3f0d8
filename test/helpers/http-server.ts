import { type AddressInfo, connect } from 'node:net'
import type { TestContext } from 'node:test'
import { createHttpServer, type HttpServer, type HttpServerOptions } from '../../src/platform/http/server/server.ts'
import { createLogger } from '../../src/platform/log.ts'

export interface TestServer {
  readonly app: HttpServer
  /** `http://127.0.0.1:54321` */
  readonly url: string
  readonly logLines: string[]
  /** Sends raw bytes and resolves to everything received until the connection ended. */
  raw(request: string): Promise<string>
}

/**
 * A listening server with the routes that `add` registers, closed after the test. Every log line is stored. Nothing is overload by default: the machine
 * may be busy with other tests.
 */
export async function listen(
  t: TestContext,
  add: (app: HttpServer) => void | Promise<void>,
  options: Partial<HttpServerOptions> = {},
): Promise<TestServer> {
  const logLines: string[] = []
  const log = createLogger({ level: 'trace', destination: { write: (line: string) => void logLines.push(line) } })
  const app = await createHttpServer({ log, publicUrl: null, trustProxy: null, corsOrigins: [], maxEventLoopDelayMs: 0, ...options })
  t.after(() => app.close())
  await add(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { app, url: `http://127.0.0.1:${port}`, logLines, raw: (request) => exchange(port, request) }
}

function exchange(port: number, request: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => (answer += chunk))
  socket.on('error', reject)
  socket.on('close', () => resolve(answer))
  socket.write(request)
  return promise
}
