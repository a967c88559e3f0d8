import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { AppError } from '../../../errors.ts'
import type { Queries } from '../../../platform/db/queries.ts'
import { writeStorableJson } from '../../../platform/db/storable-json.ts'
import type { ClientKeyTables } from '../keys/index.ts'
import type { Disabler, WebhookTables } from './tables.ts'

/** A webhook, as its row. */
export type Webhook = Selectable<WebhookTables['webhook']>
type Tables = WebhookTables & ClientKeyTables

/** The columns that change. */
export type WebhookChange = Partial<Webhook> & Pick<Webhook, 'updated_at'>

export type WebhookStore = ReturnType<typeof createWebhookStore>

/** Webhooks of one key, and of all keys. */
export const MAX_PER_KEY = 100
const MAX_WEBHOOKS = 10_000

/**
 * Whether messages go to a row of `webhook`: it is on, and its key may be used and includes webhooks; the operators' own has no key. `now`: epoch
 * milliseconds.
 */
export function isLive(now: number): RawBuilder<boolean> {
  return sql`(webhook.disabled_at is null and (webhook.key_id is null or exists (
    select from client_key where client_key.id = webhook.key_id and revoked_at is null and not disabled
      and (expires_at is null or expires_at > ${new Date(now)}) and 'webhooks' = any(scopes))))`
}

/** The query of the cells of live webhooks. `now`: epoch milliseconds. */
export function selectWebhookCells(now: number): RawBuilder<unknown> {
  return sql`select cell from webhook where ${isLive(now)}`
}

/** Webhooks by key, over PostgreSQL. */
export function createWebhookStore(db: Kysely<Tables>) {
  return {
    /** @throws AppError limit_reached */
    insert: (webhook: Webhook): Promise<void> =>
      db.transaction().execute(async (trx) => {
        // One after the other, so that the count holds.
        await sql`lock table webhook in share row exclusive mode`.execute(trx)
        const { all, own } = await trx
          .selectFrom('webhook')
          .select((eb) => [
            eb.fn.countAll<number>().as('all'),
            eb.fn.countAll<number>().filterWhere('key_id', '=', webhook.key_id).as('own'),
          ])
          .executeTakeFirstOrThrow()
        if (own >= MAX_PER_KEY) throw new AppError('limit_reached', `A key may have ${MAX_PER_KEY} webhooks`)
        if (all >= MAX_WEBHOOKS) throw new AppError('limit_reached', 'The service has no room for more webhooks')
        await trx
          .insertInto('webhook')
          .values({ ...webhook, alert_prefs: writeStorableJson(webhook.alert_prefs) })
          .execute()
      }),

    /** The webhooks of a key, oldest first. */
    list: (keyId: string): Promise<Webhook[]> =>
      db.selectFrom('webhook').selectAll().where('key_id', '=', keyId).orderBy('created_at').orderBy('id').execute(),

    /** The next live webhooks of a place after the given one, by id. */
    listLive: (cell: number, after: string | null, limit: number, now: number): Promise<Webhook[]> =>
      db
        .selectFrom('webhook')
        .selectAll()
        .where('cell', '=', cell)
        .where('key_id', 'is not', null)
        .where(isLive(now))
        .$if(after !== null, (query) => query.where('id', '>', after as string))
        .orderBy('id')
        .limit(limit)
        .execute(),

    /** The origins (`https://host`) of the live webhooks of client keys, or of the operators. */
    async listOrigins(isOperators: boolean, now: number): Promise<string[]> {
      const { rows } = await sql<{ origin: string }>`
        select distinct substring(url from '^[a-z]+://[^/]+') as origin from webhook
        where (key_id is null) = ${isOperators} and ${isLive(now)}`.execute(db)
      return rows.map(({ origin }) => origin)
    },

    find: (keyId: string, id: string): Promise<Webhook | undefined> =>
      db.selectFrom('webhook').selectAll().where('id', '=', id).where('key_id', '=', keyId).executeTakeFirst(),

    /** Changes the locked row; undefined: the key has no such webhook. @throws what `change` throws */
    update: (keyId: string, id: string, change: (webhook: Webhook) => WebhookChange): Promise<Webhook | undefined> =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('webhook')
          .selectAll()
          .where('id', '=', id)
          .where('key_id', '=', keyId)
          .forUpdate()
          .executeTakeFirst()
        if (row === undefined) return undefined
        const { alert_prefs = row.alert_prefs, ...columns } = change(row)
        const changed = await trx
          .updateTable('webhook')
          .set({ ...columns, alert_prefs: writeStorableJson(alert_prefs) })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        if (changed.disabled_at !== null) await endWaiting(trx, id, changed.updated_at)
        return changed
      }),

    /** Deletes a webhook with its deliveries; false: the key has no such webhook. */
    async delete(keyId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await db.deleteFrom('webhook').where('id', '=', id).where('key_id', '=', keyId).executeTakeFirstOrThrow()
      return numDeletedRows === 1n
    },

    /** The numbers of live webhooks and of all. */
    async counts(now: number): Promise<{ readonly live: number; readonly all: number }> {
      const { rows } = await sql<{ live: number; all: number }>`
        select count(*) filter (where ${isLive(now)})::int4 as live, count(*)::int4 as all from webhook`.execute(db)
      return rows[0] ?? { live: 0, all: 0 }
    },
  }
}

/** Switches a webhook off; what waits for it is dead, and may be replayed once it is on again. False: it was off, or is unknown. */
export async function disableWebhook(trx: Queries<WebhookTables>, id: string, by: Disabler, now: number): Promise<boolean> {
  const at = new Date(now)
  const { numUpdatedRows } = await trx
    .updateTable('webhook')
    .set({ disabled_at: at, disabled_by: by, updated_at: at })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await endWaiting(trx, id, at)
  return true
}

async function endWaiting(trx: Queries<WebhookTables>, webhookId: string, at: Date): Promise<void> {
  await trx
    .updateTable('webhook_delivery')
    .set({ state: 'dead', settled_at: at, last_error: 'The webhook was switched off' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}
