import type { FastifyRequest, RouteOptions } from 'fastify'

type ScalarType = 'number' | 'integer' | 'boolean'

interface TypedParameter {
  readonly name: string
  readonly type: ScalarType
}

interface ObjectSchema {
  readonly additionalProperties?: unknown
  readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/
const WHOLE = /^-?\d+$/
const MAX_DIGITS = 40

/**
 * A number as a URL may write it: plain decimal digits. An empty value, a sign `+`, spaces, exponents, hexadecimal, `Infinity`
 * and a repeated parameter are not numbers; they are left as they are, and the schema then refuses them by name.
 */
function decodeParameter(type: ScalarType, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  if (value.length > MAX_DIGITS || !(type === 'integer' ? WHOLE : DECIMAL).test(value)) return value
  const number = Number(value)
  return number === 0 ? 0 : number
}

/**
 * Makes a route's declared numbers and booleans in query and path arrive as such, so that one TypeBox schema types, validates and
 * documents them. What a route does not declare of its query and of its body is dropped: types hide it from who writes a handler that passes
 * all of it on, and stores write what they are given. A body whose schema says `additionalProperties: true` is left whole.
 * Added to every route as it is registered; routes that declare none pay nothing.
 */
export function addInputDecoding(route: RouteOptions): void {
  const query = typedParameters(route.schema?.querystring)
  const params = typedParameters(route.schema?.params)
  const inQuery = declaredNames(route.schema?.querystring)
  const inBody = declaredNames(route.schema?.body)
  if (inQuery === null && inBody === null && params.length === 0) return
  const decode = (request: FastifyRequest, _reply: unknown, done: () => void) => {
    keepOnly(request.query, inQuery)
    keepOnly(request.body, inBody)
    decodeInto(request.query as Record<string, unknown>, query)
    decodeInto(request.params as Record<string, unknown>, params)
    done()
  }
  route.preValidation = [decode, ...[route.preValidation ?? []].flat()]
}

/** Null where a route does not say, or takes whatever comes. */
function declaredNames(schema: unknown): ReadonlySet<string> | null {
  const { properties, additionalProperties } = (schema as ObjectSchema | undefined) ?? {}
  return properties === undefined || additionalProperties === true ? null : new Set(Object.keys(properties))
}

function keepOnly(values: unknown, names: ReadonlySet<string> | null): void {
  if (names === null || values === null || typeof values !== 'object' || Array.isArray(values)) return
  for (const name of Object.keys(values)) if (!names.has(name)) delete (values as Record<string, unknown>)[name]
}

function decodeInto(values: Record<string, unknown>, parameters: readonly TypedParameter[]): void {
  for (const { name, type } of parameters) {
    const value = values[name]
    if (value !== undefined) values[name] = decodeParameter(type, value)
  }
}

function typedParameters(schema: unknown): TypedParameter[] {
  const properties = (schema as ObjectSchema | undefined)?.properties ?? {}
  return Object.entries(properties).flatMap(([name, { type }]) =>
    type === 'number' || type === 'integer' || type === 'boolean' ? [{ name, type }] : [],
  )
}
