import { toCell } from '@isobar/weather'
import { AppError } from '../../../errors.ts'
import { toMailboxKey } from '../../../platform/mail/address.ts'
import { admitSubscription } from './admission.ts'
import { requestConfirmation } from './confirmation/service.ts'
import { hashClientId, type Context, buildSubscriptionRefusal } from './context.ts'
import { endSubscriptions } from './ending.ts'
import { listCoordinateFaults, buildInvalidFieldsError, readInput } from './input.ts'
import { checkPreferences, mergeStoredPreferences } from './preferences.ts'
import type { CreateBody, DeleteBody } from './schemas.ts'
import type { Preferences, Subscription } from './subscription.ts'

export interface Changed {
  readonly subscription: Subscription
  /** Unknown keys of its alertPrefs, stored by an earlier release, which are ignored. */
  readonly ignored: readonly string[]
}

/** The four verbs of the API for clients. */
export type SubscriptionService = ReturnType<typeof createSubscriptionService>

/** Each change runs in one transaction that locks the client and the addresses. */
export function createSubscriptionService(context: Context) {
  const { store, clock, confirmation } = context
  return {
    /** The client's active subscriptions, newest first; null for a clientId that has never had any. */
    async list(clientId: string): Promise<readonly Subscription[] | null> {
      const client = hashClientId(context, clientId)
      const found = await store.listOfClient(client)
      return found.length > 0 || (await store.isKnown(client)) ? found : null
    },

    /**
     * Creates a subscription, or updates and activates the one with the same identity. `network`: where the request comes from.
     * @throws AppError invalid_request, limit_reached, rate_limited
     */
    async subscribe(body: CreateBody, network: string): Promise<Changed & { readonly isNew: boolean }> {
      const { input, ignored } = readInput(body)
      const client = hashClientId(context, body.clientId)
      const { subscription, isNew, isMailed } = await store.transaction(
        { clients: [client], emailKeys: [input.emailKey, toMailboxKey(input.emailKey)] },
        async (unit) => {
          const now = clock.now()
          const same = await unit.findSame({ ...input, client })
          const counts = await unit.countFor(client, input.emailKey)
          const refusal = buildSubscriptionRefusal(context, { ...input, client })
          const isRefused = await unit.isRefused(refusal)
          const subscription = admitSubscription(input, { client, same, counts, confirmation: confirmation(), isRefused, now })
          await (same === undefined ? unit.insert(subscription) : unit.update(subscription))
          if (isRefused && subscription.confirmation.isConfirmed) await unit.deleteRefusals([refusal])
          const isMailed = !subscription.confirmation.isConfirmed && (await requestConfirmation(context, unit, subscription, network, now))
          return { subscription, isNew: same === undefined, isMailed }
        },
      )
      if (isMailed) context.wakeMail()
      return { subscription, isNew, ignored }
    },

    /** Merges preferences into an active city_alerts subscription of the client. @throws AppError invalid_request, not_found */
    async patch(clientId: string, id: string, alertPrefs: Preferences): Promise<Changed> {
      const client = hashClientId(context, clientId)
      const found = await store.find(id)
      if (found?.client !== client) throw notFound()
      return await store.transaction({ emailKeys: [found.emailKey] }, async (unit) => {
        const current = await unit.find(id)
        if (current?.ended !== null) throw notFound()
        if (current.type !== 'city_alerts') {
          throw new AppError('invalid_request', 'Only city_alerts subscriptions have alertPrefs', {
            details: [{ path: 'id', message: 'must be the ID of a city_alerts subscription' }],
          })
        }
        const merged = mergeStoredPreferences(current.alertPrefs, alertPrefs)
        const { problems, ignored } = checkPreferences(merged, current.alertPrefs)
        if (problems.length > 0) throw buildInvalidFieldsError(problems)
        const subscription = { ...current, alertPrefs: merged, updatedAt: clock.now() }
        await unit.update(subscription)
        return { subscription, ignored }
      })
    },

    /**
     * Deactivates the client's subscriptions of these types, city types only at this place. Null for an unknown clientId.
     * @throws AppError invalid_request
     */
    async remove({ clientId, cityLat, cityLon, types }: DeleteBody): Promise<readonly Subscription[] | null> {
      const faults = listCoordinateFaults(
        cityLat,
        cityLon,
        types.some((type) => type !== 'newsletter'),
      )
      if (faults.length > 0) throw buildInvalidFieldsError(faults)
      const client = hashClientId(context, clientId)
      const cell = cityLat === undefined || cityLon === undefined ? null : toCell(cityLat, cityLon).id
      const existing = await store.listOfClient(client)
      if (existing.length === 0) return (await store.isKnown(client)) ? [] : null
      const emailKeys = [...new Set(existing.map(({ emailKey }) => emailKey))]
      return await store.transaction({ clients: [client], emailKeys }, async (unit) => {
        // Rows for another address that were added while waiting for the locks came after this request.
        const ended = (await unit.listOwn(client, types, cell)).filter(({ emailKey }) => emailKeys.includes(emailKey))
        await endSubscriptions(context, unit, ended, 'client', clock.now())
        return ended
      })
    },
  }
}

function notFound(): AppError {
  return new AppError('not_found', 'This client has no such active subscription')
}
