import { type Kysely, sql } from 'kysely'
import { defineTables, type TablesOf } from '../../../platform/db/columns.ts'
import {
  findSuppressions,
  importSuppressions,
  liftUnsubscription,
  type SuppressionEntry,
  type SuppressionTables,
} from '../../mail/suppression/index.ts'
import type { SubscriptionTables } from '../subscriptions/index.ts'

export const exchangeTables = defineTables({
  mail_exchange: { one: 'bool default', suppressions_from: 'timestamptz null' },
  mail_contact: { address_hash: 'text', subscribed: 'bool', told_at: 'timestamptz' },
})
export type ExchangeTables = TablesOf<typeof exchangeTables>
export type ExchangeDatabase = ExchangeTables & SubscriptionTables & SuppressionTables

/** One subscribed address. */
export interface Subscriber {
  readonly emailKey: string
  readonly email: string
  /** Whether it has an active, confirmed newsletter or digest. */
  readonly wantsMail: boolean
  /** The latest confirmation of its active subscriptions. */
  readonly confirmedAt: Date | null
}

export type ExchangeStore = ReturnType<typeof createExchangeStore>

/** What exchanges read and remember, in PostgreSQL. Times are epoch milliseconds. */
export function createExchangeStore(db: Kysely<ExchangeDatabase>) {
  return {
    /** All suppressions from before are known; null: none is. */
    async findSuppressionsFrom(): Promise<number | null> {
      const row = await db.selectFrom('mail_exchange').select('suppressions_from').executeTakeFirst()
      return row?.suppressions_from?.getTime() ?? null
    },

    async putSuppressionsFrom(from: number): Promise<void> {
      const columns = { suppressions_from: new Date(from) }
      await db
        .insertInto('mail_exchange')
        .values(columns)
        .onConflict((conflict) => conflict.column('one').doUpdateSet(columns))
        .execute()
    },

    async listSubscribers(after: string, limit: number): Promise<Subscriber[]> {
      const { rows } = await sql<Subscriber>`
        select email_key as "emailKey", (array_agg(email order by updated_at desc))[1] as email,
          bool_or(active and confirmed_at is not null and type in ('newsletter', 'city_weekly')) as "wantsMail",
          max(confirmed_at) filter (where active) as "confirmedAt"
        from subscription where email_key > ${after}
        group by email_key order by email_key limit ${limit}`.execute(db)
      return rows
    },

    /** Those of the addresses that have any subscription, active or not. */
    async listPresent(emailKeys: readonly string[]): Promise<Set<string>> {
      const rows = await db
        .selectFrom('subscription')
        .select('email_key')
        .distinct()
        .where(sql<boolean>`email_key = any(${emailKeys}::text[])`)
        .execute()
      return new Set(rows.map(({ email_key }) => email_key))
    },

    /** Whether each address was last reported to the mail service as subscribed, by address hash. */
    async listReported(addressHashes: readonly string[]): Promise<Map<string, boolean>> {
      const rows = await db
        .selectFrom('mail_contact')
        .select(['address_hash', 'subscribed'])
        .where(sql<boolean>`address_hash = any(${addressHashes}::text[])`)
        .execute()
      return new Map(rows.map(({ address_hash, subscribed }) => [address_hash, subscribed]))
    },

    async putReported(contacts: readonly { readonly addressHash: string; readonly subscribed: boolean }[], now: number): Promise<void> {
      if (contacts.length === 0) return
      await db
        .insertInto('mail_contact')
        .values(contacts.map(({ addressHash, subscribed }) => ({ address_hash: addressHash, subscribed, told_at: new Date(now) })))
        .onConflict((conflict) =>
          conflict
            .column('address_hash')
            .doUpdateSet((eb) => ({ subscribed: eb.ref('excluded.subscribed'), told_at: eb.ref('excluded.told_at') })),
        )
        .execute()
    },

    async deleteReported(addressHash: string): Promise<void> {
      await db.deleteFrom('mail_contact').where('address_hash', '=', addressHash).execute()
    },

    findSuppressions: (hashes: readonly string[]): Promise<SuppressionEntry[]> => findSuppressions(db, hashes),
    importSuppressions: (entries: readonly SuppressionEntry[]): Promise<number> => importSuppressions(db, entries),
    liftUnsubscription: (hash: string): Promise<void> => liftUnsubscription(db, hash),
  }
}
