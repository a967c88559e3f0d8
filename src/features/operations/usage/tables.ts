import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'

export type UsagePeriod = 'hour' | 'day'
export type UsageDimension = 'cause' | 'scope' | 'trigger' | 'duration'

export const usageTables = defineTables({
  usage_call: {
    period: narrowColumn<UsagePeriod>()('text'),
    starts_at: 'timestamptz',
    product: 'text',
    dimension: narrowColumn<UsageDimension>()('text'),
    key: 'text',
    calls: 'int8',
    failed: 'int8',
    weight: 'float8',
  },
  usage_progress: { one: 'bool default', summed_to: 'timestamptz' },
  usage_answer: {
    period: narrowColumn<UsagePeriod>()('text'),
    starts_at: 'timestamptz',
    layer: 'text',
    scope: 'text',
    trigger: 'text',
    answers: 'int8',
  },
})

export type UsageTables = TablesOf<typeof usageTables>
