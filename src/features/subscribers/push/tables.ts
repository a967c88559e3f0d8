import type { UnitSystem } from '@isobar/weather'
import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'
import type { Preferences } from '../subscriptions/index.ts'

export const PUSH_FREQUENCIES = ['immediate', 'hourly', 'daily'] as const
export type PushFrequency = (typeof PUSH_FREQUENCIES)[number]

/** `failed`: refused for good, or given up after the last attempt. `replaced`: by a newer notification of the same event. */
export const MESSAGE_STATES = ['waiting', 'sent', 'failed', 'expired', 'replaced'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

export const pushTables = defineTables({
  push_key: { one: 'bool default', public_key: 'text', sealed: 'text', created_at: 'timestamptz' },
  push_device: {
    id: 'uuid',
    client: 'text',
    endpoint_hash: 'text',
    network: 'text',
    sealed: 'text',
    service: 'text',
    lang: 'text',
    units: narrowColumn<UnitSystem>()('text'),
    created_at: 'timestamptz',
    alive_at: 'timestamptz',
  },
  push_watch: {
    id: 'uuid',
    device_id: 'uuid',
    cell: 'int4',
    name: 'text',
    lat: 'float8',
    lon: 'float8',
    frequency: narrowColumn<PushFrequency>()('text'),
    alert_prefs: narrowColumn<Preferences>()('jsonb'),
    timezone: 'text',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  push_message: {
    id: 'uuid',
    watch_id: 'uuid',
    tag: 'uuid',
    payload: 'text',
    urgency: narrowColumn<'normal' | 'high'>()('text'),
    state: narrowColumn<MessageState>()('text default'),
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
    next_attempt_at: 'timestamptz',
    attempts: 'int2 default',
    last_status: 'int2 null',
    last_error: 'text null',
    leased_until: 'timestamptz null',
    lease_owner: 'uuid null',
    settled_at: 'timestamptz null',
  },
})

export type PushTables = TablesOf<typeof pushTables>
