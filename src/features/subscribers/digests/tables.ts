import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'
import type { DigestFrequency } from './emails/weekly-digest/data.ts'

export const digestTables = defineTables({
  digest_delivery: {
    address_hash: 'text',
    frequency: narrowColumn<DigestFrequency>()('text'),
    period: 'date',
    delivered_at: 'timestamptz',
  },
})

export type DigestTables = TablesOf<typeof digestTables>
