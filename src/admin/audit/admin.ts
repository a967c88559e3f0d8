import { Type } from 'typebox'
import { mapListing } from '../../platform/http/schema/listing.ts'
import { periodFilters, parsePeriodFilter } from '../../platform/http/schema/period-filter.ts'
import { Instant, buildNullableSchema } from '../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../platform/http/server/http-server.ts'
import { canSeeAddresses } from '../access/index.ts'
import { registerListRoute } from '../list-route.ts'
import { maskAddresses } from '../masking.ts'
import type { AuditStore } from './list-store.ts'

const NullableText = (description: string) => buildNullableSchema(Type.String(), description)
const State = (description: string) => buildNullableSchema(Type.Record(Type.String(), Type.Unknown()), description)

const AuditItem = Type.Object(
  {
    id: Type.String(),
    at: Instant,
    userId: NullableText('User; null for the command line and the development bypass'),
    actor: Type.String({ description: 'Email address at that time, or a placeholder' }),
    client: NullableText('Keyed hash of the client address'),
    country: NullableText('Country of the client address, ISO 3166 alpha-2'),
    requestId: NullableText('Request ID as in the log'),
    action: Type.String({ description: 'The action', examples: ['user.update'] }),
    objectType: Type.String({ examples: ['user'] }),
    objectId: NullableText('ID of the object'),
    before: State('Changed values before; secrets are masked'),
    after: State('Changed values after; secrets are masked'),
  },
  { title: 'AuditEntry' },
)

const EXAMPLE = {
  id: '42',
  at: '2026-11-21T03:00:00Z',
  userId: '0b7e3f64-7d0c-4b5b-9a39-0c1f6b1f2f10',
  actor: 'ada@example.org',
  client: 'b0rTqz1o0m7m9pKXw2v0Hw',
  country: 'DE',
  requestId: '5d3a1f7e-2f0e-4a57-9d53-5f3f0d1a7c11',
  action: 'user.update',
  objectType: 'user',
  objectId: '7c1a4b5e-58a4-4f0e-8a53-98dd0a4b2f77',
  before: { role: 'viewer' },
  after: { role: 'editor' },
}

const KINDS = {
  properties: {
    kinds: Type.Object(
      { actions: Type.Array(Type.String()), objectTypes: Type.Array(Type.String()) },
      { description: 'All values that occur, regardless of filters' },
    ),
  },
  example: { kinds: { actions: ['user.create', 'user.update'], objectTypes: ['user'] } },
}

const bounded = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$', description }))

/** GET /api/admin/audit */
export function registerAuditAdmin(app: HttpServer, audit: AuditStore): void {
  registerListRoute(app, '/api/admin/audit', {
    operationId: 'listAuditEntries',
    tags: ['Admin: users'],
    summary: 'List audit log entries',
    description:
      'Every change made in the back office, and what was refused, for two years. For viewers, addresses in the states are masked.',
    sorts: ['at'],
    defaultSort: '-at',
    filters: {
      userId: Type.Optional(Type.String({ format: 'uuid', description: 'Only entries of this user' })),
      action: bounded('Only this action'),
      objectType: bounded('Only objects of this type'),
      objectId: bounded('Only this object'),
      ...periodFilters,
    },
    item: AuditItem,
    title: 'AuditEntries',
    example: EXAMPLE,
    list: (query, request) => {
      const isWhole = canSeeAddresses(request)
      const listing = audit.list({ ...query, ...parsePeriodFilter(query) })
      return isWhole ? listing : mapListing(listing, ({ before, after, ...entry }) => ({ ...entry, ...maskAddresses({ before, after }) }))
    },
    charts: { ...KINDS, read: async () => ({ kinds: await audit.kinds() }) },
  })
}
