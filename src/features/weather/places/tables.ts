import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'
import type { ListName } from './listed/read-lists.ts'

export const placesTables = defineTables({
  place_name: {
    cell: 'int4',
    name: 'text',
    country: 'text',
    state: 'text null',
    lat: 'float8',
    lon: 'float8',
    named_at: 'timestamptz',
    local_names: narrowColumn<Readonly<Record<string, string>>>()('jsonb null'),
  },
  listed_place: {
    list: narrowColumn<ListName>()('text'),
    key: 'text',
    name: 'text',
    country: 'text',
    state: 'text null',
    lat: 'float8',
    lon: 'float8',
    weight: 'float8',
  },
  check_client: { hour: 'timestamptz', cell: 'int4', client: 'bytea' },
  check_hour: { hour: 'timestamptz', cell: 'int4', count: 'int4' },
  check_total: { cell: 'int4', count: 'int8', last_checked_at: 'timestamptz' },
})

export type PlacesTables = TablesOf<typeof placesTables>
