import type { Place } from '../../visit/city-path.ts'
import { parseList, readStoredText, storeText } from '../../visit/storage.ts'
import { isPlace, formatPlaceKey } from '../places/saved.ts'

/** A place that was chosen from the search, with its state and country. */
export interface RecentPlace extends Place {
  readonly where: string
}

export const MAX_RECENT = 5
const MAX_LENGTH = 100

/** Parses the stored list, the last place first; anything else is an empty list. */
export function parseRecentPlaces(text: string | null): readonly RecentPlace[] {
  return parseList(text)
    .filter(isPlace)
    .slice(0, MAX_RECENT)
    .map((place) => {
      const { name, lat, lon, where } = place as Place & { readonly where?: unknown }
      return { name: name.slice(0, MAX_LENGTH), lat, lon, where: typeof where === 'string' ? where.slice(0, MAX_LENGTH) : '' }
    })
}

/** The list with a place first. */
export function withRecent(list: readonly RecentPlace[], { name, where, lat, lon }: RecentPlace): readonly RecentPlace[] {
  const others = list.filter((each) => formatPlaceKey(each) !== formatPlaceKey({ name, lat, lon }))
  return [{ name, where, lat, lon }, ...others].slice(0, MAX_RECENT)
}

const KEY = 'recent_places'

/** The places chosen last in this browser. */
export function readRecentPlaces(): readonly RecentPlace[] {
  return parseRecentPlaces(readStoredText(KEY))
}

export function rememberPlace(place: RecentPlace): void {
  storeText(KEY, JSON.stringify(withRecent(readRecentPlaces(), place)))
}

export function forgetRecentPlaces(): void {
  storeText(KEY, null)
}
