import type { GeocodedPlace } from '../../../../providers/provider.ts'
import { townKey } from '../gazetteer/town-table.ts'
import type { Point } from '../../../../domain/distance.ts'
import { type FoundPlace, foundPlaces, isNear } from './found-place.ts'
import type { GeocodeQuery } from './query.ts'

/** A provider's places, split into exact matches of the name in any language, and others. */
export interface Ranked {
  readonly exact: readonly GeocodedPlace[]
  readonly others: readonly GeocodedPlace[]
}

/** @param towns the gazetteer's exact matches: a place at one of them is an exact match, whatever names the provider sent */
export function rank(places: readonly GeocodedPlace[], { folded }: GeocodeQuery, towns: readonly Point[] = []): Ranked {
  const wanted = townKey(folded.split(',', 1)[0] ?? '')
  const isExact = (place: GeocodedPlace): boolean =>
    [place.name, ...Object.values(place.localNames)].some((name) => townKey(name) === wanted) || towns.some((town) => isNear(town, place))
  return { exact: places.filter(isExact), others: places.filter((place) => !isExact(place)) }
}

/** The places for an answer, exact matches first. */
export function listed({ exact, others }: Ranked, { lang, bias }: GeocodeQuery): FoundPlace[] {
  return [exact, others].flatMap((places) => foundPlaces(places, lang, bias))
}
