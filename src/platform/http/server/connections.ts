import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { MINUTE_MS } from '../../../time.ts'
import { toLimitKey, NETWORK_FACTOR, widenLimitKey, parseIp, type TrustProxy } from './client-ip.ts'
import { type Client, createClients, isIdle } from './connections-by-client.ts'

export interface ConnectionLimits {
  /** Open connections of all clients together. */
  readonly total: number
  /** Open connections of one address (IPv6: one /64; one /48 has NETWORK_FACTOR times as many). 0: no limit. Trusted proxies have none. */
  readonly perClient: number
  /** Connections beyond the total when nothing can be closed: see `isBeyondTotal`. */
  readonly reserve: number
}

export interface ConnectionCounts {
  readonly open: number
  /** Idle connections that were closed to admit another. */
  readonly evicted: number
  /** New connections that were closed at once because their client or the server had too many. */
  readonly refused: number
}

export interface ConnectionOptions {
  readonly limits: ConnectionLimits
  readonly trust: TrustProxy | null
  /** Called when connections are refused, at most once a minute. */
  readonly onRefused: (limit: 'client' | 'total') => void
}

const SWEEP_MS = 5_000
/** A client that reads nothing of its response for this long is disconnected. */
const STALLED_MS = 30_000
const WARN_EVERY_MS = MINUTE_MS
/** After a search found no idle connection, wait this long before the next one: repeated searches would cost more than they find. */
const LOOK_AGAIN_MS = 100

/**
 * Bounds the open connections of a server, so that no client can lock others out by holding many. A client at its limit loses its longest
 * idle connection to its new one; when the total is reached, the client with the most connections loses one, trusted proxies last.
 */
export function limitConnections(server: Server, { limits, trust, onRefused }: ConnectionOptions) {
  const clients = createClients()
  /** Open connections by IPv6 /48. */
  const networks = new Map<string, number>()
  const beyondTotal = new Set<Socket>()
  const counts = { open: 0, evicted: 0, refused: 0 }
  let warnedAt = -Infinity
  let lookAgainAt = 0

  function admit(socket: Socket): void {
    const address = parseIp(socket.remoteAddress)
    // The socket closed before it could be checked.
    if (address === null) return void socket.destroy()
    const isProxy = trust?.(address, 0) === true
    const client = clients.of(toLimitKey(address), isProxy)
    if (!isProxy && limits.perClient > 0 && isFull(client) && !evict(clients.longestIdleOf(client))) return refuse(socket, 'client')
    if (counts.open >= limits.total && !evict(idleOfAnybody())) {
      if (counts.open >= limits.total + limits.reserve) return refuse(socket, 'total')
      beyondTotal.add(socket)
    }
    counts.open += 1
    clients.add(client, socket)
    addToNetwork(client, 1)
    // The new connection is idle, so the next search will find one.
    lookAgainAt = 0
    socket.once('close', () => leave(client, socket))
  }

  function isFull({ key, sockets }: Client): boolean {
    return sockets.size >= limits.perClient || (networks.get(widenLimitKey(key)) ?? 0) >= limits.perClient * NETWORK_FACTOR
  }

  /** An IPv4 address has no network to be counted with. */
  function addToNetwork({ key }: Client, change: 1 | -1): void {
    const network = widenLimitKey(key)
    if (network === key) return
    const count = (networks.get(network) ?? 0) + change
    if (count === 0) networks.delete(network)
    else networks.set(network, count)
  }

  function leave(client: Client, socket: Socket): void {
    if (!clients.remove(client, socket)) return
    counts.open -= 1
    addToNetwork(client, -1)
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

  /** Records activity and sets a deadline for clients that do not read their response; Node clears it when the response ends. */
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
    /**
     * Whether this connection was admitted although the total was reached and no other connection was idle. It only serves what must stay
     * reachable.
     */
    isBeyondTotal: (socket: Socket): boolean => beyondTotal.size > 0 && beyondTotal.has(socket),
    counts: (): ConnectionCounts => counts,
  }
}
