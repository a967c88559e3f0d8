import { defineTables, narrowed, type TablesOf } from '../../../platform/db/columns.ts'

export type ExchangePhase = 'suppressions' | 'contacts' | 'push'

export const exchangeTables = defineTables({
  mail_exchange: {
    one: 'bool default',
    phase: narrowed<ExchangePhase>()('text null'),
    cursor: 'text null',
    counts: narrowed<Readonly<Record<string, number>>>()('jsonb'),
    started_at: 'timestamptz',
    finished_at: 'timestamptz null',
    suppressions_from: 'timestamptz null',
    suppressions_next: 'timestamptz null',
    problem: 'text null',
  },
  mail_contact: { address_hash: 'text', subscribed: 'bool', told_at: 'timestamptz' },
})

export type ExchangeTables = TablesOf<typeof exchangeTables>
