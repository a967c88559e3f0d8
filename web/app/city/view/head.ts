import type { KnownPlace } from '../place.server.ts'
import type { PlaceWeather } from '../weather.ts'
import type { NowView } from './now.ts'
import type { Teller } from './teller.ts'

export interface HeadOf {
  readonly place: KnownPlace
  readonly lat: number
  readonly lon: number
  readonly path: string
  readonly origin: string
}

/** Title, description and structured data of the page. */
export function buildHeadView({ place, lat, lon, path, origin }: HeadOf, weather: PlaceWeather, now: NowView | null, teller: Teller) {
  const { t, lang } = teller
  const state = now === null ? place.region : `${now.temperature}${t('mail.comma')}${now.words}`
  const values = { place: place.name, now: state }
  const title = t(place.isNamed ? 'city.title' : 'city.titleUnnamed', values)
  const description = place.isNamed ? t('city.description', values) : title
  return {
    title,
    description,
    path,
    isListed: place.listedAt !== null,
    data: structuredData({ place, lat, lon, description, address: origin + path }, weather, lang),
  }
}

interface DataOf {
  readonly place: KnownPlace
  readonly lat: number
  readonly lon: number
  readonly description: string
  readonly address: string
}

/** Schema.org has no type for forecasts: the page is about a place, and its data is a data set with source and licence. */
function structuredData({ place, lat, lon, description, address }: DataOf, { daily, current }: PlaceWeather, lang: string): object {
  const about = {
    '@type': 'Place',
    name: place.name,
    ...(place.region === '' ? {} : { address: place.region }),
    geo: { '@type': 'GeoCoordinates', latitude: lat, longitude: lon },
  }
  const basis = daily ?? current
  const days = daily?.points.map(({ date }) => date) ?? []
  const dataset = {
    '@type': 'Dataset',
    name: description,
    description,
    ...(days.length === 0 ? {} : { temporalCoverage: `${days[0]}/${days.at(-1)}` }),
    spatialCoverage: about,
    variableMeasured: ['air temperature', 'precipitation', 'wind speed', 'relative humidity', 'air pressure', 'UV index'],
    ...(basis === null
      ? {}
      : {
          dateModified: basis.fetchedAt,
          isBasedOn: basis.attribution.url,
          creditText: basis.attribution.text,
          license: licenceOf(basis.attribution),
        }),
  }
  return { '@context': 'https://schema.org', '@type': 'WebPage', url: address, inLanguage: lang, about, mainEntity: dataset }
}

const LICENCES: Readonly<Record<string, string>> = {
  'CC BY-SA 4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
  'CC BY 4.0': 'https://creativecommons.org/licenses/by/4.0/',
}

function licenceOf({ license, url }: { readonly license: string; readonly url: string }): string {
  return LICENCES[license] ?? url
}
