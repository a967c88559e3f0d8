import { rowsOf } from './rows.ts'

/** The areas that the National Weather Service covers: code, name, main place, its forecast office, FIPS number. Public facts. */
export interface UsArea {
  readonly code: string
  readonly name: string
  readonly city: string
  readonly lat: number
  readonly lon: number
  /** Three-letter office, the city in its signature, and the first letter of its four-letter code. */
  readonly office: string
  readonly officeCity: string
  readonly prefix: string
  readonly fips: string
}

export const US_AREAS: readonly UsArea[] = rowsOf('us-areas.txt').map(
  ([code = '', name = '', city = '', lat, lon, office = '', officeCity = '', prefix = '', fips = '']) => {
    return { code, name, city, lat: Number(lat), lon: Number(lon), office, officeCity, prefix, fips }
  },
)
