import { defineTables, narrowed, type TablesOf } from '../../../platform/db/columns.ts'

export type ReportDimension = 'slot' | 'country'

export const adProgramTables = defineTables({
  ad_program: {
    one: 'bool default',
    connected_at: 'timestamptz',
    account: 'text null',
    currency: 'text null',
    simulated: 'bool default',
    synced_at: 'timestamptz null',
    problem: 'text null',
    problem_at: 'timestamptz null',
    failures: 'int4 default',
    retry_at: 'timestamptz null',
  },
  ad_program_sign_in: { state_hash: 'text', session: 'text', verifier: 'text', expires_at: 'timestamptz' },
  ad_earning: {
    day: 'date',
    dimension: narrowed<ReportDimension>()('text'),
    key: 'text',
    earnings: 'numeric',
    page_views: 'int8',
    ad_requests: 'int8',
    impressions: 'int8',
    clicks: 'int8',
  },
})

export type AdProgramTables = TablesOf<typeof adProgramTables>
