import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type CsvRow, csvOf } from './csv.ts'

export interface CsvFile {
  /** File name without extension. */
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: Iterable<object> | AsyncIterable<CsvRow>
}

/** Streams a table as CSV. */
export function csvRows(reply: FastifyReply, { name, columns, rows }: CsvFile): FastifyReply {
  const pieces = csvOf(columns, Readable.from(rows) as AsyncIterable<CsvRow>)
  return reply
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .type('text/csv; charset=utf-8; header=present')
    .send(Readable.from(pieces, { objectMode: false }))
}
