import { type Kysely, type Selectable, sql } from 'kysely'
import { type Subscription, toSubscription, type SubscriptionTables } from '../subscriptions/index.ts'
import type { AlertSubscriber, AlertSubscription, ReadPreferences } from './subscriber.ts'

/** Hashes addresses and parses preferences of rows. */
export interface AddressReading {
  readonly readPreferences: ReadPreferences
  readonly addressHash: (emailKey: string) => string
}

/** More than the limit of one address at one place. */
const MAX_PER_ADDRESS = 40
type Row = Selectable<SubscriptionTables['subscription']>

/** A literal, so that the planner uses the partial index by cell. */
export const WATCHING = sql<boolean>`active and type = 'city_alerts' and confirmed_at is not null`

/** The next addresses that watch a place, in address order, each with all its subscriptions to it. */
export async function listSubscribers(
  db: Kysely<SubscriptionTables>,
  addresses: AddressReading,
  { cell, afterEmailKey, limit }: { readonly cell: number; readonly afterEmailKey: string; readonly limit: number },
): Promise<AlertSubscriber[]> {
  const rows: Row[] = await db
    .selectFrom('subscription')
    .selectAll()
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
    .selectAll()
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

function subscriberOf(rows: readonly Row[], { readPreferences, addressHash }: AddressReading): AlertSubscriber | undefined {
  const own = rows.map(toSubscription)
  const [latest, ...others] = own
    .toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1))
    .map((subscription): AlertSubscription => ({ ...subscription, preferences: readPreferences(subscription) }))
  if (latest === undefined) return undefined
  const { emailKey } = latest
  return {
    emailKey,
    addressHash: addressHash(emailKey),
    subscriptions: [latest, ...others],
    mail: {
      lang: namedLast(own, 'langNamedAt').lang,
      units: namedLast(own, 'unitsNamedAt').units,
      timezone: namedLast(own, 'timezoneNamedAt').timezone,
    },
  }
}

/** The subscription in which a request last named the setting, or the first one if none did. */
function namedLast(own: readonly Subscription[], name: 'langNamedAt' | 'unitsNamedAt' | 'timezoneNamedAt'): Subscription {
  const at = (subscription: Subscription): number => subscription[name] ?? -Infinity
  return own.toSorted((a, b) => (at(a) === at(b) ? a.createdAt - b.createdAt : at(b) - at(a)))[0] as Subscription
}
