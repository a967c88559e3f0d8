import { defineTables, type TablesOf } from '../../../platform/db/columns.ts'

export const normalTables = defineTables({
  climate_normal: {
    cell: 'int4',
    asked: 'int4 default',
    wanted_at: 'timestamptz',
    next_at: 'timestamptz',
    failures: 'int4 default',
    tried_at: 'timestamptz null',
    source: 'text null',
    period: 'text null',
    fetched_at: 'timestamptz null',
    simulated: 'bool default',
    temperature_min: 'float4[] null',
    temperature_max: 'float4[] null',
    temperature_min_tenth: 'float4[] null',
    temperature_max_tenth: 'float4[] null',
    precipitation: 'float4[] null',
  },
})

export type NormalTables = TablesOf<typeof normalTables>
