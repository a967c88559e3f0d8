import { defineTables, narrowed, type TablesOf } from '../../../platform/db/columns.ts'
import type { Condition } from '../../../domain/condition.ts'

type Entries<T> = readonly (T | null)[]

const numbers = narrowed<Entries<number>>()('float4[] null')
const condition = narrowed<Condition>()('text null')

export const historyTables = defineTables({
  observation: {
    cell: 'int4',
    observed_at: 'timestamptz',
    source: 'text',
    recorded_at: 'timestamptz',
    simulated: 'bool',
    timezone: 'text',
    temperature: 'float4 null',
    feels_like: 'float4 null',
    dew_point: 'float4 null',
    humidity: 'float4 null',
    pressure: 'float4 null',
    cloud_cover: 'float4 null',
    visibility: 'float4 null',
    uv_index: 'float4 null',
    wind_speed: 'float4 null',
    wind_gust: 'float4 null',
    wind_direction: 'float4 null',
    precipitation: 'float4 null',
    rain: 'float4 null',
    snow: 'float4 null',
    condition,
    provider_code: 'int4 null',
    is_day: 'bool null',
    sunrise: 'timestamptz null',
    sunset: 'timestamptz null',
  },
  hourly_issue: {
    cell: 'int4',
    issued_hour: 'timestamptz',
    source: 'text',
    issued_at: 'timestamptz',
    simulated: 'bool',
    last_valid_at: 'timestamptz',
    valid_at: 'timestamptz[]',
    temperature: numbers,
    feels_like: numbers,
    dew_point: numbers,
    humidity: numbers,
    pressure: numbers,
    cloud_cover: numbers,
    visibility: numbers,
    uv_index: numbers,
    wind_speed: numbers,
    wind_gust: numbers,
    wind_direction: numbers,
    precipitation: numbers,
    rain: numbers,
    snow: numbers,
    precipitation_probability: numbers,
    condition: narrowed<Entries<Condition>>()('text[] null'),
    provider_code: narrowed<Entries<number>>()('int4[] null'),
    is_day: narrowed<Entries<boolean>>()('bool[] null'),
  },
  daily_issue: {
    cell: 'int4',
    issued_hour: 'timestamptz',
    source: 'text',
    issued_at: 'timestamptz',
    simulated: 'bool',
    last_valid_at: 'timestamptz',
    valid_at: 'timestamptz[]',
    points: 'jsonb',
  },
})

export type HistoryTables = TablesOf<typeof historyTables>
