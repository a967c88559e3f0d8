import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

/** Looks up all addresses of a host. */
export type LookUp = (host: string) => Promise<readonly string[]>

type Network = readonly [network: string, prefix: number]

/** What the public Internet is made of: IPv4, and the only IPv6 addresses that IANA has given out for it. */
const PUBLIC: readonly Network[] = [
  ['0.0.0.0', 0],
  ['2000::', 3],
]

/** What is set apart within: IANA's special-purpose address registries (RFC 6890 and later), and what leads to an IPv4 address. */
const SPECIAL: readonly Network[] = [
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
  // Protocols of the IETF, Teredo among them.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4.
  ['2002::', 16],
  // The former 6bone.
  ['3ffe::', 16],
  ['3fff::', 20],
]

const isIn = (networks: readonly Network[]) => {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4')
  return (address: string, family: number) => list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
const isPublic = isIn(PUBLIC)
const isSpecial = isIn(SPECIAL)
/** The identifier of an ISATAP interface, which leads to the IPv4 address behind it (RFC 5214). */
const ISATAP = /:(?:0|200)?:?5efe:[\da-f]{1,4}:[\da-f]{1,4}$|:5efe:\d+(?:\.\d+){3}$/i

/** Whether an IP address is on the public Internet. IPv4 addresses written as IPv6 (`::ffff:…`) are judged as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  // One with a zone belongs to a link of this machine.
  if (family === 0 || address.includes('%') || ISATAP.test(address)) return false
  return isPublic(address, family) && !isSpecial(address, family)
}

/** The addresses of a host by the system's resolver. */
export const systemLookUp: LookUp = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/** Whether all addresses of a URL's host are on the public Internet; false if the host is not found. */
export async function hasPublicHost({ hostname }: URL, lookUp: LookUp): Promise<boolean> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0) return isPublicAddress(host)
  const addresses = await lookUp(host).catch(() => [])
  return addresses.length > 0 && addresses.every(isPublicAddress)
}

/**
 * A DNS lookup for connections to the public Internet only: it connects to exactly the addresses that it has checked, whatever the name
 * resolves to next time. Fails if any address of the host is not public. IP addresses in a URL are not looked up; `hasPublicHost` checks
 * those.
 */
export function createPublicLookup(lookUp: LookUp): LookupFunction {
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
