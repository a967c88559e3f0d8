import type { Answer } from '../../api/ask.ts'
import { countryName } from '../../format/countries.ts'
import { cityPath } from '../../visit/city-path.ts'

type Found = Answer<'get', '/api/geocode'>[number]

/** The number of places to choose from. */
export const MAX_SUGGESTIONS = 5

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
  const wheres = found.map(({ name, state, country }) =>
    [state === name ? null : state, countryName(country, lang)].filter((word) => word !== null).join(', '),
  )
  const isShared = (index: number): boolean =>
    found.some(({ name }, other) => other !== index && name === found[index]?.name && wheres[other] === wheres[index])
  return found.map(({ name, lat, lon, label }, index) => ({
    path: `${cityPath({ name, lat, lon })}?from=search`,
    name,
    // The label ends with what tells namesakes apart.
    where: (wheres[index] ?? '') + ((isShared(index) && / \(.*\)$/.exec(label)?.[0]) || ''),
    lat,
    lon,
  }))
}
