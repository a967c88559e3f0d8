import { type Static, Type } from 'typebox'
import { getAdminContext, buildAdminRoute, canSeeAddresses } from '../../../admin/access/index.ts'
import { registerListRoute } from '../../../admin/list-route.ts'
import { AppError, buildRefusedFieldError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { periodFilters, parsePeriodFilter } from '../../../platform/http/schema/period-filter.ts'
import { buildResponseEntry, buildErrorResponses, Instant } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { toDeliverableAddress, toEmailKey } from '../../../platform/mail/address.ts'
import type { SuppressionAdminStore } from './admin-store.ts'
import { SUPPRESSION_REASONS } from './tables.ts'

const tags = ['Admin: mail']

const SuppressionItem = Type.Object(
  {
    addressHash: Type.String({ description: 'Keyed hash of the address; the address itself is not stored' }),
    reason: Type.Enum([...SUPPRESSION_REASONS]),
    since: Instant,
    note: Type.Union([Type.String(), Type.Null()]),
    version: Type.Integer({ minimum: 0 }),
  },
  { title: 'Suppression' },
)
const EXAMPLE: Static<typeof SuppressionItem> = {
  addressHash: 'b0rTqz1o0m7m9pKXw2v0Hw',
  reason: 'hard_bounce',
  since: '2026-11-21T03:00:00Z',
  note: '550 5.1.1',
  version: 1207,
}
const CHARTS = {
  properties: { totals: Type.Record(Type.String(), Type.Integer(), { description: 'Totals by reason' }) },
  example: { totals: { hard_bounce: 12, complaint: 1 } },
}

const AddressHash = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', description: 'The hash as given in the list' })
const Email = Type.String({ minLength: 3, maxLength: 254, description: 'The address; it is not stored' })

export interface SuppressionAdminRoutes {
  readonly suppressions: SuppressionAdminStore
  readonly addressHash: (emailKey: string) => string
  readonly clock: Clock
}

/** GET and PATCH /api/admin/suppressions */
export function registerSuppressionAdmin(app: HttpServer, { suppressions, addressHash, clock }: SuppressionAdminRoutes): void {
  /** @throws AppError invalid_request */
  function hashOf(email: string): string {
    const address = toDeliverableAddress(email.trim())
    if (address === null) throw buildRefusedFieldError('email', 'must be an email address')
    return addressHash(toEmailKey(address))
  }

  registerListRoute(app, '/api/admin/suppressions', {
    operationId: 'listSuppressions',
    tags,
    summary: 'List suppressed addresses',
    description: 'Addresses are stored as keyed hashes; use `email` to look up an exact address.',
    sorts: ['since'],
    defaultSort: '-since',
    filters: {
      reason: Type.Optional(Type.Enum([...SUPPRESSION_REASONS], { description: 'Only this reason' })),
      email: Type.Optional({ ...Email, description: 'Only this exact address; not for viewers' }),
      ...periodFilters,
    },
    item: SuppressionItem,
    title: 'Suppressions',
    example: EXAMPLE,
    list({ email, ...query }, request) {
      canSeeAddresses(request, email)
      return suppressions.list({ ...query, ...parsePeriodFilter(query), ...(email !== undefined && { addressHash: hashOf(email) }) })
    },
    charts: { ...CHARTS, read: async () => ({ totals: await suppressions.countByReason() }) },
  })

  app.patch(
    '/api/admin/suppressions',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'updateSuppression',
        tags,
        summary: 'Suppress an address, or lift the suppression',
        description:
          'Identify the address by `email`, or by `addressHash` from the list. Emails queued for a suppressed address are not sent.',
        body: Type.Object(
          {
            email: Type.Optional(Email),
            addressHash: Type.Optional(AddressHash),
            suppressed: Type.Boolean({ description: 'false lifts the suppression' }),
            reason: Type.Optional(
              Type.Enum(['complaint', 'manual', 'unsubscribed'], {
                description: 'Default manual. With unsubscribed, the address still gets emails it requests',
              }),
            ),
            note: Type.Optional(
              Type.Union([Type.String({ minLength: 1, maxLength: 500, pattern: '^[^\\u0000@]*$' }), Type.Null()], {
                description: 'Internal note; must not contain the address',
              }),
            ),
            version: Type.Optional(Type.Integer({ minimum: 0, description: 'The version you read; an outdated one is rejected' })),
          },
          { examples: [{ email: 'ada@example.org', suppressed: true, note: 'requested by phone' }] },
        ),
        response: {
          200: buildResponseEntry(
            Type.Object({ suppression: Type.Union([SuppressionItem, Type.Null()], { description: 'Null: not suppressed' }) }),
            'The current state',
            { suppression: { ...EXAMPLE, reason: 'manual', note: 'requested by phone' } },
          ),
          ...buildErrorResponses(['invalid_request', 'not_found', 'conflict']),
        },
      },
    },
    async (request, reply) => {
      const { email, addressHash: hash, suppressed, reason, note, version } = request.body
      if ((email === undefined) === (hash === undefined)) throw buildRefusedFieldError('email', 'either email or addressHash is required')
      const suppression = await suppressions.edit(
        {
          addressHash: email === undefined ? (hash ?? '') : hashOf(email),
          version,
          to: suppressed ? { ...(reason === undefined ? {} : { reason }), ...(note === undefined ? {} : { note }) } : null,
          // An invented hash would match no address.
          mayInsert: email !== undefined,
        },
        getAdminContext(request).actor,
        clock.now(),
      )
      if (suppression === null && suppressed) throw new AppError('not_found', 'No such suppression')
      return reply.send({ suppression })
    },
  )
}
