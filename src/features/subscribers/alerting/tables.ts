import type { AlertSeverity } from '@isobar/weather'
import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'
import type { EventData, EventState } from './event.ts'
import type { StoredState } from './stored-state.ts'

export const alertingTables = defineTables({
  alert_cell: { cell: 'int4', primary_at: 'timestamptz', checked_at: 'timestamptz', run: 'uuid null' },
  alert_pressing: { cell: 'int4', at: 'timestamptz', sent: 'timestamptz' },
  alert_event: {
    id: 'uuid',
    cell: 'int4',
    kind: narrowColumn<EventData['kind']>()('text'),
    state: narrowColumn<EventState>()('text'),
    data: narrowColumn<EventData>()('jsonb'),
    seen_at: 'timestamptz',
  },
  alert_evaluation: {
    cell: 'int4',
    first_at: 'timestamptz',
    evaluated_at: 'timestamptz[]',
    state: narrowColumn<StoredState>()('jsonb'),
  },
  alert_notice: {
    event_id: 'uuid',
    address_hash: 'text',
    times: 'int2',
    told_at: 'timestamptz',
    told_state: narrowColumn<'open' | 'cancelled'>()('text'),
    told_severity: narrowColumn<AlertSeverity | null>()('text null'),
    told_end: 'timestamptz null',
  },
})

export type AlertingTables = TablesOf<typeof alertingTables>
