import { AppError } from '../../../errors.ts'
import type { Feature, Foundation } from '../../../foundation.ts'
import { type BounceTables, listBounces } from '../../mail/bounces/index.ts'
import type { MailTables, Outbox } from '../../mail/outbox/index.ts'
import type { SuppressionTables } from '../../mail/suppression/index.ts'
import type { openAlerting, SubscriptionAnswer } from '../alerting/index.ts'
import type { DigestTables } from '../digests/index.ts'
import { toSubscription, type SubscriptionTables } from '../subscriptions/index.ts'
import { registerExplainingAdmin } from './admin.ts'
import { explainDigest } from './explain-digest.ts'

export interface ExplainingNeeds {
  readonly alerting: Pick<ReturnType<typeof openAlerting>, 'explainInParts' | 'explainPlace' | 'explainPush'>
  readonly outbox: Pick<Outbox, 'items'>
}

/** Why a mail or a notification was sent or not, for the back office. Alerts are explained by alerting. Writes nothing and calls no provider. */
export function openExplaining(
  { db, addressHash, clock }: Foundation<SubscriptionTables & DigestTables & MailTables & SuppressionTables & BounceTables>,
  { alerting, outbox }: ExplainingNeeds,
) {
  const subscriptions = () => db.selectFrom('subscription').selectAll()

  /** @throws AppError not_found, invalid_request */
  async function explainSubscription(id: string, at: number | null): Promise<SubscriptionAnswer> {
    const row = await subscriptions().where('id', '=', id).executeTakeFirst()
    if (row === undefined) throw new AppError('not_found', 'No such subscription; ended ones are deleted after 30 days')
    if (row.type === 'city_alerts') return alerting.explainInParts(id, at)
    if (at !== null) throw new AppError('invalid_request', 'Earlier times can be explained for alerts only')
    return explainDigest(db, toSubscription(row), addressHash(row.email_key), clock.now())
  }

  return {
    adminRoutes: (app) =>
      registerExplainingAdmin(app, {
        explainSubscription,
        explainPlace: alerting.explainPlace,
        explainPush: alerting.explainPush,
        outbox: outbox.items,
        bouncesOf: (mailId) => listBounces(db, mailId),
        /** The subscription that a mail's unsubscribe link names; null: none, or it is gone. */
        async subscriptionOf(unsubscribeToken) {
          if (unsubscribeToken === null) return null
          const row = await subscriptions().where('unsubscribe_token', '=', unsubscribeToken).executeTakeFirst()
          return row ?? null
        },
      }),
  } satisfies Feature
}
