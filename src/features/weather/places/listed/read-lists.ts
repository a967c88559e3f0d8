import { type Point, toSingleLine } from '@isobar/weather'
import { toFoldedPostcodeKey } from '../gazetteer/place-tables.ts'
import { toTownKey } from '../gazetteer/town-table.ts'
import { foldName } from '../geocode/fold.ts'

/** What a list has: postcodes, airports by their codes and names, or summits. */
export type ListName = 'postcodes' | 'airports' | 'summits'

/** A place of a list, with everything that finds it. */
export interface ListedPlace extends Point {
  readonly list: ListName
  /** A postcode's letters and digits in lower case, or names as of `toTownKey`; at least one. */
  readonly keys: readonly string[]
  readonly name: string
  /** ISO 3166 alpha-2. */
  readonly country: string
  readonly state: string | null
  /** Of places with the same key, the one with more comes first. */
  readonly weight: number
}

/** Reads a line: the place in it, or null if it has none that is listed. */
export type ReadLine = (line: string) => ListedPlace | null

const MAX_NAME = 120
const MAX_KEY = 200
const MAX_KEYS = 40

/**
 * The reader of a file, by its first line: GeoNames' postal codes (12 columns) or places (19), or OurAirports' `airports.csv`; null for any other.
 * Formats: https://download.geonames.org/export/zip/readme.txt, https://download.geonames.org/export/dump/readme.txt, https://ourairports.com/help/data-dictionary.html
 */
export function findLineReader(firstLine: string): ReadLine | null {
  const columns = firstLine.split('\t').length
  if (columns === 12) return postcodeIn
  if (columns === 19) return featureIn
  const header = splitCsvLine(firstLine)
  return ['ident', 'type', 'name', 'latitude_deg', 'iata_code'].every((name) => header.includes(name)) ? airportsBy(header) : null
}

/** The key of a postcode as people type it: `SW1A 1AA`, `sw1a1aa` and `SW1A-1AA` are one. */
export function toPostcodeKey(text: string): string {
  return toFoldedPostcodeKey(foldName(text))
}

function postcodeIn(line: string): ListedPlace | null {
  const [country = '', code = '', town = '', state = '', , , , , , lat = '', lon = ''] = line.split('\t')
  const name = toSingleLine(`${code} ${town}`)
  return placeOf('postcodes', [toPostcodeKey(code)], { name, country, state, lat, lon, weight: 0 })
}

/** GeoNames' codes of what people call a mountain. */
const SUMMITS = new Set(['MT', 'PK', 'VLC'])

function featureIn(line: string): ListedPlace | null {
  const [, name = '', , others = '', lat = '', lon = '', featureClass, featureCode = '', country = '', , , , , , , elevation, terrain] =
    line.split('\t')
  const names = [name, ...others.split(',')]
  const place = { name: toSingleLine(name), country, state: '', lat, lon }
  if (featureClass === 'T' && SUMMITS.has(featureCode)) {
    const height = Number(elevation) || Number(terrain) || 0
    return placeOf('summits', names.map(toTownKey), { ...place, weight: Math.max(0, height) })
  }
  if (featureClass !== 'S' || featureCode !== 'AIRP') return null
  const iata = names.find((other) => /^[A-Z]{3}$/.test(other))
  return iata === undefined ? null : placeOf('airports', airportKeys(names), { ...place, name: `${place.name} (${iata})`, weight: 1 })
}

/** Those with a code of IATA; without heliports, water and what is closed. */
const AIRPORT_WEIGHTS: Readonly<Record<string, number>> = { large_airport: 3, medium_airport: 2, small_airport: 1 }

function airportsBy(header: readonly string[]): ReadLine {
  return (line) => {
    const fields = splitCsvLine(line)
    const field = (column: string): string => fields[header.indexOf(column)] ?? ''
    const [name, iata, weight] = [field('name'), field('iata_code'), AIRPORT_WEIGHTS[field('type')]]
    if (weight === undefined || !/^[A-Z]{3}$/.test(iata)) return null
    const place = { country: field('iso_country'), state: '', lat: field('latitude_deg'), lon: field('longitude_deg') }
    const keys = airportKeys([iata, field('icao_code') || field('gps_code'), name])
    return placeOf('airports', keys, { ...place, name: `${toSingleLine(name)} (${iata})`, weight })
  }
}

/** Also without the words that people leave out. */
function airportKeys(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const key = toTownKey(name)
    return [key, key.replace(/ (?:international )?airport$/, '')]
  })
}

interface Written {
  readonly name: string
  readonly country: string
  readonly state: string
  readonly lat: string
  readonly lon: string
  readonly weight: number
}

/** Null unless it has a name, a country, a key, and a point on Earth. */
function placeOf(list: ListName, keys: readonly string[], { name, country, state, lat, lon, weight }: Written): ListedPlace | null {
  const point = { lat: lat === '' ? Number.NaN : Number(lat), lon: lon === '' ? Number.NaN : Number(lon) }
  const usable = [...new Set(keys)].filter((key) => key !== '' && key.length <= MAX_KEY).slice(0, MAX_KEYS)
  const isOnEarth = Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180
  if (!isOnEarth || usable.length === 0 || name.trim() === '' || !/^[A-Z]{2}$/.test(country)) return null
  const area = toSingleLine(state).slice(0, MAX_NAME)
  return { list, keys: usable, name: name.slice(0, MAX_NAME), country, state: area === '' ? null : area, ...point, weight }
}

/** The fields of a line of CSV (RFC 4180) without line breaks in fields. Reads it once. */
export function splitCsvLine(line: string): string[] {
  const fields: string[] = []
  let field = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] as string
    if (isQuoted && letter === '"' && line[at + 1] === '"') {
      field += '"'
      at += 1
    } else if (letter === '"') isQuoted = !isQuoted
    else if (letter === ',' && !isQuoted) {
      fields.push(field)
      field = ''
    } else field += letter
  }
  return [...fields, field]
}
