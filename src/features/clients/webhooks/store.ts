import { type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { AppError } from '../../../errors.ts'
import type { Queries } from '../../../platform/db/queries.ts'
import { storableJson } from '../../../platform/db/storable-json.ts'
import type { ClientKeyTables } from '../keys/index.ts'
import type { Disabler, WebhookTables } from './tables.ts'
import type { Webhook } from './webhook.ts'

type Table = WebhookTables['webhook']
type Tables = WebhookTables & ClientKeyTables

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

/** Webhooks by key, over PostgreSQL. */
export function createWebhookStore(db: Kysely<Tables>) {
  return {
    /** @throws AppError limit_reached */
    insert: (keyId: string, webhook: Webhook): Promise<void> =>
      db.transaction().execute(async (trx) => {
        // One after the other, so that the count holds.
        await sql`lock table webhook in share row exclusive mode`.execute(trx)
        const { all, own } = await trx
          .selectFrom('webhook')
          .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.countAll<number>().filterWhere('key_id', '=', keyId).as('own')])
          .executeTakeFirstOrThrow()
        if (own >= MAX_PER_KEY) throw new AppError('limit_reached', `A key may have ${MAX_PER_KEY} webhooks`)
        if (all >= MAX_WEBHOOKS) throw new AppError('limit_reached', 'The service has no room for more webhooks')
        const { id, cell, lat, lon, createdAt } = webhook
        await trx
          .insertInto('webhook')
          .values({ id, key_id: keyId, cell, lat, lon, created_at: new Date(createdAt), ...contentOf(webhook) })
          .execute()
      }),

    /** The webhooks of a key, oldest first. */
    async list(keyId: string): Promise<Webhook[]> {
      const rows = await db.selectFrom('webhook').selectAll().where('key_id', '=', keyId).orderBy('created_at').orderBy('id').execute()
      return rows.map(webhookOf)
    },

    /** The next live webhooks of a place after the given one, by id. */
    async listLive(cell: number, after: string | null, limit: number, now: number): Promise<Webhook[]> {
      const rows = await db
        .selectFrom('webhook')
        .selectAll()
        .where('cell', '=', cell)
        .where('key_id', 'is not', null)
        .where(isLive(now))
        .$if(after !== null, (query) => query.where('id', '>', after as string))
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(webhookOf)
    },

    async find(keyId: string, id: string): Promise<Webhook | undefined> {
      const row = await db.selectFrom('webhook').selectAll().where('id', '=', id).where('key_id', '=', keyId).executeTakeFirst()
      return row && webhookOf(row)
    },

    /** Changes the locked row; undefined: the key has no such webhook. @throws what `change` throws */
    update: (keyId: string, id: string, change: (webhook: Webhook) => Webhook): Promise<Webhook | undefined> =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('webhook')
          .selectAll()
          .where('id', '=', id)
          .where('key_id', '=', keyId)
          .forUpdate()
          .executeTakeFirst()
        if (row === undefined) return undefined
        const changed = change(webhookOf(row))
        await trx.updateTable('webhook').set(contentOf(changed)).where('id', '=', id).execute()
        if (changed.disabled !== null) await endWaiting(trx, id, changed.updatedAt)
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
  const { numUpdatedRows } = await trx
    .updateTable('webhook')
    .set({ disabled_at: new Date(now), disabled_by: by, updated_at: new Date(now) })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  await endWaiting(trx, id, now)
  return true
}

async function endWaiting(trx: Queries<WebhookTables>, webhookId: string, now: number): Promise<void> {
  await trx
    .updateTable('webhook_delivery')
    .set({ state: 'dead', settled_at: new Date(now), last_error: 'The webhook was switched off' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}

/** A webhook as the rest of the room sees it. */
export function webhookOf(row: Selectable<Table>): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    cell: row.cell,
    lat: row.lat,
    lon: row.lon,
    alertPrefs: row.alert_prefs,
    lang: row.lang,
    timezone: row.timezone,
    secret: row.secret,
    former: row.former_until === null ? null : { secret: row.former_secret, until: row.former_until.getTime() },
    disabled: row.disabled_at === null || row.disabled_by === null ? null : { at: row.disabled_at.getTime(), by: row.disabled_by },
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  }
}

/** The columns that change. */
function contentOf({ name, url, alertPrefs, lang, timezone, secret, former, disabled, updatedAt }: Webhook) {
  return {
    name,
    url,
    alert_prefs: storableJson(alertPrefs),
    lang,
    timezone,
    secret,
    former_secret: former?.secret ?? null,
    former_until: former === null ? null : new Date(former.until),
    disabled_at: disabled === null ? null : new Date(disabled.at),
    disabled_by: disabled?.by ?? null,
    updated_at: new Date(updatedAt),
  } satisfies Updateable<Table>
}
