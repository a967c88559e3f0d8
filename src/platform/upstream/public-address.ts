import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

/** Looks up all addresses of a host. */
export type LookUp = (host: string) => Promise<readonly string[]>

/** Networks that are not the public Internet: IANA's special-purpose address registries (RFC 6890 and later). */
const NOT_PUBLIC: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // IPv4-compatible addresses (RFC 4291), deprecated: they lead to IPv4.
  ['::', 96],
  // IPv4-translated addresses (RFC 2765).
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

const blocked = new BlockList()
for (const [network, prefix] of NOT_PUBLIC) blocked.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4')

/** Whether an IP address is on the public Internet. IPv4 addresses written as IPv6 are judged as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !blocked.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** The addresses of a host by the system's resolver. */
export const systemLookUp: LookUp = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/** Whether all addresses of a URL's host are on the public Internet; false if the host is not found. */
export async function leadsOutside({ hostname }: URL, lookUp: LookUp): Promise<boolean> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0) return isPublicAddress(host)
  const addresses = await lookUp(host).catch(() => [])
  return addresses.length > 0 && addresses.every(isPublicAddress)
}

/**
 * A DNS lookup for connections to the public Internet only: it connects to exactly the addresses that it has checked, whatever the name
 * resolves to next time. Fails if any address of the host is not public. IP addresses in a URL are not looked up; `leadsOutside` checks
 * those.
 */
export function publicLookup(lookUp: LookUp): LookupFunction {
  const find = callbackify(async (host: string) => {
    const addresses = await lookUp(host)
    return addresses.every(isPublicAddress) ? addresses.map((address) => ({ address, family: isIP(address) })) : []
  })
  return (host, { all, family }, callback) => {
    find(host, (error: Error | null, found = []) => {
      const wanted = found.filter((each) => (family !== 4 && family !== 6) || each.family === family)
      const [first] = wanted
      if (error !== null || first === undefined) callback(refusal(), '', 4)
      else if (all === true) callback(null, wanted)
      else callback(null, first.address, first.family)
    })
  }
}

/** The message names no host, so that it may be logged. */
function refusal(): NodeJS.ErrnoException {
  return Object.assign(new Error('the host does not lead to the public Internet'), { code: 'ENOTPUBLIC' })
}
