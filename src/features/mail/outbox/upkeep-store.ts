import { sql } from 'kysely'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import type { Queries } from '../../../platform/db/queries.ts'
import { DAY_MS } from '../../../time.ts'
import type { MailTables } from './tables.ts'

/** The counts of a run's mails so far. `dropped`: withdrawn, or expired before sending. */
export interface RunCounts {
  readonly sent: number
  readonly failed: number
  readonly suppressed: number
  readonly dropped: number
  readonly waiting: number
}

/** The state of the queue. */
export interface QueueStats {
  /** Waiting mails, due or not. */
  readonly waiting: number
  /** How long the most overdue mail has been due; 0 when none is due. */
  readonly oldestDueSeconds: number
}

const DELETE_STEP = 1_000

/** Counts, retries and deletes mails, over PostgreSQL. */
export function createUpkeepStore(db: Queries<MailTables>) {
  return {
    async isRunWaiting(runId: string): Promise<boolean> {
      const row = await db
        .selectFrom('mail_outbox')
        .select('id')
        .where('run_id', '=', runId)
        .where('state', '=', 'waiting')
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    async countRun(runId: string): Promise<RunCounts> {
      const rows = await db
        .selectFrom('mail_outbox')
        .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
        .where('run_id', '=', runId)
        .groupBy('state')
        .execute()
      const of = (state: string): number => Number(rows.find((row) => row.state === state)?.count ?? 0)
      return {
        sent: of('sent'),
        failed: of('failed'),
        suppressed: of('suppressed'),
        dropped: of('expired') + of('withdrawn'),
        waiting: of('waiting'),
      }
    },

    async queueStats(now: number): Promise<QueueStats> {
      const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
        select count(*)::int4 as waiting, min(next_attempt_at) as oldest from mail_outbox where state = 'waiting'`.execute(db)
      const [{ waiting, oldest } = { waiting: 0, oldest: null }] = rows
      return { waiting, oldestDueSeconds: oldest === null ? 0 : Math.max(0, (now - oldest.getTime()) / 1_000) }
    },

    /** How many mails were sent or given up since the instant, and how many of them failed. */
    async settledSince(instant: number): Promise<{ readonly settled: number; readonly failed: number }> {
      // A mail is given up after 29 hours at the latest; only its creation has an index.
      const { rows } = await sql<{ settled: number; failed: number }>`
        select count(*)::int4 as settled, count(*) filter (where state = 'failed')::int4 as failed
        from mail_outbox where settled_at >= ${new Date(instant)} and state in ('sent', 'failed')
          and created_at >= ${new Date(instant - 2 * DAY_MS)}`.execute(db)
      return rows[0] ?? { settled: 0, failed: 0 }
    },

    /** Queues a failed mail again with `tries` more attempts; false when it has not failed. */
    async retryFailed(id: string, tries: number, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('mail_outbox')
        .set({ state: 'waiting', next_attempt_at: new Date(now), settled_at: null, attempts_allowed: sql`attempts + ${tries}::int2` })
        .where('id', '=', id)
        .where('state', '=', 'failed')
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    /** Makes mails due that wait because an attempt failed, not those written for later; resolves to how many are due. */
    async retryDeferred(now: number): Promise<number> {
      const at = new Date(now)
      await sql`update mail_outbox set next_attempt_at = ${at}
        where id = any(array(
          select id from mail_outbox where state = 'waiting' and attempts > 0 and next_attempt_at > ${at} order by id for update))`.execute(
        db,
      )
      const { rows } = await sql<{ due: number }>`
        select count(*)::int4 as due from mail_outbox where state = 'waiting' and next_attempt_at <= ${at}`.execute(db)
      return rows[0]?.due ?? 0
    },

    /** Deletes a bounded number of mails created before the instant, with their attempts; resolves to how many. */
    async deleteMailsBefore(instant: number): Promise<number> {
      const { rows } = await sql<{ deleted: number }>`
        with gone as (
          delete from mail_outbox where id in (
            select id from mail_outbox where created_at < ${new Date(instant)} and (leased_until is null or leased_until <= now())
            order by created_at limit ${DELETE_STEP} for update skip locked)
          returning id
        ), attempts as (
          delete from mail_attempt using gone where mail_id = gone.id
        )
        select count(*)::int4 as deleted from gone`.execute(db)
      return rows[0]?.deleted ?? 0
    },

    /** Deletes the parts that no mail has named since the instant. */
    deletePartsBefore: (instant: number): Promise<number> => deleteInSteps(db, 'mail_part', sql`used_at < ${new Date(instant)}`),
  }
}
