import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'

/** A system's settings in their stored form. */
export type StoredSettings = Readonly<Record<string, unknown>>

export const connectionTables = defineTables({
  connection: {
    id: 'text',
    enabled: 'bool',
    settings: narrowColumn<StoredSettings>()('jsonb'),
    secret: 'text null',
    secret_updated_at: 'timestamptz null',
    version: 'int4',
    updated_at: 'timestamptz',
    updated_by: 'text',
  },
  connection_check: {
    id: 'text',
    member: 'text default',
    ok: 'bool',
    message: 'text',
    latency_ms: 'int4 null',
    checked_at: 'timestamptz',
  },
})

export type ConnectionTables = TablesOf<typeof connectionTables>
