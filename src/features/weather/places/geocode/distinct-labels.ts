import { type Point, computeDistanceKm } from '@isobar/weather'
import { matchLanguage } from '../../../../messages/language-tag.ts'
import { formatMessage } from '../../../../messages/messages.ts'
import type { FoundPlace } from './found-place.ts'

/** A larger town near a place, which tells it from its namesakes. */
export type Landmark = Point & { readonly name: string }

/** The compass from north, clockwise. */
const SIDES = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const

/**
 * The places with labels that no two of them share: `Georgetown, Texas, US (40 km N of Austin)`. Namesakes get their distance and direction
 * from a larger town, in `lang`, or else their coordinates.
 */
export async function withDistinctLabels<Place extends FoundPlace>(
  places: readonly Place[],
  lang: string,
  landmarkOf: (place: FoundPlace) => Promise<Landmark | null>,
): Promise<readonly Place[]> {
  if (namesakesIn(places).size === 0) return places
  const described = await describe(places, async (place) => {
    const landmark = await landmarkOf(place)
    return landmark === null ? coordinates(place) : fromLandmark(place, landmark, lang)
  })
  // Two at the same distance from one town.
  return describe(described, async (_, index) => coordinates(places[index] as FoundPlace), places)
}

/** Adds a remark to the label of each place that shares its label with another. `plain`: the places without earlier remarks. */
async function describe<Place extends FoundPlace>(
  places: readonly Place[],
  remark: (place: FoundPlace, index: number) => Promise<string>,
  plain: readonly FoundPlace[] = places,
): Promise<readonly Place[]> {
  const shared = namesakesIn(places)
  return Promise.all(
    places.map(async (place, index) =>
      shared.has(place.label) ? { ...place, label: `${plain[index]?.label} (${await remark(place, index)})` } : place,
    ),
  )
}

function namesakesIn(places: readonly FoundPlace[]): ReadonlySet<string> {
  return new Set(places.flatMap(({ label }, index) => (places.some((other, at) => at !== index && other.label === label) ? [label] : [])))
}

function fromLandmark(place: FoundPlace, landmark: Landmark, lang: string): string {
  const language = matchLanguage(lang) ?? 'en'
  const distance = computeDistanceKm(landmark, place)
  const side = SIDES[Math.round(bearing(landmark, place) / 45) % 8] ?? 'n'
  return formatMessage(language, 'nearby.label', {
    km: distance < 20 ? Math.max(1, Math.round(distance)) : Math.round(distance / 5) * 5,
    side: formatMessage(language, `nearby.side.${side}`),
    town: landmark.name,
  })
}

/** The initial bearing from one point to another, in degrees clockwise from north, 0 to 360. */
function bearing(from: Point, to: Point): number {
  const [a, b, turn] = [from.lat, to.lat, to.lon - from.lon].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number]
  const angle = Math.atan2(Math.sin(turn) * Math.cos(b), Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(turn))
  return ((angle * 180) / Math.PI + 360) % 360
}

function coordinates({ lat, lon }: Point): string {
  return `${lat.toFixed(2)}, ${lon.toFixed(2)}`
}
