import { compile, type Options } from 'json-schema-to-typescript'

type Schema = Record<string, unknown>

/** By media type. */
type Content = Record<string, { readonly schema?: Schema }>

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
}

interface Operation {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Content }
  readonly responses?: Record<string, { readonly content?: Content }>
}

type PathItem = Record<string, Operation>

export interface OpenApi {
  readonly components: { readonly schemas: Record<string, Schema> }
  readonly paths: Record<string, PathItem>
}

const METHODS = ['get', 'post', 'patch', 'put', 'delete']
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/
const BANNER = '/* Made from docs/openapi.json by `npm run generate`. */'
const CLIENT_TYPES = 'packages/client/src/api.ts'
/** What the client package speaks: the routes that anybody may use. All others are the site's. */
const PUBLIC_TAGS = new Set(['Weather', 'Places'])
const PUBLIC_OPERATIONS = new Set(['getLimits'])

const OPTIONS: Partial<Options> = {
  additionalProperties: false,
  bannerComment: '',
  format: false,
  ignoreMinAndMaxItems: true,
  strictIndexSignatures: true,
  unknownAny: true,
}

/**
 * What each route of the API accepts and answers, each schema under its name: the public routes in `packages/client/src/api.ts`, and all
 * routes, for the pages, in `web/app/api/paths.ts`, which builds on it.
 */
export async function apiTypes({ paths, components: { schemas } }: OpenApi): Promise<Record<string, string>> {
  const { open = [], own = [] } = Object.groupBy(Object.entries(paths), ([, item]) => (isPublic(item) ? 'open' : 'own'))
  const forAll = await declarationsOf('PublicPaths', pathsSchema(open), schemas, { also: ['Problem'] })
  const forSite = await declarationsOf('Paths', pathsSchema(own), schemas, { known: forAll.named })
  const shared = ['PublicPaths', ...[...forSite.used].filter((name) => forAll.named.has(name))].toSorted()
  const from = `../../../${CLIENT_TYPES}`
  return {
    [CLIENT_TYPES]: [
      BANNER,
      `/** The most places in a request for several. */\nexport const MAX_BATCH_CITIES = ${maxCities(schemas)}\n`,
      forAll.text,
    ].join('\n\n'),
    'web/app/api/paths.ts': [
      BANNER,
      `import type { ${shared.join(', ')} } from '${from}'`,
      forSite.text.replace('export interface Paths {', 'export interface Paths extends PublicPaths {'),
    ].join('\n\n'),
  }
}

function isPublic(item: PathItem): boolean {
  return Object.values(item).every(
    ({ tags = [], operationId = '' }) => PUBLIC_OPERATIONS.has(operationId) || tags.some((tag) => PUBLIC_TAGS.has(tag)),
  )
}

function maxCities(schemas: Record<string, Schema>): number {
  const { cities } = (schemas['GetWeatherBatchRequest']?.['properties'] ?? {}) as Record<string, { maxItems?: number }>
  if (cities?.maxItems === undefined) throw new Error('the document does not say how many places a batch may have')
  return cities.maxItems
}

interface DeclarationOptions {
  /** Names of types that are declared elsewhere. */
  readonly known?: ReadonlySet<string>
  /** Names of types that are declared although nothing uses them. */
  readonly also?: readonly string[]
}

/** A type `name`, and before it all that it uses, in the order of their names, each under the name that the document gives it. */
async function declarationsOf(
  name: string,
  schema: Schema,
  schemas: Record<string, Schema>,
  { known = new Set(), also = [] }: DeclarationOptions,
) {
  const used = new Set(also)
  const named = new Map<string, string>()
  const text = await compile(bare(schema, used) as object, name, OPTIONS)
  // What a declaration uses is added while the names are gone through.
  for (const each of used) {
    if (known.has(each)) continue
    const definition = schemas[each]
    if (definition === undefined) throw new Error(`the document does not define ${each}`)
    named.set(each, await compile(bare(definition, used) as object, each, OPTIONS))
  }
  const declarations = [...named].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, declaration]) => declaration)
  return { text: [...declarations, text].join('\n'), used, named: new Set(named.keys()) }
}

function pathsSchema(paths: readonly (readonly [string, PathItem])[]): Schema {
  const routes = paths.map(([path, item]) => {
    const operations = METHODS.flatMap((method) => (item[method] === undefined ? [] : [[method, operationSchema(item[method])] as const]))
    return [path, objectOf(Object.fromEntries(operations))] as const
  })
  return objectOf(Object.fromEntries(routes))
}

function operationSchema({ parameters = [], requestBody, responses = {} }: Operation): Schema {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return objectOf({
    query: parametersOf(parameters, 'query'),
    path: parametersOf(parameters, 'path'),
    body: jsonSchema(requestBody?.content) ?? { type: 'null' },
    answer: answers.map(([, { content }]) => jsonSchema(content)).find((schema) => schema !== undefined) ?? { type: 'null' },
  })
}

function jsonSchema(content: Content = {}): Schema | undefined {
  return Object.entries(content).find(([type]) => JSON_TYPE.test(type))?.[1].schema
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

/** With references as the names of types, which are added to `used`, and without what types cannot express and titles, which would become names. */
function bare(value: unknown, used: Set<string>, isMap = false): unknown {
  if (Array.isArray(value)) return value.map((each) => bare(each, used))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && typeof value.$ref === 'string') {
    const name = value.$ref.split('/').at(-1) ?? ''
    used.add(name)
    return { tsType: name, ...('description' in value && { description: value.description }) }
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, each]) => each !== undefined && (isMap || !LEFT_OUT.has(key)))
      .map(([key, each]) => [key, bare(each, used, key === 'properties')]),
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
