import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** The parts of an OpenAPI 3.1 document that the tests look at. */
export interface ApiDocument {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly responses?: Readonly<Record<string, Response>>; readonly schemas?: Readonly<Record<string, object>> }
}

interface Response {
  /** Points to a response that operations share. */
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, MediaType>>
}

export interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> }
  readonly responses: Readonly<Record<string, Response>>
}

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
  readonly schema: { readonly enum?: readonly unknown[]; readonly default?: unknown }
}

export interface MediaType {
  readonly schema?: object
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface DocumentedOperation {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export function operationsOf(document: ApiDocument): DocumentedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** Whether an operation answers with a stream of events, which does not end by itself. */
export function isStream({ operation }: DocumentedOperation): boolean {
  return operation.responses['200']?.content?.['text/event-stream'] !== undefined
}

/** What the document says about a status of an operation. */
export function responseOf(document: ApiDocument, { operation }: DocumentedOperation, status: number): Response | undefined {
  const response = operation.responses[String(status)]
  const name = response?.$ref?.split('/').at(-1)
  return name === undefined ? response : document.components.responses?.[name]
}

/** The document's examples of a body. */
export function examplesOf(media: MediaType | undefined): unknown[] {
  if (media === undefined) return []
  return [...(media.example === undefined ? [] : [media.example]), ...Object.values(media.examples ?? {}).map(({ value }) => value)]
}

/** All schemas in the document that have examples of their own. */
export function listSchemasWithExamples(node: unknown): readonly { readonly examples: readonly unknown[] }[] {
  if (typeof node !== 'object' || node === null) return []
  const own = 'examples' in node && Array.isArray(node.examples) ? [{ ...node, examples: node.examples as unknown[] }] : []
  return [...own, ...Object.values(node).flatMap((each: unknown) => listSchemasWithExamples(each))]
}

/** The operation's URL with its required parameters, and those optional ones that have an example. */
export function exampleUrl({ path, operation }: DocumentedOperation): string {
  const query = new URLSearchParams()
  let filled = path
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(String(exampleValue(parameter))))
    else if (parameter.in === 'query' && (parameter.required === true || parameter.example !== undefined))
      query.set(parameter.name, String(exampleValue(parameter)))
  }
  return query.size === 0 ? filled : `${filled}?${query}`
}

function exampleValue({ name, example, examples, schema }: Parameter): unknown {
  const value = example ?? Object.values(examples ?? {})[0]?.value ?? schema.default ?? schema.enum?.[0]
  if (value === undefined) throw new Error(`parameter ${name} has no example`)
  return value
}

/** Compiles schemas of the document, which may refer to its shared parts; each once. */
export function schemaCompiler(document: ApiDocument): (schema: object) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'api', components: document.components })
  const compiled = new Map<string, ValidateFunction>()
  const known = new WeakMap<object, ValidateFunction>()
  return (schema) => {
    const same = known.get(schema)
    if (same !== undefined) return same
    const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components')
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object)
    compiled.set(text, validate)
    known.set(schema, validate)
    return validate
  }
}

/** Returns how an answer's status, media type and JSON body differ from the document; null if they do not. `json`: the parsed body, if it is JSON. */
export function contentCheck(document: ApiDocument) {
  const compile = schemaCompiler(document)
  return (operation: DocumentedOperation, status: number, contentType: string, isEmpty: boolean, json: unknown): string | null => {
    const documented = responseOf(document, operation, status)
    if (documented === undefined) return `status ${status} is not documented`
    if (isEmpty) return documented.content === undefined ? null : `the body of status ${status} is empty`
    const type = contentType.split(';')[0]?.trim() ?? ''
    const media = documented.content?.[type]
    if (media === undefined) return `content type ${JSON.stringify(type)} of status ${status} is not documented`
    if (media.schema === undefined || !/^application\/(?:\S+\+)?json$/.test(type)) return null
    const validate = compile(media.schema)
    if (validate(json)) return null
    const [error] = validate.errors ?? []
    return `the body is not as documented: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`
  }
}
