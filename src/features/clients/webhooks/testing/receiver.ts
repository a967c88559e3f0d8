import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { closedAtEnd } from '../../../../../test/helpers/ending.ts'

/** A request that a receiver got. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into messages
  readonly message: any
}

/** How a receiver answers; null: never. */
export type Answer = { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string } | null

/** A receiver of webhooks on this machine, which answers each request as `answer` says. */
export async function startReceiver(answer: (received: Received, nth: number) => Answer | Promise<Answer> = () => ({ status: 204 })) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', async () => {
      const one = { path: request.url ?? '', headers: request.headers, body, message: JSON.parse(body) }
      received.push(one)
      const reply = await answer(one, received.length)
      if (reply === null) return
      response.writeHead(reply.status, reply.headers).end(reply.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = closedAtEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${port}/hook`, received, close }
}

/** Verifies a request as receivers do, with the reference implementation. The clock of tests is not its clock. */
export function hasValidWebhookSignature(secret: string, { headers, body }: Received, now: number): boolean {
  const realNow = Date.now
  Date.now = () => now
  try {
    new Verifier(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  } finally {
    Date.now = realNow
  }
}
