import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../../src/composition/app.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { createPartitionStore, monthOf } from '../../../src/features/weather/history/partition-store.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded/embedded.ts'
import { createLogger } from '../../../src/platform/log.ts'
import { createServices, type Services } from '../../../src/composition/services.ts'
import { cellsFor, DAYS, fill } from './fill.ts'

const SIZES = [1_000_000, 10_000_000, 50_000_000]

/** A whole service over an archive of this many forecast points. */
export interface Archive {
  readonly points: number
  readonly cells: readonly number[]
  readonly bytes: number
  readonly observations: number
  readonly url: string
  readonly services: Services
}

/** The sizes given to a bench in millions, or 1, 10 and 50. */
export function sizesOf(args: readonly string[]): number[] {
  return args.length === 0 ? SIZES : args.map((millions) => Number(millions) * 1_000_000)
}

/** Fills archives side by side on one throwaway server, opens a service over each, and removes everything when `work` is done. */
export async function withArchives(
  sizes: readonly number[],
  env: Readonly<Record<string, string>>,
  work: (archives: readonly Archive[]) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'isobar-bench-'))
  await chmod(dataDir, 0o755)
  const log = createLogger({ level: 'error' })
  const server = await startEmbeddedPostgres({ dataDir, log, database: 'postgres' })
  const urlOf = (database: string): string => {
    const { host, port, user } = server.connection
    return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`
  }
  const archives: (Archive & { close(): Promise<void> })[] = []
  try {
    for (const points of sizes) {
      const database = `archive_${points}`
      const admin = await openDatabase({ connection: urlOf('postgres'), maxConnections: 1, log })
      await admin.pool.query(`CREATE DATABASE ${database}`)
      await admin.close()
      const started = performance.now()
      const archive = await openArchive(urlOf(database), { ...env, DATA_DIR: dataDir }, points)
      archives.push(archive)
      const seconds = ((performance.now() - started) / 1_000).toFixed(0)
      console.log(
        `filled ${millions(points)} forecast points and ${millions(archive.observations)} observations of ${archive.cells.length} cells in ${seconds} s`,
      )
    }
    await work(archives)
  } finally {
    for (const archive of archives) await archive.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function openArchive(
  url: string,
  env: Readonly<Record<string, string>>,
  points: number,
): Promise<Archive & { close(): Promise<void> }> {
  const config = loadConfig({ DATABASE_URL: url, ADMIN_SECRET: 'bench-admin-secret-0123456789', LOG_LEVEL: 'error', ...env })
  const services = await createServices(config, { clock: { now: () => Date.now() }, log: createLogger({ level: 'error' }) })
  const app = await createApp(services)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const cells = cellsFor(points)
  const endMs = Math.floor(Date.now() / 3_600_000) * 3_600_000
  const partitions = createPartitionStore(services.storage.database.kysely)
  for (let day = 0; day <= DAYS; day++) await partitions.ensureMonth(monthOf(endMs - day * 86_400_000))
  await fill(url, cells, endMs)
  const { rows } = await services.storage.database.pool.query<{ bytes: number; observations: number }>(
    `SELECT pg_database_size(current_database()) AS bytes, (SELECT count(*) FROM observation) AS observations`,
  )
  return {
    points,
    cells,
    bytes: rows[0]?.bytes ?? 0,
    observations: rows[0]?.observations ?? 0,
    url: address,
    services,
    async close() {
      await app.close()
      await services.close()
    },
  }
}

export function millions(count: number): string {
  return `${(count / 1_000_000).toFixed(count < 1_000_000 ? 1 : 0)} M`
}
