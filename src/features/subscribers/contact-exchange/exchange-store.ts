import { type Kysely, type Selectable, sql } from 'kysely'
import {
  findSuppressions,
  importSuppressions,
  liftUnsubscription,
  type SuppressionEntry,
  type SuppressionTables,
} from '../../mail/suppression/index.ts'
import type { SubscriptionTables } from '../subscriptions/index.ts'
import type { ExchangePhase, ExchangeTables } from './tables.ts'

export type ExchangeCounts = Readonly<Record<ExchangeCount, number>>
export type ExchangeCount =
  | 'suppressionsRead'
  | 'suppressionsAdded'
  | 'contactsRead'
  | 'unsubscribed'
  | 'addressesRead'
  | 'pushed'
  | 'removed'
  | 'failed'

/** The progress of an exchange. Times are epoch milliseconds. */
export interface ExchangeState {
  /** Null: finished. */
  readonly phase: ExchangePhase | null
  /** Where the phase resumes; null: at its beginning. */
  readonly cursor: string | null
  readonly counts: ExchangeCounts
  readonly startedAt: number
  readonly finishedAt: number | null
  readonly suppressionsFrom: number | null
  readonly suppressionsNext: number | null
  readonly problem: string | null
}

/** One subscribed address. */
export interface Subscriber {
  readonly emailKey: string
  readonly email: string
  /** Whether it has an active, confirmed newsletter or digest. */
  readonly wantsMail: boolean
  /** The latest confirmation of its active subscriptions. */
  readonly confirmedAt: number | null
}

export type ExchangeStore = ReturnType<typeof createExchangeStore>

export type ExchangeDatabase = ExchangeTables & SubscriptionTables & SuppressionTables
type Db = Kysely<ExchangeDatabase>

/** The state and contacts of exchanges, over PostgreSQL. */
export function createExchangeStore(db: Db) {
  return {
    async find(): Promise<ExchangeState | undefined> {
      const row = await db.selectFrom('mail_exchange').selectAll().executeTakeFirst()
      return row && stateOf(row)
    },

    async put(state: ExchangeState): Promise<void> {
      const columns = columnsOf(state)
      await db
        .insertInto('mail_exchange')
        .values(columns)
        .onConflict((conflict) => conflict.column('one').doUpdateSet(columns))
        .execute()
    },

    async listSubscribers(after: string, limit: number): Promise<Subscriber[]> {
      const { rows } = await sql<{ email_key: string; email: string; wants_mail: boolean; confirmed_at: Date | null }>`
        select email_key, (array_agg(email order by updated_at desc))[1] as email,
          bool_or(active and confirmed_at is not null and type in ('newsletter', 'city_weekly')) as wants_mail,
          max(confirmed_at) filter (where active) as confirmed_at
        from subscription where email_key > ${after}
        group by email_key order by email_key limit ${limit}`.execute(db)
      return rows.map(({ email_key, email, wants_mail, confirmed_at }) => ({
        emailKey: email_key,
        email,
        wantsMail: wants_mail,
        confirmedAt: confirmed_at?.getTime() ?? null,
      }))
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

    /** The state last reported to the mail service, by address hash. */
    async listTold(addressHashes: readonly string[]): Promise<Map<string, boolean>> {
      const rows = await db
        .selectFrom('mail_contact')
        .select(['address_hash', 'subscribed'])
        .where(sql<boolean>`address_hash = any(${addressHashes}::text[])`)
        .execute()
      return new Map(rows.map(({ address_hash, subscribed }) => [address_hash, subscribed]))
    },

    async putTold(contacts: readonly { readonly addressHash: string; readonly subscribed: boolean }[], now: number): Promise<void> {
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

    async deleteTold(addressHash: string): Promise<void> {
      await db.deleteFrom('mail_contact').where('address_hash', '=', addressHash).execute()
    },

    findSuppressions: (hashes: readonly string[]): Promise<SuppressionEntry[]> => findSuppressions(db, hashes),
    importSuppressions: (entries: readonly SuppressionEntry[]): Promise<number> => importSuppressions(db, entries),
    liftUnsubscription: (hash: string): Promise<void> => liftUnsubscription(db, hash),
  }
}

function stateOf(row: Selectable<ExchangeTables['mail_exchange']>): ExchangeState {
  return {
    phase: row.phase,
    cursor: row.cursor,
    counts: row.counts as ExchangeCounts,
    startedAt: row.started_at.getTime(),
    finishedAt: row.finished_at?.getTime() ?? null,
    suppressionsFrom: row.suppressions_from?.getTime() ?? null,
    suppressionsNext: row.suppressions_next?.getTime() ?? null,
    problem: row.problem,
  }
}

const at = (instant: number | null): Date | null => (instant === null ? null : new Date(instant))

function columnsOf(state: ExchangeState) {
  return {
    phase: state.phase,
    cursor: state.cursor,
    counts: JSON.stringify(state.counts),
    started_at: new Date(state.startedAt),
    finished_at: at(state.finishedAt),
    suppressions_from: at(state.suppressionsFrom),
    suppressions_next: at(state.suppressionsNext),
    problem: state.problem,
  }
}
