import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { listCountryCodes } from '@isobar/weather'
import type { ListedTown } from './build-town-table.ts'
import { toAreaKey, listCountryNames } from './country-names.ts'
import { AIRPORT, AREA, AREA_MARK, CODE_MARK, COUNTRY } from './place-tables.ts'
import { type Town, toTownKey } from './town-table.ts'

/** What a feature counts like: a town of so many people, where both have the name that is searched for. */
const WEIGHTS = {
  /** A country counts as a large town: people who type `Malta` or `Lebanon` mean it. */
  country: 1_000_000,
  /** An area, by those who live in it. */
  shareOfArea: 0.02,
  airport: { L: 300_000, M: 20_000 } as Readonly<Record<string, number>>,
  /** A summit, for each metre. */
  metre: 20,
} as const

/** The cells of each line of a table beside this file: text, or compressed where it is large and generated. */
export function readTable(name: string): readonly (readonly string[])[] {
  const bytes = readFileSync(new URL(`./${name}`, import.meta.url))
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
}

/** What is a country only after a comma: `US`, `UAE`. */
const ABBREVIATION = /^[a-z ]{1,3}$/

type Feature = Omit<ListedTown, 'state'> & { readonly state: null }

/** Where a country's or area's people live: the town that is nearest to their middle. */
function middleOf(towns: readonly Town[]): Town | undefined {
  const people = towns.reduce((sum, { population }) => sum + population + 1, 0)
  const mean = (of: 'lat' | 'lon') => towns.reduce((sum, town) => sum + town[of] * (town.population + 1), 0) / people
  const [lat, lon] = [mean('lat'), mean('lon')]
  const distance = (town: Town) => (town.lat - lat) ** 2 + ((town.lon - lon) * Math.cos((lat * Math.PI) / 180)) ** 2
  return towns.reduce<Town | undefined>((best, town) => (best === undefined || distance(town) < distance(best) ? town : best), undefined)
}

/** Countries at their capitals, under all names and codes; those without a town only for what a query says after a comma. */
export function listCountries(towns: readonly Town[]): readonly Feature[] {
  const codes = new Map(readTable('countries.tsv').map(([code = '', three = '', id]) => [code, { three, id: Number(id) }]))
  const byCountry = Map.groupBy(towns, ({ country }) => country)
  return listCountryCodes().map((code) => {
    const own = byCountry.get(code) ?? []
    const capital = own.find(({ featureCode }) => featureCode === 'PPLC') ?? middleOf(own)
    const names = listCountryNames(code)
    const { three = code, id = 0 } = codes.get(code) ?? {}
    const inQueries = [...names.map(toAreaKey), code.toLowerCase(), three.toLowerCase()].map((key) => AREA_MARK + key)
    const searched = capital === undefined ? [] : names.map(toTownKey).filter((key) => !ABBREVIATION.test(key))
    return {
      id,
      name: names[0] ?? code,
      country: code,
      state: null,
      region: null,
      lat: capital?.lat ?? 0,
      lon: capital?.lon ?? 0,
      elevation: capital?.elevation ?? null,
      population: WEIGHTS.country,
      featureCode: COUNTRY,
      ...(capital === undefined ? { key: `${AREA_MARK}${code.toLowerCase()}` } : {}),
      otherKeys: [...new Set([...searched, ...inQueries])],
    }
  })
}

/** The areas of the first level, where their people live; those without a town only for what a query says after a comma. */
export function listAreas(towns: readonly Town[], codeOf: (town: Town) => string): readonly Feature[] {
  const byArea = Map.groupBy(towns, (town) => `${town.country}.${codeOf(town)}`)
  return readTable('areas.tsv.gz').map(([country = '', code = '', iso = '', id = '', name = '', others = '']) => {
    const own = byArea.get(`${country}.${code}`) ?? []
    const middle = middleOf(own)
    const keys = [toTownKey(name), ...others.split(',')].filter((key) => key !== '')
    const inQueries = [...keys.map(toAreaKey), ...codesOf(country, code, iso)].map((key) => AREA_MARK + key)
    const people = own.reduce((sum, { population }) => sum + population, 0)
    return {
      id: Number(id),
      name,
      country,
      state: null,
      region: name,
      lat: middle?.lat ?? 0,
      lon: middle?.lon ?? 0,
      elevation: middle?.elevation ?? null,
      population: Math.round(people * WEIGHTS.shareOfArea),
      featureCode: AREA,
      ...(middle === undefined ? { key: inQueries[0] ?? '' } : {}),
      otherKeys: [...new Set([...(middle === undefined ? [] : keys), ...inQueries])],
    }
  })
}

