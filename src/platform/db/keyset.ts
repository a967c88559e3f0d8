import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely'

/** Where a page ended: the sort value and the id of its last row. Instants are ISO text. */
export interface Position {
  readonly value: string | number
  readonly id: string | number
}

export interface KeysetOrder {
  /** The sort column; not null, and its instants have whole milliseconds. */
  readonly column: string
  /** The tiebreaker column, unique among equal sort values. */
  readonly id: string
  readonly descending: boolean
}

/**
 * Selects the rows after a position, in order, one more than `limit` to show whether there are more. The cost of a page does not grow with
 * the rows before it, and rows added or removed meanwhile make no other row appear twice or disappear.
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

/** Removes the extra row that `keysetPage` asked for; `next` is where the page ends, or null when nothing follows. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): { readonly rows: readonly Row[]; readonly next: Position | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length > limit && last !== undefined ? positionOf(last) : null }
}

/** A LIKE pattern for texts that contain `text` literally. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

/** Reads the page after a position; null: the first page. `next` is null when nothing follows. */
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
