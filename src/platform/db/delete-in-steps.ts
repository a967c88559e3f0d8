import { type Kysely, type RawBuilder, sql } from 'kysely'

const STEP = 1_000

/**
 * Deletes the rows of a table that meet a condition, a thousand at a time, so that no statement takes long. Rows that somebody else has locked are left
 * for the next call.
 */
export async function deleteInSteps<Tables>(
  db: Kysely<Tables>,
  table: keyof Tables & string,
  condition: RawBuilder<unknown>,
): Promise<void> {
  for (let deleted = STEP; deleted === STEP;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${condition} limit ${STEP} for update skip locked))`.execute(db)
    deleted = Number(numAffectedRows)
  }
}
