import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listening {
  /** `http://127.0.0.1:4020`, without a trailing slash. */
  readonly url: string
  readonly port: number
  /** Aborts connections under way. */
  close(): Promise<void>
}

/** Starts a stand-in's server; port 0 picks a free one. */
export async function listen(server: Server, port: number, host = '127.0.0.1'): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    port: taken,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A port that is free at the moment. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer(), 0)
  await close()
  return port
}
