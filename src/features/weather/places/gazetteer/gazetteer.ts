import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Point, computeDistanceKm, toCell } from '@isobar/weather'
import { type FoundPlace, addPlaceLabel, type SearchedPlace } from '../geocode/found-place.ts'
import { findAreas } from './areas.ts'
import { findFeatures, findPlaces, type GazetteerQuery } from './find-places.ts'
import { mapZonesToCountries, listLargestTowns, type TownList, selectLargeTowns } from './largest-towns.ts'
import type { PlaceTables } from './place-tables.ts'
import { hasStoredTowns, loadStoredTowns } from './stored-towns.ts'
import { type Town, getTown, toTownKey, matchTowns, listTownsInBox, type TownTable } from './town-table.ts'

/**
 * The world's towns with at least 1,000 inhabitants, its countries and their areas, airports, islands and summits, and postcodes of some countries, used when no
 * provider can be called. Data: `tools/place-data`.
 */
export type Gazetteer = ReturnType<typeof createGazetteer>

/** How long the tables of 21 MB stay in memory after its last use: enough for a burst of queries. Reading it again takes hundredths of a second. */
const RELEASE_AFTER_MS = 15_000

/** Reads the tables on demand. */
export function createGazetteer(load: () => Promise<PlaceTables> = townsOfProcess, areStored: () => Promise<boolean> = hasStoredTowns) {
  let loaded: Promise<PlaceTables> | undefined
  let countries: ReadonlyMap<string, string> | undefined
  const release = setTimeout(() => (loaded = undefined), RELEASE_AFTER_MS).unref()
  async function tables(): Promise<PlaceTables> {
    loaded ??= load()
    release.refresh()
    try {
      return await loaded
    } catch (error) {
      loaded = undefined
      throw error
    }
  }
  const table = async (): Promise<TownTable> => (await tables()).towns
  return {
    /** Builds the tables if none are stored, so that no request has to wait for that later. */
    async warm(): Promise<void> {
      if (!(await areStored())) await tables().catch(() => undefined)
    },
    /** Exact matches of the name, then prefix matches; if there are none, names spelt similarly. Larger and, with a bias, nearer places first. */
    find: async (query: GazetteerQuery): Promise<SearchedPlace[]> => findPlaces(await tables(), query),
    /** Airports, islands and summits that have exactly the name or code. */
    findFeatures: async (query: GazetteerQuery): Promise<SearchedPlace[]> => findFeatures(await tables(), query),
    /** The places of postcodes (`toPostcodeKey`), of a country (ISO 3166 alpha-2) or all. */
    async findPostcodes(keys: readonly string[], country: string | null) {
      const { postcodes } = await tables()
      return keys.flatMap((key) =>
        matchTowns(postcodes, key)
          .exact.map((index) => ({ key, ...getTown(postcodes, index) }))
          .filter((place) => country === null || place.country === country),
      )
    },
    /** GeoNames' ids of a country (ISO 3166 alpha-2) and of an area of the first level in it, as `Town.region` names it; null if unknown. */
    async findAreaIds(country: string, region: string | null) {
      const { features } = await tables()
      const [land, area] = [country, region].map((name) =>
        findAreas(features, name ?? '').find((each) => each.country === country && each.region === (name === country ? null : name)),
      )
      return { country: land?.id || null, region: area?.id || null }
    },
    /** The town that names a point: the largest in its grid cell, or else around it; null if there is none. */
    async townNear(point: { readonly lat: number; readonly lon: number }): Promise<(FoundPlace & Town) | null> {
      const { within, near } = townsAround(await table(), point)
      const town = within[0] ?? near[0]
      return town === undefined ? null : { ...town, ...addPlaceLabel(town) }
    },
    /** The town with an id of GeoNames; null if it is not in the table. */
    async townOf(id: number): Promise<Town | null> {
      const towns = await table()
      const index = towns.ids.indexOf(id)
      return index === -1 ? null : getTown(towns, index)
    },
    /** The larger town by which people would describe where a place is; null if there is none within 100 km. */
    landmark: async (place: Point & { readonly name: string }): Promise<Town | null> => landmarkOf(await table(), place),
    /** The towns in the grid cell of a point, largest first, and at most ten within 25 km, larger and nearer first. */
    async around(point: Point) {
      const { within, near } = townsAround(await table(), point)
      return { within: within.map(addPlaceLabel), near: near.map(addPlaceLabel) }
    },
    /** The towns with at least `minPopulation` inhabitants, largest first; only the largest in each grid cell. */
    greatest: async (minPopulation: number): Promise<TownList> => selectLargeTowns(await table(), minPopulation),
    /** The largest towns of a country (ISO 3166 alpha-2), largest first. */
    largestOf: async (country: string, count: number): Promise<readonly Pick<Town, 'name' | 'lat' | 'lon'>[]> =>
      listLargestTowns(await table(), country, count),
    /** The country of an IANA zone; null if the zone has no larger town. */
    async countryOfZone(zone: string): Promise<string | null> {
      countries ??= mapZonesToCountries(await table())
      return countries.get(zone) ?? null
    },
  }
}

