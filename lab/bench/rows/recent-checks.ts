import type { Tables } from '../../../src/composition/tables.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { createLogger } from '../../../src/platform/log.ts'
import { openJobBench } from '../jobs/server.ts'
import { startService } from '../processes.ts'
import { fill } from '../recent-checks.ts'
import type { MeasuredRow, Pace } from '../table/row.ts'
import { besideBare } from './bare.ts'
import { GZIP } from './hot.ts'

const CHECKS = 1_000_000
const CHECKS_IN_QUICK = 100_000

/** The hundred most requested places of a month of checks. */
export async function* recentChecks(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const bench = closing.use(await openJobBench())
  const url = await bench.createDatabase('recent_checks')
  const database = await openDatabase<Tables>({ connection: url, maxConnections: 1, log: createLogger({ level: 'error' }) })
  await fill(database.kysely, pace.isQuick ? CHECKS_IN_QUICK : CHECKS, Date.now())
  await database.close()
  const service = closing.use(await startService({ DATABASE_URL: url, ADMIN_SECRET: 'bench-admin-secret-0123456789' }))
  yield await besideBare({ name: '100 places, gzip', goal: null, url: `${service.url}/api/recent-checks?limit=100`, headers: GZIP }, pace)
}
