import { computeDistanceKm, decodeCellId, toCell } from '@isobar/weather'
import tzLookup from '@photostructure/tz-lookup'
import type { Static } from 'typebox'
import type { ReportError } from '../../../errors.ts'
import type { FoundPlace, PlaceDetails, Places, Town } from '../places/index.ts'
import type { PlaceAnswer } from './schemas.ts'

/** A place of their geocoder, with what is known of it; the rest is left out, as theirs does. */
export type GeocodedPlace = Static<typeof PlaceAnswer>

type Gazetteer = Places['gazetteer']

/** Within this distance, a place is as high as the nearest town. */
const SAME_ELEVATION_KM = 3

/**
 * A place that a search found, with or without the gazetteer. Its id is that of GeoNames if the gazetteer knows it or it is one of the bundled towns; otherwise it is
 * the number of its grid cell, which is above all of GeoNames' everywhere but in Antarctica.
 */
export async function completeGeocodedPlace(
  found: FoundPlace,
  gazetteer: Pick<Gazetteer, 'townNear' | 'findAreaIds'>,
  language: string,
  onError: ReportError,
): Promise<GeocodedPlace> {
  const cell = toCell(found.lat, found.lon).id
  const unknown: PlaceDetails = { id: 0, population: 0, elevation: null, featureCode: '', region: found.state }
  try {
    const details = found.details ?? (await nearTown(found, gazetteer)) ?? unknown
    return await described({ ...found, ...details, id: details.id || cell }, gazetteer, language)
  } catch (error) {
    onError(error, 'reading the gazetteer')
    return described({ ...found, ...unknown, id: cell }, null, language)
  }
}

/** What is known of a place by the town in its cell, or, of its height and region only, by a town near by. */
async function nearTown(found: FoundPlace, gazetteer: Pick<Gazetteer, 'townNear'>): Promise<PlaceDetails | null> {
  const town = await gazetteer.townNear(found)
  if (town === null) return null
  if (toCell(town.lat, town.lon).id === toCell(found.lat, found.lon).id) return town
  const elevation = computeDistanceKm(town, found) <= SAME_ELEVATION_KM ? town.elevation : null
  return { id: 0, population: 0, elevation, featureCode: '', region: town.country === found.country ? town.region : found.state }
}

/** The place with such an id; null if there is none. */
export async function findPlaceById(
  id: number,
  gazetteer: Pick<Gazetteer, 'townOf' | 'townNear' | 'findAreaIds'>,
  language: string,
): Promise<GeocodedPlace | null> {
  const town = await gazetteer.townOf(id)
  if (town !== null) return described(town, gazetteer, language)
  const cell = decodeCellId(id)
  if (Math.abs(cell.lat) > 90) return null
  const near = await gazetteer.townNear(cell)
  if (near === null) return null
  const { name, country, state } = near
  return completeGeocodedPlace({ name, country, state, lat: cell.lat, lon: cell.lon, label: name }, gazetteer, language, (error) => {
    throw error
  })
}

async function described(
  place: Pick<Town, 'id' | 'name' | 'lat' | 'lon' | 'country' | 'population' | 'elevation' | 'featureCode' | 'region'>,
  gazetteer: Pick<Gazetteer, 'findAreaIds'> | null,
  language: string,
): Promise<GeocodedPlace> {
  const { id, name, lat, lon, country, population, elevation, featureCode, region } = place
  const countryName = new Intl.DisplayNames([language, 'en'], { type: 'region', fallback: 'none' }).of(country)
  const ids = await gazetteer?.findAreaIds(country, region)
  return {
    id,
    name,
    latitude: lat,
    longitude: lon,
    ...(elevation === null ? {} : { elevation }),
    ...(featureCode === '' ? {} : { feature_code: featureCode }),
    country_code: country,
    ...(ids?.region ? { admin1_id: ids.region } : {}),
    timezone: tzLookup(lat, lon),
    ...(population > 0 ? { population } : {}),
    ...(ids?.country ? { country_id: ids.country } : {}),
    ...(countryName === undefined ? {} : { country: countryName }),
    ...(region === null ? {} : { admin1: region }),
  }
}
