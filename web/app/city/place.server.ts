import type { RouterContextProvider } from 'react-router'
import type { Answer } from '../api/ask.ts'
import { apiOf } from '../api/server.ts'
import { countryName } from '../format/countries.ts'
import { city } from '../i18n/city.server.ts'
import { say } from '../i18n/message.ts'
import { addressName, type Place } from '../visit/city-path.ts'
import type { SiteLang } from '../visit/languages.ts'

export interface KnownPlace {
  /** As people call it, in the reader's language. */
  readonly name: string
  /** What tells it from its namesakes: state and country. Empty where nothing is known. */
  readonly region: string
  /** The name that stands in its address. */
  readonly addressName: string
  /** False: nobody knows a name for it, and `name` only says where it is. */
  readonly isNamed: boolean
  /** Where the page is that crawlers may list, if it is of one of the bundled towns: other points in the town's grid cell show the same. */
  readonly listedAt: { readonly lat: number; readonly lon: number } | null
}

type Names = Answer<'get', '/api/location/name'>
type Named = Names['places'][number]

/** What the place of an address is called. Coordinates decide; the name in the address counts where nobody knows a better one. */
export async function knownPlace(
  context: Readonly<RouterContextProvider>,
  place: Place,
  lang: SiteLang,
  locale: string,
): Promise<KnownPlace> {
  const { lat, lon } = place
  const { places, near } = await apiOf(context)
    .get('/api/location/name', { query: { lat, lon, lang } })
    .catch((): Names => ({ places: [], near: [] }))
  const given = addressName(place.name)
  // A place is as large as its name: the middle of Berlin is Berlin, whatever the quarter there is called.
  const known = [...places, ...near].find((each) => isCalled(each, given)) ?? places[0]
  if (known !== undefined) {
    const listedAt = known.inGazetteer && places.includes(known) ? { lat: known.lat, lon: known.lon } : null
    return { name: known.localName, region: regionOf(known, locale), addressName: addressName(known.name), isNamed: true, listedAt }
  }
  const [around] = near
  const region = around === undefined ? '' : regionOf(around, locale)
  const isNamed = given !== 'place'
  const name = isNamed ? titled(given, lang) : unnamed(place, around, lang)
  return { name, region, addressName: given, isNamed, listedAt: null }
}

function isCalled({ name, localName }: Named, given: string): boolean {
  return addressName(name) === given || addressName(localName) === given
}

function regionOf({ name, state, country }: Named, locale: string): string {
  const land = countryName(country, locale)
  return state === null || state === name || state === land ? land : `${state}, ${land}`
}

function unnamed({ lat, lon }: Place, near: Named | undefined, lang: SiteLang): string {
  return near === undefined ? say(city[lang].unnamed, lang, { lat, lon }) : say(city[lang].near, lang, { place: near.localName })
}

/** A name as addresses write it, made a title again: `new-york` is New York. */
function titled(given: string, lang: SiteLang): string {
  return given
    .replace(/-/g, ' ')
    .replace(/(^|\s)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toLocaleUpperCase(lang))
}
