import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { cellOf } from '../../../../domain/cell.ts'
import { distanceKm, type Point } from '../../../../domain/distance.ts'
import { areaName, countryOf } from '../admin-areas.ts'
import { type FoundPlace, isSamePlace, labelled, type SearchedPlace } from '../geocode/found-place.ts'
import { countriesOfZones, largestTowns, type TownList, townsFrom } from './largest-towns.ts'
import { townsSpeltLike } from './misspelt.ts'
import { areTownsStored, storedTowns } from './stored-towns.ts'
import { type Town, townAt, townKey, townsMatching, townsWithin, type TownTable } from './town-table.ts'

/** The world's towns with at least 1,000 inhabitants, used when no provider can be called. Data: GeoNames, CC BY 4.0. */
export type Gazetteer = ReturnType<typeof createGazetteer>

export interface GazetteerQuery {
  /** The town and, after commas, its state or country, as names or codes. */
  readonly name: string
  readonly country: string | null
  readonly bias: Point | null
  readonly limit: number
  /** Excludes prefix matches and similar spellings. */
  readonly isExact?: boolean
}

/** How long the table of 10 MB stays in memory after its last use: enough for a burst of queries. Reading it again takes hundredths of a second. */
const RELEASE_AFTER_MS = 15_000

/** Reads the table of towns on demand. */
export function createGazetteer(load: () => Promise<TownTable> = townsOfProcess, areStored: () => Promise<boolean> = areTownsStored) {
  let loaded: Promise<TownTable> | undefined
  let countries: ReadonlyMap<string, string> | undefined
  const release = setTimeout(() => (loaded = undefined), RELEASE_AFTER_MS).unref()
  async function table(): Promise<TownTable> {
    loaded ??= load()
    release.refresh()
    try {
      return await loaded
    } catch (error) {
      loaded = undefined
      throw error
    }
  }
  return {
    /** Builds the table if none is stored, so that no request has to wait for that later. */
    async warm(): Promise<void> {
      if (!(await areStored())) await table().catch(() => undefined)
    },
    /** Exact matches of the name, then prefix matches; if there are none, names spelt similarly. Larger and, with a bias, nearer towns first. */
    find: async (query: GazetteerQuery): Promise<SearchedPlace[]> => findTowns(await table(), query),
    /** The town that names a point: the largest in its grid cell, or else around it; null if there is none. */
    async townNear(point: { readonly lat: number; readonly lon: number }): Promise<(FoundPlace & Town) | null> {
      const { within, near } = townsAround(await table(), point)
      const town = within[0] ?? near[0]
      return town === undefined ? null : { ...town, ...labelled(town) }
    },
    /** The town with an id of GeoNames; null if it is not in the table. */
    async townOf(id: number): Promise<Town | null> {
      const towns = await table()
      const index = towns.ids.indexOf(id)
      return index === -1 ? null : townAt(towns, index)
    },
    /** The larger town by which people would describe where a place is; null if there is none within 100 km. */
    landmark: async (place: Point & { readonly name: string }): Promise<Town | null> => landmarkOf(await table(), place),
    /** The towns in the grid cell of a point, largest first, and at most ten within 25 km, larger and nearer first. */
    async around(point: Point) {
      const { within, near } = townsAround(await table(), point)
      return { within: within.map(labelled), near: near.map(labelled) }
    },
    /** The towns with at least `minPopulation` inhabitants, largest first; only the largest in each grid cell. */
    greatest: async (minPopulation: number): Promise<TownList> => townsFrom(await table(), minPopulation),
    /** The largest towns of a country (ISO 3166 alpha-2), largest first. */
    largestOf: async (country: string, count: number): Promise<readonly Pick<Town, 'name' | 'lat' | 'lon'>[]> =>
      largestTowns(await table(), country, count),
    /** The country of an IANA zone; null if the zone has no larger town. */
    async countryOfZone(zone: string): Promise<string | null> {
      countries ??= countriesOfZones(await table())
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
  const cell = cellOf(point.lat, point.lon).id
  const towns = townsWithin(table, point, boxOf(point, NEAR_KM)).map((index) => townAt(table, index))
  const within = towns.filter((town) => cellOf(town.lat, town.lon).id === cell).sort((a, b) => b.population - a.population)
  const near = towns
    .map((town) => ({ town, km: distanceKm(town, point) }))
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
  const key = townKey(place.name)
  const weighed = townsWithin(table, place, boxOf(place, LANDMARK_KM.most))
    .filter((index) => (table.population[index] ?? 0) >= LANDMARK_POPULATION)
    .map((index) => townAt(table, index))
    .map((town) => ({ town, km: distanceKm(town, place) }))
    .filter(({ town, km }) => km >= LANDMARK_KM.least && km <= LANDMARK_KM.most && townKey(town.name) !== key)
    .map(({ town, km }) => ({ town, weight: town.population / (1 + (km / LANDMARK_KM.half) ** 2) }))
  return weighed.sort((a, b) => b.weight - a.weight)[0]?.town ?? null
}

/** Maximum number of namesakes checked for near duplicates. */
const MAX_CANDIDATES = 50
/** The distance at which a town counts with half its population. */
const BIAS_KM = 50
/** The fraction of its population with which a town counts if only a foreign name matches. */
const ELSEWHERE_SHARE = 0.1

/** The fraction of its population with which a town counts for each letter that is different. */
const MISSPELT_SHARE = 0.01

function findTowns(table: TownTable, { name, country, bias, limit, isExact = false }: GazetteerQuery): SearchedPlace[] {
  const [town = '', ...within] = name.split(',').map(townKey)
  const areas = within.filter((area) => area !== '')
  if (town === '') return []
  const weighed = (share: number) => (index: number) => {
    const candidate = townAt(table, index)
    const nearness = bias === null ? 1 : 1 / (1 + (distanceKm(candidate, bias) / BIAS_KM) ** 2)
    return { candidate, weight: (candidate.population + 1) * nearness * share }
  }
  const found: SearchedPlace[] = []
  const add = (match: SearchedPlace['match'], candidates: readonly ReturnType<ReturnType<typeof weighed>>[], inAreas = areas): void => {
    const ranked = candidates
      .filter(({ candidate }) => country === null || candidate.country === country)
      .filter(({ candidate }) => inAreas.every((area) => liesIn(candidate, area)))
      .sort((a, b) => b.weight - a.weight)
    for (const { candidate } of ranked.slice(0, MAX_CANDIDATES)) {
      const place = { ...labelled(candidate), match }
      if (found.length < limit && !found.some((other) => isSamePlace(place, other))) found.push(place)
    }
  }
  const addCalled = (key: string, inAreas = areas) => {
    const { exact, elsewhere, longer } = townsMatching(table, key)
    add('exact', [...exact.map(weighed(1)), ...elsewhere.map(weighed(ELSEWHERE_SHARE))], inAreas)
    return longer
  }
  const longer = addCalled(town)
  const spellings = spelledOut(town)
  for (const key of spellings) addCalled(key)
  if (found.length === 0) for (const [key, area] of [town, ...spellings].flatMap(splits)) addCalled(key, [...areas, area])
  if (!isExact) add('partial', longer.map(weighed(1)))
  if (!isExact && found.length === 0) {
    add(
      'similar',
      townsSpeltLike(table, town).map(({ index, edits }) => weighed(MISSPELT_SHARE ** edits)(index)),
    )
  }
  return found
}

/** What the first word of a town's name may be short for. */
const SHORT: Readonly<Record<string, readonly string[]>> = { st: ['saint', 'sankt'], ste: ['sainte'], ft: ['fort'], mt: ['mount'] }

function spelledOut(key: string): string[] {
  const [first = '', rest] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' '))]
  return Object.hasOwn(SHORT, first) ? (SHORT[first] ?? []).map((word) => word + rest) : []
}

