import { Server } from 'node:net'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { HttpServer } from './http-server.ts'

const SWEEP_MS = 50
/** Long enough for a request that is already on the wire, on a connection that looks idle, to arrive and be answered. */
const ON_THE_WIRE_MS = 500

/** A turn of the event loop that takes less than this had nothing to do. */
const IDLE_TURN_MS = 0.1
const MAX_ACCEPT_MS = 1_000

export interface Shutdown {
  /** How long load balancers get to notice that the service is not ready. */
  readonly drainMs: number
  /** How long requests in flight get after that. */
  readonly finishMs: number
}

/**
 * Drains: the service is not ready, and still answers everything, each time as the last on its connection. After `drainMs` it stops
 * listening, lets requests in flight finish, closes idle connections, and cuts off the rest after `finishMs`. Resolves to false when it had
 * to cut any off.
 */
export async function closeGracefully(app: HttpServer, { drainMs, finishMs }: Shutdown): Promise<boolean> {
  app.drain()
  await sleep(drainMs)
  await acceptQueued(app.server)
  // An HTTP server's own `close` would also close connections whose first request is on the wire.
  Server.prototype.close.call(app.server)
  let finished = true
  const deadline = setTimeout(() => {
    finished = false
    app.server.closeAllConnections()
  }, finishMs)
  await sleep(Math.min(ON_THE_WIRE_MS, finishMs / 4))
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  try {
    await app.close()
  } finally {
    clearTimeout(deadline)
    clearInterval(sweep)
  }
  return finished
}

/**
 * Resolves when all connections that the kernel has established were accepted: it resets those that are queued when the port is closed.
 * One turn accepts one of them. Gives up after a second of turns that were never idle.
 */
async function acceptQueued(server: Server): Promise<void> {
  let accepted = 0
  const count = () => void accepted++
  server.on('connection', count)
  for (let now = performance.now(), end = now + MAX_ACCEPT_MS; now < end;) {
    const [turnAt, before] = [now, accepted]
    await turn()
    now = performance.now()
    if (accepted === before && now - turnAt < IDLE_TURN_MS) break
  }
  server.off('connection', count)
}