/** GeoNames' code of an area and that of ISO 3166-2, which is also written with the country. */
function codesOf(country: string, code: string, iso: string): readonly string[] {
  const codes = iso === '' ? [code] : [code, iso, `${country} ${iso}`]
  return codes.map((each) => each.toLowerCase())
}

const withoutKind = (key: string): string =>
  key
    .replace(/\b(?:international|regional|airport|aeroport|aeropuerto|flughafen)\b/g, '')
    .replace(/ +/g, ' ')
    .trim()

const withoutTown = (key: string, town: string): string => (key.startsWith(`${town} `) ? key.slice(town.length + 1) : key)

/** Airports, by name, by what is left of the name without its town or the word, and by code. `taken`: keys that mean something else, such as a large town. */
export function listAirports(taken: ReadonlySet<string>): readonly Feature[] {
  return readTable('airports.tsv.gz').map(
    ([iata = '', icao = '', size = '', name = '', town = '', country = '', lat = '', lon = '', metres = '', others = '']) => {
      const key = toTownKey(name)
      const place = toTownKey(town.split(/[(/,]/u, 1)[0] ?? '')
      const names = [key, ...others.split(',')]
      const named = [...names, ...names.map(withoutKind), ...names.map((each) => withoutTown(withoutKind(each), place))]
      if (size === 'L' && place !== '') named.push(`${place} airport`)
      const codes = [iata, icao].filter((code) => code !== '').map((code) => CODE_MARK + code.toLowerCase())
      return {
        id: 0,
        name: `${name} (${iata})`,
        key,
        country,
        state: null,
        region: null,
        lat: Number(lat),
        lon: Number(lon),
        elevation: metres === '' ? null : Number(metres),
        population: WEIGHTS.airport[size] ?? 1,
        featureCode: AIRPORT,
        otherKeys: [...new Set(named.filter((each) => each.length > 3 && each !== place && each !== key && !taken.has(each))), ...codes],
      }
    },
  )
}

/** The features with the region of the nearest town in their country. */
export function withRegions(features: readonly Feature[], towns: readonly Town[]): readonly Feature[] {
  const byCountry = Map.groupBy(towns, ({ country }) => country)
  return features.map((feature) => {
    const scale = Math.cos((feature.lat * Math.PI) / 180) ** 2
    let [nearest, least]: [Town | undefined, number] = [undefined, Infinity]
    for (const town of byCountry.get(feature.country) ?? []) {
      const distance = (town.lat - feature.lat) ** 2 + scale * (town.lon - feature.lon) ** 2
      if (distance < least) [nearest, least] = [town, distance]
    }
    return { ...feature, region: nearest?.region ?? null }
  })
}

/** Islands, summits and volcanoes. `landforms.tsv`: code of GeoNames, name, country, latitude, longitude, metres, people (islands), other names. */
export function listLandforms(): readonly Feature[] {
  return readTable('landforms.tsv').map(([code = '', name = '', country = '', lat, lon, metres = '', people = '', others = '']) => ({
    id: 0,
    name,
    country,
    state: null,
    region: null,
    lat: Number(lat),
    lon: Number(lon),
    elevation: metres === '' ? null : Number(metres),
    population: people === '' ? Number(metres) * WEIGHTS.metre : Number(people),
    featureCode: code,
    otherKeys: others === '' ? [] : others.split(',').map(toTownKey),
  }))
}
