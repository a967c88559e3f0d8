import { type Kysely, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/queries.ts'
import type { HistoryTables } from './tables.ts'

const PARTITIONED = ['observation', 'hourly_issue', 'daily_issue', 'air_analysis', 'air_issue'] as const

/** Advisory lock held while archive partitions are created or dropped; the number is arbitrary but must be unique. */
const LOCK_KEY = 5_127_734_004

/** An hourly issue takes 3 to 4 KB. Stored inline and uncompressed, a week of them is read in half the time. */
const INLINE: Readonly<Record<string, string>> = { hourly_issue: 'with (toast_tuple_target = 8160)' }

export type PartitionStore = ReturnType<typeof createPartitionStore>

/** The UTC month: `2026-07`. */
export function toUtcMonth(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 7)
}

/** The following month, across the end of the year. */
export function getNextMonth(month: string): string {
  return Temporal.PlainYearMonth.from(month).add({ months: 1 }).toString()
}

/** Manages the archive's monthly partitions. Database errors are thrown. */
export function createPartitionStore(db: Kysely<HistoryTables>) {
  return {
    /** Creates the missing partitions of a month. `month` is `2026-07`, in UTC. */
    async ensureMonth(month: string): Promise<void> {
      const names = PARTITIONED.map((table) => nameOf(table, month))
      if ((await listPartitions(db, names)).length === names.length) return
      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${LOCK_KEY}::int8)`.execute(trx)
        for (const table of PARTITIONED) await createPartition(trx, table, month)
      })
    },

    /** The first day that the archive has a place for, in epoch milliseconds; null before the first partition. Reads no data. */
    async firstDay(): Promise<number | null> {
      const [month] = (await listPartitions(db)).map(monthOfName).toSorted()
      return month === undefined ? null : Date.parse(`${month}-01T00:00:00Z`)
    },

    /** Drops every month that ended at or before `nowMs − retentionMs` and returns the names of the dropped tables. */
    async dropMonthsBefore(thresholdMs: number): Promise<string[]> {
      const dropped: string[] = []
      for (const name of await listPartitions(db)) {
        if (Date.parse(`${getNextMonth(monthOfName(name))}-01T00:00:00Z`) > thresholdMs) continue
        await db.transaction().execute(async (trx) => {
          // Give up on a long-running reader and retry next time, so that others do not queue up behind our lock.
          await sql`set local lock_timeout = '2s'`.execute(trx)
          await sql`select pg_advisory_xact_lock(${LOCK_KEY}::int8)`.execute(trx)
          await sql`drop table if exists ${sql.table(name)}`.execute(trx)
        })
        dropped.push(name)
      }
      return dropped
    },
  }
}

/** Created as a separate table and then attached, which does not block readers and writers of other months. */
async function createPartition(trx: Transaction<HistoryTables>, table: (typeof PARTITIONED)[number], month: string): Promise<void> {
  const name = nameOf(table, month)
  if ((await listPartitions(trx, [name])).length > 0) return
  const [from, to] = [sql.lit(`${month}-01T00:00:00Z`), sql.lit(`${getNextMonth(month)}-01T00:00:00Z`)]
  await sql`create table ${sql.table(name)} (like ${sql.table(table)} including all) ${sql.raw(INLINE[table] ?? '')}`.execute(trx)
  await sql`alter table ${sql.table(table)} attach partition ${sql.table(name)} for values from (${from}) to (${to})`.execute(trx)
}

/** The existing partitions, all or among `names`. Reads the catalog tables, because `to_regclass` may answer from a session's cache. */
async function listPartitions(db: Kysely<HistoryTables>, names?: readonly string[]): Promise<string[]> {
  const wanted = names === undefined ? sql`` : sql`and child.relname = any(${names}::text[])`
  const { rows } = await sql<{ name: string }>`
    select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent in (${sql.join(PARTITIONED.map((table) => sql`${sql.lit(table)}::regclass`))}) and child.relkind = 'r' ${wanted}
    order by child.relname`.execute(db)
  return rows.map(({ name }) => name)
}

function nameOf(table: string, month: string): string {
  return `${table}_${month.replace('-', '_')}`
}

function monthOfName(name: string): string {
  return name.slice(-7).replace('_', '-')
}
