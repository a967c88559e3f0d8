import type { UnitSystem } from '@isobar/weather'
import { defineTables, narrowColumn, type TablesOf } from '../../../platform/db/columns.ts'

export const SUBSCRIPTION_TYPES = ['newsletter', 'city_weekly', 'city_alerts'] as const
export type SubscriptionType = (typeof SUBSCRIPTION_TYPES)[number]

export const FREQUENCIES = ['immediate', 'hourly', 'daily', 'weekly', 'biweekly', 'monthly'] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** `client`: through the API. `mail`: by a link in a mail, or the page that mails link to. `admin`: in the back office. */
export const DEACTIVATORS = ['client', 'mail', 'admin'] as const
export type Deactivator = (typeof DEACTIVATORS)[number]

/**
 * Jobs use rows of `subscription` with `active` and a `confirmed_at`. `client` and `mailbox` are keyed hashes, `token_hash` is a SHA-256;
 * `mailbox` is the same for all spellings of an address, and null in rows older than this column. `email_key` identifies the subscriber across
 * clients; `cell` is null for newsletters only. `…_named_at`: when a request last named the setting; null for a default. `proved_at`: when a
 * confirmation link proved the address to the row's client.
 */
export const subscriptionTables = defineTables({
  subscription: {
    id: 'uuid',
    client: 'text',
    email: 'text',
    email_key: 'text',
    type: narrowColumn<SubscriptionType>()('text'),
    cell: 'int4 null',
    city_name: 'text null',
    city_lat: 'float8 null',
    city_lon: 'float8 null',
    frequency: narrowColumn<Frequency>()('text'),
    alert_on_rain: 'bool',
    alert_on_storm: 'bool',
    alert_prefs: narrowColumn<Readonly<Record<string, unknown>>>()('jsonb'),
    lang: 'text',
    units: narrowColumn<UnitSystem>()('text'),
    timezone: 'text',
    lang_named_at: 'timestamptz null',
    units_named_at: 'timestamptz null',
    timezone_named_at: 'timestamptz null',
    active: 'bool',
    confirmed_at: 'timestamptz null',
    confirm_before: 'timestamptz null',
    proved_at: 'timestamptz null',
    unsubscribe_token: 'uuid',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    deactivated_at: 'timestamptz null',
    deactivated_by: narrowColumn<Deactivator>()('text null'),
  },
  subscription_confirmation: {
    token_hash: 'bytea',
    client: 'text',
    email_key: 'text',
    mailbox: 'text null',
    lang: 'text',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
    used_at: 'timestamptz null',
  },
  subscription_refusal: { row_hash: 'text', refused_at: 'timestamptz' },
})

export type SubscriptionTables = TablesOf<typeof subscriptionTables>
