import { type SavedPlace, parseSavedPlaces } from '../components/places/saved.ts'
import type { Place } from '../visit/city-path.ts'

/** The list with one of its places elsewhere; unchanged if there is no such position. */
export function movePlace(list: readonly SavedPlace[], from: number, to: number): readonly SavedPlace[] {
  const place = list[from]
  return place === undefined || list[to] === undefined ? list : list.toSpliced(from, 1).toSpliced(to, 0, place)
}

/** The list with the reader's own name for a place; an empty one: the place's. */
export function labelPlace(list: readonly SavedPlace[], at: number, label: string): readonly SavedPlace[] {
  return list.map(({ label: former, ...place }, index) => {
    const name = index === at ? label.trim() : (former ?? '')
    return name === '' || name === place.name ? place : { ...place, label: name }
  })
}

/** A place as the comparison's address has it. */
export function writePointKey({ lat, lon }: Place): string {
  return `${lat},${lon}`
}

/** The query of the comparison, whatever the order of its places. */
export function writePointsQuery(list: readonly SavedPlace[]): string {
  return list.map(writePointKey).toSorted().join('_')
}

const LIST = '#list='

/** An address that carries the list to another device. Its fragment stays in the browser. */
export function writeSavedPlacesAddress(list: readonly SavedPlace[], page: string): string {
  return page + LIST + encodeURIComponent(JSON.stringify(list))
}

/** The places of such an address; none in any other. */
export function parsePlaceList(fragment: string): readonly SavedPlace[] {
  try {
    return fragment.startsWith(LIST) ? parseSavedPlaces(decodeURIComponent(fragment.slice(LIST.length))) : []
  } catch {
    return []
  }
}
