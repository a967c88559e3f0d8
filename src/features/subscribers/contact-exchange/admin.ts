import type { HttpServer } from '../../../platform/http/http-server.ts'
import { errorResponses } from '../../../platform/http/schemas.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { adminRoute } from '../../accounts/access/index.ts'
import type { Exchange, ExchangeResult } from './exchange.ts'
import { EXCHANGE_EXAMPLE, ExchangeAnswer } from './schemas.ts'

/** POST /api/admin/email/sync */
export function registerContactExchangeAdmin(app: HttpServer, exchange: Exchange): void {
  app.post(
    '/api/admin/email/sync',
    {
      ...adminRoute('editor'),
      schema: {
        operationId: 'syncMailService',
        tags: ['Admin: connections'],
        summary: 'Keeps the mail service’s contacts and suppressions and ours in step',
        description:
          'Takes over bounces, complaints and unsubscriptions, then tells the service who has an active, confirmed newsletter or digest. Works for ten seconds at most; what is left goes on by itself. One at a time over all nodes.',
        response: {
          200: { ...ExchangeAnswer, examples: [EXCHANGE_EXAMPLE] },
          ...errorResponses(['conflict', 'service_unavailable']),
        },
      },
    },
    async () => exchangeAnswer(await exchange.run()),
  )
}

function exchangeAnswer({ status, phase, startedAt, finishedAt, counts, problem }: ExchangeResult): ExchangeAnswer {
  return {
    status,
    phase,
    startedAt: formatInstant(startedAt),
    finishedAt: finishedAt === null ? null : formatInstant(finishedAt),
    suppressions: { read: counts.suppressionsRead, added: counts.suppressionsAdded },
    contacts: {
      read: counts.contactsRead,
      unsubscribed: counts.unsubscribed,
      removed: counts.removed,
      subscribers: counts.addressesRead,
      pushed: counts.pushed,
      failed: counts.failed,
    },
    problem,
  }
}
