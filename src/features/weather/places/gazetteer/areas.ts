import { toAreaKey } from './country-names.ts'
import { AREA, AREA_MARK, COUNTRY } from './place-tables.ts'
import { type Town, getTown, matchTowns, type TownTable } from './town-table.ts'

/** A country, or an area of the first level in one. */
export interface Area {
  /** ISO 3166 alpha-2. */
  readonly country: string
  /** As GeoNames names it; null: the whole country. */
  readonly region: string | null
  /** GeoNames' id; 0: unknown. */
  readonly id: number
}

/** The countries and areas that a name in any language or a code may mean: `CA` is Canada and California. None for what is neither. */
export function findAreas(features: TownTable, text: string): readonly Area[] {
  const key = toAreaKey(text)
  if (key === '') return []
  const { exact, elsewhere } = matchTowns(features, AREA_MARK + key)
  return [...exact, ...elsewhere]
    .map((index) => getTown(features, index))
    .filter(({ featureCode }) => featureCode === COUNTRY || featureCode === AREA)
    .map(({ country, region, id, featureCode }) => ({ country, region: featureCode === COUNTRY ? null : region, id }))
}

/** Territories that have codes of their own and that people also write as the country's. */
const TERRITORIES: Readonly<Record<string, readonly string[]>> = {
  AU: ['CC', 'CX', 'NF'],
  CN: ['HK', 'MO'],
  DK: ['FO', 'GL'],
  FI: ['AX'],
  FR: ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'WF', 'YT'],
  GB: ['AI', 'BM', 'FK', 'GG', 'GI', 'IM', 'IO', 'JE', 'KY', 'MS', 'PN', 'SH', 'TC', 'VG'],
  NL: ['AW', 'BQ', 'CW', 'SX'],
  NO: ['SJ'],
  NZ: ['CK', 'NU', 'TK'],
  US: ['AS', 'GU', 'MP', 'PR', 'VI'],
}

/** The areas with the territories of the countries among them. */
export function withTerritories(areas: readonly Area[]): readonly Area[] {
  const territories = areas.filter(({ region }) => region === null).flatMap(({ country }) => TERRITORIES[country] ?? [])
  return [...areas, ...territories.map((country) => ({ country, region: null, id: 0 }))]
}

/** Whether a place is in one of the areas. */
export function isInAreas({ country, region, state }: Pick<Town, 'country' | 'region' | 'state'>, areas: readonly Area[]): boolean {
  return areas.some((area) => area.country === country && (area.region === null || area.region === region || area.region === state))
}
