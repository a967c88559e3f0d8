import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import type { Logger } from '../../log.ts'

/** Whether to trust the forwarding header of the peer at this address, `hop` proxies away (0: the socket's own peer). */
export type TrustProxy = (address: string, hop: number) => boolean

/**
 * Compiles the TRUST_PROXY setting: the number of proxies in front of the service, or their addresses and CIDR ranges. Null (trust no
 * header) when there are no proxies.
 */
export function compileTrustProxy(setting: number | readonly string[] | null): TrustProxy | null {
  if (setting === null || setting === 0) return null
  if (typeof setting === 'number') return (_address, hop) => hop < setting
  const ranges = new BlockList()
  for (const range of setting) {
    const [address = '', prefix] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) ranges.addAddress(address, family)
    else ranges.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    const ip = parseIp(address)
    return ip !== null && ranges.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')
  }
}

/**
 * The client's address: the socket's, or the forwarded hop that TRUST_PROXY chose. IPv4 in IPv6 notation is written as IPv4. A forwarded
 * entry that is not an address falls back to the socket's; `unknown` when the socket is already closed.
 */
export function getClientIp(request: FastifyRequest): string {
  return parseIp(request.ip) ?? getPeerIp(request.socket)
}

/** The same for a request that Fastify has not seen. */
export function createClientIp(trust: TrustProxy | null): (request: IncomingMessage) => string {
  const address =
    trust === null ? ({ socket }: IncomingMessage) => socket.remoteAddress : (request: IncomingMessage) => proxyAddr(request, trust)
  return (request) => parseIp(address(request)) ?? getPeerIp(request.socket)
}

/** The address of a connection's other end; `unknown` when it is already closed. */
export function getPeerIp(socket: Socket): string {
  return parseIp(socket.remoteAddress) ?? 'unknown'
}

const SUBSCRIBER = '::/64'

/** The key that a client is counted under: its IPv4 address, or the /64 of its IPv6 address, the usual allocation of one subscriber. */
export function toLimitKey(ip: string): string {
  return ip.includes(':') ? firstGroups(ip, 4) + SUBSCRIBER : ip
}

/** How many clients' limits a /48 has together. */
export const NETWORK_FACTOR = 8

/**
 * The key of a client's network: its IPv4 address, or the /48 of its IPv6 address. Networks get a /48 for the asking, and with it 65,536
 * /64, so each limit of one client is also counted by it, at NETWORK_FACTOR times the limit.
 */
export function toNetworkKey(ip: string): string {
  return widenLimitKey(toLimitKey(ip))
}

/** The same from the key of the client. */
export function widenLimitKey(key: string): string {
  return key.endsWith(SUBSCRIBER) ? `${key.slice(0, key.lastIndexOf(':', key.length - SUBSCRIBER.length - 1))}::/48` : key
}

/** Whether a request is over loopback: the peer address is a loopback address, no proxy header is present, and Host names this machine. */
export function isLoopbackRequest(request: IncomingMessage): boolean {
  const peer = parseIp(request.socket.remoteAddress)
  if (peer === null || !(peer === '::1' || peer.startsWith('127.'))) return false
  for (const name in request.headers) {
    if (name === 'forwarded' || name.startsWith('x-forwarded-')) return false
  }
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i.test(request.headers.host ?? '')
}

const MAPPED = /^::ffff:(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/i
const WITH_PORT = /^(?:\[([0-9a-f:.%\w]+)\](?::\d+)?|(\d{1,3}(?:\.\d{1,3}){3}):\d+)$/i

/** Strips port, brackets, zone and IPv4 mapping from an address; proxies write all of these. Null when the text is not an address. */
export function parseIp(text: string | undefined): string | null {
  if (text === undefined) return null
  if (isIP(text) === 4) return text
  const withPort = WITH_PORT.exec(text)
  const bare = withPort?.[1] ?? withPort?.[2] ?? text
  const address = bare.includes('%') ? bare.slice(0, bare.indexOf('%')) : bare
  if (isIP(address) === 0) return null
  return address.includes(':') ? (MAPPED.exec(address)?.[1] ?? address.toLowerCase()) : address
}

function firstGroups(ip: string, count: number): string {
  const [head = '', tail] = ip.split('::')
  const before = groupsOf(head)
  const after = tail === undefined ? [] : groupsOf(tail)
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after]
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** The 16-bit groups. A dotted IPv4 tail counts as two, whose values do not matter: they come after the first four. */
function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]))
}

const NEARBY = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  // Shared address space, used by load balancers of some clouds.
  ['100.64.0.0', 10],
] as const)
  NEARBY.addSubnet(network, prefix, 'ipv4')
NEARBY.addAddress('::1', 'ipv6')
NEARBY.addSubnet('fc00::', 7, 'ipv6')
NEARBY.addSubnet('fe80::', 10, 'ipv6')

/**
 * Warns, once, of a proxy that TRUST_PROXY does not name. A request with a forwarding header from a private or loopback peer comes through
 * one; all visitors then share one client's limits.
 */
export function createProxyWarning(log: Logger): (request: IncomingMessage) => void {
  let warned = false
  return ({ headers, socket }) => {
    if (warned || (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined)) return
    const peer = parseIp(socket.remoteAddress)
    if (peer === null || !NEARBY.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4')) return
    warned = true
    log.warn(
      { peer },
      `TRUST_PROXY is not set, but ${peer} forwards requests: all visitors count as one client and share its limits. If this is your proxy, set TRUST_PROXY=${peer}`,
    )
  }
}

const INBOUND_ID = /^[A-Za-z0-9._-]{8,64}$/

/**
 * Assigns each request its id. An id in `X-Request-Id` is kept only when the peer is a trusted proxy and the id has 8–64 harmless
 * characters, so that nobody else can write into the log or forge an id.
 */
export function createRequestIds(trust: TrustProxy | null): (request: IncomingMessage) => string {
  if (trust === null) return () => randomUUID()
  return (request) => {
    const inbound = request.headers['x-request-id']
    const peer = request.socket.remoteAddress
    if (typeof inbound === 'string' && peer !== undefined && INBOUND_ID.test(inbound) && trust(peer, 0)) return inbound
    return randomUUID()
  }
}
