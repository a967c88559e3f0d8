import { buildClientLimitError, buildEmailLimitError } from './admission.ts'
import { type Context, buildSubscriptionRefusal } from './context.ts'
import { MAX_CITIES_PER_EMAIL, MAX_PER_CLIENT } from './limits.ts'
import type { Unit } from './store.ts'
import type { Subscription } from './subscription.ts'

/**
 * Runs `work` on an address's ended subscriptions, with the address and their clients locked, since their limits count too. The clients are
 * known only after listing, so it lists again under the locks; rows of clients that appeared in between are skipped.
 */
export async function runOnEndedSubscriptions<T>(
  { store }: Pick<Context, 'store'>,
  emailKey: string,
  listEnded: (unit: Unit) => Promise<readonly Subscription[]>,
  work: (unit: Unit, ended: readonly Subscription[]) => Promise<T>,
): Promise<T> {
  const foreseen = await store.transaction({ emailKeys: [emailKey] }, listEnded)
  const clients = [...new Set(foreseen.map(({ client }) => client))]
  return await store.transaction({ clients, emailKeys: [emailKey] }, async (unit) =>
    work(
      unit,
      (await listEnded(unit)).filter(({ client }) => clients.includes(client)),
    ),
  )
}

/** Restores ended subscriptions. @throws AppError limit_reached when the address or a client has no room for them */
export async function reactivateSubscriptions(
  context: Pick<Context, 'keyedHash'>,
  unit: Unit,
  ended: readonly Subscription[],
  now: number,
): Promise<void> {
  if (ended.length === 0) return
  for (const [client, ofClient] of Map.groupBy(ended, (each) => each.client)) {
    const { activeOfClient, citiesOfEmail } = await unit.countFor(client, ofClient[0]?.emailKey ?? '')
    if (activeOfClient + ofClient.length > MAX_PER_CLIENT) throw buildClientLimitError()
    const cities = ended.filter(({ cell, confirmation }) => cell !== null && confirmation.isConfirmed).length
    if (citiesOfEmail + cities > MAX_CITIES_PER_EMAIL && cities > 0) throw buildEmailLimitError()
  }
  await unit.activate(
    ended.map(({ id }) => id),
    now,
  )
  await unit.deleteRefusals(ended.map((each) => buildSubscriptionRefusal(context, each)))
}
