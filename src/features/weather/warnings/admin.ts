import { ALERT_SEVERITIES, chooseTextForLanguage, formatInstant, formatOptionalInstant } from '@isobar/weather'
import { type Static, Type } from 'typebox'
import { getAdminContext, buildAdminRoute, canSeeAddresses } from '../../../admin/access/index.ts'
import { registerListRoute } from '../../../admin/list-route.ts'
import { maskUrl } from '../../../admin/masking.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import { buildResponseEntry, buildErrorResponses, Instant, buildNullableSchema } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import type { FeedAdmin, FeedRow } from './feed-admin.ts'
import type { StoredMessage } from './stored-warning.ts'

const tags = ['Admin: system']
const Counts = Type.Record(Type.String(), Type.Integer(), { description: 'Entries of the last reading that are not warnings, by reason' })
const Version = Type.Integer({ minimum: 1, description: 'The version you read; an outdated one is rejected' })

const FeedItem = Type.Object(
  {
    feed: Type.String({ description: 'The source of its alerts' }),
    part: Type.String({ description: 'The part of the feed, such as a country; empty before the first reading' }),
    name: Type.String(),
    origin: Type.Enum(['built-in', 'added']),
    url: buildNullableSchema(Type.String(), 'Null for built-in feeds'),
    enabled: Type.Boolean({ description: 'Built-in feeds are switched on and off under Connections' }),
    readAt: buildNullableSchema(Instant, 'Time of the last successful reading'),
    completeAt: buildNullableSchema(Instant, 'Time of the last complete reading'),
    nextAt: Instant,
    failures: Type.Integer({ description: 'Failed readings in a row' }),
    failure: buildNullableSchema(Type.String(), 'Why the last reading failed; `interrupted`: the service stopped while it was under way'),
    warnings: Type.Integer({ description: 'Running warnings' }),
    unlocated: Type.Integer({ description: 'Areas of these warnings that could not be located' }),
    leftOut: Counts,
    version: buildNullableSchema(Type.Integer(), 'Null for built-in feeds'),
  },
  { title: 'Warning feed' },
)
type FeedItem = Static<typeof FeedItem>
const EXAMPLE: FeedItem = {
  feed: 'cap-metservice',
  part: 'all',
  name: 'MetService',
  origin: 'added',
  url: 'https://alerts.metservice.com/cap/rss',
  enabled: true,
  readAt: '2026-11-21T06:02:10Z',
  completeAt: '2026-11-21T06:02:10Z',
  nextAt: '2026-11-21T06:07:02Z',
  failures: 0,
  failure: null,
  warnings: 4,
  unlocated: 0,
  leftOut: { expired: 2 },
  version: 1,
}

const Previewed = Type.Object(
  {
    event: Type.String(),
    language: Type.String(),
    severity: buildNullableSchema(Type.Enum([...ALERT_SEVERITIES])),
    senderName: buildNullableSchema(Type.String()),
    areas: Type.Array(Type.String(), { description: 'Up to five names' }),
    start: Instant,
    end: buildNullableSchema(Instant),
    ended: Type.Boolean({ description: 'True for a message that ends a warning' }),
  },
  { title: 'Previewed warning' },
)
const Preview = Type.Object(
  {
    complete: Type.Boolean({ description: 'False: something could not be read' }),
    total: Type.Integer({ description: 'Warnings in the feed' }),
    areas: Type.Integer({ description: 'Areas of these warnings' }),
    unlocated: Type.Integer({ description: 'Areas that could not be located; nobody would be warned there' }),
    leftOut: Counts,
    warnings: Type.Array(Previewed, { description: 'The first 50' }),
  },
  { title: 'Preview of a warning feed' },
)
const Address = Type.String({
  minLength: 8,
  maxLength: 500,
  description: 'Address of an RSS or Atom index of CAP 1.2 messages, or of a message',
})
const FeedParams = Type.Object({ id: Type.String({ maxLength: 64, description: 'The feed', examples: [EXAMPLE.feed] }) })
const Done = Type.Object({ id: Type.String() })
const MAX_AREAS = 5

