import { Type } from 'typebox'
import type { Clock } from '../../../platform/clock.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { errorResponses, Instant } from '../../../platform/http/schemas.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { adminOf, adminRoute } from '../../accounts/access/index.ts'
import type { Persons } from './service.ts'

const tags = ['Admin: subscriptions']
/** In the body, not in the address of the request, which proxies write into their logs. */
const PersonBody = Type.Object(
  { email: Type.String({ minLength: 3, maxLength: 254, description: 'Compared without regard to case' }) },
  { title: 'Person', examples: [{ email: 'ada@example.org' }] },
)
const Objects = (description: string) => Type.Array(Type.Object({}, { additionalProperties: true }), { description })
const Count = (description: string) => Type.Integer({ minimum: 0, description })

const PersonExport = Type.Object(
  {
    exportedAt: Instant,
    email: Type.String({ description: 'As it was asked for' }),
    subscriptions: Objects('All, ended ones too'),
    confirmations: Objects('Confirmation mails that were asked for'),
    mails: Objects('Of the last 30 days, with what was answered to them; what opens something is masked'),
    suppression: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], { description: 'Why nothing is sent' }),
    digests: Objects('The last digest of each frequency'),
    alerts: Objects('What it was told of and is still remembered'),
    reports: Objects('Reports of inaccurate data whose text holds the address'),
  },
  { title: 'PersonExport' },
)

export interface PersonAdminRoutes {
  readonly persons: Persons
  readonly clock: Clock
}

/** POST /api/admin/subscriptions/export and /api/admin/subscriptions/erase */
export function registerPersonAdmin(app: HttpServer, { persons, clock }: PersonAdminRoutes): void {
  app.post(
    '/api/admin/subscriptions/export',
    {
      ...adminRoute('editor'),
      schema: {
        operationId: 'exportPerson',
        tags,
        summary: 'Everything that is held about one address',
        description: 'Changes nothing; it is recorded, by a keyed hash of the address.',
        body: PersonBody,
        response: {
          200: {
            ...PersonExport,
            description: 'Lists are empty where nothing is held',
            examples: [
              {
                exportedAt: '2026-11-21T03:00:00Z',
                email: 'ada@example.org',
                subscriptions: [{ type: 'newsletter', lang: 'de', active: true }],
                confirmations: [],
                mails: [],
                suppression: null,
                digests: [],
                alerts: [],
                reports: [],
              },
            ],
          },
          ...errorResponses(['invalid_request']),
        },
      },
    },
    async (request, reply) => {
      const { email } = request.body
      const held = await persons.export(email, adminOf(request).actor)
      return reply
        .header('content-disposition', 'attachment; filename="person.json"')
        .send({ exportedAt: formatInstant(clock.now()), email, ...held } as never)
    },
  )

  app.post(
    '/api/admin/subscriptions/erase',
    {
      ...adminRoute('editor'),
      schema: {
        operationId: 'erasePerson',
        tags,
        summary: 'Erases everything that is held about one address',
        description:
          'At once and for good. Keyed hashes stay: of a suppression, and of the subscriptions, which only the address itself can bring back by a confirmation. It is recorded by such a hash, too. An account of the back office is none of it.',
        body: PersonBody,
        response: {
          200: {
            ...Type.Object(
              {
                erased: Type.Object({
                  subscriptions: Count('Subscriptions'),
                  confirmations: Count('Confirmation mails that were asked for'),
                  mails: Count('Mails of the last 30 days, waiting ones too'),
                  reports: Count('Reports of inaccurate data whose text held the address; the text is gone'),
                  files: Count('Mails in `DATA_DIR/mail` of the node that answers, however old; 0 where mail goes to a server'),
                }),
              },
              { title: 'PersonErased' },
            ),
            description: 'Erased; all 0 where nothing was held',
            examples: [{ erased: { subscriptions: 2, confirmations: 1, mails: 14, reports: 0, files: 0 } }],
          },
          ...errorResponses(['invalid_request']),
        },
      },
    },
    async (request, reply) => reply.send({ erased: await persons.erase(request.body.email, adminOf(request).actor) }),
  )
}
