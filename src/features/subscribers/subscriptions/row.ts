import type { Insertable, Selectable, Updateable } from 'kysely'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import { findProofTime, type Subscription } from './subscription.ts'
import type { SubscriptionTables } from './tables.ts'

type Table = SubscriptionTables['subscription']

/** Maps a database row to a subscription. */
export function toSubscription(row: Selectable<Table>): Subscription {
  return {
    id: row.id,
    client: row.client,
    email: row.email,
    emailKey: row.email_key,
    type: row.type,
    cell: row.cell,
    cityName: row.city_name,
    cityLat: row.city_lat,
    cityLon: row.city_lon,
    frequency: row.frequency,
    alertOnRain: row.alert_on_rain,
    alertOnStorm: row.alert_on_storm,
    alertPrefs: row.alert_prefs,
    lang: row.lang,
    units: row.units,
    timezone: row.timezone,
    langNamedAt: epochOf(row.lang_named_at),
    unitsNamedAt: epochOf(row.units_named_at),
    timezoneNamedAt: epochOf(row.timezone_named_at),
    confirmation:
      row.confirmed_at === null
        ? { isConfirmed: false, before: row.confirm_before?.getTime() ?? 0 }
        : { isConfirmed: true, at: row.confirmed_at.getTime(), provedAt: epochOf(row.proved_at) },
    ended: row.deactivated_at === null ? null : { at: row.deactivated_at.getTime(), by: row.deactivated_by },
    unsubscribeToken: row.unsubscribe_token,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  }
}

/** The immutable columns of a subscription. */
export function toIdentityColumns({ id, client, emailKey, type, cell, unsubscribeToken, createdAt }: Subscription) {
  return { id, client, email_key: emailKey, type, cell, unsubscribe_token: unsubscribeToken, created_at: new Date(createdAt) }
}

/** The mutable columns. */
export function toContentColumns(subscription: Subscription) {
  const { confirmation, ended } = subscription
  return {
    email: subscription.email,
    city_name: subscription.cityName,
    city_lat: subscription.cityLat,
    city_lon: subscription.cityLon,
    frequency: subscription.frequency,
    alert_on_rain: subscription.alertOnRain,
    alert_on_storm: subscription.alertOnStorm,
    alert_prefs: writeStorableJson(subscription.alertPrefs),
    lang: subscription.lang,
    units: subscription.units,
    timezone: subscription.timezone,
    lang_named_at: dateOf(subscription.langNamedAt),
    units_named_at: dateOf(subscription.unitsNamedAt),
    timezone_named_at: dateOf(subscription.timezoneNamedAt),
    active: ended === null,
    confirmed_at: confirmation.isConfirmed ? new Date(confirmation.at) : null,
    confirm_before: confirmation.isConfirmed ? null : new Date(confirmation.before),
    proved_at: dateOf(findProofTime(subscription)),
    updated_at: new Date(subscription.updatedAt),
    deactivated_at: dateOf(ended?.at ?? null),
    deactivated_by: ended?.by ?? null,
  } satisfies Updateable<Table> & Partial<Insertable<Table>>
}

const epochOf = (date: Date | null): number | null => (date === null ? null : date.getTime())
const dateOf = (epochMs: number | null): Date | null => (epochMs === null ? null : new Date(epochMs))
