import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../src/composition/tables.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { createLogger } from '../../../src/platform/log.ts'
import { openDatabases } from '../database.ts'
import { startService } from '../processes.ts'
import type { MeasuredRow, Pace } from '../row.ts'
import { compareWithBare, GZIP } from './answers.ts'

const CHECKS = 1_000_000
const CHECKS_IN_QUICK = 100_000
const HOUR_MS = 3_600_000
const WINDOW_HOURS = 720

/** The hundred most requested places of a month of checks. */
export async function* recentChecks(pace: Pace, closing: AsyncDisposableStack): AsyncGenerator<MeasuredRow> {
  const bench = closing.use(await openDatabases())
  const url = await bench.createDatabase('recent_checks')
  const database = await openDatabase<Tables>({ connection: url, maxConnections: 1, log: createLogger({ level: 'error' }) })
  await fill(database.kysely, pace.isQuick ? CHECKS_IN_QUICK : CHECKS, Date.now())
  await database.close()
  const service = closing.use(await startService({ DATABASE_URL: url, ADMIN_SECRET: 'bench-admin-secret-0123456789' }))
  yield await compareWithBare(
    { name: '100 places, gzip', goal: null, url: `${service.url}/api/recent-checks?limit=100`, headers: GZIP },
    pace,
  )
}

/** Checks of the last 30 days; a fiftieth as many places, the first ones far more popular; all of them named. */
async function fill(kysely: Kysely<Tables>, size: number, now: number): Promise<void> {
  const newest = new Date(Math.floor(now / HOUR_MS) * HOUR_MS)
  await kysely.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    await sql`truncate check_hour, check_client, check_total, place_name`.execute(db)
    await sql`
      insert into check_hour (hour, cell, count)
      select ${newest}::timestamptz - (random() * ${WINDOW_HOURS - 1})::int * interval '1 hour',
        1000000 + floor(${size / 50} * random() ^ 3)::int * 7, count(*)
      from generate_series(1, ${size}) group by 1, 2 order by 1, 2`.execute(db)
    await sql`
      insert into check_total
      select cell, sum(count), max(hour) + random() * interval '59 minutes' from check_hour group by cell`.execute(db)
    await sql`
      insert into place_name
      select cell, 'Town ' || cell, 'DE', null, 1 + cell % 80, 1 + cell % 170, ${new Date(now)}::timestamptz from check_total`.execute(db)
    await sql`vacuum analyze check_hour, check_total, place_name`.execute(db)
    await sql`checkpoint`.execute(db)
    await sql`reset statement_timeout`.execute(db)
  })
}
