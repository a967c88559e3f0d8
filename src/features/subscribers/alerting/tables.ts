import type { AlertSeverity } from '../../../domain/alert.ts'
import { defineTables, narrowed, type TablesOf } from '../../../platform/db/columns.ts'
import type { EventData, EventState } from './event.ts'
import type { StoredState } from './stored-state.ts'

export const alertingTables = defineTables({
  alert_cell: { cell: 'int4', primary_at: 'timestamptz', checked_at: 'timestamptz', run: 'uuid null' },
  alert_pressing: { cell: 'int4', at: 'timestamptz', sent: 'timestamptz' },
  alert_event: {
    id: 'uuid',
    cell: 'int4',
    kind: narrowed<EventData['kind']>()('text'),
    state: narrowed<EventState>()('text'),
    data: narrowed<EventData>()('jsonb'),
    seen_at: 'timestamptz',
  },
  alert_evaluation: {
    cell: 'int4',
    first_at: 'timestamptz',
    evaluated_at: 'timestamptz[]',
    state: narrowed<StoredState>()('jsonb'),
  },
  alert_notice: {
    event_id: 'uuid',
    address_hash: 'text',
    times: 'int2',
    told_at: 'timestamptz',
    told_state: narrowed<'open' | 'cancelled'>()('text'),
    told_severity: narrowed<AlertSeverity | null>()('text null'),
    told_end: 'timestamptz null',
  },
})

export type AlertingTables = TablesOf<typeof alertingTables>
