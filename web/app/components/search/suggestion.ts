import { type Answer, ApiFailure } from '../../api/ask.ts'
import { formatCountryName } from '../../format/age.ts'
import { writeCityPath } from '../../visit/city-path.ts'

type Found = Answer<'get', '/api/geocode'>[number]

/** The number of places to choose from. */
export const MAX_SUGGESTIONS = 5

/** A place to choose, as finished texts. */
export interface Suggestion {
  /** Its page; `from=search` records how the visitor got there. */
  readonly path: string
  readonly name: string
  /** State and country, as far as they add information. */
  readonly where: string
  readonly lat: number
  readonly lon: number
  readonly match: Found['match']
}

/** With the fewest words that distinguish the places of a list. */
export function buildSuggestions(found: readonly Found[], lang: string): readonly Suggestion[] {
  const wheres = found.map(({ name, state, country }) =>
    [state === name ? null : state, formatCountryName(country, lang)].filter((word) => word !== null && word !== '').join(', '),
  )
  const isShared = (index: number): boolean =>
    found.some(({ name }, other) => other !== index && name === found[index]?.name && wheres[other] === wheres[index])
  return found.map(({ name, lat, lon, label, match }, index) => ({
    path: `${writeCityPath({ name, lat, lon })}?from=search`,
    name,
    // The label ends with what tells namesakes apart.
    where: (wheres[index] ?? '') + ((isShared(index) && / \(.*\)$/.exec(label)?.[0]) || ''),
    lat,
    lon,
    match,
  }))
}

/** The place that was certainly meant: the only exact match, or the only place found unless it is merely spelt similarly. */
export function findHit(places: readonly Suggestion[]): Suggestion | undefined {
  const exact = places.filter(({ match }) => match === 'exact')
  if (exact.length === 1) return exact[0]
  return places.length === 1 && places[0]?.match !== 'similar' ? places[0] : undefined
}

/** Whether nothing is called so, and the places are merely spelt similarly. */
export function hasOnlySimilarPlaces(places: readonly Suggestion[]): boolean {
  return places.length > 0 && places.every(({ match }) => match === 'similar')
}

/** Why a search has no answer; each is a message of the area `search`. */
export const SEARCH_FAILURES = ['offline', 'limited', 'failed'] as const
export type SearchFailure = (typeof SEARCH_FAILURES)[number]

/** `offline`: the service was not reached. `limited`: this visitor has searched too often. `failed`: the service cannot search. */
export function toSearchFailure(failure: unknown): SearchFailure {
  if (!(failure instanceof ApiFailure)) return 'failed'
  if (failure.code === 'offline') return 'offline'
  return failure.code === 'rate_limited' ? 'limited' : 'failed'
}

/** Whether the state of a search is a failure. */
export function isSearchFailure(state: string): state is SearchFailure {
  return SEARCH_FAILURES.some((each) => each === state)
}
