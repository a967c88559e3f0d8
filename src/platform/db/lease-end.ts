import { type RawBuilder, sql } from 'kysely'

/** The database's clock, in SQL. Leases between nodes go by it: a node whose own clock is ahead would take what others hold. */
export const DATABASE_NOW: RawBuilder<Date> = sql<Date>`now()`

/** When a lease ends that begins now. In whole milliseconds, so that JavaScript can repeat it. `now`: for tests. */
export function computeLeaseEnd(leaseMs: number, now: RawBuilder<Date> = DATABASE_NOW): RawBuilder<Date> {
  return sql<Date>`date_trunc('milliseconds', ${now} + ${leaseMs} * interval '1 millisecond')`
}
