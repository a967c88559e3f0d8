import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'

/** Who switched a webhook off: its client, its receiver (410 Gone), days of failures, or an operator. */
export const DISABLERS = ['client', 'receiver', 'failures', 'operator'] as const
export type Disabler = (typeof DISABLERS)[number]

/** `dead`: refused for good, or given up after the last attempt. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'dead'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/**
 * `name`: the client's own name for the place, may be empty. `alert_prefs`: as sent, including unknown keys. `lang`: of the texts of official
 * warnings, where there is a choice. `timezone`: of quiet hours. `secret`: sealed; null: lost. `former_secret`: the one before the last
 * rotation, with which messages are also signed until `former_until`. `disabled_at`: null while it is on.
 */
export const webhookTables = defineTables({
  webhook: {
    id: 'uuid',
    key_id: 'uuid null',
    name: 'text',
    url: 'text',
    cell: 'int4',
    lat: 'float8',
    lon: 'float8',
    alert_prefs: narrowColumn<Readonly<Record<string, unknown>>>()('jsonb'),
    lang: 'text',
    timezone: 'text',
    secret: 'text null',
    former_secret: 'text null',
    former_until: 'timestamptz null',
    disabled_at: 'timestamptz null',
    disabled_by: narrowColumn<Disabler>()('text null'),
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  webhook_delivery: {
    id: 'uuid',
    webhook_id: 'uuid',
    type: 'text',
    body: 'text',
    state: narrowColumn<DeliveryState>()('text default'),
    created_at: 'timestamptz',
    next_attempt_at: 'timestamptz',
    attempts: 'int2 default',
    attempts_allowed: 'int2',
    last_status: 'int2 null',
    last_error: 'text null',
    leased_until: 'timestamptz null',
    lease_owner: 'uuid null',
    settled_at: 'timestamptz null',
  },
})

export type WebhookTables = TablesOf<typeof webhookTables>
