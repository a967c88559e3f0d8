import { defineTables, narrowed, type TablesOf } from '../../../platform/db/columns.ts'
import type { WeatherKind } from '../../../domain/weather-kind.ts'
import type { Condition } from '../../../domain/condition.ts'
import { MEASUREMENT_COLUMNS } from './variables.ts'

type Entries<T> = readonly (T | null)[]

/** One column per measurement. */
function measuredAs<const Spec extends string>(spec: Spec) {
  const columns = Object.values(MEASUREMENT_COLUMNS)
  return Object.fromEntries(columns.map((column) => [column, spec])) as Readonly<Record<(typeof columns)[number], Spec>>
}

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
    kind: narrowed<WeatherKind>()('text default'),
    temperature: 'float4 null',
    feels_like: 'float4 null',
    ...measuredAs('float4 null'),
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
    ...measuredAs(numbers),
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
