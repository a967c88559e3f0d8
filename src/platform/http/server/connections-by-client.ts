import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The open connections of one address. */
export interface Client {
  readonly key: string
  readonly isProxy: boolean
  /** Its sockets with the bytes that each had read at the last check; the longest inactive come first. */
  readonly sockets: Map<Socket, number>
}

interface Found {
  readonly client: Client
  readonly socket: Socket
}

/** Whether no request is in flight on a connection. A connection whose request line and headers are incomplete counts as idle. */
export function isIdle(socket: Socket): boolean {
  // Node keeps the current response here; its own handlers read the same property.
  return ((socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? null) === null
}

/** Open connections by client, and clients by their number of connections, so that finding the heaviest takes no scan of all clients. */
export function createClients() {
  const clients = new Map<string, Client>()
  const bySize = { direct: [] as Set<Client>[], proxy: [] as Set<Client>[] }

  const sizesOf = ({ isProxy }: Client) => (isProxy ? bySize.proxy : bySize.direct)

  function resized(client: Client, before: number): void {
    const sizes = sizesOf(client)
    sizes[before]?.delete(client)
    const { size } = client.sockets
    if (size > 0) (sizes[size] ??= new Set()).add(client)
    // Drop empty lists at the end, so that a search begins with the heaviest clients.
    while (sizes.length > 0 && (sizes.at(-1)?.size ?? 0) === 0) sizes.pop()
  }

  function longestIdleOf(client: Client): Found | undefined {
    for (const socket of client.sockets.keys()) if (isIdle(socket)) return { client, socket }
    return undefined
  }

  function heaviestIdle(sizes: readonly Set<Client>[]): Found | undefined {
    for (let size = sizes.length - 1; size > 0; size--) {
      for (const client of sizes[size] ?? []) {
        const found = longestIdleOf(client)
        if (found !== undefined) return found
      }
    }
    return undefined
  }

  return {
    /** The client of this key, kept as long as it has connections. */
    of: (key: string, isProxy: boolean): Client => clients.get(key) ?? { key, isProxy, sockets: new Map() },
    add(client: Client, socket: Socket): void {
      clients.set(client.key, client)
      client.sockets.set(socket, socket.bytesRead)
      resized(client, client.sockets.size - 1)
    },
    /** False when the socket was already removed. */
    remove(client: Client, socket: Socket): boolean {
      if (!client.sockets.delete(socket)) return false
      resized(client, client.sockets.size + 1)
      if (client.sockets.size === 0) clients.delete(client.key)
      return true
    },
    longestIdleOf,
    /** The longest idle connection of the client with the most connections; proxies come last. */
    longestIdle: (): Found | undefined => heaviestIdle(bySize.direct) ?? heaviestIdle(bySize.proxy),
    /** Moves the connections that read something since the last call behind the others; yields all connections. */
    *noteActivity(): Iterable<Socket> {
      for (const { sockets } of clients.values()) {
        for (const [socket, bytesRead] of sockets) {
          // A socket that moves to the end is visited once more and is then unchanged.
          if (socket.bytesRead !== bytesRead) {
            sockets.delete(socket)
            sockets.set(socket, socket.bytesRead)
          }
          yield socket
        }
      }
    },
  }
}
