import { defineTables, narrowed, type TablesOf } from '../../../platform/db/columns.ts'
import type { CampaignReport } from './report-store.ts'
import type { StoredSegment } from './segment-store.ts'

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
    segment: narrowed<StoredSegment>()('jsonb null'),
    send_at: 'timestamptz null',
    timezone: 'text null',
    cancelled_at: 'timestamptz null',
    report: narrowed<CampaignReport>()('jsonb null'),
  },
})

export type MailingTables = TablesOf<typeof mailingTables>
