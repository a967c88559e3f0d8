import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely'

/** Where a page ended: the sort column's value and the id of its last row. Instants as ISO text. */
export interface Position {
  readonly value: string | number
  readonly id: string | number
}

export interface KeysetOrder {
  /** Column that sorts; not null, and instants in it have whole milliseconds. */
  readonly column: string
  /** Column that tells equal ones apart. */
  readonly id: string
  readonly descending: boolean
}

/**
 * The rows after a position, in order, one more than `limit` so that it shows whether there are more. The cost of a page does not grow with what
 * lies before it, and rows that come or go meanwhile make no other appear twice or not at all.
 */
function keysetPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { column, id, descending }: KeysetOrder,
  after: Position | null,
  limit: number,
): SelectQueryBuilder<DB, TB, O> {
  const direction = descending ? 'desc' : 'asc'
  const sorted = query
    .orderBy(sql.ref(column), direction)
    .orderBy(sql.ref(id), direction)
    .limit(limit + 1)
  if (after === null) return sorted
  const row = sql`(${sql.ref(column)}, ${sql.ref(id)})`
  const position = sql`(${after.value}, ${after.id})`
  return sorted.where(descending ? sql<SqlBool>`${row} < ${position}` : sql<SqlBool>`${row} > ${position}`)
}

/** Cuts off the row too many that `keysetPage` asked for; `next` is where the page ends when there are more. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): { readonly rows: readonly Row[]; readonly next: Position | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length > limit && last !== undefined ? positionOf(last) : null }
}

/** A LIKE pattern for texts that contain this one as it is. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** One page of a list, by the position after the page before; `descending` as in the order. */
export async function readKeysetPage<DB, TB extends keyof DB, Row, Item>(
  query: SelectQueryBuilder<DB, TB, Row>,
  order: KeysetOrder,
  { after, limit }: { readonly after: Position | null; readonly limit: number },
  read: { readonly positionOf: (row: Row) => Position; readonly itemOf: (row: Row) => Item },
): Promise<{ readonly items: readonly Item[]; readonly next: Position | null }> {
  const found = await keysetPage(query, order, after, limit).execute()
  const { rows, next } = cutPage(found as Row[], limit, read.positionOf)
  return { items: rows.map(read.itemOf), next }
}
