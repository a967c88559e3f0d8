import swagger from '@fastify/swagger'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { withHttpAnswers } from './http-answers.ts'
import { ERROR_CODES_KEY, ERROR_TITLE, ErrorBody } from '../../../platform/http/schemas.ts'

export interface ApiDescription {
  readonly version: string
  /** Base URL of the service; null: the one that the document was fetched from. */
  readonly publicUrl: string | null
}

type Document = Record<string, unknown>

const ERROR_REF = { $ref: '#/components/schemas/Error' }

/** Begins the OpenAPI 3.1 document. Routes added afterwards are in it, unless their schema says `hide`. */
export async function describeApi(app: HttpServer, { version, publicUrl }: ApiDescription): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Isobar',
        version,
        description:
          'Weather by coordinates, with history, alerts and places. Every answer has an `X-Request-Id`; every error has the same shape, ' +
          'with a code. Instants are ISO 8601 in UTC; unknown measurements are `null`. Weather is compressed with gzip, other answers with br, too.',
        license: { name: 'MIT', identifier: 'MIT' } as { name: string },
      },
      servers: [{ url: publicUrl ?? '/' }],
      components: {
        securitySchemes: {
          adminSession: { type: 'apiKey', in: 'cookie', name: 'service_admin_session', description: 'Set by `POST /api/auth/login`' },
          cronSecret: { type: 'http', scheme: 'bearer', description: 'The CRON_SECRET of the server' },
        },
      },
    },
    transformObject: (document) =>
      'openapiObject' in document ? withHttpAnswers(withSharedErrors(document.openapiObject as Document)) : document.swaggerObject,
  })
}

/** Defines the error body once instead of repeating it for each status of each route. */
function withSharedErrors(document: Document): Document {
  const components = (document['components'] ?? {}) as Document
  const schemas = (components['schemas'] ?? {}) as Document
  const shared = { ...document, paths: refer(document['paths']) }
  return { ...shared, components: { ...components, schemas: { ...schemas, Error: ErrorBody } } }
}

function refer(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(refer)
  if (typeof node !== 'object' || node === null) return node
  if (isErrorBody(node)) return ERROR_REF
  const referred = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, refer(value)]))
  const body = (node as { content?: { 'application/json'?: { schema?: object } } }).content?.['application/json']?.schema
  // The response states the codes, since the body is now the shared one.
  return body !== undefined && isErrorBody(body) ? { ...referred, [ERROR_CODES_KEY]: body[ERROR_CODES_KEY] } : referred
}

function isErrorBody(node: object): node is Document {
  return (node as Document)['title'] === ERROR_TITLE && 'properties' in node
}
