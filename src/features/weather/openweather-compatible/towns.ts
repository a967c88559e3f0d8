import { cellOf } from '../../../domain/cell.ts'
import { AppError, type ReportError } from '../../../errors.ts'
import { createMemoryCache } from '../../../platform/cache/memory-cache.ts'
import { type GeocodeClient, hasNameLength, type Places, parseGeocodeQuery, type Town } from '../places/index.ts'
import { cityNotFound } from './errors.ts'

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
    const { id: cell } = cellOf(lat, lon)
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
      if (town === null) throw cityNotFound()
      return { lat: town.lat, lon: town.lon, ...described(town) }
    },
    /** The first place of a search, as `city,state,country`. @throws AppError not_found, and what the search throws */
    async byName(q: string, lang: string, client: GeocodeClient): Promise<RequestedTown> {
      const found = (await find(q, lang, 1, client))?.places[0]
      if (found === undefined) throw cityNotFound()
      const { lat, lon, name, country } = found
      const near = await nameOf(lat, lon)
      return { lat, lon, ...(near.name === name ? near : NO_TOWN), name, country }
    },
    find,
    /** The place of `code,country`, in the United States without a country; `zip` is the code as it was given. @throws AppError not_found */
    async byZip(text: string) {
      const [code = '', country = 'US'] = text.split(',').map((part) => part.trim())
      const found = /^[a-z]{2}$/i.test(country) ? await postcode(code, country.toUpperCase()) : null
      if (found === null) throw new AppError('not_found', 'not found')
      return { zip: code, name: found.name, lat: found.lat, lon: found.lon, country: found.country }
    },
    /** The towns in a point's cell and near by, best first. */
    async around(lat: number, lon: number) {
      const { within, near } = await gazetteer.around({ lat, lon })
      return [...within, ...near.filter((town) => !within.some(({ label }) => label === town.label))]
    },
  }

  /** A search for places; null for a text that is too short or too long to be a name. */
  async function find(q: string, lang: string, limit: number, client: GeocodeClient) {
    return hasNameLength(q) ? geocode.find(parseGeocodeQuery({ q, lang, limit }), client) : null
  }
}

export type TownFinder = ReturnType<typeof createTownFinder>

function described({ name, id, country, population }: Town): typeof NO_TOWN {
  return { name, id, country, population }
}
