import { computeDistanceKm } from '@isobar/weather'
import { toTownKey } from '../gazetteer/town-table.ts'
import { isNear, addPlaceLabel, type SearchedPlace } from '../geocode/found-place.ts'
import type { GeocodeQuery } from '../geocode/query.ts'
import { toPostcodeKey } from './read-lists.ts'
import type { ListSources } from './sources.ts'
import type { FoundRow } from './store.ts'

type ListQuery = Pick<GeocodeQuery, 'name' | 'country' | 'bias' | 'limit'>

/** Finds what was typed in the lists: a postcode, with or without its town; an airport or a summit by its name or code. */
export async function searchLists(store: Pick<ListSources, 'find'>, query: ListQuery): Promise<SearchedPlace[]> {
  const postcodes = listPossiblePostcodes(query.name)
  const rows = await store.find([...postcodes.map(({ key }) => key), toTownKey(query.name)], query.country)
  for (const { key, town } of postcodes) {
    const found = rows.filter((row) => row.list === 'postcodes' && row.key === key && toTownKey(row.name).includes(town))
    if (found.length > 0) return places(found, query)
  }
  return places(
    rows.filter(({ list }) => list !== 'postcodes'),
    query,
  )
}

/** Puts listed places, of one country and neighbourhood only the first, between the search's exact matches and its others; a code is what was meant if it was typed in capitals, or nothing else matches. */
export function withListed(
  found: readonly SearchedPlace[],
  listed: readonly SearchedPlace[],
  { name, limit }: Pick<GeocodeQuery, 'name' | 'limit'>,
): SearchedPlace[] {
  if (listed.length === 0) return [...found]
  const isFirst = isPostcode({ name }) || /^[A-Z]{3,4}$/.test(name)
  const exact = isFirst ? [] : found.filter(({ match }) => match === 'exact')
  const added: SearchedPlace[] = []
  for (const place of listed) {
    if (![...exact, ...added].some((other) => other.country === place.country && isNear(other, place))) added.push(place)
  }
  const others = found.filter((place) => !exact.includes(place) && !added.some(({ label }) => label === place.label))
  return [...exact, ...added, ...others].slice(0, limit)
}

/** The town in the name of a postcode's place, which begins with the code: `SW1A London`, `114 55 Stockholm`. `text`: what found it. */
export function getPostcodeTown(name: string, text: string): string {
  const keys = new Set(listPossiblePostcodes(text).map(({ key }) => key))
  const words = name.split(' ')
  const last = words.findIndex((_, at) => keys.has(toPostcodeKey(words.slice(0, at + 1).join(''))))
  return words.slice(last + 1).join(' ') || name
}

/** Whether a text is typed as a postcode is: with digits. */
export const isPostcode = ({ name }: Pick<GeocodeQuery, 'name'>): boolean => /\d/.test(name)

function places(rows: readonly FoundRow[], { bias, limit }: ListQuery): SearchedPlace[] {
  const sorted = bias === null ? rows : rows.toSorted((a, b) => computeDistanceKm(a, bias) - computeDistanceKm(b, bias))
  const distinct: SearchedPlace[] = []
  for (const { name, country, state, lat, lon } of sorted) {
    const place = addPlaceLabel({ name, country, state: state !== null && name.endsWith(state) ? null : state, lat, lon })
    if (!distinct.some((other) => other.label === place.label && isNear(other, place))) distinct.push({ ...place, match: 'exact' })
  }
  return distinct.slice(0, limit)
}

/** What follows in a postcode the part that GeoNames lists: of the United Kingdom, Canada, the Netherlands and the United States. */
const LONGER = [/^([a-z]{1,2}\d[a-z\d]?)\d[a-z]{2}$/, /^([a-z]\d[a-z])\d[a-z]\d$/, /^(\d{4})[a-z]{2}$/, /^(\d{5})\d{4}$/]

/** The postcodes that a text may be, likeliest first, each with the key of the town written next to it. */
export function listPossiblePostcodes(text: string): { readonly key: string; readonly town: string }[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const withDigits = words.filter((word) => /\d/.test(word))
  if (withDigits.length === 0) return []
  const rest = toTownKey(words.filter((word) => !/\d/.test(word)).join(' '))
  const candidates = [
    { key: toPostcodeKey(words.join('')), town: '' },
    { key: toPostcodeKey(withDigits.join('')), town: rest },
  ].filter(({ key }) => key.length >= 2 && key.length <= 10)
  const shorter = candidates.flatMap(({ key, town }) =>
    LONGER.flatMap((pattern) => pattern.exec(key)?.[1] ?? []).map((part) => ({ key: part, town })),
  )
  return [...candidates, ...shorter]
}
