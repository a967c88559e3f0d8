import { type Kysely, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import { type Confirmations, openConfirmations } from './confirmation/store.ts'
import { type SubscriptionDatabase, MAX_ROWS_READ, openRows, type SubscriptionRows } from './row-store.ts'
import { toSubscription } from './row.ts'
import type { Subscription } from './subscription.ts'

/** The operations of one transaction. */
export interface Unit extends SubscriptionRows {
  readonly confirmations: Confirmations
}

/** The clients (keyed hashes) and addresses (`email_key`) that a transaction locks. */
export interface Parties {
  readonly clients?: readonly string[]
  readonly emailKeys?: readonly string[]
}

export type SubscriptionStore = ReturnType<typeof createSubscriptionStore>

/** Epoch milliseconds. */
export interface ErasureTimes {
  readonly now: number
  readonly deactivatedBefore: number
  readonly refusedBefore: number
}

/** The subscription table, over PostgreSQL. */
export function createSubscriptionStore(db: Kysely<SubscriptionDatabase>) {
  const rows = db.selectFrom('subscription').selectAll()
  return {
    /** The client's active subscriptions, newest first. */
    async listOfClient(client: string): Promise<Subscription[]> {
      const found = await rows
        .where('client', '=', client)
        .where('active', '=', true)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(MAX_ROWS_READ)
        .execute()
      return found.map(toSubscription)
    },

    /** Whether the client has any row, active or not. */
    async isKnown(client: string): Promise<boolean> {
      return (await db.selectFrom('subscription').select('id').where('client', '=', client).limit(1).executeTakeFirst()) !== undefined
    },

    async find(id: string): Promise<Subscription | undefined> {
      const row = await rows.where('id', '=', id).executeTakeFirst()
      return row && toSubscription(row)
    },

    async findByToken(token: string): Promise<Subscription | undefined> {
      const row = await rows.where('unsubscribe_token', '=', token).executeTakeFirst()
      return row && toSubscription(row)
    },

    /**
     * Runs `work` in a transaction that locks these clients and addresses. Writers of an address's subscriptions lock the address, and those
     * that may add to a client's lock the client, so counts within the transaction stay true. Locks are taken in a fixed order.
     */
    transaction<T>(parties: Parties, work: (unit: Unit) => Promise<T>): Promise<T> {
      return db.transaction().execute(async (trx) => {
        await lockParties(trx, parties)
        return await work({ ...openRows(trx), confirmations: openConfirmations(trx) })
      })
    },

    /** Erases expired rows. */
    async erase({ now, deactivatedBefore, refusedBefore }: ErasureTimes): Promise<void> {
      await Promise.all([
        deleteInSteps(db, 'subscription', sql`not active and deactivated_at < ${new Date(deactivatedBefore)}`),
        deleteInSteps(db, 'subscription', sql`confirmed_at is null and confirm_before < ${new Date(now)}`),
        deleteInSteps(db, 'subscription_confirmation', sql`expires_at < ${new Date(now)}`),
        deleteInSteps(db, 'subscription_refusal', sql`refused_at < ${new Date(refusedBefore)}`),
      ])
    },
  }
}

/** Locks clients and addresses, in a fixed order, until the transaction ends. */
export function lockParties(trx: QueryExecutorProvider, parties: Parties): Promise<void> {
  return hold(trx, parties, sql`pg_advisory_xact_lock`)
}

/**
 * Takes shared locks on addresses: until the transaction ends, nobody can change, end or erase their subscriptions. A writer of mails locks
 * the address, then reads its subscriptions, then writes: an unsubscription or erasure meanwhile waits, and then finds the mails to
 * withdraw.
 */
export function holdAddresses(trx: QueryExecutorProvider, emailKeys: readonly string[]): Promise<void> {
  return hold(trx, { emailKeys }, sql`pg_advisory_xact_lock_shared`)
}

async function hold(trx: QueryExecutorProvider, { clients = [], emailKeys = [] }: Parties, lock: RawBuilder<unknown>): Promise<void> {
  const names = [...clients.map((client) => `subscription client ${client}`), ...emailKeys.map((key) => `subscription address ${key}`)]
  await sql`
    select ${lock}(key)
    from (select distinct hashtextextended(name, 0) as key from unnest(${names}::text[]) as name order by key offset 0) as keys`.execute(
    trx,
  )
}
