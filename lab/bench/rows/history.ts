import { cellFromId } from '../../../src/domain/cell.ts'
import { createPartitionStore, monthOf } from '../../../src/features/weather/history/partition-store.ts'
import type { HistoryTables } from '../../../src/features/weather/history/tables.ts'
import { HOURLY_VARIABLES } from '../../../src/features/weather/history/variables.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { createLogger } from '../../../src/platform/log.ts'
import { openDatabases } from '../database.ts'
import { startListening, startService } from '../processes.ts'
import type { MeasuredRow, Pace } from '../row.ts'
import { loadSideBySide } from '../side-by-side.ts'
import { cellsFor, DAYS, fill } from './archive.ts'

const POINTS = 200_000
const CONNECTIONS = 8
const DAY_MS = 86_400_000
const WEEKS = `between now() - interval '7 days' and now() + interval '7 days'`

/** The latest issued forecast for each moment of a period. */
const latest = (table: string, wanted: string): string => `
  SELECT DISTINCT ON (moment.valid_at) moment.valid_at, issue.issued_at, issue.source, ${wanted}
  FROM ${table} issue CROSS JOIN LATERAL unnest(issue.valid_at) WITH ORDINALITY moment (valid_at, position)
  WHERE issue.cell = $1 AND issue.issued_hour > now() - interval '17 days' AND moment.valid_at ${WEEKS}
  ORDER BY moment.valid_at, issue.issued_at DESC`

const STATEMENTS = [
  `SELECT * FROM observation WHERE cell = $1 AND observed_at ${WEEKS} ORDER BY observed_at DESC LIMIT 500`,
  latest(
    'hourly_issue',
    Object.values(HOURLY_VARIABLES)
      .map((column) => `issue.${column}[moment.position]`)
      .join(', '),
  ),
  latest('daily_issue', 'issue.points -> (moment.position - 1)::int AS point'),
]

const asking = () => ({ connections: CONNECTIONS })

/** A place's last week and next week: observations, forecasts, summary, accuracy. */
export async function* history(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const bench = closing.use(await openDatabases())
  const database = await bench.createDatabase('history')
  const cells = cellsFor(POINTS)
  await fillArchive(database, cells)
  const service = closing.use(await startService({ DATABASE_URL: database, ADMIN_SECRET: 'bench-admin-secret-0123456789' }))
  const bare = closing.use(await startListening(['lab/bench/scripts/bare-queries.ts', database, JSON.stringify(STATEMENTS)]))
  const { lat, lon } = cellFromId(cells[0] ?? 0)
  const rounds = await loadSideBySide(
    { url: `${service.url}/api/weather/history?lat=${lat}&lon=${lon}`, asking },
    { url: `${bare.url}/?lat=${lat}&lon=${lon}`, asking },
    pace,
  )
  yield { name: 'a week, 8 connections', unit: '/s', yardstick: 'node:http and the bare queries', goal: null, rounds }
}

async function fillArchive(url: string, cells: readonly number[]): Promise<void> {
  const endMs = Math.floor(Date.now() / 3_600_000) * 3_600_000
  const database = await openDatabase<HistoryTables>({ connection: url, maxConnections: 1, log: createLogger({ level: 'error' }) })
  const partitions = createPartitionStore(database.kysely)
  for (let day = 0; day <= DAYS; day++) await partitions.ensureMonth(monthOf(endMs - day * DAY_MS))
  await database.close()
  await fill(url, cells, endMs)
}
