import type { Role } from '../../../admin/access/index.ts'
import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'

export type LinkPurpose = 'invite' | 'reset'

export const userTables = defineTables({
  admin_user: {
    id: 'uuid',
    email: 'text',
    email_key: 'text',
    display_name: 'text',
    role: narrowColumn<Role>()('text'),
    password_hash: 'text null',
    disabled: 'bool default',
    totp_secret: 'text null',
    totp_pending: 'text null',
    totp_pending_at: 'timestamptz null',
    totp_last_step: 'int8 null',
    passkeys: 'int4 default',
    last_login_at: 'timestamptz null',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    version: 'int4 default',
  },
  admin_session: {
    id: 'uuid',
    token_hash: 'bytea',
    user_id: 'uuid',
    created_at: 'timestamptz',
    seen_at: 'timestamptz',
    proved_at: 'timestamptz null',
    user_agent: 'text null',
    country: 'text null',
  },
  admin_link: {
    token_hash: 'bytea',
    purpose: narrowColumn<LinkPurpose>()('text'),
    user_id: 'uuid',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
    ended_at: 'timestamptz null',
  },
})

export type UserTables = TablesOf<typeof userTables>
