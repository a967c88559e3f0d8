import { useSyncExternalStore } from 'react'
import type { Place } from '../../visit/city-path.ts'
import { parseList, readStoredText, storeText } from '../../visit/storage.ts'

/** More than anyone needs, and fewer than a batch request allows. */
export const MAX_SAVED = 30
const MAX_NAME_LENGTH = 100

export interface SavedPlace extends Place {
  /** What the reader calls it. */
  readonly label?: string
}

/** Parses the stored list; anything else is an empty list. */
export function parseSavedPlaces(text: string | null): readonly SavedPlace[] {
  const places = new Map(
    parseList(text)
      .filter(isPlace)
      .map((place) => [formatPlaceKey(place), place]),
  )
  return [...places.values()].slice(0, MAX_SAVED).map(({ name, lat, lon, label }) => ({
    name: name.slice(0, MAX_NAME_LENGTH),
    lat,
    lon,
    ...(typeof label === 'string' && label !== '' && { label: label.slice(0, MAX_NAME_LENGTH) }),
  }))
}

/** The list with the place added or removed; unchanged when full. */
export function togglePlaceInList(list: readonly SavedPlace[], place: Place): readonly SavedPlace[] {
  if (isSaved(list, place)) return list.filter((each) => !isSamePlace(each, place))
  return list.length >= MAX_SAVED ? list : [...list, place]
}

/** Whether the list has the place. */
export function isSaved(list: readonly Place[], place: Place): boolean {
  return list.some((each) => isSamePlace(each, place))
}

/** As everywhere, places are equal if their coordinates are, rounded to 2 decimals. */
function isSamePlace(one: Place, other: Place): boolean {
  return formatPlaceKey(one) === formatPlaceKey(other)
}

/** The same text for equal places. */
export function formatPlaceKey({ lat, lon }: Place): string {
  return `${Math.round(lat * 100)},${Math.round(lon * 100)}`
}

/** Whether a stored value is a place. */
export function isPlace(value: unknown): value is SavedPlace {
  if (typeof value !== 'object' || value === null) return false
  const { name, lat, lon } = value as Record<string, unknown>
  return typeof name === 'string' && name !== '' && isWithin(lat, 90) && isWithin(lon, 180)
}

function isWithin(value: unknown, bound: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= bound
}

const KEY = 'saved_places'
/** The browser notifies only other tabs of a change; this event notifies our own. */
const CHANGED = 'saved-places'

/** The places saved in this browser; null while unknown: on the server, and until hydration. */
export function useSaved(): readonly SavedPlace[] | null {
  return useSyncExternalStore(follow, saved, () => null)
}

/** Saves a place, or removes it. */
export function toggleSavedPlace(place: Place): void {
  changeSaved((list) => togglePlaceInList(list, place))
}

/** Changes the list of this browser. */
export function changeSaved(change: (list: readonly SavedPlace[]) => readonly SavedPlace[]): void {
  storeText(KEY, JSON.stringify(change(saved())))
  dispatchEvent(new Event(CHANGED))
}

let read: { readonly text: string | null; readonly list: readonly SavedPlace[] } = { text: null, list: [] }

/** Returns the same list object while it is unchanged. */
function saved(): readonly SavedPlace[] {
  const text = readStoredText(KEY)
  if (text !== read.text) read = { text, list: parseSavedPlaces(text) }
  return read.list
}

function follow(changed: () => void): () => void {
  addEventListener('storage', changed)
  addEventListener(CHANGED, changed)
  return () => {
    removeEventListener('storage', changed)
    removeEventListener(CHANGED, changed)
  }
}
