import { defineTables, type TablesOf } from '../../../platform/db/columns.ts'

export const blendTables = defineTables({
  blend_gain: {
    day: 'date',
    source: 'text',
    simulated: 'bool',
    places: 'int4',
    cases: 'int4',
    blend_error: 'float8',
    without_error: 'float8',
  },
  blend_issue: {
    cell: 'int4',
    slot: 'timestamptz',
    issued_at: 'timestamptz',
    source: 'text',
    simulated: 'bool',
    sources: 'text[]',
    numbers: 'bytea',
  },
  blend_place: {
    cell: 'int4',
    simulated: 'bool',
    sources: 'text[]',
    sums: 'bytea',
    days: 'int4',
    last_day: 'date',
    truth_source: 'text',
    truth_station: 'text null',
    first_source: 'text default',
    errors: 'float8[]',
    is_proved: 'bool',
    since: 'timestamptz null',
    chance_errors: 'float8[] default',
    chance_is_proved: 'bool default',
    chance_since: 'timestamptz null',
  },
})

export type BlendTables = TablesOf<typeof blendTables>
