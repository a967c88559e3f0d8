import { type Kysely, type Selectable, sql } from 'kysely'
import type { SubscriptionTables } from '../subscriptions/index.ts'
import type { AlertSubscriber, AlertSubscription, ReadPreferences } from './subscriber.ts'

/** Hashes addresses and parses preferences of rows. */
export interface AddressReading {
  readonly readPreferences: ReadPreferences
  readonly addressHash: (emailKey: string) => string
}

/** More than the limit of one address at one place. */
const MAX_PER_ADDRESS = 40
const COLUMNS = [
  'id',
  'email',
  'email_key',
  'city_name',
  'city_lat',
  'city_lon',
  'frequency',
  'alert_prefs',
  'alert_on_rain',
  'alert_on_storm',
  'lang',
  'units',
  'timezone',
  'unsubscribe_token',
  'updated_at',
  'created_at',
  'lang_named_at',
  'units_named_at',
  'timezone_named_at',
] as const
type Row = Pick<Selectable<SubscriptionTables['subscription']>, (typeof COLUMNS)[number]>

/** A literal, so that the planner uses the partial index by cell. */
const WATCHING = sql<boolean>`active and type = 'city_alerts' and confirmed_at is not null`

/** The next addresses that watch a place, in address order, each with all its subscriptions to it. */
export async function listSubscribers(
  db: Kysely<SubscriptionTables>,
  addresses: AddressReading,
  { cell, afterEmailKey, limit }: { readonly cell: number; readonly afterEmailKey: string; readonly limit: number },
): Promise<AlertSubscriber[]> {
  const rows: Row[] = await db
    .selectFrom('subscription')
    .select(COLUMNS)
    .where(WATCHING)
    .where('cell', '=', cell)
    .where('email_key', '>', afterEmailKey)
    .orderBy('email_key')
    .limit(limit + MAX_PER_ADDRESS)
    .execute()
  const byAddress = [...Map.groupBy(rows, ({ email_key }) => email_key).values()]
  // The last address of a full page may be incomplete.
  if (rows.length === limit + MAX_PER_ADDRESS && byAddress.length > 1) byAddress.pop()
  return byAddress.flatMap((own) => subscriberOf(own, addresses) ?? [])
}

/** One address with its subscriptions to a place now (null) or at an instant (epoch milliseconds), as far as the rows still tell. */
export async function findSubscriber(
  db: Kysely<SubscriptionTables>,
  addresses: AddressReading,
  { cell, emailKey, at }: { readonly cell: number; readonly emailKey: string; readonly at: number | null },
): Promise<AlertSubscriber | undefined> {
  const then = new Date(at ?? 0)
  const rows: Row[] = await db
    .selectFrom('subscription')
    .select(COLUMNS)
    .where('email_key', '=', emailKey)
    .where('cell', '=', cell)
    .where('type', '=', 'city_alerts')
    .$if(at === null, (query) => query.where(WATCHING))
    .$if(at !== null, (query) =>
      query.where(sql<boolean>`created_at <= ${then} and confirmed_at <= ${then} and (active or deactivated_at > ${then})`),
    )
    .limit(MAX_PER_ADDRESS)
    .execute()
  return subscriberOf(rows, addresses)
}

function subscriberOf(own: readonly Row[], { readPreferences, addressHash }: AddressReading): AlertSubscriber | undefined {
  const [latest, ...others] = own
    .toSorted((a, b) => b.updated_at.getTime() - a.updated_at.getTime() || (a.id < b.id ? -1 : 1))
    .map((row): AlertSubscription => ({
      id: row.id,
      email: row.email,
      emailKey: row.email_key,
      cityName: row.city_name,
      cityLat: row.city_lat,
      cityLon: row.city_lon,
      frequency: row.frequency,
      preferences: readPreferences({ alertPrefs: row.alert_prefs, alertOnRain: row.alert_on_rain, alertOnStorm: row.alert_on_storm }),
      lang: row.lang,
      units: row.units,
      timezone: row.timezone,
      unsubscribeToken: row.unsubscribe_token,
    }))
  if (latest === undefined) return undefined
  const mail = {
    lang: namedLast(own, 'lang_named_at').lang,
    units: namedLast(own, 'units_named_at').units,
    timezone: namedLast(own, 'timezone_named_at').timezone,
  }
  const { emailKey } = latest
  return { emailKey, addressHash: addressHash(emailKey), subscriptions: [latest, ...others], mail }
}

/** The row in which a request last named the setting, or the first row if none did. */
function namedLast(rows: readonly Row[], name: 'lang_named_at' | 'units_named_at' | 'timezone_named_at'): Row {
  const at = (row: Row): number => row[name]?.getTime() ?? -Infinity
  return rows.toSorted((a, b) => (at(a) === at(b) ? a.created_at.getTime() - b.created_at.getTime() : at(b) - at(a)))[0] as Row
}
