import type { GeocodedPlace } from '@isobar/providers/port'
import { type Point, computeDistanceKm, decodeCellId } from '@isobar/weather'
import type { Static } from 'typebox'
import { toTownKey } from '../gazetteer/town-table.ts'
import { parsePlaceQuery } from '../place-query.ts'
import { STATES } from '../us-states.ts'
import { foldName } from './fold.ts'
import type { GeocodeQuery } from './query.ts'
import type { Place } from './schemas.ts'

/** What the gazetteer knows of a place besides what answers have. */
export interface PlaceDetails {
  /** GeoNames' id; 0: none is known. */
  readonly id: number
  /** 0: unknown. */
  readonly population: number
  /** Metres. */
  readonly elevation: number | null
  /** GeoNames' code of what it is. */
  readonly featureCode: string
  /** The area of the first level, as GeoNames names it. */
  readonly region: string | null
}

export type SearchedPlace = Static<typeof Place> & { readonly details?: PlaceDetails }

export type FoundPlace = Omit<SearchedPlace, 'match'>

export type DescribedPlace = FoundPlace & { readonly details: PlaceDetails }

/** Two entries with the same name and country that are closer than this are one place. */
const SAME_PLACE_KM = 25

/**
 * The places for an answer: named in the language, without near duplicates, nearest first if there is a bias, otherwise in the given order.
 */
export function listDistinctPlaces(places: readonly GeocodedPlace[], lang: string, bias: Point | null): FoundPlace[] {
  const distinct: FoundPlace[] = []
  for (const place of places.map((place) => named(place, lang))) {
    if (!distinct.some((other) => isSamePlace(place, other))) distinct.push(place)
  }
  return bias === null ? distinct : distinct.toSorted((a, b) => computeDistanceKm(a, bias) - computeDistanceKm(b, bias))
}

/** A place with its label. An area code is replaced by its name if known. */
export function addPlaceLabel(place: Omit<FoundPlace, 'label'>): FoundPlace {
  const { name, country, lat, lon } = place
  const state = country === 'US' && place.state !== null ? (STATES.get(place.state) ?? place.state) : place.state
  const parts = state === null || foldName(state) === foldName(name) ? [name, country] : [name, state, country]
  return { name, country, state, lat, lon, label: parts.join(', ') }
}

/** The place of a cell: with its name and label, or the centre of the cell without them. */
export function describeCellPlace(cell: number, place: Omit<FoundPlace, 'label'> | null) {
  if (place !== null) return addPlaceLabel(place)
  const { lat, lon } = decodeCellId(cell)
  return { lat, lon, name: null, country: null, state: null, label: null }
}

/** The code of no country (ISO 3166 leaves it to its users; CLDR calls it the unknown region). */
const NO_COUNTRY = 'ZZ'

/** The point that was asked for by its coordinates, with the name of a town there: `52.52, 13.41 (Berlin, DE)`. */
export function findPlaceAt({ lat, lon }: Point, town: FoundPlace | null): SearchedPlace {
  const coordinates = `${lat}, ${lon}`
  if (town === null) return { name: coordinates, country: NO_COUNTRY, state: null, lat, lon, label: coordinates, match: 'exact' }
  const { name, country, state, label } = town
  return { name, country, state, lat, lon, label: `${coordinates} (${label})`, match: 'exact' }
}

function named({ localNames, ...place }: GeocodedPlace, lang: string): FoundPlace {
  return addPlaceLabel({ ...place, name: localName(localNames, lang) ?? place.name })
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
  return computeDistanceKm(a, b) < SAME_PLACE_KM
}

/** A provider's places, split into exact matches of the name in any language, and others. */
export interface Ranked {
  readonly exact: readonly GeocodedPlace[]
  readonly others: readonly GeocodedPlace[]
}

/** @param towns the gazetteer's exact matches: a place at one of them is an exact match, whatever names the provider sent */
export function rankPlaces(places: readonly GeocodedPlace[], { folded }: GeocodeQuery, towns: readonly Point[] = []): Ranked {
  const wanted = townOf(folded)
  const isExact = (place: GeocodedPlace): boolean =>
    [place.name, ...Object.values(place.localNames)].some((name) => toTownKey(name) === wanted) || towns.some((town) => isNear(town, place))
  return { exact: places.filter(isExact), others: places.filter((place) => !isExact(place)) }
}

/** The places for an answer, exact matches first. */
export function listSearchedPlaces({ exact, others }: Ranked, { folded, lang, bias }: GeocodeQuery): SearchedPlace[] {
  const beginning = townOf(folded)
  const matchOf = ({ name }: FoundPlace) => (toTownKey(name).startsWith(beginning) ? ('partial' as const) : ('similar' as const))
  return [
    ...listDistinctPlaces(exact, lang, bias).map((place) => ({ ...place, match: 'exact' as const })),
    ...listDistinctPlaces(others, lang, bias).map((place) => ({ ...place, match: matchOf(place) })),
  ]
}

/** The key of the town in a folded query. */
const townOf = (folded: string): string => parsePlaceQuery(folded).key
