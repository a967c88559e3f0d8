/** A place as its page's URL names it. */
export interface Place {
  readonly name: string
  readonly lat: number
  readonly lon: number
}

const MAX_NAME_LENGTH = 60

/**
 * The page of a place: `/weather/{name}-{lat},{lon}`. Only the coordinates identify the place; the name is for readers: lower case, letters
 * of any script, without accents in Latin script. Coordinates have at most 4 decimals (about 10 m).
 */
export function writeCityPath(place: Place): string {
  return `/weather/${encodeURI(formatPlaceSegment(place))}`
}

/** The last segment of that path, before it is percent-encoded: `berlin-52.52,13.41`. `parsePlaceAddress` reads it. */
export function formatPlaceSegment({ name, lat, lon }: Place): string {
  return `${toPlaceSlug(name)}-${coordinate(lat)},${coordinate(lon)}`
}

/** The slug of a name; `place` when nothing is left of it. */
export function toPlaceSlug(name: string): string {
  const words = name
    .normalize('NFKD')
    // Strip marks from Latin letters only; in other scripts they are part of the word.
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/['’ʼ]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return [...words].slice(0, MAX_NAME_LENGTH).join('').replace(/^-|-$/g, '') || 'place'
}

function coordinate(degrees: number): string {
  const rounded = Number(degrees.toFixed(4))
  return String(rounded === 0 ? 0 : rounded)
}

/**
 * The place that a URL names; null if it names none on Earth. The name is as written and may be empty. Coordinates copied from a map may
 * have more decimals than `writeCityPath` writes; the caller redirects to its form.
 */
export function parsePlaceAddress(text: string): Place | null {
  const found = /^(?:(.*?[^-])-)?(-?\d{1,2}(?:\.\d{1,20})?),(-?\d{1,3}(?:\.\d{1,20})?)$/u.exec(text)
  if (found === null) return null
  const [, name = '', lat, lon] = found
  const place = { name, lat: Number(lat), lon: Number(lon) }
  return Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180 ? place : null
}
