import { randomBytes } from 'node:crypto'
import { type Insertable, type Kysely, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/queries.ts'
import { DAY_MS, toUtcDay } from '../../../time.ts'
import { floorToPeriod } from './days.ts'
import { rollUpAnalytics } from './rollup-store.ts'
import type { AnalyticsTables, RollUpPeriod } from './tables.ts'

/** An event in its stored form; `at` is epoch milliseconds. */
export interface StoredEvent {
  readonly at: number
  readonly visitor: Buffer
  readonly type: string
  readonly path: string
  readonly name: string | null
  readonly value: number | null
  readonly slotId: string | null
  readonly referrer: string | null
  readonly device: string
  readonly browser: string
  /** ISO 3166 alpha-2; null: unknown. */
  readonly country: string | null
}

export type AnalyticsStore = ReturnType<typeof createAnalyticsStore>

/** Serialises all nodes' statements that create or drop partitions; an arbitrary number that nothing else uses. */
const PARTITION_LOCK = 5_127_734_101

/** Analytics in PostgreSQL: events in daily partitions, and their roll-ups. */
export function createAnalyticsStore(db: Kysely<AnalyticsTables>) {
  const ensured = new Set<string>()

  async function ensureDay(epochMs: number): Promise<void> {
    const day = toUtcDay(epochMs)
    if (ensured.has(day)) return
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${PARTITION_LOCK})`.execute(trx)
      const [from, to] = [floorToPeriod('day', epochMs), floorToPeriod('day', epochMs) + DAY_MS].map((ms) =>
        sql.lit(new Date(ms).toISOString()),
      )
      await sql`create table if not exists ${sql.table(partitionOf(day))} partition of analytics_event for values from (${from}) to (${to})`.execute(
        trx,
      )
    })
    ensured.add(day)
  }

  return {
    /** Creates the partition of a day if it is missing. */
    ensureDay,

    /** The salt of a day, created by the first node that asks. */
    async findOrInsertSalt(day: string): Promise<Buffer> {
      await db
        .insertInto('analytics_salt')
        .values({ day, salt: randomBytes(32) })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const { salt } = await db.selectFrom('analytics_salt').select('salt').where('day', '=', day).executeTakeFirstOrThrow()
      return salt
    },

    async deleteSaltsBefore(day: string): Promise<void> {
      await db.deleteFrom('analytics_salt').where('day', '<', day).execute()
    },

    async insertEvents(events: readonly StoredEvent[]): Promise<void> {
      for (const day of new Set(events.map(({ at }) => floorToPeriod('day', at)))) await ensureDay(day)
      const rows = events.map(({ at, slotId, ...event }) => ({ ...event, at: new Date(at), slot_id: slotId }))
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('analytics_event').values(rows).execute()
        await addVisitors(trx, events)
        await reopen(trx, Math.min(...events.map(({ at }) => at)))
      })
    },

    /** Drops the partitions of days that ended by the instant, and what else is only about single days. */
    async dropDaysBefore(epochMs: number): Promise<void> {
      const { rows } = await sql<{ name: string }>`
        select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'analytics_event'::regclass`.execute(db)
      const past = rows.map(({ name }) => name).filter((name) => name < partitionOf(toUtcDay(epochMs)))
      for (const name of past) {
        await db.transaction().execute(async (trx) => {
          await sql`select pg_advisory_xact_lock(${PARTITION_LOCK})`.execute(trx)
          await sql`drop table if exists ${sql.table(name)}`.execute(trx)
        })
      }
      await db.deleteFrom('analytics_visitor').where('day', '<', toUtcDay(epochMs)).execute()
      await db
        .deleteFrom('analytics_view')
        .where('starts_at', '<', new Date(floorToPeriod('day', epochMs)))
        .execute()
    },

    /** Rolls up what is not final yet, unless another node is doing so or did less than `everyMs` ago. True when it was done here. */
    rollUp: (period: RollUpPeriod, nowMs: number, everyMs: number): Promise<boolean> => rollUpAnalytics(db, period, nowMs, everyMs),

    /** The time up to which both roll-ups are final, epoch milliseconds; 0 before the first. */
    async summedUpTo(): Promise<number> {
      const rows = await db.selectFrom('analytics_progress').select('final_to').execute()
      return rows.length === 0 ? 0 : Math.min(...rows.map(({ final_to }) => final_to.getTime()))
    },

    async deleteRollUpsBefore(period: RollUpPeriod, epochMs: number): Promise<void> {
      await db.deleteFrom('analytics_rollup').where('period', '=', period).where('starts_at', '<', new Date(epochMs)).execute()
    },
  }
}

/** The names sort chronologically. */
function partitionOf(day: string): string {
  return `analytics_event_${day.replaceAll('-', '_')}`
}

/** Late events (the database was down) reopen the roll-ups of their hour and day. */
async function reopen(trx: Transaction<AnalyticsTables>, oldestMs: number): Promise<void> {
  await sql`
    update analytics_progress
    set final_to = least(final_to, date_trunc(period, ${new Date(oldestMs)}::timestamptz, 'UTC'))
    where final_to > ${new Date(oldestMs)}`.execute(trx)
}

/** The visitors of the page views, each day's once with the first view; in one order on all nodes, which otherwise could block each other. */
async function addVisitors(trx: Transaction<AnalyticsTables>, events: readonly StoredEvent[]): Promise<void> {
  const visitors = new Map<string, Insertable<AnalyticsTables['analytics_visitor']>>()
  for (const { type, at, visitor, path, device, browser, country } of events.toSorted((a, b) => a.at - b.at)) {
    const day = toUtcDay(at)
    const key = `${day} ${visitor.toString('hex')}`
    if (type === 'pageview' && !visitors.has(key)) visitors.set(key, { day, visitor, at: new Date(at), path, device, browser, country })
  }
  if (visitors.size === 0) return
  await trx
    .insertInto('analytics_visitor')
    .values([...visitors].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row))
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'visitor'])
        .doUpdateSet((eb) => ({ at: eb.ref('excluded.at'), path: eb.ref('excluded.path') }))
        .whereRef('analytics_visitor.at', '>', 'excluded.at'),
    )
    .execute()
}
