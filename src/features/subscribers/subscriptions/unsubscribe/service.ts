import { AppError } from '../../../../errors.ts'
import type { UnsubscribeScope } from '../../../mail/outbox/index.ts'
import type { Context } from '../context.ts'
import { endSubscriptions } from '../ending.ts'
import { INACTIVE_RETENTION_MS } from '../limits.ts'
import { findNamed, listVisible, buildVisibleFilter } from '../links/visible.ts'
import { runOnEndedSubscriptions, reactivateSubscriptions } from '../reactivation.ts'
import { MAX_ROWS_READ, type SubscriptionFilter } from '../row-store.ts'
import type { Unit } from '../store.ts'
import type { Subscription } from '../subscription.ts'
import { SUBSCRIPTION_TYPES, type SubscriptionType } from '../tables.ts'

const TYPES_OF: Readonly<Record<UnsubscribeScope, readonly SubscriptionType[]>> = {
  digest: ['newsletter', 'city_weekly'],
  alerts: ['city_alerts'],
  all: SUBSCRIPTION_TYPES,
}

/** The result of following an unsubscribe link. */
export interface Unsubscribing {
  /** The subscription that the token names. */
  readonly named: Subscription
  /** What the link ended, now or last time; after an undo, what was restored. Only what the token may show. */
  readonly subscriptions: readonly Subscription[]
  /** Epoch milliseconds until which it can be undone; null if there is nothing to undo. */
  readonly undoBefore: number | null
}

/** What an unsubscribe link could end. */
export interface UnsubscribeQuestion extends Pick<Unsubscribing, 'named' | 'subscriptions'> {
  /** Whether it would end anything, also what the token may not show. */
  readonly isActive: boolean
}

export type UnsubscribeService = ReturnType<typeof createUnsubscribeService>

/** The service behind unsubscribe links and their undo. */
export function createUnsubscribeService(context: Context) {
  const { store, clock, confirmation } = context

  /**
   * The token of an unconfirmed subscription is known only to its client, so it does not reach other clients' subscriptions. Any other
   * token occurs in mails, whose one click must end them, so it reaches the whole address without proof.
   */
  function filterOf({ client, emailKey, confirmation: { isConfirmed } }: Subscription, scope: UnsubscribeScope): SubscriptionFilter {
    return { emailKey, client: confirmation() && !isConfirmed ? client : null, types: TYPES_OF[scope] }
  }

  /** What the last use of such a link ended: rows with the same instant. */
  async function lastEnded(unit: Unit, subscription: Subscription, scope: UnsubscribeScope | null): Promise<Subscription[]> {
    const current = (await unit.find(subscription.id)) ?? subscription
    const since = clock.now() - INACTIVE_RETENTION_MS
    if (scope === null) return current.ended?.by === 'mail' && current.ended.at >= since ? [current] : []
    // The link always ends its own subscription too: if that is active, the others were ended differently.
    if (current.ended === null && TYPES_OF[scope].includes(current.type)) return []
    const ended = await unit.listEnded(filterOf(current, scope), since)
    const last = Math.max(...ended.map((each) => each.ended?.at ?? 0))
    return ended.filter((each) => each.ended?.at === last)
  }

  /** Of the rows that a link ended or restored, those that the response may name. */
  function shownOf(subscription: Subscription, reached: readonly Subscription[]): Subscription[] {
    const { client } = buildVisibleFilter(context, subscription, SUBSCRIPTION_TYPES)
    return reached.filter((each) => client === null || each.client === client)
  }

  /** Whether such a link would end anything, named by its response or not. */
  async function wouldEnd(unit: Unit, subscription: Subscription, scope: UnsubscribeScope | null): Promise<boolean> {
    if (scope === null) return subscription.ended === null
    return (await unit.listActive(filterOf(subscription, scope), 1)).length > 0
  }

  /** What such a link could end, limited to what its preferences page shows. */
  async function alreadyActive(unit: Unit, subscription: Subscription, scope: UnsubscribeScope | null): Promise<Subscription[]> {
    const current = (await unit.find(subscription.id)) ?? subscription
    if (scope === null) return current.ended === null ? [current] : []
    return await listVisible(unit, buildVisibleFilter(context, current, TYPES_OF[scope]))
  }

  async function end(unit: Unit, subscription: Subscription, scope: UnsubscribeScope | null): Promise<void> {
    const now = clock.now()
    if (scope === null) {
      const current = await unit.find(subscription.id)
      if (current?.ended === null) await endSubscriptions(context, unit, [current], 'mail', now)
      return
    }
    for (let more = true; more;) {
      const active = await unit.listActive(filterOf(subscription, scope), MAX_ROWS_READ)
      await endSubscriptions(context, unit, active, 'mail', now)
      more = active.length === MAX_ROWS_READ
    }
  }

  return {
    /** What a link would end, of which it ends nothing. @throws AppError not_found for an unknown token */
    async find(token: string, scope: UnsubscribeScope | null): Promise<UnsubscribeQuestion> {
      const named = await findNamed(context, token)
      return await store.transaction({}, async (unit) => ({
        named,
        subscriptions: await alreadyActive(unit, named, scope),
        isActive: await wouldEnd(unit, named, scope),
      }))
    },

    /**
     * Ends the subscription that the token names or, with a scope, the address's active ones of that kind. Idempotent.
     * @throws AppError not_found for an unknown token
     */
    async unsubscribe(token: string, scope: UnsubscribeScope | null): Promise<Unsubscribing> {
      const subscription = await findNamed(context, token)
      return await store.transaction({ emailKeys: [subscription.emailKey] }, async (unit) => {
        await end(unit, subscription, scope)
        const ended = await lastEnded(unit, subscription, scope)
        const [first] = ended
        return {
          named: subscription,
          subscriptions: shownOf(subscription, ended),
          undoBefore: first === undefined ? null : (first.ended?.at ?? 0) + INACTIVE_RETENTION_MS,
        }
      })
    },

    /** Restores what the same link ended last, within 30 days. @throws AppError not_found, limit_reached */
    async resubscribe(token: string, scope: UnsubscribeScope | null): Promise<Unsubscribing> {
      const subscription = await findNamed(context, token)
      const listEnded = (unit: Unit) => lastEnded(unit, subscription, scope)
      return await runOnEndedSubscriptions(context, subscription.emailKey, listEnded, async (unit, ended) => {
        await reactivateSubscriptions(context, unit, ended, clock.now())
        // A repeated request, as from a double click, has the same result.
        const restored = ended.length > 0 ? ended : await alreadyActive(unit, subscription, scope)
        if (restored.length === 0) throw new AppError('not_found', 'There is nothing to undo, or the time to undo has passed')
        return { named: subscription, subscriptions: shownOf(subscription, restored), undoBefore: null }
      })
    },
  }
}