const NEAR_KM = 25
/** The distance at which a nearby town counts with half its population. */
const HALF_KM = 5
const MAX_NEAR = 10
/** Lower bound for a degree of latitude. */
const KM_PER_DEGREE = 110
/** Beyond this, a box of 25 km would wrap around the pole. */
const MAX_NEAR_DEGREES = 5

/** Half the sides of a box that holds everything within a distance, in degrees. */
function boxOf({ lat: middle }: Point, km: number): { readonly lat: number; readonly lon: number } {
  const lat = km / KM_PER_DEGREE
  return { lat, lon: Math.min(MAX_NEAR_DEGREES, lat / Math.max(0.01, Math.cos((middle * Math.PI) / 180))) }
}

function townsAround(table: TownTable, point: Point): { readonly within: readonly Town[]; readonly near: readonly Town[] } {
  const cell = toCell(point.lat, point.lon).id
  const towns = listTownsInBox(table, point, boxOf(point, NEAR_KM)).map((index) => getTown(table, index))
  const within = towns.filter((town) => toCell(town.lat, town.lon).id === cell).sort((a, b) => b.population - a.population)
  const near = towns
    .map((town) => ({ town, km: computeDistanceKm(town, point) }))
    .filter(({ km }) => km <= NEAR_KM)
    .map(({ town, km }) => ({ town, weight: (town.population + 1) / (1 + (km / HALF_KM) ** 2) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_NEAR)
  return { within, near: near.map(({ town }) => town) }
}

/** Landmarks: how far away, how near is the place itself, how large, and the distance at which one counts with half its population. */
const LANDMARK_KM = { most: 100, least: 5, half: 30 }
const LANDMARK_POPULATION = 10_000

function landmarkOf(table: TownTable, place: Point & { readonly name: string }): Town | null {
  const key = toTownKey(place.name)
  const weighed = listTownsInBox(table, place, boxOf(place, LANDMARK_KM.most))
    .filter((index) => (table.population[index] ?? 0) >= LANDMARK_POPULATION)
    .map((index) => getTown(table, index))
    .map((town) => ({ town, km: computeDistanceKm(town, place) }))
    .filter(({ town, km }) => km >= LANDMARK_KM.least && km <= LANDMARK_KM.most && toTownKey(town.name) !== key)
    .map(({ town, km }) => ({ town, weight: town.population / (1 + (km / LANDMARK_KM.half) ** 2) }))
  return weighed.sort((a, b) => b.weight - a.weight)[0]?.town ?? null
}

let shared: WeakRef<PlaceTables> | undefined
let reading: Promise<PlaceTables> | undefined

/** The tables never change, so all services of a process share it as long as one of them uses it. */
async function townsOfProcess(): Promise<PlaceTables> {
  const table = shared?.deref()
  if (table !== undefined) return table
  reading ??= loadStoredTowns(loadTowns).finally(() => (reading = undefined))
  const read = await reading
  shared = new WeakRef(read)
  return read
}

/** Builds the tables, in a separate thread, so that the main thread is not blocked. */
export async function loadTowns(): Promise<PlaceTables> {
  const worker = new Worker(new URL('./load-towns.ts', import.meta.url))
  worker.unref()
  const gone = once(worker, 'exit').then(([code]) => {
    throw new Error(`the gazetteer's thread ended with ${String(code)}`)
  })
  try {
    const [table] = (await Promise.race([once(worker, 'message'), gone])) as [PlaceTables]
    return table
  } finally {
    gone.catch(() => undefined)
  }
}
