import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'
import type { CampaignReport } from './report-store.ts'
import type { Audience } from './schemas.ts'
import type { FormerSegment, StoredSegment } from './segment-store.ts'

/**
 * `subject` and `languages`: null for a message to one address, whose subject only that mail has. `send_at`: when it is sent; null: at once;
 * `timezone`: in which that was chosen. `finished_at`: when all its mails were enqueued. `report`: null while it is counted. A draft’s
 * `audience`: null while nobody is chosen.
 */
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
    segment: narrowColumn<StoredSegment | FormerSegment>()('jsonb null'),
    send_at: 'timestamptz null',
    timezone: 'text null',
    cancelled_at: 'timestamptz null',
    report: narrowColumn<CampaignReport>()('jsonb null'),
  },
  message_draft: {
    id: 'uuid',
    subject: 'text',
    body: 'text',
    audience: narrowColumn<Audience>()('jsonb null'),
    updated_at: 'timestamptz',
    updated_by: 'text',
    version: 'int4',
  },
})

export type MailingTables = TablesOf<typeof mailingTables>
