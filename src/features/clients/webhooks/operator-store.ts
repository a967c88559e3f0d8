import { type Kysely, sql } from 'kysely'
import type { ClientKeyTables } from '../keys/index.ts'
import { disableWebhook, webhookOf } from './store.ts'
import type { WebhookTables } from './tables.ts'
import type { Webhook } from './webhook.ts'

/** The operators have one webhook, under this id, without a key and without a place. */
export const OPERATOR_WEBHOOK = '00000000-0000-4000-8000-000000000000'

export type OperatorWebhookStore = ReturnType<typeof createOperatorWebhookStore>

/** The operators' webhook, over PostgreSQL. */
export function createOperatorWebhookStore(db: Kysely<WebhookTables & ClientKeyTables>) {
  return {
    async find(): Promise<Webhook | undefined> {
      const row = await db.selectFrom('webhook').selectAll().where('id', '=', OPERATOR_WEBHOOK).executeTakeFirst()
      return row && webhookOf(row)
    },

    /** Sets its address and sealed secret, and switches it on. */
    async put(url: string, secret: string, now: number): Promise<void> {
      const at = new Date(now)
      await sql`
        insert into webhook (id, name, url, cell, lat, lon, alert_prefs, lang, timezone, secret, created_at, updated_at)
        values (${OPERATOR_WEBHOOK}, 'Operators', ${url}, 0, 0, 0, '{}', 'en', 'UTC', ${secret}, ${at}, ${at})
        on conflict (id) do update set url = excluded.url, secret = excluded.secret, updated_at = excluded.updated_at,
          disabled_at = null, disabled_by = null`.execute(db)
    },

    /** Switches it off; what waits for it is not sent. False: there is none. */
    remove: (now: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        await disableWebhook(trx, OPERATOR_WEBHOOK, 'operator', now)
        const { numDeletedRows } = await trx.deleteFrom('webhook').where('id', '=', OPERATOR_WEBHOOK).executeTakeFirstOrThrow()
        return numDeletedRows === 1n
      }),
  }
}
