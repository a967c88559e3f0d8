import { type Instant, formatInstant } from '@isobar/weather'
import type { Actor } from '../../../admin/access/index.ts'
import { AppError, buildInvalidFieldError } from '../../../errors.ts'
import type { Queries } from '../../../platform/db/queries.ts'
import type { Sealing } from '../../../platform/secrets/sealing.ts'
import type { GivenUrls } from '../../../platform/upstream/given-url.ts'
import type { ClientKeyTables } from '../keys/index.ts'
import { insertDeliveries } from './delivery-store.ts'
import { OPERATOR_WEBHOOK, type OperatorWebhookStore } from './operator-store.ts'
import { sendTest, type TestOptions } from './service.ts'
import { generateWebhookSecret, buildWebhookPurpose } from './signing.ts'
import type { Disabler, WebhookTables } from './tables.ts'

export interface OperatorWebhookOptions extends TestOptions {
  readonly store: OperatorWebhookStore
  readonly urls: Pick<GivenUrls, 'parse'>
  readonly sealing: Pick<Sealing, 'seal'>
}

export type OperatorWebhook = ReturnType<typeof createOperatorWebhook>

/** The webhook by which operators are notified: sent, signed and retried like those of client keys. */
export function createOperatorWebhook({ store, deliveries, urls, sealing, clock, wake }: OperatorWebhookOptions) {
  return {
    /** Null: none is set. */
    async find(): Promise<{ readonly url: string; readonly disabledBy: Disabler | null; readonly updatedAt: Instant } | null> {
      const found = await store.find()
      return found === undefined
        ? null
        : { url: found.url, disabledBy: found.disabled_by, updatedAt: formatInstant(found.updated_at.getTime()) }
    },

    /** Sets the address and makes a new secret, which is known only here. @throws AppError invalid_request */
    async put(text: string, actor: Actor): Promise<{ readonly secret: string }> {
      const url = await urls.parse(text)
      if (typeof url === 'string') throw buildInvalidFieldError('url', url)
      const secret = generateWebhookSecret()
      await store.put(url, sealing.seal(buildWebhookPurpose(OPERATOR_WEBHOOK), secret), actor, clock.now())
      return { secret }
    },

    remove: (actor: Actor): Promise<void> => store.remove(actor, clock.now()),

    /** Writes a message in the caller's transaction, if there is a webhook that is on; wake the sender after the commit. */
    insert: (trx: Queries<WebhookTables & ClientKeyTables>, type: string, data: object, now: number) =>
      insertDeliveries(trx, [{ webhookId: OPERATOR_WEBHOOK, type, data }], now),

    /** Sends a message of the type `webhook.test`, once. @throws AppError conflict, rate_limited */
    async test(): Promise<void> {
      const sent = await sendTest({ deliveries, clock, wake }, OPERATOR_WEBHOOK, {})
      if (sent === undefined) throw new AppError('conflict', 'The webhook is switched off: save it again')
    },

    wake,
  }
}
