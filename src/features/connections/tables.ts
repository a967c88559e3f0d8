import { defineTables, narrowed, type TablesOf } from '../../platform/db/columns.ts'

/** Settings of a system, as they are kept. */
export type KeptSettings = Readonly<Record<string, unknown>>

export type ExchangePhase = 'suppressions' | 'contacts' | 'push'

export const connectionTables = defineTables({
  connection: {
    id: 'text',
    enabled: 'bool',
    settings: narrowed<KeptSettings>()('jsonb'),
    secret: 'text null',
    secret_updated_at: 'timestamptz null',
    version: 'int4',
    updated_at: 'timestamptz',
    updated_by: 'text',
  },
  connection_check: { id: 'text', ok: 'bool', message: 'text', latency_ms: 'int4', checked_at: 'timestamptz' },
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
    leased_until: 'timestamptz null',
    lease_owner: 'uuid null',
  },
  mail_contact: { address_hash: 'text', subscribed: 'bool', told_at: 'timestamptz' },
})

export type ConnectionTables = TablesOf<typeof connectionTables>
