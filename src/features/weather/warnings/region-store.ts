import { sql } from 'kysely'
import type { AreaCode } from '../../../domain/official-warning.ts'
import type { Queries } from '../../../platform/db/queries.ts'
import { codeText } from './locate.ts'
import type { WarningTables } from './tables.ts'

/** An area of the register: a name for its geometry under a code. */
export interface Region extends AreaCode {
  readonly name: string
  /** The number of its shape. */
  readonly shape: number
}

const REGIONS_STEP = 1_000

/** Adds regions to the register, or replaces those of the same codes. */
export async function putRegions(trx: Queries<WarningTables>, regions: readonly Region[]): Promise<void> {
  for (let from = 0; from < regions.length; from += REGIONS_STEP) {
    await trx
      .insertInto('warning_region')
      .values(regions.slice(from, from + REGIONS_STEP))
      .onConflict((conflict) =>
        conflict.columns(['scheme', 'code']).doUpdateSet((eb) => ({ name: eb.ref('excluded.name'), shape: eb.ref('excluded.shape') })),
      )
      .execute()
  }
}

/** The shapes of the codes that the register has, by `codeText`. */
export async function findRegions(trx: Queries<WarningTables>, codes: readonly AreaCode[]): Promise<Map<string, number>> {
  if (codes.length === 0) return new Map()
  const { rows } = await sql<AreaCode & { shape: number }>`
    select scheme, code, shape from warning_region
    where (scheme, code) in (
      select * from unnest(${codes.map(({ scheme }) => scheme)}::text[], ${codes.map(({ code }) => code)}::text[]))`.execute(trx)
  return new Map(rows.map((row) => [codeText(row), row.shape]))
}

/** The number of areas in the register, by scheme. */
export async function countRegions(db: Queries<WarningTables>): Promise<{ readonly scheme: string; readonly areas: number }[]> {
  return db
    .selectFrom('warning_region')
    .select((eb) => ['scheme', eb.fn.countAll<number>().as('areas')])
    .groupBy('scheme')
    .orderBy('scheme')
    .execute()
}
