import type { FastifyReply } from 'fastify'
import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Position } from '../../db/keyset.ts'
import { type CsvRow, streamCsv } from '../bytes/csv.ts'
import { linkNextPage } from '../bytes/link.ts'
import { decodeCursor, encodeCursor, buildWrongCursorError } from './cursor.ts'

const LIST = new Intl.ListFormat('en')

/** The requested part of a list. */
export interface PageRequest<Sort extends string = string> {
  readonly limit: number
  readonly after: Position | null
  /** Search text, trimmed; null: none. */
  readonly q: string | null
  readonly sort: Sort
  readonly descending: boolean
}

export interface Page<Item> {
  readonly items: readonly Item[]
  /** Where the page ends; null when nothing follows. */
  readonly next: Position | null
}

/** A list for the back office: its pages and the total number of matching rows. */
export interface Listing<Item, Sort extends string = string> {
  page(request: PageRequest<Sort>): Promise<Page<Item>>
  total(q: string | null): Promise<number>
}

/** The same list with its items mapped. */
export function mapListing<From, To, Sort extends string>(list: Listing<From, Sort>, itemOf: (item: From) => To): Listing<To, Sort> {
  return { ...list, page: (request) => list.page(request).then(({ items, next }) => ({ items: items.map(itemOf), next })) }
}

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 200
const MAX_CURSOR_LENGTH = 600

type SortName<Sort extends string> = Sort | `-${Sort}`

/** Query parameters of every list. */
export function buildPageQuery(defaultLimit: string) {
  return {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, description: `Items per page, ${defaultLimit}` })),
    cursor: Type.Optional(
      Type.String({
        maxLength: MAX_CURSOR_LENGTH,
        description: '`nextCursor` of the previous page, with all other parameters unchanged',
      }),
    ),
  }
}

/** Query parameters of a list that can be sorted by these names, plus its own filters. */
export function buildListQuerySchema<const Sort extends string, Filters extends TProperties>(sorts: readonly Sort[], filters: Filters) {
  const orders = sorts.flatMap((sort): SortName<Sort>[] => [sort, `-${sort}`])
  return Type.Object({
    ...buildPageQuery(`default ${DEFAULT_LIMIT}; for CSV, default all`),
    q: Type.Optional(
      Type.String({ maxLength: 200, pattern: '^[^\\u0000]*$', description: 'Only items containing this text, case-insensitive' }),
    ),
    sort: Type.Optional(Type.Enum(orders, { description: 'Ascending, or descending with a leading `-`' })),
    format: Type.Optional(Type.Enum(['json', 'csv'], { description: 'CSV streams all matching items' })),
    ...filters,
  })
}

export interface ListParameters {
  readonly limit?: number
  readonly cursor?: string
  readonly q?: string
  readonly sort?: string
  readonly format?: string
}

/** What a list returns besides its items, on the first page without a search: totals and series over all rows, for charts. */
export interface ListCharts {
  readonly properties: TProperties
  readonly example: object
}

/** The response schema of a list, as JSON and as CSV, with one page as the example. */
export function buildListAnswerSchema<Item extends TSchema>(item: Item, title: string, example: unknown, charts?: ListCharts): object {
  const names = Object.keys(charts?.properties ?? {}).map((name) => `\`${name}\``)
  const firstPage = Object.entries(charts?.properties ?? {}).map(([name, schema]) => [name, Type.Optional(schema)])
  const schema = Type.Object(
    {
      items: Type.Array(item),
      total: Type.Integer({ minimum: 0, description: 'Number of matching items on all pages' }),
      nextCursor: Type.Union([Type.String(), Type.Null()], {
        description: 'Null on the last page. The header `Link` has the whole address as `rel="next"` (RFC 8288)',
      }),
      ...(Object.fromEntries(firstPage) as TProperties),
    },
    { title },
  )
  return {
    description: `One page, or all items as CSV${names.length === 0 ? '' : `. Only the first page without a search has ${LIST.format(names)}`}`,
    content: {
      'application/json': { schema, example: { items: [example], total: 1, nextCursor: null, ...charts?.example } },
      'text/csv': {
        schema: { type: 'string', description: 'A byte order mark, a header line with the JSON field names, then one line per item' },
      },
    },
  }
}

