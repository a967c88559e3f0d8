import { decodeCellId, toCell } from '@isobar/weather'
import type { ReportError } from '../../../errors.ts'
import type { DigestPlace } from './emails/weekly-digest/data.ts'
import type { PlaceParts } from './parts.ts'
import type { DigestEntry } from './recipient.ts'

type NamedPlace = Omit<DigestPlace, 'part'>
type Reader = Pick<DigestEntry, 'lang' | 'timezone'>

export interface NewsletterOptions {
  /** The places that people look up most. */
  readonly popularPlaces: () => Promise<readonly NamedPlace[]>
  /** The public name of a place, not a subscriber's; null if it has none. */
  readonly nameOf: (place: { readonly lat: number; readonly lon: number }) => Promise<string | null>
  /** The reader's country (ISO 3166 alpha-2), inferred from zone and language. Called for each reader. */
  readonly countryOf: (reader: Reader) => Promise<string | null>
  /** The largest towns of a country. Scans all towns of the world: called once for each country and run. */
  readonly townsOf: (country: string) => Promise<readonly NamedPlace[]>
  readonly onError: ReportError
}

/** Chooses the places of the newsletters of one run. */
export type Newsletters = ReturnType<typeof createNewsletters>

/**
 * Popular places with cached weather cost nothing. Without any, gathers the places that several subscribers follow, or else the largest
 * towns of the reader's country.
 */
export function createNewsletters(
  { popularPlaces, nameOf, countryOf, townsOf, onError }: NewsletterOptions,
  parts: PlaceParts,
  listFollowed: () => Promise<readonly number[]>,
) {
  let shared: Promise<readonly DigestPlace[]> | undefined
  const byCountry = new Map<string, readonly DigestPlace[]>()

  async function sharedPlaces(): Promise<readonly DigestPlace[]> {
    const popular = await attempt(async () => cached(await popularPlaces()))
    return popular.length > 0 ? popular : attempt(async () => gathered(await followed()))
  }

  async function followed(): Promise<NamedPlace[]> {
    const cells = (await listFollowed()).map(decodeCellId)
    const places = await Promise.all(cells.map(async ({ lat, lon }) => ({ name: await nameOf({ lat, lon }), lat, lon })))
    return places.filter(({ name }) => name !== null)
  }

  async function cached(places: readonly NamedPlace[]): Promise<DigestPlace[]> {
    const cellsOf = places.map((place) => ({ place, cell: toCell(place.lat, place.lon).id }))
    const partOf = await parts.ensureCached(cellsOf.map(({ cell }) => cell))
    return cellsOf.flatMap(({ place, cell }) => (partOf.has(cell) ? [{ ...place, part: partOf.get(cell) ?? null }] : []))
  }

  async function gathered(places: readonly NamedPlace[]): Promise<DigestPlace[]> {
    const cellsOf = places.map((place) => ({ place, cell: toCell(place.lat, place.lon).id }))
    await parts.ensure(cellsOf.map(({ cell }) => cell))
    return cellsOf.map(({ place, cell }) => ({ ...place, part: parts.of(cell) ?? null })).filter(({ part }) => part !== null)
  }

  async function attempt(choose: () => Promise<DigestPlace[]>): Promise<readonly DigestPlace[]> {
    try {
      return await choose()
    } catch (error) {
      onError(error, 'choosing the places of a newsletter')
      return []
    }
  }

  return {
    /** Empty only when no weather at all is available. Never rejects. */
    async placesFor(reader: Reader): Promise<readonly DigestPlace[]> {
      const places = await (shared ??= sharedPlaces())
      if (places.length > 0) return places
      return attempt(async () => {
        const country = await countryOf(reader)
        if (country === null) return []
        const known = byCountry.get(country)
        if (known !== undefined) return [...known]
        const towns = await gathered(await townsOf(country))
        byCountry.set(country, towns)
        return towns
      })
    },
  }
}
