import tzLookup from '@photostructure/tz-lookup'
import type { Static } from 'typebox'
import { cellFromId, cellOf } from '../../../domain/cell.ts'
import type { ReportError } from '../../../errors.ts'
import type { FoundPlace, Places, Town } from '../places/index.ts'
import type { PlaceAnswer } from './schemas.ts'

/** A place of their geocoder, with what is known of it; the rest is left out, as theirs does. */
export type GeocodedPlace = Static<typeof PlaceAnswer>

/**
 * A place that a search found, with or without the bundled towns. Its id is that of GeoNames if it is one of the bundled towns; otherwise it is the number of its grid cell, which is
 * above all of GeoNames' everywhere but in Antarctica.
 */
export async function placeOf(
  found: FoundPlace,
  gazetteer: Pick<Places['gazetteer'], 'townNear'>,
  language: string,
  onError: ReportError,
): Promise<GeocodedPlace> {
  const town = await gazetteer.townNear(found).catch((error: unknown) => {
    onError(error, 'reading the gazetteer')
    return null
  })
  const isTown = town !== null && cellOf(town.lat, town.lon).id === cellOf(found.lat, found.lon).id
  return described({ ...found, id: isTown ? town.id : cellOf(found.lat, found.lon).id, population: isTown ? town.population : 0 }, language)
}

/** The place with such an id; null if there is none. */
export async function placeById(
  id: number,
  gazetteer: Pick<Places['gazetteer'], 'townOf' | 'townNear'>,
  language: string,
): Promise<GeocodedPlace | null> {
  const town = await gazetteer.townOf(id)
  if (town !== null) return described(town, language)
  const cell = cellFromId(id)
  if (Math.abs(cell.lat) > 90) return null
  const near = await gazetteer.townNear(cell)
  return near === null ? null : described({ ...near, id, lat: cell.lat, lon: cell.lon, population: 0 }, language)
}

function described({ id, name, lat, lon, country, state, population }: Omit<Town, 'otherKeys'>, language: string): GeocodedPlace {
  const countryName = new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'none' }).of(country)
  return {
    id,
    name,
    latitude: lat,
    longitude: lon,
    country_code: country,
    timezone: tzLookup(lat, lon),
    ...(population > 0 ? { population } : {}),
    ...(countryName === undefined ? {} : { country: countryName }),
    ...(state === null ? {} : { admin1: state }),
  }
}
