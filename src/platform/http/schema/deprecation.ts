import type { FastifyRequest, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'

/** What is deprecated: since when, until when it works, and what replaces it. */
export interface Deprecation {
  /** The day, as `2026-11-21`. */
  readonly since: string
  /** The first day on which it may be gone; omitted: not decided. */
  readonly sunset?: string
  /** Of a route the path of another, of a field or parameter its path in the same answer or request. */
  readonly successor: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is deprecated: its documentation and each of its answers say so. */
    deprecated?: Deprecation
  }
}

const DEPRECATION = Symbol('deprecation')
type Marked = { readonly [DEPRECATION]?: Deprecation }
/** Where the deprecations of fields are documented. */
const DOCUMENTATION = '/api/docs'

/** The schema of a field or parameter that is deprecated. The answers of routes that have it say so in headers. */
export function deprecateSchema<T extends TSchema>(schema: T, deprecation: Deprecation): T {
  const { description } = schema as { readonly description?: string }
  return { ...schema, deprecated: true, description: described(deprecation, description), [DEPRECATION]: deprecation }
}

/** Documents a deprecated route. */
export function addDeprecation(route: RouteOptions): void {
  const { schema, config: { deprecated: deprecation } = {} } = route
  if (deprecation === undefined || schema === undefined) return
  route.schema = { ...schema, deprecated: true, description: described(deprecation, schema.description) }
}

type Headers = Readonly<Record<string, string>>
const known = new WeakMap<object, Headers>()

/**
 * The headers of a deprecated route, or of one with deprecated fields (RFC 9745, RFC 8594, RFC 8288); none for others. Its schemas are
 * searched when it is first used: searching those of all routes would delay the start.
 */
export function buildDeprecationHeaders({ config, schema }: Pick<FastifyRequest['routeOptions'], 'config' | 'schema'>): Headers {
  let headers = known.get(config)
  if (headers === undefined) {
    headers = headersOf(config.deprecated, schema)
    known.set(config, headers)
  }
  return headers
}

function headersOf(own: Deprecation | undefined, schema: FastifyRequest['routeOptions']['schema']): Headers {
  const fields = [schema?.querystring, schema?.body, schema?.response].flatMap((part) => fieldsIn(part, ''))
  const all = [...(own === undefined ? [] : [own]), ...fields.map(({ deprecation }) => deprecation)]
  const since = all.map((each) => each.since).toSorted()[0]
  if (since === undefined) return {}
  const sunset = all.flatMap((each) => each.sunset ?? []).toSorted()[0]
  const links = [
    ...(own === undefined ? [] : [`<${own.successor}>; rel="successor-version"`]),
    ...fields.map(
      ({ path, deprecation: { successor } }) =>
        `<${DOCUMENTATION}>; rel="deprecation"; type="text/html"; title="${path}: use ${successor}"`,
    ),
  ]
  return {
    deprecation: `@${Date.parse(since) / 1_000}`,
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toUTCString() }),
    link: links.join(', '),
  }
}

function described({ since, sunset, successor }: Deprecation, description: string | undefined): string {
  const until = sunset === undefined ? '' : `, may be gone from ${sunset} on`
  return `Deprecated since ${since}${until}: use \`${successor}\`. ${description ?? ''}`.trimEnd()
}

/** The deprecated fields of a schema, in any depth, each once. */
function fieldsIn(node: unknown, path: string): readonly { readonly path: string; readonly deprecation: Deprecation }[] {
  if (typeof node !== 'object' || node === null) return []
  const deprecation = (node as Marked)[DEPRECATION]
  if (deprecation !== undefined) return [{ path, deprecation }]
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'properties'
      ? Object.entries(value as object).flatMap(([name, each]) => fieldsIn(each, path === '' ? name : `${path}.${name}`))
      : fieldsIn(value, key === 'items' ? `${path}[]` : path),
  )
}
