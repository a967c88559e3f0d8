import { formatInstant, formatOptionalInstant, parseInstant } from '@isobar/weather'
import { Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import { registerListRoute } from '../../../admin/list-route.ts'
import { mapListing } from '../../../platform/http/schema/listing.ts'
import { createMemoryListing } from '../../../platform/http/schema/memory-listing.ts'
import { buildResponseEntry, buildErrorResponses } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { DEFAULT_OVERLAP_HOURS, KEY_STATES } from './key.ts'
import {
  CHARTS,
  Issued,
  ISSUED_EXAMPLE,
  KEY_EXAMPLE,
  KeyAnswer,
  KeyItem,
  KeyPatch,
  NewKey,
  Rotation,
  USAGE_EXAMPLE,
  UsageAnswer,
  UsageQuery,
} from './schemas.ts'
import type { KeyService, ListedKey } from './service.ts'
import type { DayUsage } from './usage-store.ts'

const tags = ['Admin: system']
const KeyParams = Type.Object({ id: Type.String({ format: 'uuid', description: 'The key', examples: [KEY_EXAMPLE.id] }) })
const DEFAULT_DAYS = 30

/** /api/admin/client-keys */
export function registerKeyAdmin(app: HttpServer, keys: KeyService): void {
  registerLists(app, keys)
  registerCreate(app, keys)
  registerPatch(app, keys)
  registerRotate(app, keys)
  registerRevoke(app, keys)
}

function registerLists(app: HttpServer, keys: KeyService): void {
  registerListRoute(app, '/api/admin/client-keys', {
    operationId: 'listClientKeys',
    tags,
    summary: 'List client keys',
    description: 'Keys with which programs use the API. Revoked ones are listed for 400 days.',
    sorts: ['createdAt'],
    defaultSort: '-createdAt',
    filters: { state: Type.Optional(Type.Enum([...KEY_STATES], { description: 'Only this state' })) },
    item: KeyItem,
    title: 'ClientKeys',
    example: KEY_EXAMPLE,
    list: ({ state }) =>
      mapListing(
        createMemoryListing(async () => (await keys.list()).filter((key) => state === undefined || key.state === state), {
          positionOf: ({ createdAt, id }) => ({ value: createdAt, id }),
          textOf: ({ name, start }) => `${name} ${start}`,
        }),
        itemOf,
      ),
    charts: { ...CHARTS, read: async () => ({ days: usageOf(await keys.usage(DEFAULT_DAYS, null)).days }) },
  })

  app.get(
    '/api/admin/client-keys/:id/usage',
    {
      ...buildAdminRoute('viewer'),
      schema: {
        operationId: 'getClientKeyUsage',
        tags,
        summary: 'Requests with a client key, by day',
        description: 'Of an unknown key, there are none.',
        params: KeyParams,
        querystring: UsageQuery,
        response: {
          200: buildResponseEntry(UsageAnswer, 'Its requests', USAGE_EXAMPLE),
          ...buildErrorResponses(['invalid_request']),
        },
      },
    },
    async (request, reply) => reply.send(usageOf(await keys.usage(request.query.days ?? DEFAULT_DAYS, request.params.id))),
  )
}

function registerCreate(app: HttpServer, keys: KeyService): void {
  app.post(
    '/api/admin/client-keys',
    {
      ...buildAdminRoute('owner', { needsProof: true }),
      schema: {
        operationId: 'createClientKey',
        tags,
        summary: 'Create a client key',
        description: 'The answer has the key itself, which is stored only as a hash and cannot be read again.',
        body: NewKey,
        response: {
          201: buildResponseEntry(Issued, 'Created', ISSUED_EXAMPLE),
          ...buildErrorResponses(['invalid_request', 'limit_reached']),
        },
      },
    },
    async (request, reply) => {
      const { name, scopes, origins = [], perMinute = null, perDay = null, perMonth = null, expiresAt } = request.body
      const terms = {
        name: name.trim(),
        scopes,
        origins,
        perMinute,
        perDay,
        perMonth,
        expiresAt: epochOf(expiresAt ?? null),
        disabled: false,
      }
      const { key, secret } = await keys.create(terms, getAdminContext(request).actor)
      return reply.code(201).send({ key: itemOf(key), secret })
    },
  )
}

function registerPatch(app: HttpServer, keys: KeyService): void {
  app.patch(
    '/api/admin/client-keys/:id',
    {
      ...buildAdminRoute('owner', { needsProof: true }),
      schema: {
        operationId: 'updateClientKey',
        tags,
        summary: 'Change, switch off or switch on a client key',
        description: 'In force on all nodes at once.',
        params: KeyParams,
        body: KeyPatch,
        response: {
          200: buildResponseEntry(KeyAnswer, 'Changed', { key: { ...KEY_EXAMPLE, perDay: 10_000, version: 2 } }),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict', 'gone']),
        },
      },
    },
    async (request, reply) => {
      const { version, name, expiresAt, ...patch } = request.body
      const terms = {
        ...patch,
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(expiresAt === undefined ? {} : { expiresAt: epochOf(expiresAt) }),
      }
      return reply.send({ key: itemOf(await keys.edit(request.params.id, terms, version, getAdminContext(request).actor)) })
    },
  )
}

function registerRotate(app: HttpServer, keys: KeyService): void {
  app.post(
    '/api/admin/client-keys/:id/rotate',
    {
      ...buildAdminRoute('owner', { needsProof: true }),
      schema: {
        operationId: 'rotateClientKey',
        tags,
        summary: 'Replace the secret of a client key',
        description: 'Name, scopes and limits stay. The former secret stays valid for `overlapHours`, the one before that no longer.',
        params: KeyParams,
        body: Rotation,
        response: {
          200: buildResponseEntry(Issued, 'The new secret', ISSUED_EXAMPLE),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict', 'gone']),
        },
      },
    },
    async (request, reply) => {
      const { overlapHours = DEFAULT_OVERLAP_HOURS, version } = request.body
      const { key, secret } = await keys.rotate(request.params.id, overlapHours, version, getAdminContext(request).actor)
      return reply.send({ key: itemOf(key), secret })
    },
  )
}

function registerRevoke(app: HttpServer, keys: KeyService): void {
  app.post(
    '/api/admin/client-keys/:id/revoke',
    {
      ...buildAdminRoute('owner', { needsProof: true }),
      schema: {
        operationId: 'revokeClientKey',
        tags,
        summary: 'Revoke a client key',
        description: 'For good, and at once on all nodes.',
        params: KeyParams,
        response: {
          200: buildResponseEntry(KeyAnswer, 'Revoked', { key: { ...KEY_EXAMPLE, state: 'revoked', revokedAt: KEY_EXAMPLE.createdAt } }),
          ...buildErrorResponses(['not_found', 'gone']),
        },
      },
    },
    async (request, reply) => reply.send({ key: itemOf(await keys.revoke(request.params.id, getAdminContext(request).actor)) }),
  )
}

function itemOf({ scopes, origins, ...key }: ListedKey): KeyItem {
  return {
    ...key,
    scopes: [...scopes],
    origins: [...origins],
    expiresAt: formatOptionalInstant(key.expiresAt),
    lastUsedAt: formatOptionalInstant(key.lastUsedAt),
    createdAt: formatInstant(key.createdAt),
    rotatedAt: formatOptionalInstant(key.rotatedAt),
    formerUntil: formatOptionalInstant(key.formerUntil),
    revokedAt: formatOptionalInstant(key.revokedAt),
  }
}

function usageOf({ days, counts }: Awaited<ReturnType<KeyService['usage']>>) {
  const byDay = Map.groupBy(counts, ({ day }) => day)
  const byScope = Map.groupBy(counts, ({ scope }) => scope)
  return {
    days: days.map((day) => ({ day, ...sumOf(byDay.get(day)) })),
    scopes: [...byScope].map(([scope, own]) => ({ scope, ...sumOf(own) })),
  }
}

function sumOf(counts: readonly DayUsage[] = []) {
  return {
    requests: counts.reduce((sum, { requests }) => sum + requests, 0),
    refused: counts.reduce((sum, { refused }) => sum + refused, 0),
  }
}

function epochOf(instant: string | null): number | null {
  return instant === null ? null : parseInstant(instant)
}
