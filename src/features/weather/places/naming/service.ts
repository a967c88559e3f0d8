import { type Point, computeDistanceKm, toCell } from '@isobar/weather'
import tzLookup from '@photostructure/tz-lookup'
import type { ReportError } from '../../../../errors.ts'
import type { Gazetteer } from '../gazetteer/gazetteer.ts'
import { foldName } from '../geocode/fold.ts'
import { type FoundPlace, addPlaceLabel } from '../geocode/found-place.ts'
import type { PlacesStore } from '../store.ts'
import type { NameAnswer, NamedPlace } from './schemas.ts'

export type NamingService = ReturnType<typeof createNaming>

export interface NamingOptions {
  readonly gazetteer: Gazetteer
  readonly store: Pick<PlacesStore, 'findName'>
  readonly onError: ReportError
}

const MAX_PLACES = 5

/** Errors of the gazetteer and the database go to `onError`; the answer then does without them. */
export function createNaming({ gazetteer, store, onError }: NamingOptions) {
  return {
    /** The names of a point, from the bundled towns and previous searches, and its zone. Calls no provider. */
    async nameOf(point: Point, lang: string): Promise<NameAnswer> {
      const cell = toCell(point.lat, point.lon)
      const [towns, found] = await Promise.all([
        gazetteer.around(point).catch((error: unknown) => {
          onError(error, 'reading the gazetteer')
          return { within: [], near: [] }
        }),
        store.findName(cell.id).catch((error: unknown) => {
          onError(error, 'reading the name of a place')
          return undefined
        }),
      ])
      // A search result has names in other languages; the bundled town's own name does not depend on what has been searched for.
      const localName = (place: FoundPlace): string => (found !== undefined && isSame(place, found) ? localOf(found, lang) : place.name)
      const places = towns.within.slice(0, MAX_PLACES).map((town) => named(point, town, localName(town), true))
      if (found !== undefined && !towns.within.some((town) => isSame(town, found))) {
        places.splice(MAX_PLACES - 1)
        places.push(named(point, addPlaceLabel(found), localOf(found, lang), false))
      }
      return { places, timezone: tzLookup(point.lat, point.lon), near: towns.near.map((town) => named(point, town, localName(town), true)) }
    },
  }
}

type StoredName = NonNullable<Awaited<ReturnType<PlacesStore['findName']>>>

/** Whether a town is the place that a search found in its cell: it has that name in some language. */
function isSame(town: FoundPlace, found: StoredName): boolean {
  const key = foldName(town.name)
  return (
    town.country === found.country &&
    toCell(town.lat, town.lon).id === toCell(found.lat, found.lon).id &&
    [found.name, ...Object.values(found.localNames ?? {})].some((name) => foldName(name) === key)
  )
}

function localOf({ name, localNames }: StoredName, lang: string): string {
  return localNames?.[lang] ?? name
}

function named(from: Point, { name, country, state, lat, lon }: FoundPlace, localName: string, inGazetteer: boolean): NamedPlace {
  const km = Math.round(computeDistanceKm(from, { lat, lon }) * 10) / 10
  return { name, localName, country, state, lat, lon, distanceKm: km, inGazetteer }
}
