import { parsePlaceAddress, toPlaceSlug } from '@isobar/weather'
import type { Language } from '../../../src/messages/languages.ts'
import type { Api } from '../api/ask.ts'
import { type KnownPlace, resolvePlace, formatPlaceRegion } from './place.server.ts'

/** A place that the same name may mean. */
interface Namesake {
  readonly label: string
  readonly lat: number
  readonly lon: number
}

/** The place that a text means, and what else it may mean. */
export interface PlaceByName extends Pick<KnownPlace, 'name' | 'region'> {
  readonly lat: number
  readonly lon: number
  readonly namesakes: readonly Namesake[]
}

/** Whose language names places: `locale` is BCP 47. */
interface Speaker {
  readonly lang: Language
  readonly locale: string
}

/**
 * The place that a name or coordinates (`52.52, 13.41`, `berlin-52.52,13.41`) mean, with others of the same name; null if none is called exactly so: one answer is no
 * place for a guess. Of several places, it is the one that the search puts first.
 * @throws ApiFailure
 */
export async function findPlace(api: Api, text: string, { lang, locale }: Speaker): Promise<PlaceByName | null> {
  const point = parsePlaceAddress(
    text
      .split(',')
      .map((part) => part.trim())
      .join(','),
  )
  if (point !== null) {
    const { name, region } = await resolvePlace(api, point, lang, locale)
    return { name, region, lat: point.lat, lon: point.lon, namesakes: [] }
  }
  const [first, ...others] = (await api.get('/api/geocode', { query: { q: text, lang } }))
    .filter(({ match }) => match === 'exact')
    .map((place) => ({ ...place, lat: rounded(place.lat), lon: rounded(place.lon) }))
  if (first === undefined) return null
  const namesakes = others.filter(({ name }) => toPlaceSlug(name) === toPlaceSlug(first.name))
  return { name: first.name, region: formatPlaceRegion(first, locale), lat: first.lat, lon: first.lon, namesakes }
}

/** As exact as addresses of pages are. */
const rounded = (degrees: number): number => Number(degrees.toFixed(4))
