import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { areaName } from '../admin-areas.ts'
import { distanceKm, type Point } from '../geocode/distance.ts'
import { type FoundPlace, isSamePlace, labelled } from '../geocode/found-place.ts'
import { countryOf } from './country-names.ts'
import { type Town, townAt, townKey, townsBeginning, type TownTable } from './town-table.ts'

/** The towns of the world of at least 1,000 inhabitants, for when no provider can be asked. Data: GeoNames, CC BY 4.0. */
export interface Gazetteer {
  /** Those that are called so, then those whose names begin so; the greater and, with a bias, the nearer first. */
  find(query: GazetteerQuery): Promise<FoundPlace[]>
}

export interface GazetteerQuery {
  /** Town, and what it must lie in: state or country, as names or codes. */
  readonly name: string
  readonly country: string | null
  readonly bias: Point | null
  readonly limit: number
}

/** Reads the towns when they are first asked for, in a thread of their own: the one that serves is never held up. */
export function createGazetteer(load: () => Promise<TownTable> = loadTowns): Gazetteer {
  let loading: Promise<TownTable> | undefined
  return {
    async find(query) {
      loading ??= load()
      try {
        return findTowns(await loading, query)
      } catch (error) {
        loading = undefined
        throw error
      }
    },
  }
}

/** How many namesakes are looked through for near duplicates. */
const MAX_CANDIDATES = 50
/** At this distance a town counts for half of its inhabitants. */
const BIAS_KM = 50

function findTowns(table: TownTable, { name, country, bias, limit }: GazetteerQuery): FoundPlace[] {
  const [town = '', ...within] = name.split(',').map(townKey)
  const areas = within.filter((area) => area !== '')
  if (town === '') return []
  const lies = (candidate: Town): boolean =>
    (country === null || candidate.country === country) && areas.every((area) => liesIn(candidate, area))
  const weight = (candidate: Town): number =>
    (candidate.population + 1) / (bias === null ? 1 : 1 + (distanceKm(candidate, bias) / BIAS_KM) ** 2)
  const { exact, longer } = townsBeginning(table, town)
  const found: FoundPlace[] = []
  for (const indices of [exact, longer]) {
    const candidates = indices.map((index) => townAt(table, index)).filter(lies)
    const ranked = candidates.map((candidate) => ({ candidate, weight: weight(candidate) })).sort((a, b) => b.weight - a.weight)
    for (const { candidate } of ranked.slice(0, MAX_CANDIDATES)) {
      const place = labelled(candidate)
      if (found.length < limit && !found.some((other) => isSamePlace(place, other))) found.push(place)
    }
  }
  return found
}

function liesIn({ country, state }: Town, area: string): boolean {
  if (country.toLowerCase() === area || countryOf(area) === country) return true
  return state !== null && (townKey(state) === area || areaName(country, area.toUpperCase()) === state)
}

async function loadTowns(): Promise<TownTable> {
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
