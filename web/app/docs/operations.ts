import type { Answer, ApiDocument, DocumentedOperation, Media, Parameter, Schemas } from './document.ts'
import { type Field, type Shape, shapesOf, valueOf } from './fields.ts'

/** The operations of one tag, with a page of their own. */
export interface Section {
  readonly name: string
  /** For its address. */
  readonly slug: string
  /** For operators. */
  readonly isAdmin: boolean
  readonly operations: readonly Operation[]
}

export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly isDeprecated: boolean
  /** Required credentials; null: none. */
  readonly needs: 'session' | 'cron' | null
  readonly parameters: readonly (Field & { readonly in: string; readonly example: string })[]
  readonly body: { readonly shapes: readonly Shape[]; readonly examples: readonly string[] } | null
  readonly answers: readonly AnswerOf[]
  readonly errors: readonly ErrorOf[]
  readonly curl: string
  /** Path and query for trying it; null if that could do harm or needs credentials. */
  readonly tryable: string | null
}

export interface AnswerOf {
  readonly status: string
  readonly description: string
  /** Media types other than JSON. */
  readonly media: readonly string[]
  readonly shapes: readonly Shape[]
  readonly examples: readonly string[]
}

export interface ErrorOf {
  readonly status: string
  readonly code: string
  readonly meaning: string
}

const JSON_TYPE = 'application/json'

/** The document's operations by tag; `origin` is used in examples. */
export function sectionsOf(document: ApiDocument, origin: string): Section[] {
  const sections = new Map<string, Operation[]>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [tag = 'Other'] = operation.tags
      const told = operationOf(method, path, operation, document.components.schemas, origin)
      sections.set(tag, [...(sections.get(tag) ?? []), told])
    }
  }
  return [...sections].map(([name, operations]) => ({ name, slug: slugOf(name), isAdmin: name.startsWith('Admin'), operations }))
}

/** Every error code of the document, with the statuses it comes with. */
export function errorsIn(sections: readonly Section[]): (Omit<ErrorOf, 'status'> & { readonly statuses: readonly string[] })[] {
  const all = sections.flatMap(({ operations }) => operations.flatMap(({ errors }) => errors))
  const coded = all.filter(({ code }) => code !== '')
  return [...Map.groupBy(coded, ({ code }) => code)]
    .map(([code, errors]) => ({
      code,
      meaning: errors[0]?.meaning ?? '',
      statuses: [...new Set(errors.map(({ status }) => status))].toSorted(),
    }))
    .toSorted((a, b) => (a.statuses.join() < b.statuses.join() ? -1 : 1))
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

function operationOf(method: string, path: string, operation: DocumentedOperation, schemas: Schemas, origin: string): Operation {
  const { parameters = [], requestBody, responses } = operation
  const body = requestBody?.content?.[JSON_TYPE]
  const needs = needsOf(operation)
  const address = addressOf(path, parameters)
  const bodies = examplesOf(body)
  const answers = Object.entries(responses).filter(([status]) => status < '400')
  const isJson = answers.some(([, { content }]) => content?.[JSON_TYPE] !== undefined)
  const isHarmless = method === 'get' && needs === null && isJson && !parameters.some(({ name }) => /token|clientId/i.test(name))
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    description: operation.description ?? '',
    isDeprecated: operation.deprecated === true,
    needs,
    parameters: parameters.map((each) => parameterOf(each, schemas)),
    body: body?.schema === undefined ? null : { shapes: shapesOf(body.schema, schemas), examples: bodies },
    answers: answers.map(([status, answer]) => answerOf(status, answer, schemas)),
    errors: Object.entries(responses)
      // Answers shared by all operations are documented once.
      .filter(([status, { $ref }]) => status >= '400' && $ref === undefined)
      .flatMap(([status, response]) => errorsOf(status, response)),
    curl: curlOf(method, `${origin}${address}`, bodies[0], needs),
    tryable: isHarmless ? address : null,
  }
}

function needsOf({ security = [] }: DocumentedOperation): Operation['needs'] {
  const schemes = new Set(security.flatMap(Object.keys))
  if (schemes.has('adminSession')) return 'session'
  return schemes.has('cronSecret') ? 'cron' : null
}

function parameterOf(parameter: Parameter, schemas: Schemas): Operation['parameters'][number] {
  const { name, in: place, required = false, description = '', schema } = parameter
  const example = exampleOf(parameter)
  return {
    name,
    in: place,
    ...valueOf(schema, schemas),
    isRequired: required,
    description,
    example: example === undefined ? '' : String(example),
  }
}

function exampleOf({ example, schema }: Parameter): unknown {
  return example ?? schema.examples?.[0]
}

/** Fills in the required parameters and omits the others. */
function addressOf(path: string, parameters: readonly Parameter[]): string {
  const query = new URLSearchParams()
  let filled = path
  for (const parameter of parameters) {
    const { name, in: place, required, schema } = parameter
    const value = String(exampleOf(parameter) ?? schema.default ?? schema.enum?.[0] ?? `{${name}}`)
    if (place === 'path')
      filled = filled.replace(
        `{${name}}`,
        encodeURIComponent(value).replaceAll(/%7B|%7D/g, (each) => (each === '%7B' ? '{' : '}')),
      )
    else if (place === 'query' && required === true) query.set(name, value)
  }
  return query.size === 0 ? filled : `${filled}?${query}`
}

function answerOf(status: string, { description = '', content = {} }: Answer, schemas: Schemas): AnswerOf {
  const media = content[JSON_TYPE]
  return {
    status,
    description,
    media: Object.keys(content).filter((type) => type !== JSON_TYPE),
    shapes: media?.schema === undefined ? [] : shapesOf(media.schema, schemas),
    examples: examplesOf(media),
  }
}

function examplesOf(media: Media | undefined): string[] {
  const values = [
    ...(media?.example === undefined ? [] : [media.example]),
    ...Object.values(media?.examples ?? {}).map(({ value }) => value),
    ...(media?.schema?.examples ?? []),
  ]
  return values.map((value) => JSON.stringify(value, null, 2))
}

/** The error codes of a status; a response without codes, such as a redirect, only has its description. */
function errorsOf(status: string, { description = '', 'x-error-codes': codes = {} }: Answer): ErrorOf[] {
  const named = Object.entries(codes).map(([code, meaning]) => ({ status, code, meaning }))
  return named.length > 0 ? named : [{ status, code: '', meaning: description }]
}

function curlOf(method: string, url: string, body: string | undefined, needs: Operation['needs']): string {
  const parts = [
    method === 'get' ? `curl '${url}'` : `curl -X ${method.toUpperCase()} '${url}'`,
    ...(needs === 'session' ? [`-b '${url.startsWith('https:') ? '__Host-' : ''}service_admin_session=…'`] : []),
    ...(needs === 'cron' ? [`-H "Authorization: Bearer $CRON_SECRET"`] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(JSON.parse(body)).replaceAll("'", String.raw`'\''`)}'`]),
  ]
  return parts.join(' \\\n  ')
}
