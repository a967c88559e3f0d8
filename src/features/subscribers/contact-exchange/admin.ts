import type { HttpServer } from '../../../platform/http/server/http-server.ts'
import { errorResponses } from '../../../platform/http/schema/schemas.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { adminRoute } from '../../../admin/access/index.ts'
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
        summary: 'Sync contacts and suppressions with the email service',
        description:
          'Imports bounces, complaints and unsubscriptions, then exports addresses with an active, confirmed newsletter or digest. Runs for at most ten seconds per call; the rest continues in the background. One sync at a time across all nodes.',
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
