import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpServer } from './http-server.ts'

const SWEEP_MS = 50
/** Long enough for a request that is already on the wire, on a connection that looks idle, to arrive and be answered. */
const DRAIN_MS = 500

/**
 * Tells every client that its connection ends with the next response; then stops accepting, lets requests in flight finish, closes
 * connections as they become idle, and cuts off the rest after `deadlineMs`. Resolves to false when it had to cut any off. Requests that
 * still arrive on open connections get `service_unavailable`.
 */
export async function closeGracefully(app: HttpServer, deadlineMs: number): Promise<boolean> {
  let finished = true
  const deadline = setTimeout(() => {
    finished = false
    app.server.closeAllConnections()
  }, deadlineMs)
  app.drain()
  await sleep(Math.min(DRAIN_MS, deadlineMs / 4))
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  try {
    await app.close()
  } finally {
    clearTimeout(deadline)
    clearInterval(sweep)
  }
  return finished
}
