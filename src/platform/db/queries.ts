import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Where a query runs as part of its caller's work: the database itself or the caller's transaction. */
export type Queries<Tables> = Kysely<Tables>

/** The caller's transaction, which the database itself is not. Replaces Kysely's type of this name (`kysely-variance.d.ts`). */
export type Transaction<Tables> = Kysely<Tables & InTransaction>

/** Marks the list of tables of a transaction. No table has a symbol for a name, so queries do not see it. */
export interface InTransaction {
  readonly [inTransaction]: true
}

declare const inTransaction: unique symbol

/** For `doUpdateSet`: the values of these columns that the conflicting row would have had. */
export function buildExcludedValues<Column extends string>(...columns: readonly Column[]): Record<Column, RawBuilder<never>> {
  return Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])) as Record<Column, RawBuilder<never>>
}
