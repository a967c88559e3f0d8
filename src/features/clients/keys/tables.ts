import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'
import type { ClientScope } from './key.ts'

export const clientKeyTables = defineTables({
  client_key: {
    id: 'uuid',
    name: 'text',
    scopes: narrowColumn<ClientScope[]>()('text[]'),
    origins: 'text[]',
    per_minute: 'int4 null',
    per_day: 'int4 null',
    per_month: 'int4 null',
    expires_at: 'timestamptz null',
    disabled: 'bool',
    revoked_at: 'timestamptz null',
    hash: 'bytea',
    start: 'text',
    former_hash: 'bytea null',
    former_until: 'timestamptz null',
    rotated_at: 'timestamptz null',
    created_at: 'timestamptz',
    version: 'int4',
  },
  client_key_usage: {
    key_id: 'uuid',
    day: 'date',
    scope: narrowColumn<ClientScope>()('text'),
    requests: 'int8',
    refused: 'int8',
    last_at: 'timestamptz',
  },
})

export type ClientKeyTables = TablesOf<typeof clientKeyTables>
