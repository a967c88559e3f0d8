import type { Place } from '../../visit/city-path.ts'

/** More than anyone needs, and fewer than a batch request allows. */
export const MAX_SAVED = 30
const MAX_NAME_LENGTH = 100

/** Parses the stored list; anything else is an empty list. */
export function savedIn(text: string | null): readonly Place[] {
  let list: unknown
  try {
    list = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  if (!Array.isArray(list)) return []
  const places = new Map(list.filter(isPlace).map((place) => [placeKey(place), place]))
  return [...places.values()].slice(0, MAX_SAVED).map(({ name, lat, lon }) => ({ name: name.slice(0, MAX_NAME_LENGTH), lat, lon }))
}

/** The list with the place added or removed; unchanged when full. */
export function toggled(list: readonly Place[], place: Place): readonly Place[] {
  if (isSaved(list, place)) return list.filter((each) => !isSamePlace(each, place))
  return list.length >= MAX_SAVED ? list : [...list, place]
}

/** Whether the list has the place. */
export function isSaved(list: readonly Place[], place: Place): boolean {
  return list.some((each) => isSamePlace(each, place))
}

/** As everywhere, places are equal if their coordinates are, rounded to 2 decimals. */
export function isSamePlace(one: Place, other: Place): boolean {
  return placeKey(one) === placeKey(other)
}

/** The same text for equal places. */
export function placeKey({ lat, lon }: Place): string {
  return `${Math.round(lat * 100)},${Math.round(lon * 100)}`
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false
  const { name, lat, lon } = value as Record<string, unknown>
  return typeof name === 'string' && name !== '' && isWithin(lat, 90) && isWithin(lon, 180)
}

function isWithin(value: unknown, bound: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= bound
}
