import { type Static, Type } from 'typebox'
import { Instant, nullable } from '../../../platform/http/schema/schemas.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const ExchangeAnswer = Type.Object(
  {
    status: Type.Enum(['completed', 'partial', 'failed', 'already_running'], {
      description: '`partial`: continues within a minute, or with the next call',
    }),
    phase: nullable(Type.Enum(['suppressions', 'contacts', 'push']), 'Current phase'),
    startedAt: Instant,
    finishedAt: nullable(Instant, 'Null while running'),
    suppressions: Type.Object({
      read: Count('Read from the service'),
      added: Count('Added here'),
    }),
    contacts: Type.Object({
      read: Count('Contacts read from the service'),
      unsubscribed: Count('Unsubscribed at the service and now suppressed here'),
      removed: Count('Erased here and now deleted there'),
      subscribers: Count('Addresses checked here'),
      pushed: Count('Sent to the service'),
      failed: Count('Rejected by the service'),
    }),
    problem: nullable(Type.String(), 'Reason of the failure'),
  },
  { title: 'MailExchange' },
)
export type ExchangeAnswer = Static<typeof ExchangeAnswer>

export const EXCHANGE_EXAMPLE: ExchangeAnswer = {
  status: 'completed',
  phase: null,
  startedAt: '2026-11-21T03:00:00Z',
  finishedAt: '2026-11-21T03:00:04Z',
  suppressions: { read: 3, added: 2 },
  contacts: { read: 120, unsubscribed: 1, removed: 0, subscribers: 118, pushed: 4, failed: 0 },
  problem: null,
}
