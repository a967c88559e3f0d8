import type { Gazetteer } from '../gazetteer/gazetteer.ts'
import type { FoundRow, ListedPlaceStore } from './store.ts'

/** Lists that are searched: those that the operator has loaded and, of countries without loaded ones, the bundled postcodes. */
export type ListSources = ReturnType<typeof createListSources>

/** `refresh` must have run before the loaded lists count. */
export function createListSources(loaded: ListedPlaceStore, gazetteer: Pick<Gazetteer, 'findPostcodes'>) {
  /** Most services have loaded none, and their searches read nothing. */
  let hasLoaded = false
  let replaced: ReadonlySet<string> = new Set()
  return {
    /** Looks what is loaded. */
    async refresh(): Promise<void> {
      const isEmpty = await loaded.isEmpty()
      replaced = new Set(isEmpty ? [] : await loaded.listPostcodeCountries())
      hasLoaded = !isEmpty
    },
    /** The places of any of the keys, loaded ones first, those with more weight first. `country`: ISO 3166 alpha-2, or any. */
    async find(keys: readonly string[], country: string | null): Promise<FoundRow[]> {
      const rows = hasLoaded ? await loaded.find(keys, country) : []
      const codes = [...new Set(keys.filter((key) => /\d/.test(key)))]
      if (codes.length === 0) return rows
      const bundled = (await gazetteer.findPostcodes(codes, country)).filter((place) => !replaced.has(place.country))
      return [
        ...rows,
        ...bundled.map(({ key, name, country: land, state, lat, lon }) => ({
          list: 'postcodes' as const,
          key,
          name,
          country: land,
          state,
          lat,
          lon,
          weight: 0,
        })),
      ]
    },
  }
}
