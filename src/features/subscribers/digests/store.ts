import { type Kysely, sql } from 'kysely'
import { emailKeyOf } from '../../../platform/mail/address.ts'
import { insertMails, insertParts, listNewMails, listParts, type MailTables, type OutgoingMail } from '../../mail/outbox/index.ts'
import { findSuppressions, type SuppressionTables } from '../../mail/suppression/index.ts'
import { holdAddresses, type SubscriptionTables } from '../subscriptions/index.ts'
import { cellFromId } from '../../../domain/cell.ts'
import type { UnitSystem } from '../../../domain/units.ts'
import type { DigestFrequency } from './emails/weekly-digest/data.ts'
import type { DigestEntry, Recipient } from './recipient.ts'
import type { DigestTables } from './tables.ts'

export type DigestDatabase = DigestTables & MailTables & SuppressionTables & SubscriptionTables

/** That an address has its digest of a frequency. */
export interface Delivery {
  readonly addressHash: string
  readonly frequency: DigestFrequency
  /** First day of the period. */
  readonly period: string
}

/** One address's mail and what is remembered of it. */
export interface Decision {
  readonly mail: OutgoingMail
  readonly deliveries: readonly Delivery[]
}

/** Another run has delivered some of it meanwhile: the page must be looked at again. */
export class DeliveredMeanwhile extends Error {
  override readonly name = 'DeliveredMeanwhile'
}

export interface DigestStore {
  /** The addresses after this one that get digests, by address, with all they get: active, confirmed rows only. */
  listRecipients(after: string, limit: number): Promise<Recipient[]>
  /** The frequencies of each of these addresses whose running period is delivered, by address hash. */
  listDelivered(
    addressHashes: readonly string[],
    periods: Readonly<Record<DigestFrequency, { readonly from: string }>>,
  ): Promise<Map<string, Set<DigestFrequency>>>
  /** The cells that at least so many addresses follow, the most followed first. */
  listFollowedCells(limit: number, minAddresses: number): Promise<number[]>
  /** Those of the address hashes to which nothing is sent. */
  listSuppressed(addressHashes: readonly string[]): Promise<Set<string>>
  /** Those of the parts that are written already. */
  listParts(ids: readonly string[]): Promise<Set<string>>
  insertParts(parts: ReadonlyMap<string, object>, now: number): Promise<void>
  /**
   * Writes the mails with their deliveries, all or nothing, and nothing for addresses that get no digest any more. Resolves to how many mails
   * are new.
   * @throws DeliveredMeanwhile when one of the deliveries is there already
   */
  insertDecisions(decisions: readonly Decision[], now: number): Promise<number>
  /** What insertDecisions would write; for a dry run, writes nothing. Rejects for what insertDecisions cannot write. */
  listNewDecisions(decisions: readonly Decision[], now: number): Promise<Decision[]>
  /** Forgets deliveries of that age, some at a time; true when there may be more. */
  deleteDeliveriesBefore(deliveredAt: number): Promise<boolean>
}

const DELETED_AT_ONCE = 10_000

const getsDigests = sql`active and confirmed_at is not null and type in ('city_weekly', 'newsletter')
  and frequency in ('daily', 'weekly', 'biweekly', 'monthly')`

/**
 * How an address is written to: by what a request named last for one of its digests, else by the first row. A zone that none named is that of its
 * first place, of a warning's where there is no other. What has ended is read until it is erased: ending it names nothing.
 */
const mailSettings = sql`
  select email_key,
    (array_agg(lang order by digest desc, lang_named_at desc nulls last, created_at, id))[1] as lang,
    (array_agg(units order by digest desc, units_named_at desc nulls last, created_at, id))[1] as units,
    (array_agg(timezone order by timezone_named_at desc nulls last, cell is null, digest desc, created_at, id))[1] as timezone
  from address
  join lateral (
    select lang, lang_named_at, units, units_named_at, timezone, created_at, id, cell, type <> 'city_alerts' as digest,
      case when type <> 'city_alerts' then timezone_named_at end as timezone_named_at
    from subscription where subscription.email_key = address.email_key and confirmed_at is not null
  ) own on true
  group by email_key`

