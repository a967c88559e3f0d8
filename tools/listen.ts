import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'

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

/**
 * The address that a program prints when it listens: `listening on http://127.0.0.1:4020`. What it prints after that is discarded.
 * @throws Error with the program's name and output if that ends before
 */
export async function addressIn(output: NodeJS.ReadableStream, program: string): Promise<string> {
  let printed = ''
  for await (const line of createInterface({ input: output })) {
    printed += `${line}\n`
    const address = /\bon ((?:https?|smtp):\/\/[^\s"',/]+)/.exec(line)?.[1]
    if (address === undefined) continue
    output.resume()
    return address
  }
  throw new Error(`${program} exited before it listened:\n${printed}`)
}
