import { type Context, refusalOf } from './context.ts'
import { kindOf, type Subscription } from './subscription.ts'
import type { Unit } from './store.ts'
import type { Deactivator } from './tables.ts'

/**
 * Deactivates active subscriptions of addresses that the unit has to itself, and takes back the waiting mails of which their addresses
 * get no more. What an address ends by mail is remembered as refused.
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
      ended.map((each) => refusalOf(context, each)),
      now,
    )
  }
  for (const [emailKey, ofAddress] of Map.groupBy(ended, (each) => each.emailKey)) {
    const left = new Set((await unit.listDeliverableTypes(emailKey)).map(kindOf))
    const over = new Set(ofAddress.map(({ type }) => kindOf(type))).difference(left)
    // A message to all readers is theirs who get digests.
    await unit.withdrawMails(emailKey, over.has('digest') ? [...over, 'message'] : [...over], now)
  }
}
