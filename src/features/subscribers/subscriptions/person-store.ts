import { formatOptionalInstant } from '@isobar/weather'
import type { Queries, Transaction } from '../../../platform/db/queries.ts'
import { type Context, buildSubscriptionRefusal } from './context.ts'
import { type SubscriptionDatabase, openRows } from './row-store.ts'
import { toSubscription } from './row.ts'
import { lockParties } from './store.ts'
import { findProofTime } from './subscription.ts'

/** What is stored about an address, as JSON; without tokens, which grant access. */
export interface PersonSubscriptions {
  readonly subscriptions: readonly object[]
  /** Requested confirmation mails. */
  readonly confirmations: readonly object[]
}

const MAX_EXPORTED = 10_000

/** The subscriptions of an address, active or not, and its requested confirmations. */
export async function exportPerson(db: Queries<SubscriptionDatabase>, emailKey: string): Promise<PersonSubscriptions> {
  const rows = await db
    .selectFrom('subscription')
    .selectAll()
    .where('email_key', '=', emailKey)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_EXPORTED)
    .execute()
  const confirmations = await db
    .selectFrom('subscription_confirmation')
    .select(['lang', 'created_at', 'expires_at', 'used_at'])
    .where('email_key', '=', emailKey)
    .orderBy('created_at')
    .limit(MAX_EXPORTED)
    .execute()
  return {
    subscriptions: rows.map((row) => {
      const { client: _client, emailKey: _key, cell: _cell, unsubscribeToken: _token, ...subscription } = toSubscription(row)
      const { confirmation, ended, createdAt, updatedAt, langNamedAt, unitsNamedAt, timezoneNamedAt, ...rest } = subscription
      return {
        ...rest,
        active: ended === null,
        ...instants({
          confirmedAt: confirmation.isConfirmed ? confirmation.at : null,
          confirmBefore: confirmation.isConfirmed ? null : confirmation.before,
          provedAt: findProofTime(subscription),
          createdAt,
          updatedAt,
          deactivatedAt: ended?.at ?? null,
          langNamedAt,
          unitsNamedAt,
          timezoneNamedAt,
        }),
        deactivatedBy: ended?.by ?? null,
      }
    }),
    confirmations: confirmations.map(({ lang, created_at, expires_at, used_at }) => ({
      lang,
      ...instants({ createdAt: created_at.getTime(), expiresAt: expires_at.getTime(), usedAt: used_at?.getTime() ?? null }),
    })),
  }
}

/** The clients (keyed hashes) of an address's confirmed subscriptions: their browsers are the person's. */
export async function listPersonClients(db: Queries<SubscriptionDatabase>, emailKey: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription')
    .select('client')
    .distinct()
    .where('email_key', '=', emailKey)
    .where('confirmed_at', 'is not', null)
    .execute()
  return rows.map(({ client }) => client)
}

/**
 * Erases an address's subscriptions and confirmations, and locks the address until the transaction ends. Keyed hashes remain as refusals:
 * only the address itself can restore them, by a confirmation.
 */
export async function erasePerson(
  trx: Transaction<SubscriptionDatabase>,
  context: Pick<Context, 'keyedHash'>,
  emailKey: string,
  now: number,
): Promise<{ readonly subscriptions: number; readonly confirmations: number }> {
  await lockParties(trx, { emailKeys: [emailKey] })
  const rows = await trx.deleteFrom('subscription').where('email_key', '=', emailKey).returningAll().execute()
  const hashes = new Set(rows.map((row) => buildSubscriptionRefusal(context, toSubscription(row))))
  if (hashes.size > 0) await openRows(trx).insertRefusals([...hashes], now)
  const { numDeletedRows } = await trx.deleteFrom('subscription_confirmation').where('email_key', '=', emailKey).executeTakeFirstOrThrow()
  return { subscriptions: rows.length, confirmations: Number(numDeletedRows) }
}

function instants(times: Readonly<Record<string, number | null>>): Record<string, string | null> {
  return Object.fromEntries(Object.entries(times).map(([name, epochMs]) => [name, formatOptionalInstant(epochMs)]))
}
