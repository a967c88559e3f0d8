import { defineTables, narrowed, type TablesOf } from '../../../platform/db/columns.ts'

export type ConnectionStatus = 'connected' | 'disconnected'
export type ReportDimension = 'slot' | 'country'

export const adProgramTables = defineTables({
  ad_program: {
    one: 'bool default',
    status: narrowed<ConnectionStatus>()('text'),
    refresh_token: 'text null',
    connected_at: 'timestamptz',
    connected_by: 'text',
    account: 'text null',
    currency: 'text null',
    simulated: 'bool default',
    synced_at: 'timestamptz null',
    problem: 'text null',
    problem_at: 'timestamptz null',
    failures: 'int4 default',
    retry_at: 'timestamptz null',
    leased_until: 'timestamptz null',
    lease_owner: 'uuid null',
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
