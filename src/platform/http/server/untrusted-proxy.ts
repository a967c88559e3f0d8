import { BlockList, isIP } from 'node:net'
import type { IncomingMessage } from 'node:http'
import type { Logger } from '../../log.ts'
import { plainIp } from './client-ip.ts'

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
    const peer = plainIp(socket.remoteAddress)
    if (peer === null || !NEARBY.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4')) return
    warned = true
    log.warn(
      { peer },
      `TRUST_PROXY is not set, but ${peer} forwards requests: all visitors count as one client and share its limits. If this is your proxy, set TRUST_PROXY=${peer}`,
    )
  }
}
