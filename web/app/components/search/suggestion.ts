import type { Answer } from '../../api/ask.ts'
import { countryName } from '../../format/countries.ts'
import { cityPath } from '../../visit/city-path.ts'

type Found = Answer<'get', '/api/geocode'>[number]

/** A place that was found, in finished words. */
export interface Suggestion {
  /** Its page; `from=search` tells it how one got there. */
  readonly path: string
  readonly name: string
  /** State and country, as far as they say something new. */
  readonly where: string
  readonly lat: number
  readonly lon: number
}

/** As few words as tell the places of one list apart. */
export function suggestionsOf(found: readonly Found[], lang: string): readonly Suggestion[] {
  return found.map(({ name, state, country, lat, lon }) => ({
    path: `${cityPath({ name, lat, lon })}?from=search`,
    name,
    where: [state === name ? null : state, countryName(country, lang)].filter((word) => word !== null).join(', '),
    lat,
    lon,
  }))
}
