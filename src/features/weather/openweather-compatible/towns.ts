import { toCell } from '@isobar/weather'
import { AppError, type ReportError } from '../../../errors.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { type GeocodeClient, hasNameLength, type Places, parseGeocodeQuery, type Town } from '../places/index.ts'
import { createCityNotFoundError } from './errors.ts'

/** A place that is asked for: where, and by which town it goes. */
export interface RequestedTown {
  readonly lat: number
  readonly lon: number
  /** Empty without a town near by. */
  readonly name: string
  /** GeoNames' id; 0 if unknown. */
  readonly id: number
  readonly country: string
  readonly population: number
}

const NAMES_BYTES = 2 * 1024 * 1024
const NAME_BYTES = 300
const NO_TOWN = { name: '', id: 0, country: '', population: 0 }

/** Finds the places that clients name in one of OpenWeather's ways. Without the table of towns, places have no names. */
export function createTownFinder(
  { gazetteer, geocode, postcode }: Pick<Places, 'gazetteer' | 'geocode' | 'postcode'>,
  onError: ReportError,
) {
  /** The table of towns is in memory only while it is used. */
  const names = createMemoryCache<number, typeof NO_TOWN>('towns by cell', NAMES_BYTES, () => NAME_BYTES)

  async function nameOf(lat: number, lon: number): Promise<typeof NO_TOWN> {
    const { id: cell } = toCell(lat, lon)
    const known = names.get(cell)
    if (known !== undefined) return known
    try {
      const town = await gazetteer.townNear({ lat, lon })
      const found = town === null ? NO_TOWN : described(town)
      names.set(cell, found)
      return found
    } catch (error) {
      onError(error, 'reading the gazetteer')
      return NO_TOWN
    }
  }

  return {
    async at(lat: number, lon: number): Promise<RequestedTown> {
      return { lat, lon, ...(await nameOf(lat, lon)) }
    },
    /** @throws AppError not_found */
    async byId(id: string): Promise<RequestedTown> {
      const town = /^\d{1,9}$/.test(id) ? await gazetteer.townOf(Number(id)) : null
      if (town === null) throw createCityNotFoundError()
      return { lat: town.lat, lon: town.lon, ...described(town) }
    },
    /** The first place of a search that is called exactly so, as `city,state,country`. @throws AppError not_found, and what the search throws */
    async byName(q: string, lang: string, client: GeocodeClient): Promise<RequestedTown> {
      const found = await find(q, lang, 1, client)
      const [town] = await namedTowns((found?.places ?? []).filter(({ match }) => match === 'exact'))
      if (town === undefined) throw createCityNotFoundError()
      return town
    },
    listByName,
    find,
    /** The place of `code,country`, in the United States without a country; `zip` is the code as it was given. @throws AppError not_found */
    async byZip(text: string) {
      const [code = '', country = 'US'] = text.split(',').map((part) => part.trim())
      const found = /^[a-z]{2}$/i.test(country) ? await postcode(code, country.toUpperCase()) : null
      if (found === null) throw new AppError('not_found', 'not found')
      return { zip: code, name: found.name, lat: found.lat, lon: found.lon, country: found.country }
    },
    around,
    /** The same as towns of which the weather is asked for. */
    async listAround(lat: number, lon: number): Promise<readonly RequestedTown[]> {
      const found = await around(lat, lon)
      return Promise.all(found.map(async (town) => ({ ...(await nameOf(town.lat, town.lon)), ...pick(town) })))
    },
  }

  /** The towns in a point's cell and near by, best first. */
  async function around(lat: number, lon: number) {
    const { within, near } = await gazetteer.around({ lat, lon })
    return [...within, ...near.filter((town) => !within.some(({ label }) => label === town.label))]
  }

  /** The towns of a search, at most `limit`. @throws what the search throws */
  async function listByName(q: string, lang: string, limit: number, client: GeocodeClient): Promise<readonly RequestedTown[]> {
    const found = await find(q, lang, limit, client)
    return namedTowns(found?.places ?? [])
  }

  /** Places that were found, with what is known of the towns that they are. */
  function namedTowns(places: readonly Pick<Town, 'lat' | 'lon' | 'name' | 'country'>[]): Promise<readonly RequestedTown[]> {
    return Promise.all(
      places.map(async ({ lat, lon, name, country }) => {
        const near = await nameOf(lat, lon)
        return { lat, lon, ...(near.name === name ? near : NO_TOWN), name, country }
      }),
    )
  }

  /** A search for places; null for a text that is too short or too long to be a name. */
  async function find(q: string, lang: string, limit: number, client: GeocodeClient) {
    return hasNameLength(q) ? geocode.find(parseGeocodeQuery({ q, lang, limit }), client) : null
  }
}

export type TownFinder = ReturnType<typeof createTownFinder>

const pick = ({ lat, lon, name, country }: Pick<Town, 'lat' | 'lon' | 'name' | 'country'>) => ({ lat, lon, name, country })

function described({ name, id, country, population }: Town): typeof NO_TOWN {
  return { name, id, country, population }
}
