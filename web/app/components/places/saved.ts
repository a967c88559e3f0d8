import type { Place } from '../../visit/city-path.ts'

/** More than anybody looks at, fewer than a batch may have. */
export const MAX_SAVED = 30
const MAX_NAME_LENGTH = 100

/** What a browser keeps; anything that is no list of places is none. */
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

export function toggled(list: readonly Place[], place: Place): readonly Place[] {
  if (isSaved(list, place)) return list.filter((each) => !isSamePlace(each, place))
  return list.length >= MAX_SAVED ? list : [...list, place]
}

export function isSaved(list: readonly Place[], place: Place): boolean {
  return list.some((each) => isSamePlace(each, place))
}

/** As everywhere: places are the same when their coordinates are, rounded to 2 decimals. */
export function isSamePlace(one: Place, other: Place): boolean {
  return placeKey(one) === placeKey(other)
}

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