/**
 * Reads the parameters common to all lists.
 * @throws AppError `invalid_request` for a malformed cursor or one of another order
 */
export function readPageRequest<Sort extends string>(query: ListParameters, defaultSort: SortName<Sort>): PageRequest<Sort> {
  const order = query.sort ?? defaultSort
  const descending = order.startsWith('-')
  const q = query.q?.trim() ?? ''
  return {
    limit: query.limit ?? DEFAULT_LIMIT,
    after: query.cursor === undefined ? null : decodeCursor(query.cursor, order),
    q: q === '' ? null : q.toWellFormed(),
    sort: (descending ? order.slice(1) : order) as Sort,
    descending,
  }
}

export interface ListReply<Item, Sort extends string> {
  readonly query: ListParameters
  readonly defaultSort: SortName<Sort>
  readonly list: Listing<Item, Sort>
  /** Name of the CSV file. */
  readonly name: string
  /** The item's schema; its properties are the CSV columns. */
  readonly item: TObject
  /** Additional content of the first page of a list that is not searched (see ListCharts). */
  readonly charts?: () => Promise<object>
}

/** Answers with one page, or streams everything as CSV, reading page by page. */
export async function sendList<Item extends object, Sort extends string>(
  reply: FastifyReply,
  { query, defaultSort, list, name, item, charts }: ListReply<Item, Sort>,
): Promise<FastifyReply> {
  const request = readPageRequest<Sort>(query, defaultSort)
  if (query.format === 'csv') {
    const rows = rowsOf(list, request, query.limit ?? Number.MAX_SAFE_INTEGER)
    return streamCsv(reply, { name, columns: Object.keys(item.properties), rows })
  }
  // Charts cover all rows whatever the search, so a search, which runs as each word is typed, should not wait for them.
  const forCharts = request.after === null && request.q === null ? charts?.() : undefined
  const [page, more] = await Promise.all([answerOf(reply, list, request, query.sort ?? defaultSort), forCharts])
  return reply.type('application/json; charset=utf-8').send({ ...page, ...more })
}

/** One page of a list that has a single order, which its cursors name, for an answer that contains more than the list. */
export function readListPage<Item, Order extends string>(
  reply: FastifyReply,
  list: Listing<Item, Order>,
  query: ListParameters,
  order: SortName<Order>,
) {
  return answerOf(reply, list, readPageRequest<Order>({ limit: MAX_LIMIT, ...query }, order), order)
}

async function answerOf<Item, Sort extends string>(
  reply: FastifyReply,
  list: Listing<Item, Sort>,
  request: PageRequest<Sort>,
  order: string,
) {
  const [{ items, next }, total] = await Promise.all([readPage(list, request), list.total(request.q)])
  const nextCursor = next === null ? null : encodeCursor(next, order)
  if (nextCursor !== null) linkNextPage(reply, nextCursor)
  return { items, total, nextCursor }
}

/** A forged cursor may hold a value that the column's type cannot (SQLSTATE class 22). */
async function readPage<Item, Sort extends string>(list: Listing<Item, Sort>, request: PageRequest<Sort>): Promise<Page<Item>> {
  try {
    return await list.page(request)
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (request.after !== null && typeof code === 'string' && code.startsWith('22')) throw buildWrongCursorError()
    throw error
  }
}

async function* rowsOf<Item extends object, Sort extends string>(
  list: Listing<Item, Sort>,
  request: PageRequest<Sort>,
  most: number,
): AsyncGenerator<CsvRow> {
  let left = most
  for (let after = request.after; left > 0;) {
    const { items, next } = await list.page({ ...request, after, limit: Math.min(MAX_LIMIT, left) })
    for (const item of items) yield flat(item)
    if (next === null) return
    after = next
    left -= items.length
  }
}

/** Flattens an item for CSV; nested values are written as JSON. */
function flat(item: object): CsvRow {
  const fields = Object.entries(item).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  ])
  return Object.fromEntries(fields) as CsvRow
}
