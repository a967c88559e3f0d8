import { defineTables, narrowColumn, type TablesOf } from '../platform/db/columns.ts'

/** What made the service call a provider. */
export type CallCause = 'request' | 'refresh' | 'job' | 'admin' | 'tile' | 'geocode'

export const gatewayTables = defineTables({
  upstream_call: {
    id: 'int8 identity',
    product: 'text',
    weight: 'float4',
    cause: narrowColumn<CallCause>()('text'),
    trigger: 'text null',
    request_id: 'text null',
    cell: 'int4 null',
    started_at: 'timestamptz',
    duration_ms: 'int4 null',
    outcome: 'text null',
    status: 'int2 null',
    scope: 'text null',
  },
  upstream_window: {
    holder: 'text',
    window_seconds: 'int4',
    window_start: 'timestamptz',
    used: 'numeric',
    ceiling: 'numeric',
  },
})

export type GatewayTables = TablesOf<typeof gatewayTables>