/** GET, POST, PATCH and DELETE /api/admin/warning-feeds, and POST …/preview */
export function registerWarningAdmin(app: HttpServer, feeds: FeedAdmin): void {
  registerListRoute(app, '/api/admin/warning-feeds', {
    operationId: 'listWarningFeeds',
    tags,
    summary: 'List the feeds of official warnings',
    description: 'One item per part of a feed.',
    sorts: ['feed'],
    defaultSort: 'feed',
    item: FeedItem,
    title: 'Warning feeds',
    example: EXAMPLE,
    list: (_, request) => {
      const isWhole = canSeeAddresses(request)
      return mapListing(feeds.list(), (feed) => {
        const item = itemOf(feed)
        return isWhole || item.url === null ? item : { ...item, url: maskUrl(item.url) }
      })
    },
  })

  app.post(
    '/api/admin/warning-feeds/preview',
    {
      ...buildAdminRoute('owner'),
      schema: {
        operationId: 'previewWarningFeed',
        tags,
        summary: 'Preview a feed of official warnings',
        description: 'Reads it once and returns its current warnings. Nothing is stored, and nobody is notified.',
        body: Type.Object({ url: Address }, { examples: [{ url: EXAMPLE.url }] }),
        response: {
          200: buildResponseEntry(Preview, 'What the feed holds', PREVIEW_EXAMPLE),
          ...buildErrorResponses(['invalid_request', 'upstream_error']),
        },
      },
    },
    async (request, reply) => reply.send(previewOf(await feeds.preview(request.body.url))),
  )

  app.post(
    '/api/admin/warning-feeds',
    {
      ...buildAdminRoute('owner', { needsProof: true }),
      schema: {
        operationId: 'addWarningFeed',
        tags,
        summary: 'Add a feed of official warnings',
        description: 'The service reads it from now on, and shows and mails its warnings like all others.',
        body: Type.Object(
          {
            name: Type.String({ minLength: 1, maxLength: 80, pattern: '^[^\\u0000]*$', description: 'Name of the issuer' }),
            url: Address,
            license: Type.Optional(Type.String({ maxLength: 200, pattern: '^[^\\u0000]*$', description: 'Licence, shown as the credit' })),
          },
          { examples: [{ name: EXAMPLE.name, url: EXAMPLE.url, license: 'CC BY 4.0' }] },
        ),
        response: {
          200: buildResponseEntry(Done, 'The feed', { id: EXAMPLE.feed }),
          ...buildErrorResponses(['invalid_request', 'conflict', 'limit_reached']),
        },
      },
    },
    async (request, reply) => reply.send(await feeds.add({ license: '', ...request.body }, getAdminContext(request).actor)),
  )

  app.patch(
    '/api/admin/warning-feeds/:id',
    {
      ...buildAdminRoute('owner', { needsProof: true }),
      schema: {
        operationId: 'updateWarningFeed',
        tags,
        summary: 'Switch an added feed on or off',
        description: 'While a feed is off, it is not read and its warnings are not shown; this does not call them off.',
        params: FeedParams,
        body: Type.Object({ enabled: Type.Boolean(), version: Type.Optional(Version) }, { examples: [{ enabled: false, version: 1 }] }),
        response: {
          200: buildResponseEntry(Done, 'The feed', { id: EXAMPLE.feed }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict']),
        },
      },
    },
    async (request, reply) => {
      const { enabled, version } = request.body
      await feeds.enable(request.params.id, enabled, version, getAdminContext(request).actor)
      return reply.send({ id: request.params.id })
    },
  )

  app.delete(
    '/api/admin/warning-feeds/:id',
    {
      ...buildAdminRoute('owner', { needsProof: true }),
      schema: {
        operationId: 'removeWarningFeed',
        tags,
        summary: 'Remove an added feed',
        description: 'Its warnings are deleted without being called off.',
        params: FeedParams,
        querystring: Type.Object({ version: Type.Optional(Version) }),
        response: {
          200: buildResponseEntry(Done, 'The feed that was removed', { id: EXAMPLE.feed }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict']),
        },
      },
    },
    async (request, reply) => {
      await feeds.remove(request.params.id, request.query.version, getAdminContext(request).actor)
      return reply.send({ id: request.params.id })
    },
  )
}

function itemOf({ isAdded, isEnabled, readAt, completeAt, nextAt, ...row }: FeedRow): FeedItem {
  return {
    ...row,
    origin: isAdded ? 'added' : 'built-in',
    enabled: isEnabled,
    readAt: formatOptionalInstant(readAt),
    completeAt: formatOptionalInstant(completeAt),
    nextAt: formatInstant(nextAt),
  }
}

function previewOf({ warnings, ...preview }: Awaited<ReturnType<FeedAdmin['preview']>>): Static<typeof Preview> {
  return { ...preview, warnings: warnings.map(previewedOf) }
}

function previewedOf({ texts, severity, senderName, areas, start, end, ended }: StoredMessage): Static<typeof Previewed> {
  const [first, ...others] = texts
  // The type guarantees at least one text.
  const { event, language } = chooseTextForLanguage([first as (typeof texts)[number], ...others], 'en')
  return { event, language, severity, senderName, areas: areas.slice(0, MAX_AREAS).map(({ name }) => name), start, end, ended }
}

const PREVIEW_EXAMPLE: Static<typeof Preview> = {
  complete: true,
  total: 1,
  areas: 1,
  unlocated: 0,
  leftOut: { expired: 2 },
  warnings: [
    {
      event: 'Heavy Rain Warning',
      language: 'en',
      severity: 'moderate',
      senderName: 'MetService',
      areas: ['Westland'],
      start: '2026-11-21T09:00:00Z',
      end: '2026-11-22T03:00:00Z',
      ended: false,
    },
  ],
}
