import type pg from 'pg'
import { until } from './until.ts'

/** Resolves once a statement that matches the pattern of LIKE waits for a lock in the pool's database. */
export async function untilWaiting(pool: pg.Pool, statement: string): Promise<void> {
  await until(`${statement} waits for a lock`, async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1`,
      [statement],
    )
    return rowCount !== 0
  })
}
