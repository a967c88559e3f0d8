import type { Condition, Tally, WeatherKind } from '@isobar/weather'
import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'
import { AIR_COLUMNS, MEASUREMENT_COLUMNS } from './variables.ts'
import type { LeadScores, TruthKind, TruthStation } from './verification/model.ts'

type Entries<T> = readonly (T | null)[]

function columnsAs<const Column extends string, const Spec extends string>(columns: readonly Column[], spec: Spec) {
  return Object.fromEntries(columns.map((column) => [column, spec])) as Readonly<Record<Column, Spec>>
}

const MEASURED = Object.values(MEASUREMENT_COLUMNS)

const numbers = narrowColumn<Entries<number>>()('float4[] null')
const tally = narrowColumn<Tally>()('float8[] null')
const condition = narrowColumn<Condition>()('text null')

/** What each row of an observation or analysis has. */
const OBSERVED = {
  cell: 'int4',
  observed_at: 'timestamptz',
  source: 'text',
  recorded_at: 'timestamptz',
  simulated: 'bool',
} as const

/** What each issue of a forecast has, besides its values. */
const ISSUE = {
  cell: 'int4',
  issued_hour: 'timestamptz',
  source: 'text',
  issued_at: 'timestamptz',
  simulated: 'bool',
  last_valid_at: 'timestamptz',
  valid_at: 'timestamptz[]',
} as const

export const historyTables = defineTables({
  observation: {
    ...OBSERVED,
    timezone: 'text',
    kind: narrowColumn<WeatherKind>()('text default'),
    temperature: 'float4 null',
    feels_like: 'float4 null',
    ...columnsAs(MEASURED, 'float4 null'),
    condition,
    provider_code: 'int4 null',
    is_day: 'bool null',
    sunrise: 'timestamptz null',
    sunset: 'timestamptz null',
  },
  hourly_issue: {
    ...ISSUE,
    temperature: numbers,
    feels_like: numbers,
    ...columnsAs(MEASURED, numbers),
    precipitation_probability: numbers,
    condition: narrowColumn<Entries<Condition>>()('text[] null'),
    provider_code: narrowColumn<Entries<number>>()('int4[] null'),
    is_day: narrowColumn<Entries<boolean>>()('bool[] null'),
  },
  daily_issue: {
    ...ISSUE,
    points: 'jsonb',
  },
  air_analysis: {
    ...OBSERVED,
    ...columnsAs(AIR_COLUMNS, 'float4 null'),
  },
  air_issue: {
    ...ISSUE,
    ...columnsAs(AIR_COLUMNS, numbers),
  },
  verification_sum: {
    cell: 'int4',
    day: 'date',
    source: 'text',
    truth_source: 'text',
    truth_kind: narrowColumn<TruthKind>()('text'),
    truth_station: narrowColumn<TruthStation>()('jsonb null'),
    versus: 'text',
    lead_hours: 'int2',
    simulated: 'bool',
    temperature: tally,
    wind_speed: tally,
    wind_gust: tally,
    wind_direction: tally,
    precipitation: tally,
    precipitation_probability: tally,
    temperature_max: tally,
    temperature_min: tally,
    pm25: tally,
    pm10: tally,
    no2: tally,
    o3: tally,
  },
  verification_progress: { day: 'date', last_cell: 'int4', is_done: 'bool' },
  verification_result: {
    cell: 'int4',
    is_stale: 'bool',
    from_day: 'date null',
    to_day: 'date null',
    places: 'int4 null',
    simulated: 'bool null',
    scores: narrowColumn<readonly LeadScores[]>()('jsonb null'),
  },
})

export type HistoryTables = TablesOf<typeof historyTables>
