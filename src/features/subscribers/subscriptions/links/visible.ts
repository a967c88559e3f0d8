import { AppError } from '../../../../errors.ts'
import type { Context } from '../context.ts'
import { MAX_ROWS_READ, type SubscriptionFilter } from '../row-store.ts'
import type { Unit } from '../store.ts'
import { isDeliverable, findProofTime, type Subscription } from '../subscription.ts'
import type { SubscriptionType } from '../tables.ts'

/** The subscription named by a mail's link. @throws AppError not_found */
export async function findNamed({ store }: Pick<Context, 'store'>, token: string): Promise<Subscription> {
  const subscription = await store.findByToken(token)
  if (subscription === undefined) throw new AppError('not_found', 'This link is invalid')
  return subscription
}

/**
 * What a token may show: its own client's rows, and all rows of the address once a confirmation link has proved it. POST returns the token,
 * so neither using it nor a row confirmed while double opt-in was off proves anything: otherwise anyone who knows an address could see its
 * places.
 */
export function buildVisibleFilter(
  { confirmation }: Pick<Context, 'confirmation'>,
  subscription: Subscription,
  types: readonly SubscriptionType[],
): SubscriptionFilter {
  const { client, emailKey } = subscription
  return { emailKey, client: confirmation() && findProofTime(subscription) !== null ? null : client, types }
}

/** The active rows that a token may show, without other clients' unconfirmed rows, which the address does not get. */
export async function listVisible(unit: Unit, filter: SubscriptionFilter): Promise<Subscription[]> {
  const rows = await unit.listActive(filter, MAX_ROWS_READ)
  return filter.client === null ? rows.filter(isDeliverable) : rows
}
