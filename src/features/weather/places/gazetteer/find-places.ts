import { type Point, computeDistanceKm } from '@isobar/weather'
import { type DescribedPlace, isSamePlace, addPlaceLabel, type SearchedPlace } from '../geocode/found-place.ts'
import { parsePlaceQuery } from '../place-query.ts'
import { type Area, findAreas, isInAreas, withTerritories } from './areas.ts'
import { listSimilarTowns } from './misspelt.ts'
import { AREA, AREA_MARK, CODE_MARK, COUNTRY, type PlaceTables, POSTCODE } from './place-tables.ts'
import { type Town, getTown, toTownKey, matchTowns, type TownTable } from './town-table.ts'

export interface GazetteerQuery {
  /** The place and, after commas, its state or country, as names or codes. */
  readonly name: string
  readonly country: string | null
  readonly bias: Point | null
  readonly limit: number
  /** Excludes prefix matches and similar spellings. */
  readonly isExact?: boolean
}

/** Maximum number of namesakes checked for near duplicates. */
const MAX_CANDIDATES = 50
/** The distance at which a place counts with half its population. */
const BIAS_KM = 50
/** The fraction of its population with which a place counts if only a foreign name matches. */
const ELSEWHERE_SHARE = 0.02
/** The same for a country, whose names are better known. */
const FOREIGN_COUNTRY_SHARE = 0.1
/** The fraction with which an airport counts if its code was typed like a word. */
const CODE_SHARE = 0.01
/** The fraction of its population with which a town counts for each letter that is different. */
const MISSPELT_SHARE = 0.01
/** Of similar names, those that are this much less likely than the likeliest are left out: `Berln` is Berlin, not also Bern. */
const MIN_SIMILAR_SHARE = 0.05
/** If no more people than this live where a name only begins so, it may be misspelt as well. */
const FEW_PEOPLE = 20_000

interface Candidate {
  readonly place: Town
  readonly weight: number
  readonly match: SearchedPlace['match']
}

/** What a query means: who is a candidate, and how much each counts. */
interface Search {
  readonly tables: PlaceTables
  readonly query: GazetteerQuery
}

/**
 * Places by name: exact matches first, then those that begin so or, if hardly anybody lives there, are spelt similarly; by population, and nearness if there is a bias. What
 * follows commas, or the last words, must contain the place where it names a country or an area; anything else there is ignored.
 */
export function findPlaces(tables: PlaceTables, query: GazetteerQuery): SearchedPlace[] {
  const { key, within } = parsePlaceQuery(query.name)
  if (key === '' || key.startsWith(AREA_MARK) || key.startsWith(CODE_MARK)) return []
  const search = { tables, query }
  const areas = within.map((text) => findAreas(tables.features, text)).filter((found) => found.length > 0)
  const spellings = [key, ...spelledOut(key)]
  const whole = within.length === 0 ? [] : called(search, toTownKey(query.name), [])
  const found: SearchedPlace[] = []
  add(found, [...whole, ...spellings.flatMap((each) => called(search, each, areas))], query)
  if (found.length === 0 && areas.length > 0) {
    const wider = areas.map(withTerritories)
    add(
      found,
      spellings.flatMap((each) => called(search, each, wider)),
      query,
    )
  }
  if (found.length === 0) {
    // Without a comma, the last words are an area only if one is called so.
    const split = spellings.flatMap(splits).map(([town, area]) => ({ town, area: findAreas(tables.features, area) }))
    for (const { town, area } of split) if (area.length > 0) add(found, called(search, town, [...areas, area]), query)
  }
  if (query.isExact === true) return found
  const longer = beginning(search, key, areas)
  const isKnown = found.length > 0 || longer.some(({ place }) => place.population > FEW_PEOPLE)
  add(found, isKnown ? longer : [...longer, ...similar(search, key, areas)], query)
  return found
}

/** Airports, islands, summits that have exactly that name or code, those that count most first; not countries and areas, which searches of providers know. */
export function findFeatures(tables: PlaceTables, query: GazetteerQuery): SearchedPlace[] {
  const { key, within } = parsePlaceQuery(query.name)
  if (key === '') return []
  const areas = within.map((text) => findAreas(tables.features, text)).filter((found) => found.length > 0)
  const none = { ...tables, towns: tables.postcodes }
  const candidates = called({ tables: none, query }, key, areas)
  const found: SearchedPlace[] = []
  add(
    found,
    candidates.filter(({ place }) => ![COUNTRY, AREA, POSTCODE].includes(place.featureCode)),
    query,
  )
  return found
}

