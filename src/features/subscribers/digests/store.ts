import {
  EXTRA_HAZARDS,
  type ExtraScope,
  type UnitSystem,
  completePreferences,
  computeExtraLimits,
  decodeCellId,
  getHazardScope,
} from '@isobar/weather'
import { type Kysely, sql } from 'kysely'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import { toEmailKey } from '../../../platform/mail/address.ts'
import { insertMails, insertParts, listNewMails, listParts, type MailTables, type OutgoingMail } from '../../mail/outbox/index.ts'
import { findSuppressions, type SuppressionTables } from '../../mail/suppression/index.ts'
import { holdAddresses, type SubscriptionTables } from '../subscriptions/index.ts'
import type { DigestFrequency } from './emails/weekly-digest/data.ts'
import type { DigestEntry, Recipient } from './recipient.ts'
import type { DigestTables } from './tables.ts'

export type DigestDatabase = DigestTables & MailTables & SuppressionTables & SubscriptionTables

/** Records that an address got its digest of a frequency. */
export interface DigestDelivery {
  readonly addressHash: string
  readonly frequency: DigestFrequency
  /** First day of the period. */
  readonly period: string
}

/** One address's mail and its deliveries. */
export interface Decision {
  readonly mail: OutgoingMail
  readonly deliveries: readonly DigestDelivery[]
}

/** Another run has delivered some of these digests meanwhile: the page must be read again. */
export class DeliveredMeanwhile extends Error {
  override readonly name = 'DeliveredMeanwhile'
}

export type DigestStore = ReturnType<typeof createDigestStore>

/** Alert subscriptions whose preferences name a hazard of air or sea. */
const watchesExtras = sql`active and confirmed_at is not null and type = 'city_alerts' and alert_prefs ?| ${[...EXTRA_HAZARDS]}::text[]`
/** More sets of preferences for one place are not looked at: most share theirs. */
const MAX_PREFERENCES = 1_000

const getsDigests = sql`active and confirmed_at is not null and type in ('city_weekly', 'newsletter')
  and frequency in ('daily', 'weekly', 'biweekly', 'monthly')`

