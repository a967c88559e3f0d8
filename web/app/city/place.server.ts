import type { Point } from '@isobar/weather'
import type { Language } from '../../../src/messages/languages.ts'
import { getTranslator } from '../../../src/messages/messages.ts'
import type { Answer, Api } from '../api/ask.ts'
import { formatCountryName } from '../format/age.ts'
import { formatNumber } from '../format/numbers.ts'
import { toPlaceSlug, type Place } from '../visit/city-path.ts'

export interface KnownPlace {
  /** The display name, in the reader's language. */
  readonly name: string
  /** Distinguishes it from namesakes: state and country. Empty if unknown. */
  readonly region: string
  /** The name in its address. */
  readonly addressName: string
  /** Whether the address is permanent: a place known only from a search may be forgotten, and an unnamed one may get a name. */
  readonly isLasting: boolean
  /** False: no name is known, and `name` only gives the coordinates. */
  readonly isNamed: boolean
  /** Coordinates of the indexable page, for a bundled town: other points in the town's grid cell show the same weather. */
  readonly listedAt: Point | null
}

export interface FoundPlace extends KnownPlace {
  /** The name in Latin letters, as far as one is known. */
  readonly plainName: string
}

type Named = Answer<'get', '/api/location/name'>['places'][number]

/** A point is named after a town this close. */
const NAMED_KM = 5
/** Up to this distance, a point may be named after the most important town around if the address says so: large towns are wide. */
const WIDE_KM = 15

/**
 * The name of an address's place. Coordinates decide: the name in the address only selects among towns that really are there, and is never
 * shown itself.
 */
export async function resolvePlace(api: Api, place: Place, lang: Language, locale: string): Promise<FoundPlace> {
  const { lat, lon } = place
  const given = toPlaceSlug(place.name)
  const answer = await api.get('/api/location/name', { query: { lat, lon, lang } }).catch(() => null)
  // Keeps the address if the names cannot be loaded.
  const degrees = inDegrees(place, lang, locale)
  if (answer === null) return { name: degrees, plainName: degrees, region: '', addressName: given, ...NAMELESS }
  const { places, near } = answer
  const here = [...places, ...near.filter(({ distanceKm }, i) => distanceKm <= (i === 0 ? WIDE_KM : NAMED_KM))]
  // Larger places win: the centre of Berlin is Berlin, whatever its quarter is called.
  const known = here.find((each) => isCalled(each, given)) ?? here.find((each) => places.includes(each) || each.distanceKm <= NAMED_KM)
  if (known !== undefined) {
    const listedAt = known.inGazetteer && places.includes(known) ? { lat: known.lat, lon: known.lon } : null
    const address = { addressName: toPlaceSlug(known.name), isLasting: known.inGazetteer }
    return { name: known.localName, plainName: known.name, region: formatPlaceRegion(known, locale), ...address, isNamed: true, listedAt }
  }
  const [around] = near
  const { t } = getTranslator(lang)
  const [name, plainName] =
    around === undefined ? [degrees, degrees] : [t('city.near', { place: around.localName }), t('city.near', { place: around.name })]
  return {
    name,
    plainName,
    region: around === undefined ? '' : formatPlaceRegion(around, locale),
    addressName: toPlaceSlug(''),
    ...NAMELESS,
  }
}

const NAMELESS = { isNamed: false, isLasting: false, listedAt: null } as const

function isCalled({ name, localName }: Named, given: string): boolean {
  return toPlaceSlug(name) === given || toPlaceSlug(localName) === given
}

/** State and country, as far as they say more than the name. */
export function formatPlaceRegion({ name, state, country }: Pick<Named, 'name' | 'state' | 'country'>, locale: string): string {
  const land = formatCountryName(country, locale)
  return state === null || state === name || state === land ? land : `${state}, ${land}`
}

/** `48.86° N, 2.35° E`, to a hundredth: as exact as the weather. */
function inDegrees({ lat, lon }: Place, lang: Language, locale: string): string {
  const { t } = getTranslator(lang)
  const degrees = (value: number) => formatNumber(Math.abs(value), 2, locale)
  const latitude = t('city.latitude', { side: lat < 0 ? 'south' : 'north', degrees: degrees(lat) })
  return `${latitude}${t('mail.comma')}${t('city.longitude', { side: lon < 0 ? 'west' : 'east', degrees: degrees(lon) })}`
}
