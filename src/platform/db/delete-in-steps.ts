import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

const STEP = 1_000

export interface DeletionOptions {
  /** At most so many rows in each statement. */
  readonly step?: number
  /** Ends it after the statement in progress. */
  readonly signal?: AbortSignal
}

/**
 * Deletes the rows of a table that `which` selects (a condition, perhaps with an order) step by step, and passes over those that somebody is
 * changing. Resolves to how many.
 */
export async function deleteInSteps(
  db: QueryExecutorProvider,
  table: string,
  which: RawBuilder<unknown>,
  { step = STEP, signal }: DeletionOptions = {},
): Promise<number> {
  const rows = sql.table(table)
  let total = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${rows} where ctid = any(array(select ctid from ${rows} where ${which} limit ${step} for update skip locked))`.execute(db)
    total += Number(numAffectedRows)
    if (Number(numAffectedRows) < step || signal?.aborted === true) return total
  }
}
