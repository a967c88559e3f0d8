import type { FastifyRequest, RouteOptions } from 'fastify'

type ScalarType = 'number' | 'integer' | 'boolean'

interface TypedParameter {
  readonly name: string
  readonly type: ScalarType
}

interface ObjectSchema {
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
 * documents them. Added to every route as it is registered; routes without such parameters pay nothing.
 */
export function addParameterDecoding(route: RouteOptions): void {
  const query = typedParameters(route.schema?.querystring)
  const params = typedParameters(route.schema?.params)
  if (query.length === 0 && params.length === 0) return
  const decode = (request: FastifyRequest, _reply: unknown, done: () => void) => {
    decodeInto(request.query as Record<string, unknown>, query)
    decodeInto(request.params as Record<string, unknown>, params)
    done()
  }
  route.preValidation = [decode, ...[route.preValidation ?? []].flat()]
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
