import { randomUUIDv7 } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import { computeLeaseEnd } from '../../../platform/db/lease-end.ts'
import type { Queries } from '../../../platform/db/queries.ts'
import { deleteDevice } from './device-store.ts'
import type { Settlement } from './settling.ts'
import type { PushTables } from './tables.ts'

/** One notification, as the browser's service worker shows it. */
export interface Notice {
  readonly title: string
  readonly body: string
  /** The path of the page that it opens. */
  readonly url: string
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

/** A notification of an event, to be written; `expiresAt` in epoch milliseconds. */
export interface NewMessage {
  readonly tag: string
  readonly notice: Notice
  readonly urgency: 'normal' | 'high'
  readonly expiresAt: number
}

/** A message that a sender has leased, with what it needs to send it. */
export interface LeasedMessage {
  readonly id: string
  readonly deviceId: string
  readonly tag: string
  readonly payload: string
  readonly urgency: 'normal' | 'high'
  readonly attempts: number
  /** Epoch milliseconds. */
  readonly expiresAt: number
  /** Endpoint and keys. */
  readonly sealed: string
}

/**
 * Writes a place's messages in the caller's transaction, in place of those about the same events that still wait; resolves to how many. None
 * if the place is no longer watched. Wake the sender after the commit.
 */
export async function insertMessages(
  trx: Queries<PushTables>,
  watchId: string,
  messages: readonly NewMessage[],
  now: number,
): Promise<number> {
  const watch = await trx.selectFrom('push_watch').select('id').where('id', '=', watchId).forShare().executeTakeFirst()
  if (watch === undefined || messages.length === 0) return 0
  await trx
    .updateTable('push_message')
    // What is being sent is no longer the sender's to settle.
    .set({ state: 'replaced', settled_at: new Date(now), leased_until: null, lease_owner: null })
    .where('watch_id', '=', watchId)
    .where('state', '=', 'waiting')
    .where(
      'tag',
      'in',
      messages.map(({ tag }) => tag),
    )
    .execute()
  const rows = messages.map(({ tag, notice, urgency, expiresAt }) => {
    const id = randomUUIDv7()
    return {
      id,
      watch_id: watchId,
      tag,
      payload: JSON.stringify({ id, tag, ...notice }),
      urgency,
      created_at: new Date(now),
      next_attempt_at: new Date(now),
      expires_at: new Date(expiresAt),
    }
  })
  await trx.insertInto('push_message').values(rows).execute()
  return rows.length
}

/** The messages of a place written between two instants (epoch milliseconds, both included), newest first. */
export function listWritten(
  db: Kysely<PushTables>,
  watchId: string,
  { from, until, limit }: { readonly from: number; readonly until: number; readonly limit: number },
) {
  return db
    .selectFrom('push_message')
    .select(['id', 'state', 'created_at', 'attempts', 'last_error'])
    .where('watch_id', '=', watchId)
    .where('created_at', '>=', new Date(from))
    .where('created_at', '<=', new Date(until))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}
export type WrittenMessage = Awaited<ReturnType<typeof listWritten>>[number]

/** Messages as their sender needs them, over PostgreSQL. */
export function createPushMessageStore(db: Kysely<PushTables>) {
  return {
    /** Leases up to `max` due messages for `leaseMs`, by the database's clock. No other owner gets them before then. */
    async leaseDue(owner: string, max: number, now: number, leaseMs: number): Promise<LeasedMessage[]> {
      const { rows } = await sql<Omit<LeasedMessage, 'expiresAt'> & { expires: Date }>`
        with due as (
          select id from push_message
          where state = 'waiting' and next_attempt_at <= ${new Date(now)} and (leased_until is null or leased_until <= now())
          order by next_attempt_at limit ${max} for update skip locked
        ), leased as (
          update push_message as message set lease_owner = ${owner}, leased_until = ${computeLeaseEnd(leaseMs)}
          from due where message.id = due.id returning message.*
        )
        select leased.id, device_id as "deviceId", tag, payload, urgency, attempts, expires_at as expires, sealed
        from leased join push_watch on push_watch.id = watch_id join push_device on push_device.id = device_id
        order by next_attempt_at, leased.id`.execute(db)
      return rows.map(({ expires, ...row }) => ({ ...row, expiresAt: expires.getTime() }))
    },

    /** Returns a message without an attempt. */
    async release(owner: string, id: string): Promise<void> {
      await sql`update push_message set leased_until = null, lease_owner = null where id = ${id} and lease_owner = ${owner}`.execute(db)
    },

    /**
     * Writes the result of an attempt, unless another owner has taken the message since. A device that is gone is erased with all that belongs to
     * it.
     */
    settle: (owner: string, { id, state, nextAttemptAt, status, error }: Settlement, now: number): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const device = await trx
          .selectFrom('push_message')
          .innerJoin('push_watch', 'push_watch.id', 'watch_id')
          .innerJoin('push_device', 'push_device.id', 'device_id')
          .select('push_device.id')
          .where('push_message.id', '=', id)
          .where('lease_owner', '=', owner)
          // Before the message: a device that is erased meanwhile is locked first, and takes its messages with it.
          .forUpdate('push_device')
          .executeTakeFirst()
        if (device === undefined) return
        if (state === 'gone') return void (await deleteDevice(trx, device.id))
        if (state === 'sent')
          await trx
            .updateTable('push_device')
            .set({ alive_at: new Date(now) })
            .where('id', '=', device.id)
            .execute()
        await trx
          .updateTable('push_message')
          .set((eb) => ({
            state,
            attempts: eb('attempts', '+', status === null && error === null ? 0 : 1),
            next_attempt_at: nextAttemptAt === null ? eb.ref('next_attempt_at') : new Date(nextAttemptAt),
            last_status: status,
            last_error: error,
            leased_until: null,
            lease_owner: null,
            settled_at: state === 'waiting' ? null : new Date(now),
          }))
          .where('id', '=', id)
          .where('lease_owner', '=', owner)
          .execute()
      }),

    async stats(now: number): Promise<{ readonly devices: number; readonly waiting: number; readonly oldestDueSeconds: number }> {
      const { rows } = await sql<{ devices: number; waiting: number; oldest: Date | null }>`
        select (select count(*)::int4 from push_device) as devices, count(*)::int4 as waiting, min(next_attempt_at) as oldest
        from push_message where state = 'waiting'`.execute(db)
      const { devices = 0, waiting = 0, oldest = null } = rows[0] ?? {}
      return { devices, waiting, oldestDueSeconds: oldest === null ? 0 : Math.max(0, (now - oldest.getTime()) / 1_000) }
    },

    /** Deletes the messages written before the instant. */
    deleteBefore: (instant: number): Promise<number> =>
      deleteInSteps(db, 'push_message', sql`created_at < ${new Date(instant)} order by created_at`),
  }
}
