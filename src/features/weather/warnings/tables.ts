import type { Absence } from '@isobar/weather'
import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'
import type { Shape } from './geometry/shape.ts'
import type { StoredMessage, WarningState } from './stored-warning.ts'

export const warningTables = defineTables({
  warning_feed: {
    feed: 'text',
    part: 'text',
    readings: 'int4 default',
    next_at: 'timestamptz',
    read_at: 'timestamptz null',
    complete_at: 'timestamptz null',
    is_complete: 'bool default',
    failures: 'int4 default',
    failure: 'text null',
    state: 'text null',
    left_out: narrowColumn<Readonly<Record<string, number>>>()('jsonb default'),
    begun_at: 'timestamptz null',
  },
  warning_source: {
    id: 'text',
    name: 'text',
    url: 'text',
    license: 'text',
    is_enabled: 'bool default',
    version: 'int4 default',
    added_at: 'timestamptz',
  },
  warning: {
    id: 'int8 identity',
    feed: 'text',
    part: 'text',
    key: 'text',
    message_id: 'text',
    sent: 'timestamptz',
    state: narrowColumn<WarningState>()('text'),
    state_at: 'timestamptz',
    listed_until: 'timestamptz',
    message: narrowColumn<StoredMessage>()('jsonb'),
    digest: 'text',
    simulated: 'bool',
    absence: narrowColumn<Absence>()('jsonb null'),
  },
  warning_name: {
    feed: 'text',
    part: 'text',
    name: 'text',
    key: 'text',
    replaced_sent: 'timestamptz null',
    seen_at: 'timestamptz',
  },
  warning_shape: { id: 'int8 identity', hash: 'bytea', geometry: narrowColumn<Shape>()('jsonb') },
  warning_shape_tile: { tile: 'int4', shape: 'int8', is_inside: 'bool' },
  warning_area: { warning: 'int8', position: 'int4', shape: 'int8 null' },
  warning_change: { id: 'int8 identity', sent: 'timestamptz', at: 'timestamptz', shapes: 'int8[]' },
  warning_region: { scheme: 'text', code: 'text', name: 'text', shape: 'int8' },
})

export type WarningTables = TablesOf<typeof warningTables>
