import type { Static } from 'typebox'
import { cellFromId } from '../../../../domain/cell.ts'
import { distanceKm, type Point } from '../../../../domain/distance.ts'
import type { GeocodedPlace } from '../../../../providers/provider.ts'
import { areaName } from '../admin-areas.ts'
import { townKey } from '../gazetteer/town-table.ts'
import { foldName } from './fold.ts'
import type { GeocodeQuery } from './query.ts'
import type { Place } from './schemas.ts'

export type SearchedPlace = Static<typeof Place>

export type FoundPlace = Omit<SearchedPlace, 'match'>

/** Two entries with the same name and country that are closer than this are one place. */
const SAME_PLACE_KM = 25

/**
 * The places for an answer: named in the language, without near duplicates, nearest first if there is a bias, otherwise in the given order.
 */
export function foundPlaces(places: readonly GeocodedPlace[], lang: string, bias: Point | null): FoundPlace[] {
  const distinct: FoundPlace[] = []
  for (const place of places.map((place) => named(place, lang))) {
    if (!distinct.some((other) => isSamePlace(place, other))) distinct.push(place)
  }
  return bias === null ? distinct : distinct.toSorted((a, b) => distanceKm(a, bias) - distanceKm(b, bias))
}

/** A place with its label. An area code is replaced by its name if known. */
export function labelled(place: Omit<FoundPlace, 'label'>): FoundPlace {
  const { name, country, lat, lon } = place
  const state = place.state === null ? null : (areaName(country, place.state) ?? place.state)
  const parts = state === null || foldName(state) === foldName(name) ? [name, country] : [name, state, country]
  return { name, country, state, lat, lon, label: parts.join(', ') }
}

/** The place of a cell: with its name and label, or the centre of the cell without them. */
export function placeIn(cell: number, place: Omit<FoundPlace, 'label'> | null) {
  if (place !== null) return labelled(place)
  const { lat, lon } = cellFromId(cell)
  return { lat, lon, name: null, country: null, state: null, label: null }
}

/** The code of no country (ISO 3166 leaves it to its users; CLDR calls it the unknown region). */
const NO_COUNTRY = 'ZZ'

/** The point that was asked for by its coordinates, with the name of a town there: `52.52, 13.41 (Berlin, DE)`. */
export function placeAt({ lat, lon }: Point, town: FoundPlace | null): SearchedPlace {
  const coordinates = `${lat}, ${lon}`
  if (town === null) return { name: coordinates, country: NO_COUNTRY, state: null, lat, lon, label: coordinates, match: 'exact' }
  const { name, country, state, label } = town
  return { name, country, state, lat, lon, label: `${coordinates} (${label})`, match: 'exact' }
}

function named({ localNames, ...place }: GeocodedPlace, lang: string): FoundPlace {
  return labelled({ ...place, name: localName(localNames, lang) ?? place.name })
}

/** RFC 4647 lookup: the whole tag first, then truncated step by step. */
function localName(names: GeocodedPlace['localNames'], lang: string): string | undefined {
  for (let range = lang.toLowerCase(); range !== ''; range = range.slice(0, Math.max(0, range.lastIndexOf('-')))) {
    if (Object.hasOwn(names, range)) return names[range]
  }
  return undefined
}

/** Whether two entries are the same place. */
export function isSamePlace(a: FoundPlace, b: FoundPlace): boolean {
  if (a.country !== b.country || foldName(a.name) !== foldName(b.name)) return false
  return (a.state === b.state || a.state === null || b.state === null) && isNear(a, b)
}

/** Whether two points may be the same place: sources differ about a place's centre. */
export function isNear(a: Point, b: Point): boolean {
  return distanceKm(a, b) < SAME_PLACE_KM
}

/** A provider's places, split into exact matches of the name in any language, and others. */
export interface Ranked {
  readonly exact: readonly GeocodedPlace[]
  readonly others: readonly GeocodedPlace[]
}

/** @param towns the gazetteer's exact matches: a place at one of them is an exact match, whatever names the provider sent */
export function rank(places: readonly GeocodedPlace[], { folded }: GeocodeQuery, towns: readonly Point[] = []): Ranked {
  const wanted = townOf(folded)
  const isExact = (place: GeocodedPlace): boolean =>
    [place.name, ...Object.values(place.localNames)].some((name) => townKey(name) === wanted) || towns.some((town) => isNear(town, place))
  return { exact: places.filter(isExact), others: places.filter((place) => !isExact(place)) }
}

/** The places for an answer, exact matches first. */
export function listed({ exact, others }: Ranked, { folded, lang, bias }: GeocodeQuery): SearchedPlace[] {
  const beginning = townOf(folded)
  const matchOf = ({ name }: FoundPlace) => (townKey(name).startsWith(beginning) ? ('partial' as const) : ('similar' as const))
  return [
    ...foundPlaces(exact, lang, bias).map((place) => ({ ...place, match: 'exact' as const })),
    ...foundPlaces(others, lang, bias).map((place) => ({ ...place, match: matchOf(place) })),
  ]
}

/** The key of the town in a folded query, before its first comma. */
const townOf = (folded: string): string => townKey(folded.split(',', 1)[0] ?? '')
