import type { FastifyRequest, RouteOptions } from 'fastify'

type DecodedType = 'number' | 'integer' | 'boolean' | 'array'

interface TypedParameter {
  readonly name: string
  readonly type: DecodedType
}

interface ParameterSchema {
  readonly type?: unknown
  /** Of a union. */
  readonly anyOf?: readonly ParameterSchema[]
}

interface ObjectSchema {
  readonly additionalProperties?: unknown
  readonly properties?: Readonly<Record<string, ParameterSchema>>
}

const DECIMAL = /^-?\d+(?:\.\d+)?$/
const WHOLE = /^-?\d+$/
const MAX_DIGITS = 40

/**
 * Decodes a number written in plain decimal digits. An empty value, a `+` sign, spaces, exponents, hexadecimal, `Infinity` and a repeated
 * parameter are not numbers: they stay unchanged, and the schema then rejects them by name.
 */
function decodeParameter(type: DecodedType, value: unknown): unknown {
  if (type === 'array') return decodeList(value)
  if (typeof value !== 'string') return value
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  if (value.length > MAX_DIGITS || !(type === 'integer' ? WHOLE : DECIMAL).test(value)) return value
  const number = Number(value)
  return number === 0 ? 0 : number
}

/** Splits a list at its commas; one value stays text. A repeated parameter becomes an entry that is a list, which no schema accepts. */
function decodeList(value: unknown): unknown {
  if (typeof value !== 'string') return [value]
  return value.includes(',') ? value.split(',') : value
}

/**
 * Decodes the numbers, booleans and lists that a route declares in query and path, so that one TypeBox schema types, validates and documents them.
 * Drops undeclared properties of query and body: types hide them from the author of a handler that passes the whole object on, and a store
 * would write them. A body whose schema says `additionalProperties: true` stays whole. Applied to every route as it is registered; routes
 * that declare nothing pay nothing.
 */
export function addInputDecoding(route: RouteOptions): void {
  const query = typedParameters(route.schema?.querystring)
  const params = typedParameters(route.schema?.params)
  const inQuery = declaredNames(route.schema?.querystring)
  const inBody = declaredNames(route.schema?.body)
  if (inQuery === null && inBody === null && params.length === 0) return
  const decode = (request: FastifyRequest, _reply: unknown, done: () => void) => {
    deleteOthers(request.query, inQuery)
    deleteOthers(request.body, inBody)
    decodeInto(request.query as Record<string, unknown>, query)
    decodeInto(request.params as Record<string, unknown>, params)
    done()
  }
  route.preValidation = [decode, ...[route.preValidation ?? []].flat()]
}

/** The declared property names; null when the route declares none or accepts any. */
function declaredNames(schema: unknown): ReadonlySet<string> | null {
  const { properties, additionalProperties } = (schema as ObjectSchema | undefined) ?? {}
  return properties === undefined || additionalProperties === true ? null : new Set(Object.keys(properties))
}

function deleteOthers(values: unknown, names: ReadonlySet<string> | null): void {
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
  return Object.entries(properties).flatMap(([name, { type, anyOf }]): TypedParameter[] => {
    if (type === 'number' || type === 'integer' || type === 'boolean') return [{ name, type }]
    return anyOf?.some((branch) => branch.type === 'array') === true ? [{ name, type: 'array' }] : []
  })
}
