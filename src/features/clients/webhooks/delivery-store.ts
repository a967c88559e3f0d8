import { randomUUIDv7 } from 'node:crypto'
import { formatInstant, formatOptionalInstant } from '@isobar/weather'
import { type Kysely, type Selectable, sql } from 'kysely'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import { computeLeaseEnd } from '../../../platform/db/lease-end.ts'
import type { Queries } from '../../../platform/db/queries.ts'
import { DAY_MS } from '../../../time.ts'
import type { ClientKeyTables } from '../keys/index.ts'
import { ATTEMPTS_ALLOWED, TEST_ATTEMPTS_ALLOWED, type Settlement } from './settling.ts'
import { disableWebhook, isLive } from './store.ts'
import type { DeliveryState, WebhookTables } from './tables.ts'

/** A message to a webhook: `data` in the envelope that Standard Webhooks suggests. */
export interface WebhookMessage {
  readonly webhookId: string
  /** `warning.new` … */
  readonly type: string
  readonly data: object
}

/** A delivery that a sender has leased, with what it needs to send it. */
export interface LeasedDelivery {
  readonly id: string
  readonly webhookId: string
  readonly body: string
  readonly attempts: number
  readonly attemptsAllowed: number
  readonly url: string
  /** Sealed. */
  readonly secret: string | null
  readonly formerSecret: string | null
}

/** A delivery without its body. */
export type Delivery = Omit<Selectable<WebhookTables['webhook_delivery']>, 'body' | 'leased_until' | 'lease_owner'>

