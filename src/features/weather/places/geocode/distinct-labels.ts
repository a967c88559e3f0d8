import { distanceKm, type Point } from '../../../../domain/distance.ts'
import { type Language, matchLanguage } from '../../../../domain/language.ts'
import type { FoundPlace } from './found-place.ts'

/** A larger town near a place, which tells it from its namesakes. */
export type Landmark = Point & { readonly name: string }

/** `compass` begins with north and goes clockwise. */
const WORDS: Readonly<Record<Language, { readonly compass: string; say(km: number, side: string, town: string): string }>> = {
  en: { compass: 'N NE E SE S SW W NW', say: (km, side, town) => `${km} km ${side} of ${town}` },
  de: {
    compass: 'nördlich nordöstlich östlich südöstlich südlich südwestlich westlich nordwestlich',
    say: (km, side, town) => `${km} km ${side} von ${town}`,
  },
  fr: { compass: 'N NE E SE S SO O NO', say: (km, side, town) => `${town}, ${km} km ${side}` },
  es: { compass: 'N NE E SE S SO O NO', say: (km, side, town) => `a ${km} km al ${side} de ${town}` },
  it: { compass: 'N NE E SE S SO O NO', say: (km, side, town) => `${km} km a ${side} di ${town}` },
  pt: { compass: 'N NE E SE S SO O NO', say: (km, side, town) => `${km} km a ${side} de ${town}` },
  ja: { compass: '北 北東 東 南東 南 南西 西 北西', say: (km, side, town) => `${town}の${side}${km} km` },
  ar: {
    compass: 'شمال شمال_شرق شرق جنوب_شرق جنوب جنوب_غرب غرب شمال_غرب',
    say: (km, side, town) => `على بعد ${km} كم ${side.replace('_', ' ')} ${town}`,
  },
}

/**
 * The places with labels that no two of them share: `Georgetown, Texas, US (40 km N of Austin)`. Namesakes get their distance and direction
 * from a larger town, in `lang`, or else their coordinates.
 */
export async function withDistinctLabels(
  places: readonly FoundPlace[],
  lang: string,
  landmarkOf: (place: FoundPlace) => Promise<Landmark | null>,
): Promise<readonly FoundPlace[]> {
  if (namesakesIn(places).size === 0) return places
  const described = await describe(places, async (place) => {
    const landmark = await landmarkOf(place)
    return landmark === null ? coordinates(place) : fromLandmark(place, landmark, lang)
  })
  // Two at the same distance from one town.
  return describe(described, async (_, index) => coordinates(places[index] as FoundPlace), places)
}

/** Adds a remark to the label of each place that shares its label with another. `plain`: the places without earlier remarks. */
async function describe(
  places: readonly FoundPlace[],
  remark: (place: FoundPlace, index: number) => Promise<string>,
  plain: readonly FoundPlace[] = places,
): Promise<readonly FoundPlace[]> {
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
  const { compass, say } = WORDS[matchLanguage(lang) ?? 'en']
  const km = distanceKm(landmark, place)
  const side = compass.split(' ')[Math.round(bearing(landmark, place) / 45) % 8] as string
  return say(km < 20 ? Math.max(1, Math.round(km)) : Math.round(km / 5) * 5, side, landmark.name)
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