/**
 * The settings of mails to an address: those that a request last named for one of its digests, else the first row's. Without a named zone,
 * that of its first place, or else of an alert subscription. Ended rows count until they are erased: ending a subscription names nothing.
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

/** Recipients, deliveries and mails of digests, over PostgreSQL. */
export function createDigestStore(db: Kysely<DigestDatabase>) {
  return {
    /** The next addresses with active, confirmed digests, in address order, with all their entries. */
    async listRecipients(after: string, limit: number): Promise<Recipient[]> {
      const { rows } = await sql<EntryRow>`
        with address as (
          select email_key from subscription
          where ${getsDigests} and email_key > ${after}
          group by email_key order by email_key limit ${limit}
        ), settings as (${mailSettings})
        select distinct on (email_key, type, cell, frequency) email_key, email, cell, city_name, city_lat, city_lon, frequency,
          settings.lang, settings.units, settings.timezone, unsubscribe_token, updated_at,
          array(
            select alert_prefs from subscription as watch
            where ${watchesExtras} and watch.email_key = subscription.email_key and watch.cell = subscription.cell
          ) as watched,
          count(*) over (partition by email_key)::int4 as subscriptions
        from settings join subscription using (email_key)
        where ${getsDigests}
        order by email_key, type, cell, frequency, updated_at desc, id`.execute(db)
      return recipientsOf(rows)
    },

    /** By address hash, the frequencies whose current period has been delivered. */
    async listDelivered(
      addressHashes: readonly string[],
      periods: Readonly<Record<DigestFrequency, { readonly from: string }>>,
    ): Promise<Map<string, Set<DigestFrequency>>> {
      const delivered = new Map<string, Set<DigestFrequency>>()
      const rows = await db
        .selectFrom('digest_delivery')
        .select(['address_hash', 'frequency', 'period'])
        .where('address_hash', '=', sql<string>`any(${addressHashes}::text[])`)
        .execute()
      for (const { address_hash, frequency, period } of rows) {
        // A later period means that the clock was set back, which is no reason for another mail.
        if (period < periods[frequency].from) continue
        const frequencies = delivered.get(address_hash) ?? new Set()
        delivered.set(address_hash, frequencies.add(frequency))
      }
      return delivered
    },

    /** The scopes of air and sea that show what somebody wants to be alerted of at a place. */
    async listWatchedExtras(cell: number): Promise<ExtraScope[]> {
      const { rows } = await sql<{ alert_prefs: object }>`
        select distinct alert_prefs from subscription where ${watchesExtras} and cell = ${cell} limit ${MAX_PREFERENCES}`.execute(db)
      const limits = limitsIn(rows.map(({ alert_prefs }) => alert_prefs))
      const scopes = EXTRA_HAZARDS.filter((hazard) => limits[hazard] !== undefined).map(getHazardScope)
      return [...new Set(scopes)].filter((scope) => scope !== 'weather')
    },

    /** The cells that at least `minAddresses` addresses follow, most followed first. */
    async listFollowedCells(limit: number, minAddresses: number): Promise<number[]> {
      const { rows } = await sql<{ cell: number }>`
        select cell from subscription where active and confirmed_at is not null and cell is not null
        group by cell having count(distinct email_key) >= ${minAddresses}
        order by count(distinct email_key) desc, cell limit ${limit}`.execute(db)
      return rows.map(({ cell }) => cell)
    },

    /** The suppressed ones among the address hashes. */
    async listSuppressed(addressHashes: readonly string[]): Promise<Set<string>> {
      const suppressions = await findSuppressions(db, addressHashes)
      return new Set(suppressions.map(({ addressHash }) => addressHash))
    },

    /** The ids of parts that exist. */
    listParts: (ids: readonly string[]): Promise<Set<string>> => listParts(db, ids),

    insertParts: (parts: ReadonlyMap<string, object>, now: number): Promise<void> => insertParts(db, parts, now),

    /**
     * Writes the mails with their deliveries, all or nothing; skips addresses that no longer get digests. Resolves to the number of new
     * mails.
     * @throws DeliveredMeanwhile when one of the deliveries exists
     */
    insertDecisions: (decisions: readonly Decision[], now: number): Promise<number> =>
      db.transaction().execute(async (trx) => {
        await holdAddresses(
          trx,
          decisions.map(({ mail }) => toEmailKey(mail.to)),
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

    /** For a dry run: what insertDecisions would write. Writes nothing. Rejects where insertDecisions would. */
    async listNewDecisions(decisions: readonly Decision[], now: number): Promise<Decision[]> {
      const wanted = await stillWanted(db, decisions)
      const fresh = await listNewMails(
        db,
        wanted.map(({ mail }) => mail),
        now,
      )
      const mails = new Set(fresh)
      return wanted.filter(({ mail }) => mails.has(mail))
    },

    /** Deletes deliveries from before the instant, until the signal aborts. */
    deleteDeliveriesBefore: (instant: number, signal: AbortSignal): Promise<number> =>
      deleteInSteps(db, 'digest_delivery', sql`delivered_at < ${new Date(instant)}`, { signal }),
  }
}

/** Keeps addresses that still get digests, which is certain only while they are locked. */
async function stillWanted(db: Kysely<DigestDatabase>, decisions: readonly Decision[]): Promise<Decision[]> {
  const emailKeys = decisions.map(({ mail }) => toEmailKey(mail.to))
  const { rows } = await sql<{ email_key: string }>`
    select distinct email_key from subscription where ${getsDigests} and email_key = any(${emailKeys}::text[])`.execute(db)
  const readers = new Set(rows.map(({ email_key }) => email_key))
  return decisions.filter(({ mail }) => readers.has(toEmailKey(mail.to)))
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
  /** The alert preferences of the address for the place. */
  readonly watched: readonly object[]
}

/** Groups consecutive rows of one address. */
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

const limitsIn = (preferences: readonly object[]) =>
  computeExtraLimits(preferences.map((stored) => completePreferences(stored, { alertOnRain: false, alertOnStorm: false })))

function entryOf({ cell, city_name, city_lat, city_lon, unsubscribe_token, updated_at, watched, ...row }: EntryRow): DigestEntry {
  const limits = limitsIn(watched)
  return {
    frequency: row.frequency,
    city:
      cell === null
        ? null
        : {
            cell,
            name: city_name,
            ...(city_lat === null || city_lon === null ? decodeCellId(cell) : { lat: city_lat, lon: city_lon }),
            ...(Object.keys(limits).length === 0 ? {} : { limits }),
          },
    email: row.email,
    lang: row.lang,
    units: row.units,
    timezone: row.timezone,
    unsubscribeToken: unsubscribe_token,
    updatedAt: updated_at.getTime(),
  }
}
