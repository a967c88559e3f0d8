type CsvValue = string | number | boolean | null

/** One line by the names of its columns; a value that is left out is an empty field. */
export type CsvRow = Readonly<Record<string, CsvValue | undefined>>

/** RFC 4180: lines end with CRLF, and a field that holds a quote, a comma or a line end is quoted. Null is an empty field. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(field).join(',')}\r\n`
}

/** The header line and a line per row, gathered into pieces of some KB. */
export async function* csvOf(columns: readonly string[], rows: AsyncIterable<CsvRow>): AsyncGenerator<string> {
  let piece = csvLine(columns)
  for await (const row of rows) {
    piece += csvLine(columns.map((column) => row[column] ?? null))
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

const PIECE_LENGTH = 16 * 1024
const NEEDS_QUOTES = /[",\r\n]/

/** Spreadsheets run a text that begins like this as a formula, in full-width characters too, and some cut off what cannot be seen before it; after an apostrophe they show it. Numbers are written by us and are none. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

function field(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
