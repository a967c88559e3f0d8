import type { FastifyRequest } from 'fastify'
import type { Static, TObject, TProperties } from 'typebox'
import {
  buildListAnswerSchema,
  type ListCharts,
  type Listing,
  type ListParameters,
  buildListQuerySchema,
  sendList,
} from '../platform/http/schema/listing.ts'
import { buildErrorResponses } from '../platform/http/schema/schemas.ts'
import type { HttpServer } from '../platform/http/server/http-server.ts'
import { buildAdminRoute } from './access/index.ts'

type NoFilters = Record<never, never>

/** One list of the back office: its documentation, filters, orders, items and charts. */
export interface ListRoute<Sort extends string, Filters extends TProperties, Item extends TObject> {
  readonly operationId: string
  readonly tags: string[]
  readonly summary: string
  readonly description?: string
  readonly sorts: readonly Sort[]
  readonly defaultSort: NoInfer<Sort> | `-${NoInfer<Sort>}`
  readonly filters?: Filters
  /** The schema of an item; its properties are the CSV columns. */
  readonly item: Item
  /** The title of a page's schema. */
  readonly title: string
  readonly example: NoInfer<Static<Item>>
  /** Name of the CSV file; default: the last part of the path. */
  readonly csvName?: string
  /** @throws AppError for filters that contradict each other, or that the user may not use */
  readonly list: (
    query: Static<TObject<Filters>> & ListParameters,
    request: FastifyRequest,
  ) => Listing<NoInfer<Static<Item>>, NoInfer<Sort>>
  /** Totals and series on the first page without a search. */
  readonly charts?: ListCharts & { read(query: Static<TObject<Filters>>): Promise<object> }
}

/** Adds `GET` of a list, for all who can sign in: pages as JSON, or everything as CSV in a file named after the path's last part. */
export function registerListRoute<const Sort extends string, Item extends TObject, Filters extends TProperties = NoFilters>(
  app: HttpServer,
  path: string,
  { sorts, defaultSort, filters, item, title, example, csvName, list, charts, ...documented }: ListRoute<Sort, Filters, Item>,
): void {
  app.get(
    path,
    {
      ...buildAdminRoute('viewer'),
      schema: {
        ...documented,
        querystring: buildListQuerySchema(sorts, filters ?? {}),
        response: { 200: buildListAnswerSchema(item, title, example, charts), ...buildErrorResponses(['invalid_request']) },
      },
    },
    (request, reply) => {
      const query = request.query as Static<TObject<Filters>> & ListParameters
      return sendList<object, string>(reply, {
        query,
        defaultSort,
        list: list(query, request) as Listing<object>,
        name: csvName ?? path.slice(path.lastIndexOf('/') + 1),
        item,
        ...(charts && { charts: () => charts.read(query) }),
      })
    },
  )
}
