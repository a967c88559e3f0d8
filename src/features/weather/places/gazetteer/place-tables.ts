import type { TownTable } from './town-table.ts'

/** Everything that the gazetteer knows, each sorted by key: towns; what has a name without being a town, and the keys of areas; and postcodes. */
export interface PlaceTables {
  readonly towns: TownTable
  /** Countries, areas of the first level, airports, islands, summits (`features.ts`). */
  readonly features: TownTable
  /** Named `10115 Berlin`, with `toPostcodeKey` of the code as key. */
  readonly postcodes: TownTable
}

/** Codes of GeoNames for what is no town. */
export const COUNTRY = 'PCLI'
export const AREA = 'ADM1'
export const AIRPORT = 'AIRP'
export const POSTCODE = 'POST'

/** What begins the keys by which only the part of a query after a comma finds countries and areas, and those of airports' codes. */
export const AREA_MARK = '#'
export const CODE_MARK = '!'

/** The key of a postcode as people type it: `SW1A 1AA`, `sw1a1aa` and `SW1A-1AA` are one. `folded`: as of `foldName`. */
export function toFoldedPostcodeKey(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]+/gu, '')
}
