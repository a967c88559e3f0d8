import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { cutPage, type Position } from '../../db/keyset.ts'
import type { Listing } from './listing.ts'

/** How the rows of a list are selected and ordered. */
export interface TableOrder<DB, TB extends keyof DB, Row, Sort extends string> {
  /** Adds the columns, those of `sorts` and `id` among them. */
  readonly select: (query: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, Row>
  /** The column of each sort order; not null, and its instants have whole milliseconds. */
  readonly sorts: Readonly<Record<Sort, string>>
  /** The tiebreaker column, unique among equal sort values. */
  readonly id: string
}

/**
 * A list read from the database page by page: the cost of a page does not grow with the rows before it, and rows added or removed meanwhile
 * make no other row appear twice or disappear. `matching`: the rows that a search text finds, all for null, without columns.
 */
export function createTableListing<DB, TB extends keyof DB, Row, Sort extends string>(
  matching: (q: string | null) => SelectQueryBuilder<DB, TB, object>,
  { select, sorts, id }: TableOrder<DB, TB, Row, Sort>,
): Listing<Row, Sort> {
  return {
    async page({ q, limit, after, sort, descending }) {
      const column = sorts[sort]
      const direction = descending ? 'desc' : 'asc'
      const sorted = select(matching(q))
        .orderBy(sql.ref(column), direction)
        .orderBy(sql.ref(id), direction)
        // One more shows whether others follow.
        .limit(limit + 1)
      const rows = await (after === null ? sorted : sorted.where(beyond([column, id], after, descending))).execute()
      const page = cutPage(rows as Row[], limit, (row) => ({ value: valueIn(row, column), id: valueIn(row, id) }))
      return { items: page.rows, next: page.next }
    },
    async total(q) {
      const counted = matching(q).select((eb) => eb.fn.countAll<number>().as('count'))
      const { count } = (await counted.executeTakeFirstOrThrow()) as { count: number }
      return count
    },
  }
}

function beyond(columns: readonly string[], { value, id }: Position, descending: boolean) {
  const row = sql`(${sql.join(columns.map((column) => sql.ref(column)))})`
  return descending ? sql<SqlBool>`${row} < (${value}, ${id})` : sql<SqlBool>`${row} > (${value}, ${id})`
}

/** The value of a column, which may be named with its table, as a cursor holds it: instants as ISO text. */
function valueIn(row: unknown, column: string): string | number {
  const value: unknown = Reflect.get(row as object, column.slice(column.lastIndexOf('.') + 1))
  return value instanceof Date ? value.toISOString() : (value as string | number)
}
