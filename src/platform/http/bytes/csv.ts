import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

type CsvValue = string | number | boolean | null

/** One row by column name; a missing value is an empty field. */
export type CsvRow = Readonly<Record<string, CsvValue | undefined>>

/**
 * One CSV line (RFC 4180): it ends with CRLF, and fields that contain a quote, a line end or a delimiter (a comma, a semicolon, a
 * tab) are quoted. Null is an empty field.
 */
export function writeCsvLine(values: readonly CsvValue[]): string {
  return `${values.map(field).join(',')}\r\n`
}

/** The header line and one line per row, in chunks of about 16 K characters. */
export async function* writeCsvTable(columns: readonly string[], rows: AsyncIterable<CsvRow>): AsyncGenerator<string> {
  let piece = writeCsvLine(columns)
  for await (const row of rows) {
    piece += writeCsvLine(columns.map((column) => row[column] ?? null))
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

const PIECE_LENGTH = 16 * 1024
const NEEDS_QUOTES = /[",;\t\r\n]/

/**
 * Spreadsheets run text that begins like this as a formula, in full-width characters too, and some strip invisible characters before it. A
 * leading apostrophe makes them show it as text. Numbers come from this service and cannot be formulas.
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[;\t\r\n]/u

/** The same where a spreadsheet that splits at semicolons, tabs or line ends, whatever the quotes, would begin another cell. */
const CELL_INSIDE = /([;\t\r\n][\s\p{Cc}\p{Cf}]*)([=+\-@＝＋－＠])?/gu

function field(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const inside = value.replaceAll(CELL_INSIDE, (_, gap: string, sign?: string) => (sign === undefined ? gap : `${gap}'${sign}`))
  const text = FORMULA.test(inside) ? `'${inside}` : inside
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export interface CsvFile {
  /** File name without extension. */
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: Iterable<object> | AsyncIterable<CsvRow>
}

/** Excel reads a file without it in the code page of its machine: `MÃ¼nchen`. */
const BYTE_ORDER_MARK = '\ufeff'

/** Streams a table as a CSV file, for spreadsheets too. */
export function streamCsv(reply: FastifyReply, { name, columns, rows }: CsvFile): FastifyReply {
  async function* pieces() {
    yield BYTE_ORDER_MARK
    yield* writeCsvTable(columns, Readable.from(rows) as AsyncIterable<CsvRow>)
  }
  return reply
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .type('text/csv; charset=utf-8; header=present')
    .send(Readable.from(pieces(), { objectMode: false }))
}
