import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/queries.ts'
import { insertMails, type MailKind, type MailTables, type OutgoingMail, withdrawMails } from '../../mail/outbox/index.ts'
import { liftUnsubscription, type SuppressionTables } from '../../mail/suppression/index.ts'
import { toContentColumns, toIdentityColumns, toSubscription } from './row.ts'
import type { Subscription } from './subscription.ts'
import type { Deactivator, SubscriptionTables, SubscriptionType } from './tables.ts'

export type SubscriptionDatabase = SubscriptionTables & MailTables & SuppressionTables

/** The fields that make two requests mean the same subscription. */
export type Identity = Pick<Subscription, 'client' | 'emailKey' | 'type' | 'cell'>

export interface Counts {
  /** Active, confirmed city subscriptions of the address across clients. */
  readonly citiesOfEmail: number
  /** Active subscriptions of the client. */
  readonly activeOfClient: number
  readonly rowsOfClient: number
  /** Whether a mailed link proved the address for an active row of this client. Then the address trusts that client. */
  readonly isTrusted: boolean
}

/** Selects rows of an address by type, and by client unless null. */
export interface SubscriptionFilter {
  readonly emailKey: string
  readonly client: string | null
  readonly types: readonly SubscriptionType[]
}

/** Reads and writes subscriptions within one transaction. Rows found are locked until it ends. Lists of ids must not be empty. */
export type SubscriptionRows = ReturnType<typeof openRows>

/** Maximum rows read at once; no reader needs more. */
export const MAX_ROWS_READ = 1_000

