import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'

export const SUPPRESSION_REASONS = ['hard_bounce', 'complaint', 'manual', 'unsubscribed'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

export const suppressionTables = defineTables({
  mail_suppression: {
    address_hash: 'text',
    reason: narrowColumn<SuppressionReason>()('text'),
    since: 'timestamptz',
    note: 'text null',
  },
})

export type SuppressionTables = TablesOf<typeof suppressionTables>
