import type { Answer } from '../../api/ask.ts'
import { countryName } from '../../format/countries.ts'
import { cityPath } from '../../visit/city-path.ts'

type Found = Answer<'get', '/api/geocode'>[number]

/** A place found, as finished texts. */
export interface Suggestion {
  /** Its page; `from=search` records how the visitor got there. */
  readonly path: string
  readonly name: string
  /** State and country, as far as they add information. */
  readonly where: string
  readonly lat: number
  readonly lon: number
}

/** With the fewest words that distinguish the places of a list. */
export function suggestionsOf(found: readonly Found[], lang: string): readonly Suggestion[] {
  return found.map(({ name, state, country, lat, lon }) => ({
    path: `${cityPath({ name, lat, lon })}?from=search`,
    name,
    where: [state === name ? null : state, countryName(country, lang)].filter((word) => word !== null).join(', '),
    lat,
    lon,
  }))
}