/** `springfield il`, `portland new south wales`: a town and, without a comma, its area, of four words at most. */
function splits(key: string): [town: string, area: string][] {
  const words = key.split(' ')
  const counts = [1, 2, 3, 4].filter((count) => count < words.length)
  return counts.map((count) => [words.slice(0, -count).join(' '), words.slice(-count).join(' ')])
}

function liesIn({ country, state }: Town, area: string): boolean {
  if (country.toLowerCase() === area || countryOf(area) === country) return true
  return state !== null && (townKey(state) === area || areaName(country, area.toUpperCase()) === state)
}

let shared: WeakRef<TownTable> | undefined
let reading: Promise<TownTable> | undefined

/** The table never changes, so all services of a process share it as long as one of them uses it. */
async function townsOfProcess(): Promise<TownTable> {
  const table = shared?.deref()
  if (table !== undefined) return table
  reading ??= storedTowns(loadTowns).finally(() => (reading = undefined))
  const read = await reading
  shared = new WeakRef(read)
  return read
}

/** Builds the table from the package, in a separate thread, so that the main thread is not blocked. */
export async function loadTowns(): Promise<TownTable> {
  const worker = new Worker(new URL('./load-towns.ts', import.meta.url))
  worker.unref()
  const gone = once(worker, 'exit').then(([code]) => {
    throw new Error(`the gazetteer's thread ended with ${String(code)}`)
  })
  try {
    const [table] = (await Promise.race([once(worker, 'message'), gone])) as [TownTable]
    return table
  } finally {
    gone.catch(() => undefined)
  }
}
