import type { InsertObject, InsertQueryBuilder, InsertResult, Kysely } from 'kysely'
import type { FetchRows } from './archive-rows.ts'
import { createPartitionStore, toUtcMonth } from './partition-store.ts'
import type { HistoryTables } from './tables.ts'

/** Writes to the archive's partitions; a missing partition is created first. */
export function createWriteStore(db: Kysely<HistoryTables>) {
  const partitions = createPartitionStore(db)
  /** Months whose partitions are known to exist. */
  const made = new Set<string>()

  async function ensureMonths(fetches: readonly FetchRows[]): Promise<void> {
    for (const month of new Set(fetches.flatMap(monthsOf))) {
      if (made.has(month)) continue
      await partitions.ensureMonth(month)
      made.add(month)
    }
  }

  return {
    /** Writes all fetches in one transaction. Rows that already exist are left unchanged. */
    async insertFetches(fetches: readonly FetchRows[]): Promise<void> {
      try {
        await ensureMonths(fetches)
        const rowsOf = <Part extends keyof FetchRows>(part: Part) => fetches.flatMap((fetch) => fetch[part] ?? [])
        const observations = inKeyOrder(rowsOf('observation'), 'observed_at')
        const hourly = inKeyOrder(rowsOf('hourly'), 'issued_hour')
        const daily = inKeyOrder(rowsOf('daily'), 'issued_hour')
        const airAnalyses = inKeyOrder(rowsOf('airAnalysis'), 'observed_at')
        const airIssues = inKeyOrder(rowsOf('airIssue'), 'issued_hour')
        await db.transaction().execute(async (trx) => {
          await insertNew(trx.insertInto('observation'), observations)
          await insertNew(trx.insertInto('hourly_issue'), hourly)
          await insertNew(trx.insertInto('daily_issue'), daily)
          await insertNew(trx.insertInto('air_analysis'), airAnalyses)
          await insertNew(trx.insertInto('air_issue'), airIssues)
        })
      } catch (error) {
        // A partition may be gone: its month was dropped or the database was restored.
        made.clear()
        throw error
      }
    },
  }
}

async function insertNew<Table extends keyof HistoryTables>(
  into: InsertQueryBuilder<HistoryTables, Table, InsertResult>,
  rows: readonly InsertObject<HistoryTables, Table>[],
): Promise<void> {
  if (rows.length === 0) return
  const query = into.values(rows)
  await query.onConflict((on) => on.doNothing()).execute()
}

/**
 * Whether the database rejected the values (SQLSTATE classes 22 and 23), so that retrying is pointless. 23514 means a missing partition
 * here.
 */
export function isRefusal(error: unknown): boolean {
  return /^2[23](?!514)/.test((error as { code?: string }).code ?? '')
}

function monthsOf({ observation, hourly, daily, airAnalysis, airIssue }: FetchRows): string[] {
  const times = [observation?.observed_at, hourly?.issued_hour, daily?.issued_hour, airAnalysis?.observed_at, airIssue?.issued_hour]
  return times.flatMap((time) => (time === undefined ? [] : toUtcMonth(new Date(time).getTime())))
}

/** Sorted by key, so that nodes that write the same keys concurrently cannot deadlock. */
function inKeyOrder<Time extends string, Row extends { cell: number; source: string } & { readonly [T in Time]: Date | string }>(
  rows: readonly Row[],
  time: Time,
): Row[] {
  const key = (row: Row): string => `${String(row.cell).padStart(10, '0')} ${new Date(row[time]).toISOString()} ${row.source}`
  return rows
    .map((row) => ({ row, key: key(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row)
}
