/** Where a page ended: the sort value and the id of its last row. Instants are ISO text. */
export interface Position {
  readonly value: string | number
  readonly id: string | number
}

/** A page of rows that were read with one more than `limit`; `next` is where it ends, or null when nothing follows. */
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
export function buildContainsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
