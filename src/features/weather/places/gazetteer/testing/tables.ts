import { buildTownTable, type ListedTown } from '../build-town-table.ts'
import { listAreas, listCountries } from '../features.ts'
import type { PlaceTables } from '../place-tables.ts'

let areasOnly: PlaceTables['features'] | undefined

/** Tables with these towns and nothing else, except that queries may name the countries and areas of the world. */
export function buildTestPlaceTables(...towns: readonly ListedTown[]): PlaceTables {
  areasOnly ??= buildTownTable([...listCountries([]), ...listAreas([], () => '')])
  return { towns: buildTownTable(towns), features: areasOnly, postcodes: buildTownTable([]) }
}
