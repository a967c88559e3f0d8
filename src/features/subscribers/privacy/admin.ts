import { formatInstant } from '@isobar/weather'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { getAdminContext, buildAdminRoute } from '../../../admin/access/index.ts'
import type { AuditEntry } from '../../../admin/audit/index.ts'
import { buildInvalidFieldError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { buildResponseEntry, buildErrorResponses, Instant } from '../../../platform/http/schema/schemas.ts'
import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { readEmailAddress } from '../../../platform/mail/address.ts'
import type { PersonKeys, PersonStore } from './store.ts'

const tags = ['Admin: subscriptions']
/** In the body rather than the URL, which proxies log. */
const PersonBody = Type.Object(
  { email: Type.String({ minLength: 3, maxLength: 254, description: 'Case-insensitive' }) },
  { title: 'Person', examples: [{ email: 'ada@example.org' }] },
)
const Objects = (description: string) => Type.Array(Type.Object({}, { additionalProperties: true }), { description })
const Count = (description: string) => Type.Integer({ minimum: 0, description })

const PersonExport = Type.Object(
  {
    exportedAt: Instant,
    email: Type.String({ description: 'The address as requested' }),
    subscriptions: Objects('All subscriptions, including ended ones'),
    confirmations: Objects('Requested confirmation emails'),
    mails: Objects('Emails of the last 30 days with server responses; secret links are masked'),
    bounces: Objects('Reported bounces of and complaints about emails to the address'),
    suppression: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], { description: 'Suppression of the address' }),
    digests: Objects('Last digest of each frequency'),
    alerts: Objects('Alerts sent and still stored'),
    notifications: Objects('Places of which browsers that made confirmed subscriptions are notified'),
    reports: Objects('Reports of inaccurate data that mention the address'),
  },
  { title: 'PersonExport' },
)

export interface PersonAdminRoutes {
  readonly store: PersonStore
  /** Deletes the mails to an address that this node wrote to files; resolves to how many. */
  readonly deleteFiles: (emailKey: string) => Promise<number>
  /** Keyed hash of an address, its only trace in the audit log. */
  readonly addressHash: (emailKey: string) => string
  readonly clock: Clock
}

/** POST /api/admin/subscriptions/export and /api/admin/subscriptions/erase */
export function registerPersonAdmin(app: HttpServer, { store, deleteFiles, addressHash, clock }: PersonAdminRoutes): void {
  /** The keys of the address, and the entry in the audit log. @throws AppError invalid_request */
  function asked(request: FastifyRequest, email: string, action: string): readonly [PersonKeys, AuditEntry] {
    const address = readEmailAddress(email)
    if ('problem' in address) throw buildInvalidFieldError('email', address.problem)
    const keys = { emailKey: address.key, addressHash: addressHash(address.key) }
    return [keys, { at: clock.now(), actor: getAdminContext(request).actor, action, object: { type: 'person', id: keys.addressHash } }]
  }

  app.post(
    '/api/admin/subscriptions/export',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'exportPerson',
        tags,
        summary: 'Export all data about an address',
        description: 'Read-only. Recorded in the audit log with a keyed hash of the address.',
        body: PersonBody,
        response: {
          200: buildResponseEntry(PersonExport, 'The data; lists are empty if nothing is stored', {
            exportedAt: '2026-11-21T03:00:00Z',
            email: 'ada@example.org',
            subscriptions: [{ type: 'newsletter', lang: 'de', active: true }],
            confirmations: [],
            mails: [],
            bounces: [],
            suppression: null,
            digests: [],
            alerts: [],
            notifications: [],
            reports: [],
          }),
          ...buildErrorResponses(['invalid_request']),
        },
      },
    },
    async (request, reply) => {
      const { email } = request.body
      const stored = await store.export(...asked(request, email, 'person.export'))
      return reply
        .header('content-disposition', 'attachment; filename="person.json"')
        .send({ exportedAt: formatInstant(clock.now()), email, ...stored } as never)
    },
  )

  app.post(
    '/api/admin/subscriptions/erase',
    {
      ...buildAdminRoute('editor'),
      schema: {
        operationId: 'erasePerson',
        tags,
        summary: 'Erase all data about an address',
        description:
          'Immediate and permanent. Keyed hashes remain for suppressions and for the subscriptions, which only the address itself can reactivate by confirming. Recorded in the audit log with such a hash. Back office accounts are not affected.',
        body: PersonBody,
        response: {
          200: buildResponseEntry(
            Type.Object(
              {
                erased: Type.Object({
                  subscriptions: Count('Subscriptions'),
                  confirmations: Count('Requested confirmation emails'),
                  mails: Count('Emails of the last 30 days, including waiting ones'),
                  browsers: Count('Browsers that were notified, with their places'),
                  reports: Count('Reports of inaccurate data that mentioned the address; their text is deleted'),
                  files: Count('Emails in `DATA_DIR/mail` of this node, of any age; 0 if a mail server is used'),
                }),
              },
              { title: 'PersonErased' },
            ),
            'Erased; all 0 if nothing was stored',
            { erased: { subscriptions: 2, confirmations: 1, mails: 14, browsers: 1, reports: 0, files: 0 } },
          ),
          ...buildErrorResponses(['invalid_request']),
        },
      },
    },
    async (request, reply) => {
      const [keys, audit] = asked(request, request.body.email, 'person.erase')
      const erased = await store.erase(keys, audit)
      // After the commit, when waiting mails can no longer be written. If this fails, erasing again does the rest.
      return reply.send({ erased: { ...erased, files: await deleteFiles(keys.emailKey) } })
    },
  )
}
