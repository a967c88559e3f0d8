import { type Kysely, sql } from 'kysely'
import type { Actor } from '../../../admin/access/index.ts'
import { type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import { buildContainsPattern } from '../../../platform/db/keyset.ts'
import { createTableListing } from '../../../platform/http/schema/table-listing.ts'
import type { ClientKeyTables } from '../keys/index.ts'
import { type Delivery, DELIVERY_COLUMNS, replayDelivery } from './delivery-store.ts'
import { disableWebhook } from './store.ts'
import type { DeliveryState, WebhookTables } from './tables.ts'

type Tables = WebhookTables & ClientKeyTables & AuditTables

export interface WebhookFilters {
  readonly keyId?: string
  readonly enabled?: boolean
  /** Whether a search looks into addresses, which viewers do not see. */
  readonly searchesUrls: boolean
}

export interface DeliveryFilters {
  readonly webhookId?: string
  readonly state?: DeliveryState
}

export type WebhookAdminStore = ReturnType<typeof createWebhookAdminStore>

/** Webhooks and deliveries of all keys, for the back office, over PostgreSQL. */
export function createWebhookAdminStore(db: Kysely<Tables>) {
  const webhooks = () => db.selectFrom('webhook').innerJoin('client_key', 'client_key.id', 'webhook.key_id')

  function matching({ keyId, enabled, searchesUrls }: WebhookFilters, q: string | null) {
    let query = webhooks()
    if (keyId !== undefined) query = query.where('webhook.key_id', '=', keyId)
    if (enabled !== undefined) query = query.where('webhook.disabled_at', enabled ? 'is' : 'is not', null)
    if (q === null) return query
    const pattern = buildContainsPattern(q)
    return query.where((eb) =>
      eb.or([
        ...(searchesUrls ? [eb('webhook.url', 'ilike', pattern)] : []),
        eb('webhook.name', 'ilike', pattern),
        eb('client_key.name', 'ilike', pattern),
      ]),
    )
  }

  return {
    list: (filters: WebhookFilters) =>
      createTableListing((q) => matching(filters, q), {
        select: (query) =>
          query.select([
            'webhook.id',
            'client_key.id as key_id',
            'client_key.name as key_name',
            'webhook.name',
            'webhook.url',
            'webhook.lat',
            'webhook.lon',
            'webhook.disabled_at',
            'webhook.disabled_by',
            'webhook.created_at',
            sql<number>`(select count(*)::int4 from webhook_delivery d where d.webhook_id = webhook.id and d.state = 'waiting')`.as(
              'waiting',
            ),
            sql<number>`(select count(*)::int4 from webhook_delivery d where d.webhook_id = webhook.id and d.state = 'dead')`.as('dead'),
          ]),
        sorts: { createdAt: 'webhook.created_at' },
        id: 'webhook.id',
      }),

    listDeliveries: ({ webhookId, state }: DeliveryFilters) =>
      createTableListing(
        (q) => {
          let query = db.selectFrom('webhook_delivery')
          if (webhookId !== undefined) query = query.where('webhook_id', '=', webhookId)
          if (state !== undefined) query = query.where('state', '=', state)
          if (q === null) return query
          const pattern = buildContainsPattern(q)
          return query.where((eb) => eb.or([eb('type', 'ilike', pattern), eb('last_error', 'ilike', pattern)]))
        },
        {
          select: (query) => query.select(DELIVERY_COLUMNS),
          sorts: { createdAt: 'created_at' },
          id: 'id',
        },
      ),

    /** Switches a webhook off, or on again whoever had switched it off; false: there is none. */
    enable: (id: string, enabled: boolean, actor: Actor, now: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const row = await trx.selectFrom('webhook').select('disabled_by').where('id', '=', id).forUpdate().executeTakeFirst()
        if (row === undefined) return false
        const before = { enabled: row.disabled_by === null, disabledBy: row.disabled_by }
        const after = { enabled, disabledBy: enabled ? null : ('operator' as const) }
        await trx
          .updateTable('webhook')
          .set({ disabled_at: null, disabled_by: null, updated_at: new Date(now) })
          .where('id', '=', id)
          .execute()
        if (!enabled) await disableWebhook(trx, id, 'operator', now)
        await recordAudit(trx, { at: now, actor, action: 'webhook.update', object: { type: 'webhook', id }, before, after })
        return true
      }),

    /** Queues a dead delivery again; undefined: there is none. */
    replay: (id: string, actor: Actor, now: number): Promise<Delivery | 'not_dead' | undefined> =>
      db.transaction().execute(async (trx) => {
        const replayed = await replayDelivery(trx, { id }, now)
        if (typeof replayed === 'object')
          await recordAudit(trx, {
            at: now,
            actor,
            action: 'webhook-delivery.replay',
            object: { type: 'webhook-delivery', id },
            before: { state: 'dead' },
            after: { state: 'waiting' },
          })
        return replayed
      }),
  }
}
