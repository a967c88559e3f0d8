import { defineTables, type TablesOf } from '../../../platform/db/columns.ts'

export const mailingTables = defineTables({
  composed_message: {
    id: 'uuid',
    subject: 'text null',
    languages: 'text[] null',
    idempotency_key: 'text null',
    fingerprint: 'text',
    filled_to: 'uuid null',
    recipients: 'int4',
    created_at: 'timestamptz',
    created_by: 'text',
    finished_at: 'timestamptz null',
  },
})

export type MailingTables = TablesOf<typeof mailingTables>
