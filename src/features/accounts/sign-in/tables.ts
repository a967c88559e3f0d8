import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'
import type { AccountTables } from '../users/index.ts'

export const authTables = defineTables({
  admin_recovery_code: { user_id: 'uuid', code_hash: 'bytea', used_at: 'timestamptz null' },
  admin_known_device: { user_id: 'uuid', kind: narrowColumn<'browser' | 'address'>()('text'), hash: 'bytea', signed_in_at: 'timestamptz' },
  admin_passkey: {
    id: 'uuid',
    user_id: 'uuid',
    credential_id: 'bytea',
    public_key: 'bytea',
    counter: 'int8',
    transports: 'text[]',
    name: 'text',
    synced: 'bool',
    created_at: 'timestamptz',
    used_at: 'timestamptz null',
  },
  admin_used_challenge: { hash: 'bytea', expires_at: 'timestamptz' },
  login_backoff: {
    key: 'text',
    failures: 'int4',
    pending: 'int4',
    blocked_until: 'timestamptz null',
    attempted_at: 'timestamptz',
    failed_at: 'timestamptz null',
  },
})

export type AuthTables = TablesOf<typeof authTables>
export interface SignInTables extends AuthTables, AccountTables {}
