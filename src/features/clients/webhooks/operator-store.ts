import { type Kysely, sql } from 'kysely'
import type { Actor } from '../../../admin/access/index.ts'
import { type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import type { Transaction } from '../../../platform/db/queries.ts'
import type { ClientKeyTables } from '../keys/index.ts'
import type { Webhook } from './store.ts'
import type { WebhookTables } from './tables.ts'

/** The operators have one webhook, under this id, without a key and without a place. */
export const OPERATOR_WEBHOOK = '00000000-0000-4000-8000-000000000000'

type Tables = WebhookTables & ClientKeyTables & AuditTables

export type OperatorWebhookStore = ReturnType<typeof createOperatorWebhookStore>

/** The operators' webhook, over PostgreSQL. */
export function createOperatorWebhookStore(db: Kysely<Tables>) {
  const record = (trx: Transaction<Tables>, host: string | null, actor: Actor, now: number) =>
    recordAudit(trx, { at: now, actor, action: 'notice.set_webhook', object: { type: 'notice', id: null }, after: { host } })

  return {
    find: (): Promise<Webhook | undefined> => db.selectFrom('webhook').selectAll().where('id', '=', OPERATOR_WEBHOOK).executeTakeFirst(),

    /** Sets its address and sealed secret, and switches it on. */
    put: (url: URL, secret: string, actor: Actor, now: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const at = new Date(now)
        await sql`
          insert into webhook (id, name, url, cell, lat, lon, alert_prefs, lang, timezone, secret, created_at, updated_at)
          values (${OPERATOR_WEBHOOK}, 'Operators', ${url.href}, 0, 0, 0, '{}', 'en', 'UTC', ${secret}, ${at}, ${at})
          on conflict (id) do update set url = excluded.url, secret = excluded.secret, updated_at = excluded.updated_at,
            disabled_at = null, disabled_by = null`.execute(trx)
        await record(trx, url.host, actor, now)
      }),

    /** Removes it with what waits for it. */
    remove: (actor: Actor, now: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await trx.deleteFrom('webhook').where('id', '=', OPERATOR_WEBHOOK).execute()
        await record(trx, null, actor, now)
      }),
  }
}
