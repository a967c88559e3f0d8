import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { createPartitionStore, monthOf } from '../../../src/features/history/partition-store.ts'
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded/embedded.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { createLogger } from '../../../src/platform/log.ts'
import { createServices } from '../../../src/services.ts'
import { cellFromId } from '../../../src/weather/cell.ts'
import { cellsFor, DAYS, fill } from './fill.ts'

const SIZES = [1_000_000, 10_000_000, 50_000_000]
const ROUNDS = 500
const WARM_UP = 30

interface Archive {
  readonly points: number
  readonly cells: readonly number[]
  readonly bytes: number
  readonly observations: number
  readonly fillSeconds: number
  /** Milliseconds to answer one cell's week. */
  store(cellId: number): Promise<number>
  route(cellId: number): Promise<number>
  close(): Promise<void>
}

/**
 * One cell's week out of archives of 1, 10 and 50 million forecast points, or of the sizes given in millions: through the service (the
 * real queries) and through the route, over HTTP. The archives lie side by side on one throwaway server and are asked in turns.
 */
export async function run(args: readonly string[]): Promise<void> {
  const sizes = args.length === 0 ? SIZES : args.map((millions) => Number(millions) * 1_000_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'isobar-bench-'))
  await chmod(dataDir, 0o755)
  const log = createLogger({ level: 'error' })
  const server = await startEmbeddedPostgres({ dataDir, log, database: 'postgres' })
  const urlOf = (database: string): string => {
    const { host, port, user } = server.connection
    return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  }
  const archives: Archive[] = []
  try {
    for (const points of sizes) {
      const database = `archive_${points}`
      const admin = await openDatabase({ connection: urlOf('postgres'), maxConnections: 1, log })
      await admin.pool.query(`CREATE DATABASE ${database}`)
      await admin.close()
      const archive = await openArchive(urlOf(database), dataDir, points)
      archives.push(archive)
      console.log(
        `filled ${millions(points)} forecast points and ${millions(archive.observations)} observations of ${archive.cells.length} cells in ${archive.fillSeconds.toFixed(0)} s`,
      )
    }
    await measure(archives)
  } finally {
    for (const archive of archives) await archive.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function openArchive(url: string, dataDir: string, points: number): Promise<Archive> {
  const config = loadConfig({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    ADMIN_SECRET: 'bench-admin-secret-0123456789',
    RATE_LIMITS: 'history=0',
    LOG_LEVEL: 'error',
  })
  const log = createLogger({ level: 'error' })
  const services = await createServices(config, { clock: { now: () => Date.now() }, log })
  const app = await createApp(services)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const start = performance.now()
  const cells = cellsFor(points)
  const endMs = Math.floor(Date.now() / 3_600_000) * 3_600_000
  const partitions = createPartitionStore(services.storage.database.kysely)
  for (let day = 0; day <= DAYS; day++) await partitions.ensureMonth(monthOf(endMs - day * 86_400_000))
  await fill(url, cells, endMs)
  const { rows } = await services.storage.database.pool.query<{ bytes: number; observations: number }>(
    `SELECT pg_database_size(current_database()) AS bytes, (SELECT count(*) FROM observation) AS observations`,
  )
  const week = { from: undefined, to: undefined, issues: 'latest', units: 'metric', lang: 'en' } as const
  return {
    points,
    cells,
    bytes: rows[0]?.bytes ?? 0,
    observations: rows[0]?.observations ?? 0,
    fillSeconds: (performance.now() - start) / 1_000,
    store: (cellId) => timed(() => services.history.service.answer({ ...cellFromId(cellId), ...week }, 500)),
    route(cellId) {
      const { lat, lon } = cellFromId(cellId)
      return timed(async () => {
        const response = await fetch(`${address}/api/weather/history?lat=${lat}&lon=${lon}`)
        const { observations, forecasts } = (await response.json()) as { observations: unknown[]; forecasts: { hourly: unknown[] } }
        if (observations.length === 0 || forecasts.hourly.length < 168) throw new Error('the archive of the cell is not a week long')
      })
    },
    async close() {
      await app.close()
      await services.close()
    },
  }
}

async function measure(archives: readonly Archive[]): Promise<void> {
  const times = archives.map(() => ({ store: [] as number[], route: [] as number[] }))
  let seed = 1
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [i, archive] of archives.entries()) {
      // Another cell each time, the same sequence in every run (MINSTD).
      seed = (seed * 48_271) % 2_147_483_647
      const cell = archive.cells[seed % archive.cells.length] ?? 0
      const [store, route] = [await archive.store(cell), await archive.route(cell)]
      if (round < 0) continue
      times[i]?.store.push(store)
      times[i]?.route.push(route)
    }
  }
  console.log(`\n${ROUNDS} rounds in turns, a cell at random each, Node ${process.version}, milliseconds\n`)
  console.log('points   database   service p50   p99   growth p50   p99   route p50   p99   growth p50   p99')
  for (const [i, { points, bytes }] of archives.entries()) {
    const cells = (['store', 'route'] as const).flatMap((way) => {
      const own = times[i]?.[way] ?? []
      const first = times[0]?.[way] ?? []
      const growth = (share: number): string => (percentile(own, share) / percentile(first, share)).toFixed(2)
      return [
        percentile(own, 0.5)
          .toFixed(1)
          .padStart(way === 'store' ? 13 : 11),
        percentile(own, 0.99).toFixed(1).padStart(5),
        growth(0.5).padStart(12),
        growth(0.99).padStart(5),
      ]
    })
    console.log([millions(points).padEnd(8), `${(bytes / 2 ** 20).toFixed(0)} MB`.padStart(8), ...cells].join(' '))
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function millions(count: number): string {
  return `${(count / 1_000_000).toFixed(count < 1_000_000 ? 1 : 0)} M`
}
