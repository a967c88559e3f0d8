import { fetchJson, requireKey, buildUrlBelow } from '../fetch-json.ts'
import { isObject, type Json, readLine, readNumber, readObjects } from '../json.ts'
import type { GeocodeCapability, GeocodedPlace, KeyedOptions, PaidCalls, Product } from '../provider.ts'
import { buildInvalidBodyFailure, SERVICE } from './fetch.ts'

/** Geocoding 1.0, part of the free plan: counted separately from One Call. */
const GEOCODING: Product = { id: 'openweather/geocoding', weight: 1, budget: 'geocode' }

/** The upstream's own maximum. */
const MAX_PLACES = 5

/** OpenWeather's place search. Without a key it is not `configured`. */
export function createGeocode({ baseUrl, key }: KeyedOptions): GeocodeCapability {
  return {
    product: GEOCODING,
    configured: () => key() !== null,
    async search({ name, country }, calls) {
      return fetchPlaces(baseUrl, country === null ? name : `${name},${country}`, requireKey(key, SERVICE), calls)
    },
  }
}

/** The URL contains the key, like every one of this provider, so it is a secret. No match is 200 with an empty list. */
async function fetchPlaces(baseUrl: URL, q: string, key: string, calls: PaidCalls): Promise<readonly GeocodedPlace[]> {
  const url = buildUrlBelow(baseUrl, '/geo/1.0/direct', { q, limit: String(MAX_PLACES), appid: key })
  const { body } = await fetchJson(calls, { product: GEOCODING, url }, SERVICE)
  if (!Array.isArray(body)) throw buildInvalidBodyFailure()
  return readObjects(body).flatMap(placeOf).slice(0, MAX_PLACES)
}

/** Empty for an element that lacks a required field. */
function placeOf(fields: Json): GeocodedPlace[] {
  const name = readLine(fields['name'])
  const country = readLine(fields['country'])?.toUpperCase() ?? ''
  const lat = readNumber(fields['lat'])
  const lon = readNumber(fields['lon'])
  if (name === null || !/^[A-Z]{2}$/.test(country)) return []
  if (lat === null || lon === null || Math.abs(lat) > 90 || Math.abs(lon) > 180) return []
  return [{ name, country, state: readLine(fields['state']), lat, lon, localNames: localNamesOf(fields['local_names']) }]
}

/** A language tag; excludes the keys `ascii` and `feature_name`, which are not languages. */
const LANGUAGE_KEY = /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i

/** Names by language tag; of several variants (`纽约/紐約`), the first. */
function localNamesOf(value: unknown): Readonly<Record<string, string>> {
  if (!isObject(value)) return {}
  const names = Object.entries(value).flatMap(([key, text]) => {
    const name = readLine(text)
      ?.split('/')
      .map((variant) => variant.trim())
      .find((variant) => variant !== '')
    return LANGUAGE_KEY.test(key) && name !== undefined ? [[key.toLowerCase().replaceAll('_', '-'), name] as const] : []
  })
  return Object.fromEntries(names)
}
