import { type Static, Type } from 'typebox'
import { Instant, nullable } from '../../../platform/http/schemas.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const ExchangeAnswer = Type.Object(
  {
    status: Type.Enum(['completed', 'partial', 'failed', 'already_running'], {
      description: '`partial`: it goes on by itself within a minute, or at the next call',
    }),
    phase: nullable(Type.Enum(['suppressions', 'contacts', 'push']), 'What is under way'),
    startedAt: Instant,
    finishedAt: nullable(Instant, 'Null while it is under way'),
    suppressions: Type.Object({
      read: Count('New ones of the service'),
      added: Count('Those that changed anything here'),
    }),
    contacts: Type.Object({
      read: Count('Contacts of the service that were looked at'),
      unsubscribed: Count('Those who told the service that they want no mail: suppressed here from now on'),
      removed: Count('Those who were erased here: removed there too'),
      subscribers: Count('Addresses here that were looked at'),
      pushed: Count('Those that the service was told of'),
      failed: Count('Those that it rejected'),
    }),
    problem: nullable(Type.String(), 'Why it failed'),
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
