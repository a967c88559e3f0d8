import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { limitKeyOf, plainIp, type TrustProxy } from './client-ip.ts'
import { type Client, createClients, isIdle } from './connections-by-client.ts'

export interface ConnectionLimits {
  /** Open connections of all clients together. */
  readonly total: number
  /** Open connections of one address (IPv6: one /64). 0: no limit. Trusted proxies have none. */
  readonly perClient: number
  /** Connections beyond the total when nothing can be closed: see `isBeyondTotal`. */
  readonly reserve: number
}

export interface Connections {
  /**
   * Whether this connection was let in although the total is used up and every other one is in the middle of a request. Only what must
   * stay reachable is answered on it.
   */
  isBeyondTotal(socket: Socket): boolean
  counts(): ConnectionCounts
}

export interface ConnectionCounts {
  readonly open: number
  /** Idle connections that were closed to let another in. */
  readonly evicted: number
  /** New connections that were closed at once: too many of their client, or of all. */
  readonly refused: number
}

export interface ConnectionOptions {
  readonly limits: ConnectionLimits
  readonly trust: TrustProxy | null
  /** Told when connections are refused, at most once a minute. */
  readonly onRefused: (limit: 'client' | 'total') => void
}

const SWEEP_MS = 5_000
/** A client that takes nothing of its answer for this long is cut off. */
const STALLED_MS = 30_000
const WARN_EVERY_MS = 60_000
/** While everybody is in the middle of a request, looking for an idle connection again and again would cost more than it finds. */
const LOOK_AGAIN_MS = 100

/**
 * Bounds the open connections of a server, so that nobody locks others out by holding many. A client at its limit loses its longest idle
 * connection to its new one; when the total is reached, the client with the most connections loses one, trusted proxies last.
 */
export function limitConnections(server: Server, { limits, trust, onRefused }: ConnectionOptions): Connections {
  const clients = createClients()
  const beyondTotal = new Set<Socket>()
  const counts = { open: 0, evicted: 0, refused: 0 }
  let warnedAt = -Infinity
  let lookAgainAt = 0

  function admit(socket: Socket): void {
    const address = plainIp(socket.remoteAddress)
    // Gone before it could be looked at.
    if (address === null) return void socket.destroy()
    const isProxy = trust?.(address, 0) === true
    const client = clients.of(limitKeyOf(address), isProxy)
    if (!isProxy && limits.perClient > 0 && client.sockets.size >= limits.perClient && !evict(clients.longestIdleOf(client))) {
      return refuse(socket, 'client')
    }
    if (counts.open >= limits.total && !evict(idleOfAnybody())) {
      if (counts.open >= limits.total + limits.reserve) return refuse(socket, 'total')
      beyondTotal.add(socket)
    }
    counts.open += 1
    clients.add(client, socket)
    // A new one has asked for nothing yet.
    lookAgainAt = 0
    socket.once('close', () => leave(client, socket))
  }

  function leave(client: Client, socket: Socket): void {
    if (!clients.remove(client, socket)) return
    counts.open -= 1
    beyondTotal.delete(socket)
    const [next] = beyondTotal
    if (next !== undefined && counts.open - beyondTotal.size < limits.total) beyondTotal.delete(next)
  }

  function evict(found: { readonly client: Client; readonly socket: Socket } | undefined): boolean {
    if (found === undefined) return false
    counts.evicted += 1
    leave(found.client, found.socket)
    found.socket.destroy()
    return true
  }

  function idleOfAnybody() {
    const now = performance.now()
    if (now < lookAgainAt) return undefined
    const found = clients.longestIdle()
    if (found === undefined) lookAgainAt = now + LOOK_AGAIN_MS
    return found
  }

  function refuse(socket: Socket, limit: 'client' | 'total'): void {
    counts.refused += 1
    socket.destroy()
    const now = performance.now()
    if (now - warnedAt < WARN_EVERY_MS) return
    warnedAt = now
    onRefused(limit)
  }

  /** Notes who was active, and gives those who do not read their answer a deadline; Node lifts it with the end of the answer. */
  function sweep(): void {
    for (const socket of clients.noteActivity()) {
      if (socket.writableLength > 0 && !isIdle(socket) && !socket.timeout) socket.setTimeout(STALLED_MS)
    }
  }

  server.on('connection', admit)
  const timer = setInterval(sweep, SWEEP_MS)
  timer.unref()
  server.once('close', () => clearInterval(timer))
  return {
    isBeyondTotal: (socket) => beyondTotal.size > 0 && beyondTotal.has(socket),
    counts: () => counts,
  }
}
