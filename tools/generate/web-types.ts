import { compile } from 'json-schema-to-typescript'

type Schema = Record<string, unknown>

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
}

interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Record<string, { readonly schema?: Schema }> }
  readonly responses?: Record<string, { readonly content?: Record<string, { readonly schema?: Schema }> }>
}

export interface OpenApi {
  readonly components: { readonly schemas: Record<string, Schema> }
  readonly paths: Record<string, Record<string, Operation>>
}

const METHODS = ['get', 'post', 'patch', 'put', 'delete']
const JSON_TYPE = 'application/json'
const BANNER = '/* Made from docs/openapi.json by `npm run generate`. */'

/** `web/app/api/paths.ts`: what each route of the API accepts and answers, for the pages. */
export async function webTypes({ paths, components }: OpenApi): Promise<Record<string, string>> {
  const routes = Object.entries(paths).map(([path, item]) => {
    const operations = METHODS.flatMap((method) => (item[method] === undefined ? [] : [[method, operationSchema(item[method])] as const]))
    return [path, objectOf(Object.fromEntries(operations))] as const
  })
  const schema = objectOf(Object.fromEntries(routes))
  const text = await compile(bare(schema, components.schemas) as object, 'Paths', {
    additionalProperties: false,
    bannerComment: BANNER,
    declareExternallyReferenced: true,
    format: false,
    strictIndexSignatures: true,
    unknownAny: true,
  })
  return { 'web/app/api/paths.ts': text }
}

function operationSchema({ parameters = [], requestBody, responses = {} }: Operation): Schema {
  const success = Object.entries(responses).find(([status, { content }]) => status.startsWith('2') && content?.[JSON_TYPE] !== undefined)
  return objectOf({
    query: parametersOf(parameters, 'query'),
    path: parametersOf(parameters, 'path'),
    body: requestBody?.content?.[JSON_TYPE]?.schema ?? { type: 'null' },
    answer: success?.[1].content?.[JSON_TYPE]?.schema ?? { type: 'null' },
  })
}

function parametersOf(parameters: readonly Parameter[], place: string): Schema {
  const mine = parameters.filter((parameter) => parameter.in === place)
  return objectOf(
    Object.fromEntries(mine.map(({ name, schema }) => [name, schema ?? {}])),
    mine.filter(({ required }) => required === true).map(({ name }) => name),
  )
}

function objectOf(properties: Record<string, Schema>, required = Object.keys(properties)): Schema {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** With references resolved, and without what types cannot express and titles, which would become type names: each use has its own type. */
function bare(value: unknown, schemas: Record<string, Schema>, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((each) => bare(each, schemas))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && typeof value.$ref === 'string')
    return bare({ ...schemas[value.$ref.split('/').at(-1) ?? ''], ...value, $ref: undefined }, schemas)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => each !== undefined && (isMap || !LEFT_OUT.has(key)))
      .map(([key, each]) => [key, bare(each, schemas, key === 'properties')]),
  )
}

const LEFT_OUT = new Set([
  'title',
  '$id',
  'examples',
  'example',
  'default',
  'format',
  'pattern',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
])
