/** A place as its address names it. */
export interface Place {
  readonly name: string
  readonly lat: number
  readonly lon: number
}

const MAX_NAME_LENGTH = 60

/**
 * The page of a place: `/weather/{name}-{lat},{lon}`. The coordinates decide; the name is there to be read: lower case, without accents
 * where they can go, letters of any script. Coordinates have at most 4 decimals (about 10 m).
 */
export function cityPath({ name, lat, lon }: Place): string {
  return `/weather/${encodeURIComponent(addressName(name))}-${coordinate(lat)},${coordinate(lon)}`
}

/** A name made fit for an address; `place` when nothing of it is left. */
export function addressName(name: string): string {
  const words = name
    .normalize('NFKD')
    // Marks go from letters that are letters without them; in other scripts they are part of the word.
    .replace(/(?<=\p{Script=Latin}\p{Mn}*)\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/['’ʼ]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return (
    [...words]
      .slice(0, MAX_NAME_LENGTH)
      .join('')
      .replace(/^-+|-+$/g, '') || 'place'
  )
}

function coordinate(degrees: number): string {
  const rounded = Number(degrees.toFixed(4))
  return String(rounded === 0 ? 0 : rounded)
}

/**
 * What an address says; null for one that names no place on Earth. The name is as it stands there, and may be missing; coordinates copied
 * from a map have more decimals than ours, and lead to where `cityPath` writes them.
 */
export function placeInAddress(text: string): Place | null {
  const found = /^(?:(.*?[^-])-)?(-?\d{1,2}(?:\.\d{1,20})?),(-?\d{1,3}(?:\.\d{1,20})?)$/u.exec(text)
  if (found === null) return null
  const [, name = '', lat, lon] = found
  const place = { name, lat: Number(lat), lon: Number(lon) }
  return Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180 ? place : null
}
