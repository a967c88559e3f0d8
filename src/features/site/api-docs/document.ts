import swagger from '@fastify/swagger'
import { SESSION_COOKIE } from '../../../admin/access/index.ts'
import { ERROR_CODES_KEY, ERROR_TITLE, ErrorBody, ProblemDetails } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { withHttpAnswers } from './http-answers.ts'
import { withNamedSchemas } from './named-schemas.ts'

export interface ApiDescription {
  readonly version: string
  /** Base URL of the service; null: the one that the document was fetched from. */
  readonly publicUrl: string | null
}

type Document = Record<string, unknown>

/** In the order of the pages at /api/docs. */
const TAGS = [
  { name: 'Weather', description: 'Now, by minutes, hours and days, for one place or many; history, accuracy and official alerts' },
  { name: 'Places', description: 'Place search, names of coordinates, the region of a reader, and what others looked at' },
  { name: 'Subscriptions', description: 'Newsletters, digests and alerts by mail' },
  {
    name: 'OpenWeather-compatible',
    description: 'The same weather for clients of OpenWeather: they change the address. A key of OpenWeather is ignored',
  },
  { name: 'Open-Meteo-compatible', description: 'The same weather for clients of Open-Meteo: they change the address' },
  { name: 'Webhooks', description: 'Messages to a program when official warnings or weather beyond a threshold come' },
  { name: 'Utility', description: 'Reports of wrong numbers, limits and analytics' },
  { name: 'Ads', description: 'Ad slots and background pictures' },
  { name: 'Pages', description: 'Texts that the operator publishes' },
  { name: 'Operations', description: 'Health, readiness and jobs, for whoever runs the service' },
  { name: 'Authentication', description: 'Signing in to the back office' },
  { name: 'Admin: data', description: 'Searches, places, reports, analytics and warning feeds' },
  { name: 'Admin: system', description: 'Calls of the providers and their budgets' },
  { name: 'Admin: subscriptions', description: 'Subscriptions of all readers' },
  { name: 'Admin: pages', description: 'Editing of published texts' },
  { name: 'Admin: jobs', description: 'Runs of digests, alerts and other jobs' },
  { name: 'Admin: operations', description: 'What is wrong, who is notified, and backups' },
  { name: 'Admin: users', description: 'Accounts, sessions and the audit log' },
  { name: 'Admin: mail', description: 'Outbox, templates, messages and suppressed addresses' },
  { name: 'Admin: connections', description: 'Keys and states of outside systems' },
  { name: 'Admin: configuration', description: 'Settings' },
  { name: 'Admin: ad program', description: 'Earnings, and access to the ad program' },
]

const ERROR_REF = { $ref: `#/components/schemas/${ERROR_TITLE}` }

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
          'with a code, or is a problem (RFC 9457) where `application/problem+json` is accepted. Instants are ISO 8601 in UTC; unknown measurements are `null`. Weather is compressed with gzip, other answers with br, too.',
        license: { name: 'MIT', identifier: 'MIT' } as { name: string },
        contact: { name: 'The operator of this service', url: publicUrl ?? '/' },
      },
      tags: TAGS,
      servers: [{ url: publicUrl ?? '/' }],
      components: {
        securitySchemes: {
          adminSession: {
            type: 'apiKey',
            in: 'cookie',
            name: SESSION_COOKIE,
            description: 'Set by `POST /api/auth/login`',
          },
          clientKeyHeader: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'A client key of this service' },
          clientKeyBearer: { type: 'http', scheme: 'bearer', description: 'The same' },
          clientKeyQuery: { type: 'apiKey', in: 'query', name: 'apikey', description: 'The same; `appid`, too' },
          cronSecret: { type: 'http', scheme: 'bearer', description: 'The CRON_SECRET of the server' },
        },
      },
    },
    transformObject: (document) =>
      'openapiObject' in document
        ? withHttpAnswers(withNamedSchemas(withSharedErrors(withLists(withoutHead(document.openapiObject as Document)))))
        : document.swaggerObject,
  })
}

/** Every GET answers HEAD, too. */
function withoutHead(document: Document): Document {
  for (const item of Object.values(document['paths'] as Record<string, Record<string, Operation>>)) delete item['head']
  return document
}

/** Lists in queries are separated by commas. */
function withLists(document: Document): Document {
  const parameters = operationsIn(document).flatMap(({ parameters = [] }) => parameters)
  for (const parameter of parameters) if (parameter.schema?.anyOf?.some(({ type }) => type === 'array') === true) parameter.explode = false
  return document
}

interface Operation {
  readonly parameters?: readonly { explode?: boolean; readonly schema?: { readonly anyOf?: readonly { readonly type?: string }[] } }[]
}

function operationsIn(document: Document): readonly Operation[] {
  return Object.values(document['paths'] as Record<string, Record<string, Operation>>).flatMap((item) => Object.values(item))
}

/** Defines the error body once instead of repeating it for each status of each route. */
function withSharedErrors(document: Document): Document {
  const components = (document['components'] ?? {}) as Document
  const schemas = (components['schemas'] ?? {}) as Document
  const shared = { ...document, paths: refer(document['paths']) }
  return { ...shared, components: { ...components, schemas: { ...schemas, [ERROR_TITLE]: ErrorBody, ProblemDetails } } }
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