/** `trx`: the transaction that holds the locks of the affected clients and addresses. */
export function openRows(trx: Transaction<SubscriptionDatabase>) {
  const rows = trx.selectFrom('subscription').selectAll().forUpdate().limit(MAX_ROWS_READ)
  const matching = ({ emailKey, client, types }: SubscriptionFilter) => {
    const found = rows.where('email_key', '=', emailKey).where('type', 'in', types).orderBy('created_at').orderBy('id')
    return client === null ? found : found.where('client', '=', client)
  }
  return {
    async findSame({ client, emailKey, type, cell }: Identity): Promise<Subscription | undefined> {
      const row = await rows
        .where('client', '=', client)
        .where('email_key', '=', emailKey)
        .where('type', '=', type)
        .where('cell', 'is not distinct from', cell)
        .executeTakeFirst()
      return row && toSubscription(row)
    },

    async find(id: string): Promise<Subscription | undefined> {
      const row = await rows.where('id', '=', id).executeTakeFirst()
      return row && toSubscription(row)
    },

    async countFor(client: string, emailKey: string): Promise<Counts> {
      const counts = await sql<Counts>`
        select
          (select count(*) from subscription where email_key = ${emailKey} and active and cell is not null and confirmed_at is not null)
            as "citiesOfEmail",
          count(*) filter (where active) as "activeOfClient",
          count(*) as "rowsOfClient",
          coalesce(bool_or(active and proved_at is not null and email_key = ${emailKey}), false) as "isTrusted"
        from subscription where client = ${client}`.execute(trx)
      return counts.rows[0] as Counts
    },

    async insert(subscription: Subscription): Promise<void> {
      await trx
        .insertInto('subscription')
        .values({ ...toIdentityColumns(subscription), ...toContentColumns(subscription) })
        .execute()
    },

    async update(subscription: Subscription): Promise<void> {
      await trx.updateTable('subscription').set(toContentColumns(subscription)).where('id', '=', subscription.id).execute()
    },

    async deactivate(ids: readonly string[], by: Deactivator, now: number): Promise<void> {
      const changes = { active: false, deactivated_at: new Date(now), deactivated_by: by, updated_at: new Date(now) }
      await trx.updateTable('subscription').set(changes).where('id', 'in', ids).execute()
    },

    async activate(ids: readonly string[], now: number): Promise<void> {
      const changes = { active: true, deactivated_at: null, deactivated_by: null, updated_at: new Date(now) }
      await trx.updateTable('subscription').set(changes).where('id', 'in', ids).execute()
    },

    /** Marks rows as confirmed by a mailed link. */
    async confirm(ids: readonly string[], now: number): Promise<void> {
      const changes = { confirmed_at: new Date(now), confirm_before: null }
      await trx.updateTable('subscription').set(changes).where('id', 'in', ids).execute()
    },

    /** Marks the address as proved to the client by the link, in all active, confirmed rows of the two. */
    async prove({ client, emailKey }: Pick<Identity, 'client' | 'emailKey'>, now: number): Promise<void> {
      await trx
        .updateTable('subscription')
        .set({ proved_at: new Date(now) })
        .where('client', '=', client)
        .where('email_key', '=', emailKey)
        .where('active', '=', true)
        .where('confirmed_at', 'is not', null)
        .where('proved_at', 'is', null)
        .execute()
    },

    /** The client's active rows of these types: newsletters, and rows for the cell. */
    async listOwn(client: string, types: readonly SubscriptionType[], cell: number | null): Promise<Subscription[]> {
      const found = await rows
        .where('client', '=', client)
        .where('active', '=', true)
        .where('type', 'in', types)
        .where((eb) => eb.or([eb('cell', 'is', null), eb('cell', '=', cell)]))
        .execute()
      return found.map(toSubscription)
    },

    /** The oldest active rows that match. */
    async listActive(filter: SubscriptionFilter, limit: number): Promise<Subscription[]> {
      const found = await matching(filter).where('active', '=', true).limit(limit).execute()
      return found.map(toSubscription)
    },

    /** The unconfirmed rows that match, oldest first. */
    async listUnconfirmed(filter: SubscriptionFilter): Promise<Subscription[]> {
      const found = await matching(filter).where('active', '=', true).where('confirmed_at', 'is', null).execute()
      return found.map(toSubscription)
    },

    /** The matching rows that the address ended since, oldest first. */
    async listEnded(filter: SubscriptionFilter, sinceMs: number): Promise<Subscription[]> {
      const found = await matching(filter).where('deactivated_by', '=', 'mail').where('deactivated_at', '>=', new Date(sinceMs)).execute()
      return found.map(toSubscription)
    },

    /** The types of which an address still gets mail. */
    async listDeliverableTypes(emailKey: string): Promise<SubscriptionType[]> {
      const found = await trx
        .selectFrom('subscription')
        .select('type')
        .distinct()
        .where('email_key', '=', emailKey)
        .where('active', '=', true)
        .where('confirmed_at', 'is not', null)
        .execute()
      return found.map(({ type }) => type)
    },

    async isRefused(rowHash: string): Promise<boolean> {
      const row = await trx.selectFrom('subscription_refusal').select('row_hash').where('row_hash', '=', rowHash).executeTakeFirst()
      return row !== undefined
    },

    async insertRefusals(rowHashes: readonly string[], now: number): Promise<void> {
      const refused_at = new Date(now)
      await trx
        .insertInto('subscription_refusal')
        .values(rowHashes.map((row_hash) => ({ row_hash, refused_at })))
        .onConflict((conflict) => conflict.column('row_hash').doUpdateSet({ refused_at }))
        .execute()
    },

    async deleteRefusals(rowHashes: readonly string[]): Promise<void> {
      await trx.deleteFrom('subscription_refusal').where('row_hash', 'in', rowHashes).execute()
    },

    async insertMail(mail: OutgoingMail, now: number): Promise<void> {
      await insertMails(trx, [mail], now)
    },

    async withdrawMails(emailKey: string, kinds: readonly MailKind[], now: number): Promise<void> {
      await withdrawMails(trx, emailKey, kinds, now)
    },

    /** Removes an unsubscription reported by an outside system, by address hash; other suppression reasons stay. */
    liftUnsubscription: (addressHash: string): Promise<void> => liftUnsubscription(trx, addressHash),
  }
}
