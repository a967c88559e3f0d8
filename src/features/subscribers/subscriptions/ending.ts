import { type Context, buildSubscriptionRefusal } from './context.ts'
import type { Unit } from './store.ts'
import { getSubscriptionKind, type Subscription } from './subscription.ts'
import type { Deactivator } from './tables.ts'

/**
 * Deactivates active subscriptions of addresses that the unit has locked, and withdraws waiting mails of kinds that their addresses no
 * longer get. Subscriptions ended by mail are remembered as refused.
 */
export async function endSubscriptions(
  context: Pick<Context, 'keyedHash'>,
  unit: Unit,
  ended: readonly Subscription[],
  by: Deactivator,
  now: number,
): Promise<void> {
  if (ended.length === 0) return
  await unit.deactivate(
    ended.map(({ id }) => id),
    by,
    now,
  )
  if (by === 'mail') {
    await unit.insertRefusals(
      ended.map((each) => buildSubscriptionRefusal(context, each)),
      now,
    )
  }
  for (const [emailKey, ofAddress] of Map.groupBy(ended, (each) => each.emailKey)) {
    const left = new Set((await unit.listDeliverableTypes(emailKey)).map(getSubscriptionKind))
    const over = new Set(ofAddress.map(({ type }) => getSubscriptionKind(type))).difference(left)
    // Messages to all readers go to digest subscribers.
    await unit.withdrawMails(emailKey, over.has('digest') ? [...over, 'message'] : [...over], now)
  }
}