export interface DeliveryStats {
  readonly waiting: number
  /** How long the oldest due delivery of a live webhook has been due; 0: none is. */
  readonly oldestDueSeconds: number
  readonly dead: number
  /** Of these, those of the last day. */
  readonly deadToday: number
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>

/** At a time, over all nodes, so that a client whose receivers are slow does not hold up the others. */
const IN_FLIGHT_PER_KEY = 4
const PAGE = 50

/** The columns of a `Delivery`. */
export const DELIVERY_COLUMNS = [
  'id',
  'webhook_id',
  'type',
  'state',
  'created_at',
  'next_attempt_at',
  'attempts',
  'attempts_allowed',
  'last_status',
  'last_error',
  'settled_at',
] as const

/**
 * Writes messages in the caller's transaction, except those to webhooks that are no longer live; resolves to their ids. Wake the sender after
 * the commit. The webhooks are locked: one that is deleted meanwhile must not fail the messages to the others.
 */
export async function insertDeliveries(
  trx: Queries<WebhookTables & ClientKeyTables>,
  messages: readonly WebhookMessage[],
  now: number,
  attemptsAllowed: number = ATTEMPTS_ALLOWED,
): Promise<string[]> {
  const timestamp = new Date(now).toISOString()
  const rows = messages.map(({ webhookId, type, data }) => ({
    id: randomUUIDv7(),
    webhook_id: webhookId,
    type,
    // PostgreSQL's text has no NUL, which JSON writes as an escape.
    body: JSON.stringify({ type, timestamp, data }),
  }))
  const { rows: inserted } = await sql<{ id: string }>`
    with live as (
      select id from webhook where id = any(${rows.map((row) => row.webhook_id)}::uuid[]) and ${isLive(now)} order by id for key share of webhook
    )
    insert into webhook_delivery (id, webhook_id, type, body, created_at, next_attempt_at, attempts_allowed)
    select message.id, webhook_id, type, body, ${new Date(now)}, ${new Date(now)}, ${attemptsAllowed}::int2
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map((row) => row.webhook_id)}::uuid[], ${rows.map(({ type }) => type)}::text[],
      ${rows.map(({ body }) => body)}::text[]) with ordinality as message (id, webhook_id, type, body, nth)
    join live on live.id = webhook_id
    order by nth
    returning id`.execute(trx)
  return inserted.map(({ id }) => id)
}

/** The delivery object of the API. */
export function showDelivery(delivery: Delivery) {
  const { id, type, state, created_at, next_attempt_at, attempts, attempts_allowed, last_status, last_error, settled_at } = delivery
  return {
    id,
    type,
    state,
    createdAt: formatInstant(created_at.getTime()),
    attempts,
    attemptsAllowed: attempts_allowed,
    nextAttemptAt: state === 'waiting' ? formatInstant(next_attempt_at.getTime()) : null,
    lastStatus: last_status,
    lastError: last_error,
    settledAt: formatOptionalInstant(settled_at),
  }
}

/** Deliveries as their sender and their clients need them, over PostgreSQL. */
export function createDeliveryStore(db: Kysely<WebhookTables & ClientKeyTables>) {
  return {
    /**
     * Leases up to `max` due deliveries for `leaseMs`, by the database's clock: of each webhook only its first one, and none while another of it is leased. No
     * other owner gets them before then.
     */
    async leaseDue(owner: string, max: number, now: number, leaseMs: number): Promise<LeasedDelivery[]> {
      const { rows } = await sql<LeasedDelivery>`
        with first as (
          select distinct on (webhook_id) id, webhook_id, next_attempt_at, coalesce(leased_until > now(), false) as is_leased
          from webhook_delivery where state = 'waiting' order by webhook_id, next_attempt_at, id
        ), ranked as (
          select first.*, row_number() over (partition by webhook.key_id order by is_leased desc, next_attempt_at) as nth
          from first join webhook on webhook.id = webhook_id
          where next_attempt_at <= ${new Date(now)} and ${isLive(now)}
        ), due as (
          select id from webhook_delivery
          where id = any(array(
              select id from ranked where nth <= ${IN_FLIGHT_PER_KEY} and not is_leased order by next_attempt_at limit ${max}))
            and state = 'waiting' and (leased_until is null or leased_until <= now())
          for update skip locked
        ), leased as (
          update webhook_delivery as delivery set lease_owner = ${owner}, leased_until = ${computeLeaseEnd(leaseMs)}
          from due where delivery.id = due.id
          returning delivery.*
        )
        select leased.id, webhook_id as "webhookId", body, attempts, attempts_allowed as "attemptsAllowed", url, secret,
          case when former_until > ${new Date(now)} then former_secret end as "formerSecret"
        from leased join webhook on webhook.id = webhook_id order by next_attempt_at, leased.id`.execute(db)
      return rows
    },

    /** Returns a delivery without an attempt. */
    async release(owner: string, id: string): Promise<void> {
      await sql`update webhook_delivery set leased_until = null, lease_owner = null where id = ${id} and lease_owner = ${owner}`.execute(db)
    },

    /** Writes the result of an attempt, unless another owner has taken the delivery since. */
    settle: (owner: string, settlement: Settlement, now: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const { id, state, nextAttemptAt, status, error, disabledBy } = settlement
        // Before the delivery, as whoever changes or deletes a webhook does.
        if (disabledBy !== null) await lockWebhookOf(trx, id)
        const settled = await trx
          .updateTable('webhook_delivery')
          .set((eb) => ({
            state,
            attempts: eb('attempts', '+', 1),
            next_attempt_at: nextAttemptAt === null ? eb.ref('next_attempt_at') : new Date(nextAttemptAt),
            last_status: status,
            last_error: error,
            leased_until: null,
            lease_owner: null,
            settled_at: state === 'waiting' ? null : new Date(now),
          }))
          .where('id', '=', id)
          .where('lease_owner', '=', owner)
          .returning(['webhook_id', 'created_at'])
          .executeTakeFirst()
        if (settled === undefined || disabledBy === null) return
        const { webhook_id: webhookId, created_at: since } = settled
        if (disabledBy === 'failures' && (await hasDeliveredSince(trx, webhookId, since))) return
        await disableWebhook(trx, webhookId, disabledBy, now)
      }),

    /** Writes a message that is sent once; undefined: the webhook is not live. */
    async insertTest(message: WebhookMessage, now: number): Promise<Delivery | undefined> {
      const [id] = await insertDeliveries(db, [message], now, TEST_ATTEMPTS_ALLOWED)
      if (id === undefined) return undefined
      return db.selectFrom('webhook_delivery').select(DELIVERY_COLUMNS).where('id', '=', id).executeTakeFirst()
    },

    /** How many tests of a webhook have been written since the instant. */
    async countTests(webhookId: string, since: number): Promise<number> {
      const { count } = await db
        .selectFrom('webhook_delivery')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('webhook_id', '=', webhookId)
        .where('attempts_allowed', '=', TEST_ATTEMPTS_ALLOWED)
        .where('created_at', '>', new Date(since))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** A page of a webhook's deliveries, newest first; `cursor` is the `nextCursor` of the page before. */
    async list(
      webhookId: string,
      { state, limit = PAGE, cursor }: { readonly state?: DeliveryState; readonly limit?: number; readonly cursor?: string },
    ): Promise<{ readonly deliveries: Delivery[]; readonly nextCursor: string | null }> {
      const rows = await db
        .selectFrom('webhook_delivery')
        .select(DELIVERY_COLUMNS)
        .where('webhook_id', '=', webhookId)
        .$if(state !== undefined, (query) => query.where('state', '=', state as DeliveryState))
        .$if(cursor !== undefined, (query) => query.where('id', '<', cursor as string))
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      const deliveries = rows.slice(0, limit)
      return { deliveries, nextCursor: rows.length > limit ? (deliveries.at(-1)?.id ?? null) : null }
    },

    /** Queues a dead delivery of a webhook again; undefined: there is no such delivery. */
    replay: (id: string, webhookId: string, now: number) => replayDelivery(db, { id, webhook_id: webhookId }, now),

    async stats(now: number): Promise<DeliveryStats> {
      const { rows } = await sql<{ waiting: number; dead: number; deadToday: number; oldest: Date | null }>`
        select count(*) filter (where state = 'waiting')::int4 as waiting, count(*) filter (where state = 'dead')::int4 as dead,
          count(*) filter (where state = 'dead' and settled_at > ${new Date(now - DAY_MS)})::int4 as "deadToday",
          min(next_attempt_at) filter (where state = 'waiting' and ${isLive(now)}) as oldest
        from webhook_delivery join webhook on webhook.id = webhook_id where state in ('waiting', 'dead')`.execute(db)
      const { waiting = 0, dead = 0, deadToday = 0, oldest = null } = rows[0] ?? {}
      return { waiting, dead, deadToday, oldestDueSeconds: oldest === null ? 0 : Math.max(0, (now - oldest.getTime()) / 1_000) }
    },

    /** Deletes the deliveries written before the instant. */
    deleteBefore: (instant: number): Promise<number> =>
      deleteInSteps(db, 'webhook_delivery', sql`created_at < ${new Date(instant)} order by created_at`),
  }
}

/** Queues a dead delivery again, with all its attempts and under its id; undefined: none is `of` these. */
export async function replayDelivery(
  db: Queries<WebhookTables>,
  of: { readonly id: string; readonly webhook_id?: string },
  now: number,
): Promise<Delivery | 'not_dead' | undefined> {
  const replayed = await db
    .updateTable('webhook_delivery')
    .set((eb) => ({
      state: 'waiting',
      next_attempt_at: new Date(now),
      settled_at: null,
      attempts_allowed: eb('attempts', '+', ATTEMPTS_ALLOWED),
    }))
    .where((eb) => eb.and({ ...of, state: 'dead' }))
    .returning(DELIVERY_COLUMNS)
    .executeTakeFirst()
  if (replayed !== undefined) return replayed
  const known = await db
    .selectFrom('webhook_delivery')
    .select('id')
    .where((eb) => eb.and({ ...of }))
    .executeTakeFirst()
  return known && 'not_dead'
}

async function lockWebhookOf(trx: Queries<WebhookTables>, deliveryId: string): Promise<void> {
  await trx
    .selectFrom('webhook')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('webhook_delivery').select('webhook_id').where('webhook_delivery.id', '=', deliveryId))
    .forUpdate()
    .execute()
}

async function hasDeliveredSince(trx: Queries<WebhookTables>, webhookId: string, since: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('webhook_delivery')
    .select('id')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'delivered' satisfies DeliveryState)
    .where('settled_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