export function createDigestStore(db: Kysely<DigestDatabase>): DigestStore {
  return {
    async listRecipients(after, limit) {
      const { rows } = await sql<EntryRow>`
        with address as (
          select email_key from subscription
          where ${getsDigests} and email_key > ${after}
          group by email_key order by email_key limit ${limit}
        ), settings as (${mailSettings})
        select distinct on (email_key, type, cell, frequency) email_key, email, cell, city_name, city_lat, city_lon, frequency,
          settings.lang, settings.units, settings.timezone, unsubscribe_token, updated_at,
          count(*) over (partition by email_key)::int4 as subscriptions
        from settings join subscription using (email_key)
        where ${getsDigests}
        order by email_key, type, cell, frequency, updated_at desc, id`.execute(db)
      return recipientsOf(rows)
    },

    async listDelivered(addressHashes, periods) {
      const delivered = new Map<string, Set<DigestFrequency>>()
      const rows = await db
        .selectFrom('digest_delivery')
        .select(['address_hash', 'frequency', 'period'])
        .where('address_hash', '=', sql<string>`any(${addressHashes}::text[])`)
        .execute()
      for (const { address_hash, frequency, period } of rows) {
        // A later one is there where the clock was set back: that is no reason for another mail.
        if (period < periods[frequency].from) continue
        const frequencies = delivered.get(address_hash) ?? new Set()
        delivered.set(address_hash, frequencies.add(frequency))
      }
      return delivered
    },

    async listFollowedCells(limit, minAddresses) {
      const { rows } = await sql<{ cell: number }>`
        select cell from subscription where active and confirmed_at is not null and cell is not null
        group by cell having count(distinct email_key) >= ${minAddresses}
        order by count(distinct email_key) desc, cell limit ${limit}`.execute(db)
      return rows.map(({ cell }) => cell)
    },

    async listSuppressed(addressHashes) {
      const suppressions = await findSuppressions(db, addressHashes)
      return new Set(suppressions.map(({ addressHash }) => addressHash))
    },

    listParts: (ids) => listParts(db, ids),

    insertParts: (parts, now) => insertParts(db, parts, now),

    insertDecisions: (decisions, now) =>
      db.transaction().execute(async (trx) => {
        await holdAddresses(
          trx,
          decisions.map(({ mail }) => emailKeyOf(mail.to)),
        )
        const wanted = await stillWanted(trx, decisions)
        if (wanted.length === 0) return 0
        const deliveries = wanted.flatMap((decision) => decision.deliveries)
        const { numAffectedRows } = await sql`
          insert into digest_delivery (address_hash, frequency, period, delivered_at)
          select "addressHash", frequency, period, ${new Date(now)}
          from json_to_recordset(${JSON.stringify(deliveries)}::json) as delivery ("addressHash" text, frequency text, period date)
          order by 1, 2
          on conflict (address_hash, frequency) do update set period = excluded.period, delivered_at = excluded.delivered_at
          where digest_delivery.period < excluded.period`.execute(trx)
        if (Number(numAffectedRows) !== deliveries.length) throw new DeliveredMeanwhile()
        return insertMails(
          trx,
          wanted.map(({ mail }) => mail),
          now,
        )
      }),

    async listNewDecisions(decisions, now) {
      const wanted = await stillWanted(db, decisions)
      const fresh = await listNewMails(
        db,
        wanted.map(({ mail }) => mail),
        now,
      )
      const mails = new Set(fresh)
      return wanted.filter(({ mail }) => mails.has(mail))
    },

    async deleteDeliveriesBefore(deliveredAt) {
      const { numAffectedRows } = await sql`
        delete from digest_delivery where ctid = any(array(
          select ctid from digest_delivery where delivered_at < ${new Date(deliveredAt)} limit ${DELETED_AT_ONCE}
        ))`.execute(db)
      return Number(numAffectedRows) === DELETED_AT_ONCE
    },
  }
}

/** Those whose addresses still get digests; they do so for certain only while they are held. */
async function stillWanted(db: Kysely<DigestDatabase>, decisions: readonly Decision[]): Promise<Decision[]> {
  const emailKeys = decisions.map(({ mail }) => emailKeyOf(mail.to))
  const { rows } = await sql<{ email_key: string }>`
    select distinct email_key from subscription where ${getsDigests} and email_key = any(${emailKeys}::text[])`.execute(db)
  const readers = new Set(rows.map(({ email_key }) => email_key))
  return decisions.filter(({ mail }) => readers.has(emailKeyOf(mail.to)))
}

interface EntryRow {
  readonly email_key: string
  readonly email: string
  readonly cell: number | null
  readonly city_name: string | null
  readonly city_lat: number | null
  readonly city_lon: number | null
  readonly frequency: DigestFrequency
  readonly lang: string
  readonly units: UnitSystem
  readonly timezone: string
  readonly unsubscribe_token: string
  readonly updated_at: Date
  readonly subscriptions: number
}

/** Rows of one address follow each other. */
function recipientsOf(rows: readonly EntryRow[]): Recipient[] {
  const recipients: (Recipient & { readonly entries: DigestEntry[] })[] = []
  for (const row of rows) {
    let last = recipients.at(-1)
    if (last?.emailKey !== row.email_key) {
      last = { emailKey: row.email_key, subscriptions: row.subscriptions, entries: [] }
      recipients.push(last)
    }
    last.entries.push(entryOf(row))
  }
  return recipients
}

function entryOf({ cell, city_name, city_lat, city_lon, unsubscribe_token, updated_at, ...row }: EntryRow): DigestEntry {
  return {
    frequency: row.frequency,
    city:
      cell === null
        ? null
        : { cell, name: city_name, ...(city_lat === null || city_lon === null ? cellFromId(cell) : { lat: city_lat, lon: city_lon }) },
    email: row.email,
    lang: row.lang,
    units: row.units,
    timezone: row.timezone,
    unsubscribeToken: unsubscribe_token,
    updatedAt: updated_at.getTime(),
  }
}
