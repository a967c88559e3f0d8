import { defineTables, type TablesOf } from '../../platform/db/columns.ts'

export const auditTables = defineTables({
  admin_audit: {
    id: 'int8 identity',
    at: 'timestamptz',
    user_id: 'uuid null',
    actor: 'text',
    client: 'text null',
    country: 'text null',
    request_id: 'text null',
    action: 'text',
    object_type: 'text',
    object_id: 'text null',
    before: 'jsonb null',
    after: 'jsonb null',
  },
})

export type AuditTables = TablesOf<typeof auditTables>
