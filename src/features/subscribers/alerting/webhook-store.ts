import type { Kysely } from 'kysely'
import type { AlertPreferences } from '../../../domain/hazards/index.ts'
import type { ClientKeyTables } from '../../clients/keys/index.ts'
import {
  createWebhookStore,
  insertDeliveries,
  type Webhook,
  type WebhookMessage,
  type WebhookTables,
} from '../../clients/webhooks/index.ts'
import { insertNotices, type NewNotice } from './notification-store.ts'
import type { ReadPreferences } from './subscriber.ts'
import type { AlertingTables } from './tables.ts'

/** A webhook at a place, with its preferences parsed. */
export type WatchingWebhook = Webhook & { readonly preferences: AlertPreferences }

export type WebhookNotices = ReturnType<typeof createWebhookNotices>

/** As whom a webhook's notices are stored: no keyed hash of an address looks like it. */
export const webhookRecipient = ({ id }: Pick<Webhook, 'id'>): string => `webhook:${id}`

/** Webhooks, their notices and messages, over PostgreSQL. `wake` is called after messages were written. */
export function createWebhookNotices(
  db: Kysely<WebhookTables & ClientKeyTables & AlertingTables>,
  { readPreferences, wake }: { readonly readPreferences: ReadPreferences; readonly wake: () => void },
) {
  const { listLive } = createWebhookStore(db)
  return {
    /** The live webhooks of a place. */
    async list(cell: number, now: number): Promise<WatchingWebhook[]> {
      const webhooks = await listLive(cell, now)
      return webhooks.map((webhook) => ({
        ...webhook,
        preferences: readPreferences({ alertPrefs: webhook.alertPrefs, alertOnRain: false, alertOnStorm: false }),
      }))
    },

    /**
     * Writes messages and their notices in one transaction; resolves to the number of messages. Rejects without writing anything when the webhook
     * has been notified of one of the events meanwhile.
     */
    async insert(messages: readonly WebhookMessage[], notices: readonly NewNotice[], now: number): Promise<number> {
      const inserted = await db.transaction().execute(async (trx) => {
        const ids = await insertDeliveries(trx, messages, now)
        if (ids.length > 0) await insertNotices(trx, notices, now)
        return ids.length
      })
      if (inserted > 0) wake()
      return inserted
    },
  }
}
