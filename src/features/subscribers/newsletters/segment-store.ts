import { EARTH_RADIUS_KM, type UnitSystem } from '@isobar/weather'
import { type Kysely, sql } from 'kysely'
import type { UnsubscribeScope } from '../../mail/outbox/index.ts'
import type { SubscriptionTables, SubscriptionType } from '../subscriptions/index.ts'

/** Which confirmed subscribers get a message; each address counts once, by its subscription changed last. */
export interface Segment {
  /** Who is subscribed to any of these. */
  readonly types: readonly SubscriptionType[]
  /** Without region; empty: all. */
  readonly languages: readonly string[]
  /** Those with any active subscription within the radius; null: everywhere. */
  readonly place: { readonly name: string; readonly lat: number; readonly lon: number; readonly radiusKm: number } | null
  /** Epoch milliseconds: those who subscribed, confirmed or changed it since. More is not known: nobody’s reading is tracked. Null: all. */
  readonly activeSince: number | null
}

/** As in the database, where the languages have a column of their own. */
export type StoredSegment = Omit<Segment, 'languages'>
/** As it was stored while a message was to one type. */
export type FormerSegment = Omit<StoredSegment, 'types'> & { readonly type: SubscriptionType }

export interface Reader {
  readonly email: string
  readonly email_key: string
  readonly lang: string
  readonly units: UnitSystem
  readonly timezone: string
  readonly unsubscribe_token: string
  /** Of the subscription changed last. */
  readonly type: SubscriptionType
  /** What the address has of the segment’s types: ending less would bring it the next message, ending more would take what it wants. */
  readonly unsubscribe_scope: UnsubscribeScope
}

const subscribedTo = (types: readonly SubscriptionType[]) => sql`type = any(${types}::text[]) and active and confirmed_at is not null`

/** The addresses of these subscriptions that belong to the segment, each by its row changed last. */
const readersIn = ({ types, languages, place, activeSince }: Segment, emailKeys: readonly string[] | null) => sql`
  select reader.* from (
    select distinct on (email_key) email, email_key, lang, units, timezone, unsubscribe_token, updated_at, type,
      case when not bool_or(type = 'city_alerts') over address then 'digest'
        when bool_and(type = 'city_alerts') over address then 'alerts' else 'all' end as unsubscribe_scope
    from subscription where ${subscribedTo(types)} and ${emailKeys === null ? sql`true` : sql`email_key = any(${emailKeys}::text[])`}
    window address as (partition by email_key)
    order by email_key, updated_at desc, id
  ) reader
  where (${languages.length === 0} or split_part(lower(lang), '-', 1) = any(${languages}::text[]))
    and ${activeSince === null ? sql`true` : sql`updated_at >= ${new Date(activeSince)}`}
    and ${place === null ? sql`true` : isNear(place)}`

function isNear({ lat, lon, radiusKm }: NonNullable<Segment['place']>) {
  return sql`exists (
    select from subscription as near
    where near.email_key = reader.email_key and near.active and near.confirmed_at is not null and near.city_lat is not null
      and ${EARTH_RADIUS_KM} * acos(least(1, greatest(-1, sin(radians(near.city_lat)) * sin(radians(${lat}::float8))
        + cos(radians(near.city_lat)) * cos(radians(${lat}::float8)) * cos(radians(near.city_lon - ${lon}::float8))))) <= ${radiusKm}::float8)`
}

/** How many addresses would get a message now. */
export async function countSegment(db: Kysely<SubscriptionTables>, segment: Segment): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from (${readersIn(segment, null)}) reader`.execute(db)
  return rows[0]?.count ?? 0
}

/** Those of these addresses that belong to the segment. */
export async function listSegment(db: Kysely<SubscriptionTables>, segment: Segment, emailKeys: readonly string[]): Promise<Reader[]> {
  return (await sql<Reader>`${readersIn(segment, emailKeys)}`.execute(db)).rows
}

/** The next subscriptions of these types, in id order: the pages in which a message is written. */
export async function listSubscriptionPage(
  db: Kysely<SubscriptionTables>,
  types: readonly SubscriptionType[],
  after: string | null,
  limit: number,
) {
  const { rows } = await sql<{ id: string; email_key: string }>`
    select id, email_key from subscription
    where ${subscribedTo(types)} and ${after === null ? sql`true` : sql`id > ${after}`}
    order by id limit ${limit}`.execute(db)
  return rows
}
