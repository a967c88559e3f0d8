import { AppError } from '../../../errors.ts'
import type { Context } from './context.ts'
import { MAX_ROWS_READ, type Reach } from './row-store.ts'
import type { Unit } from './store.ts'
import type { Subscription } from './subscription.ts'
import type { SubscriptionType } from './tables.ts'

/** The subscription that the link of a mail names. @throws AppError not_found */
export async function findNamed({ store }: Pick<Context, 'store'>, token: string): Promise<Subscription> {
  const subscription = await store.findByToken(token)
  if (subscription === undefined) throw new AppError('not_found', 'This link is invalid')
  return subscription
}

/**
 * What a token shows: its own client's rows, and the whole address's where a confirmation mail's link proved it. POST answers the token, so
 * neither its use nor a row that was confirmed while double opt-in was off proves anything: whoever knew an address would see all its places.
 */
export function shownReach(
  { confirmation }: Pick<Context, 'confirmation'>,
  { client, emailKey, provedAt }: Subscription,
  types: readonly SubscriptionType[],
): Reach {
  return { emailKey, client: confirmation() && provedAt !== null ? null : client, types }
}

/** The active rows that a token shows. What other clients ask for and the address has not confirmed is nothing that it gets. */
export async function listShown(unit: Unit, reach: Reach): Promise<Subscription[]> {
  const rows = await unit.listActive(reach, MAX_ROWS_READ)
  return reach.client === null ? rows.filter(({ confirmedAt }) => confirmedAt !== null) : rows
}
