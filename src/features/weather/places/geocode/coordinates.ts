import type { Point } from '@isobar/weather'

const DEGREES = String.raw`([+\-−]?\d{1,3}(?:\.\d{1,20})?) ?°?`
const MINUTES = String.raw`(?: ?(\d{1,2}(?:\.\d{1,20})?) ?['’′])?`
const SECONDS = String.raw`(?: ?(\d{1,2}(?:\.\d{1,20})?) ?(?:["”″]|''))?`
const ANGLE = `([NSEW])? ?${DEGREES}${MINUTES}${SECONDS} ?([NSEW])?`
const PAIR = new RegExp(`^${ANGLE}[ ,;] ?${ANGLE}$`, 'iu')

/**
 * The point that a text of coordinates means, in degrees; null if it is none on Earth: `52.52, 13.41`, `52.52N 13.41E`, `52°31′12″N 13°24′36″E`,
 * `E 13.41 N 52.52`. Without letters, the latitude comes first.
 */
export function parseCoordinateText(text: string): Point | null {
  const parts = PAIR.exec(text.trim())
  if (parts === null) return null
  const [first, second] = [angle(parts.slice(1, 6)), angle(parts.slice(6, 11))]
  if (first === null || second === null) return null
  const isSwapped = first.axis === 'lon' || second.axis === 'lat'
  const [lat, lon] = isSwapped ? [second, first] : [first, second]
  if (lat.axis === 'lon' || lon.axis === 'lat' || Math.abs(lat.degrees) > 90 || Math.abs(lon.degrees) > 180) return null
  return { lat: lat.degrees, lon: lon.degrees }
}

/** An angle in degrees, and what its letter says that it is. A letter goes before or after, and not with a sign. */
function angle([before, degrees = '', minutes, seconds, after]: readonly (string | undefined)[]) {
  const letter = (before ?? after)?.toUpperCase()
  const isSigned = /^[+\-−]/u.test(degrees)
  if ((before !== undefined && after !== undefined) || (letter !== undefined && isSigned)) return null
  if (Number(minutes ?? 0) >= 60 || Number(seconds ?? 0) >= 60) return null
  const size = Number(degrees.replace(/^[+\-−]/u, '')) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3_600
  const isNegative = /^[-−]/u.test(degrees) || letter === 'S' || letter === 'W'
  const axis = letter === undefined ? null : letter === 'N' || letter === 'S' ? ('lat' as const) : ('lon' as const)
  // Zero without a sign.
  return { degrees: isNegative && size !== 0 ? -size : size, axis }
}
