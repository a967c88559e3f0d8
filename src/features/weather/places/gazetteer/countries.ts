import tzLookup from '@photostructure/tz-lookup'
import { cellOf } from '../../../../domain/cell.ts'
import { type Town, townAt, townsOfSize, type TownTable } from './town-table.ts'

/** Zones without a town of this size get no country. */
const LARGE = 50_000

/** The largest towns of a country (ISO 3166 alpha-2), largest first; only the largest in each grid cell. */
export function largestTowns(table: TownTable, country: string, count: number): Town[] {
  const code = table.countries.indexOf(country)
  if (code < 0) return []
  const cells = new Set<number>()
  const towns: Town[] = []
  for (const index of townsOfSize(table, 1)) {
    if (table.country[index] !== code) continue
    const town = townAt(table, index)
    const { id } = cellOf(town.lat, town.lon)
    if (cells.has(id)) continue
    cells.add(id)
    if (towns.push(town) === count) break
  }
  return towns
}

/** The country of each IANA zone: that of its largest town. Takes a few milliseconds. */
export function countriesOfZones(table: TownTable): Map<string, string> {
  const countries = new Map<string, string>()
  for (const index of townsOfSize(table, LARGE)) {
    const { lat, lon, country } = townAt(table, index)
    const zone = tzLookup(lat, lon)
    if (!countries.has(zone)) countries.set(zone, country)
  }
  return countries
}
