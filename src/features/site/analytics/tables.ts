import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'

/** What events are summed up by; those in two parts: the pages that such visits read, by day. */
export const DIMENSIONS = [
  'all',
  'path',
  'referrer',
  'slot',
  'device',
  'browser',
  'country',
  'referrer_path',
  'device_path',
  'browser_path',
  'country_path',
] as const

/** The period of a roll-up. */
export type RollUpPeriod = 'hour' | 'day'

export const analyticsTables = defineTables({
  analytics_salt: { day: 'date', salt: 'bytea' },
  analytics_event: {
    at: 'timestamptz',
    visitor: 'bytea',
    type: 'text',
    path: 'text',
    name: 'text null',
    value: 'float8 null',
    slot_id: 'text null',
    referrer: 'text null',
    device: 'text',
    browser: 'text',
    country: 'text null',
  },
  analytics_rollup: {
    period: narrowColumn<RollUpPeriod>()('text'),
    starts_at: 'timestamptz',
    type: 'text',
    name: 'text',
    dimension: narrowColumn<(typeof DIMENSIONS)[number]>()('text'),
    key: 'text',
    events: 'int8',
    visitors: 'int8',
    value_sum: 'float8 null',
    value_p75: 'float8 null',
  },
  analytics_search_typed: { day: 'date', search: 'bytea', visitor: 'bytea' },
  analytics_search: { day: 'date', text: 'text', visitors: 'int8' },
  analytics_visitor: {
    day: 'date',
    visitor: 'bytea',
    at: 'timestamptz',
    path: 'text',
    device: 'text',
    browser: 'text',
    country: 'text null',
  },
  analytics_view: {
    starts_at: 'timestamptz',
    referrer: 'text null',
    device: 'text',
    browser: 'text',
    country: 'text null',
    views: 'int8',
  },
  analytics_progress: { period: narrowColumn<RollUpPeriod>()('text'), final_to: 'timestamptz', rolled_at: 'timestamptz' },
})

export type AnalyticsTables = TablesOf<typeof analyticsTables>
