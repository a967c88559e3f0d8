import { toCell } from '@isobar/weather'
import tzLookup from '@photostructure/tz-lookup'
import { type Town, getTown, listTownsOfSize, type TownTable } from './town-table.ts'

export type TownList = ReturnType<typeof selectLargeTowns>

/** Zones without a town of this size get no country. */
const LARGE = 50_000

/** The indices of the towns with at least `minPopulation` inhabitants, largest first; only the largest in each grid cell. */
function* largestInCells(table: TownTable, minPopulation: number, country?: string): Generator<number> {
  const cells = new Set<number>()
  for (const index of listTownsOfSize(table, minPopulation)) {
    const town = getTown(table, index)
    const { id } = toCell(town.lat, town.lon)
    if (cells.has(id) || (country !== undefined && town.country !== country)) continue
    cells.add(id)
    yield index
  }
}

/** The towns with at least `minPopulation` inhabitants, largest first; only the largest in each grid cell. */
export function selectLargeTowns(table: TownTable, minPopulation: number) {
  const indices = Uint32Array.from(largestInCells(table, minPopulation))
  return {
    length: indices.length,
    /** Created lazily. */
    *slice(from: number, to: number): Iterable<Pick<Town, 'name' | 'lat' | 'lon'>> {
      for (const index of indices.subarray(from, to)) yield getTown(table, index)
    },
  }
}

/** The largest towns of a country (ISO 3166 alpha-2), largest first; only the largest in each grid cell. */
export function listLargestTowns(table: TownTable, country: string, count: number): Town[] {
  if (!table.countries.includes(country)) return []
  return [...largestInCells(table, 1, country).take(count)].map((index) => getTown(table, index))
}

/** The country of each IANA zone: that of its largest town. Takes a few milliseconds. */
export function mapZonesToCountries(table: TownTable): Map<string, string> {
  const countries = new Map<string, string>()
  for (const index of listTownsOfSize(table, LARGE)) {
    const { lat, lon, country } = getTown(table, index)
    const zone = tzLookup(lat, lon)
    if (!countries.has(zone)) countries.set(zone, country)
  }
  return countries
}
