import { createRequire } from 'node:module'
import { foldName } from '../geocode/fold.ts'
import { STATES } from '../us-states.ts'
import type { ListedTown } from './build-town-table.ts'
import { readTable } from './features.ts'
import { POSTCODE, toFoldedPostcodeKey } from './place-tables.ts'

/** An entry of the package `zipcodes`, which ships no types. */
interface ZipCode {
  readonly zip: string
  readonly latitude: number
  readonly longitude: number
  readonly city: string
  /** Two letters in the United States, a name in Canada. */
  readonly state: string
  readonly country: string
}

/** Those that ISO 3166 lists as countries, by the same codes. */
const TERRITORIES: ReadonlySet<string> = new Set(['AS', 'GU', 'MP', 'PR', 'VI'])

type ZipCodes = { readonly codes: Readonly<Record<string, ZipCode>> }

/**
 * The bundled postcodes: of the United States (five digits) and Canada (the first three characters) from the package, of Germany, France, India and Australia from a
 * table. Points are those of towns or quarters, not of streets.
 */
export function listPostcodes(): readonly ListedTown[] {
  const load = createRequire(import.meta.url)
  const american = ['zipcodes/lib/codes.js', 'zipcodes/lib/codesCanada.js'].flatMap((file) => Object.values((load(file) as ZipCodes).codes))
  return [
    ...american
      .filter(({ latitude, longitude }) => latitude !== 0 && longitude !== 0)
      .map(({ zip, latitude, longitude, city, state, country }) =>
        TERRITORIES.has(state)
          ? postcode(state, zip, city, latitude, longitude, null)
          : postcode(country === 'US' ? 'US' : 'CA', zip, city, latitude, longitude, STATES.get(state) ?? state),
      ),
    ...readTable('postcodes.tsv.gz').map(([country = '', code = '', name = '', lat, lon]) =>
      postcode(country, code, name, Number(lat), Number(lon), null),
    ),
  ]
}

function postcode(country: string, code: string, town: string, lat: number, lon: number, state: string | null): ListedTown {
  const key = toFoldedPostcodeKey(foldName(code))
  return { id: 0, name: `${code} ${town}`, key, country, state, lat, lon, population: 0, featureCode: POSTCODE }
}