/** Appends the candidates that are not there yet, those that count most first. */
function add(found: SearchedPlace[], candidates: readonly Candidate[], { limit }: GazetteerQuery): void {
  const towns = candidates.filter(({ place, match }) => match === 'exact' && isSeat(place))
  const ranked = candidates
    .filter(({ place }) => !towns.some((town) => isNamedAfter(place, town.place)))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_CANDIDATES)
  for (const { place, match } of ranked) {
    const described = { ...describeTown(place), match }
    if (found.length < limit && !found.some((other) => isSamePlace(described, other))) found.push(described)
  }
}

/** People for whom the name of a country or area is that of the town in it. */
const SEAT_POPULATION = 100_000

const isSeat = ({ featureCode, population }: Town): boolean =>
  featureCode === 'PPLC' || (featureCode.startsWith('PPL') && population >= SEAT_POPULATION)

/** Whether a place is the country or area of a large town that has the same name: who types `New York` or `Mexico` is answered by the town. */
function isNamedAfter({ featureCode, country, region }: Town, town: Town): boolean {
  if (country !== town.country) return false
  return featureCode === COUNTRY || (featureCode === AREA && (town.featureCode === 'PPLC' || town.region === region))
}

/** The place as an answer has it, with what else is known of it. */
export function describeTown(town: Town): DescribedPlace {
  const { id, population, elevation, featureCode, region } = town
  // That of what is no town is only a weight.
  const people = featureCode.startsWith('PPL') ? population : 0
  return { ...addPlaceLabel(town), details: { id, population: people, elevation, featureCode, region } }
}

/** Candidates of a table, as far as they lie in the areas. */
function candidatesOf({ query }: Search, table: TownTable, areas: readonly (readonly Area[])[], match: Candidate['match']) {
  return (indices: readonly number[], share: number): Candidate[] =>
    indices
      .map((index) => getTown(table, index))
      .filter((place) => query.country === null || place.country === query.country)
      .filter((place) => areas.every((area) => isInAreas(place, area)))
      .map((place) => ({ place, match, weight: (place.population + 1) * share * nearness(place, query.bias) }))
}

function nearness(place: Point, bias: Point | null): number {
  return bias === null ? 1 : 1 / (1 + (computeDistanceKm(place, bias) / BIAS_KM) ** 2)
}

/** Everything that has exactly that name, in any language, or code. */
function called(search: Search, key: string, areas: readonly (readonly Area[])[]): Candidate[] {
  const { towns, features } = search.tables
  const [inTowns, inFeatures] = [towns, features].map((table) => candidatesOf(search, table, areas, 'exact'))
  const [town, feature, code] = [matchTowns(towns, key), matchTowns(features, key), matchTowns(features, CODE_MARK + key)]
  const isCode = /^[A-Z]{3,4}$/.test(search.query.name)
  return [
    ...(inTowns?.(town.exact, 1) ?? []),
    ...(inTowns?.(town.elsewhere, ELSEWHERE_SHARE) ?? []),
    ...(inFeatures?.(feature.exact, 1) ?? []),
    // `Granada` is Grenada in Spanish. All names of other features are as good as their own.
    ...(inFeatures?.(feature.elsewhere, 1) ?? []).map((found) =>
      found.place.featureCode === COUNTRY ? { ...found, weight: found.weight * FOREIGN_COUNTRY_SHARE } : found,
    ),
    ...(inFeatures?.(code.elsewhere, isCode ? 1_000 : CODE_SHARE) ?? []),
  ]
}

function beginning(search: Search, key: string, areas: readonly (readonly Area[])[]): Candidate[] {
  const { towns, features } = search.tables
  return [towns, features].flatMap((table) => candidatesOf(search, table, areas, 'partial')(matchTowns(table, key).longer, 1))
}

function similar(search: Search, key: string, areas: readonly (readonly Area[])[]): Candidate[] {
  const { towns } = search.tables
  const candidates = listSimilarTowns(towns, key).flatMap(({ index, edits, isOtherName }) =>
    candidatesOf(search, towns, areas, 'similar')([index], MISSPELT_SHARE ** edits * (isOtherName ? ELSEWHERE_SHARE : 1)),
  )
  const most = Math.max(0, ...candidates.map(({ weight }) => weight))
  return candidates.filter(({ weight }) => weight >= most * MIN_SIMILAR_SHARE)
}

/** What the first word of a town's name may be short for. */
const SHORT: Readonly<Record<string, readonly string[]>> = { st: ['saint', 'sankt'], ste: ['sainte'], ft: ['fort'], mt: ['mount'] }

function spelledOut(key: string): string[] {
  const [first = '', rest] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' '))]
  return Object.hasOwn(SHORT, first) ? (SHORT[first] ?? []).map((word) => word + rest) : []
}

/** `springfield il`, `portland new south wales`: a town and, without a comma, its area, of four words at most. */
function splits(key: string): [town: string, area: string][] {
  const words = key.split(' ')
  const counts = [1, 2, 3, 4].filter((count) => count < words.length)
  return counts.map((count) => [words.slice(0, -count).join(' '), words.slice(-count).join(' ')])
}
