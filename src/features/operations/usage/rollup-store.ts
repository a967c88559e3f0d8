import { type Kysely, sql } from 'kysely'
import type { GatewayTables } from '../../../gateway/index.ts'
import type { Transaction } from '../../../platform/db/queries.ts'
import { HOUR_MS, MINUTE_MS } from '../../../time.ts'
import { floorToUsageDay, floorToUsageHour } from './periods.ts'
import type { UsageTables } from './tables.ts'
import { KNOWN_TRIGGERS, MAX_OTHER_TRIGGERS, OTHER } from './triggers.ts'

type Db = UsageTables & GatewayTables

/**
 * After this long, a call's row has its outcome, whichever node's clock set its start. An outcome that comes later appears in the ledger
 * only.
 */
const SETTLING_MS = 5 * MINUTE_MS
const DELETE_STEP = 5_000

/** The purpose of a call whose row has no scope. */
export const SCOPE_OF_CALL = sql<string>`
  coalesce(scope, case cause when 'tile' then 'tile' when 'geocode' then 'geocode' when 'admin' then 'check' else 'several' end)`

/** A step of the scale of durations is this many times the one before: a duration is off by a tenth at most. */
const DURATION_STEP = 1.2

/** The duration of a call in milliseconds, on a scale that keeps the number of its values small; empty while it is unknown. */
const DURATION_OF_CALL = sql<string>`
  coalesce(round(power(${DURATION_STEP}::float8, round(ln(greatest(duration_ms, 1)::float8) / ln(${DURATION_STEP}::float8))))::text, '')`

/** Expands a call to one row per dimension, as `d (dimension, key)`. */
export const BY_DIMENSION = sql`
  cross join lateral (values ('cause', cause), ('scope', ${SCOPE_OF_CALL}), ('trigger', coalesce(trigger, cause)), ('duration', ${DURATION_OF_CALL}))
    as d (dimension, key)`

/** Rolls up the ledger in PostgreSQL. */
export function createRollupStore(db: Kysely<Db>) {
  return {
    /** Rolls up one step of the ledger, an hour at most; true when there may be more to do. One node does it at a time. */
    sumUp: (nowMs: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const from = await takeProgress(trx)
        if (from === undefined) return false
        const target = Math.floor((nowMs - SETTLING_MS) / MINUTE_MS) * MINUTE_MS
        if (from >= target) return false
        const first = await firstCall(trx, from, target)
        const to = first === undefined ? target : Math.min(target, floorToUsageHour(first) + HOUR_MS)
        if (first !== undefined) await addStep(trx, first, to)
        await trx
          .updateTable('usage_progress')
          .set({ summed_to: new Date(to) })
          .execute()
        return to < target
      }),

    /** Deletes some calls that are rolled up and older than the instant; resolves to their number. */
    async deleteCallsBefore(epochMs: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from upstream_call where id in (
          select id from upstream_call
          where started_at < least(${new Date(epochMs)}, coalesce((select summed_to from usage_progress), '-infinity'))
          order by started_at limit ${DELETE_STEP} for update skip locked)`.execute(db)
      return Number(numAffectedRows ?? 0)
    },

    /** Deletes some sums of periods that began before; resolves to their number. */
    async deleteSumsBefore(period: 'hour' | 'day', epochMs: number): Promise<number> {
      let deleted = 0
      for (const table of ['usage_call', 'usage_answer'] as const) {
        const { numAffectedRows } = await sql`
          delete from ${sql.table(table)} where ctid = any (array(
            select ctid from ${sql.table(table)} where period = ${period} and starts_at < ${new Date(epochMs)} limit ${DELETE_STEP} for update skip locked))`.execute(
          db,
        )
        deleted += Number(numAffectedRows ?? 0)
      }
      return deleted
    },
  }
}

/** The time up to which the ledger is rolled up, with the row locked; undefined while another node holds it. */
async function takeProgress(trx: Transaction<Db>): Promise<number | undefined> {
  await trx
    .insertInto('usage_progress')
    .values({ summed_to: new Date(0) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await trx.selectFrom('usage_progress').select('summed_to').forUpdate().skipLocked().executeTakeFirst()
  return row?.summed_to.getTime()
}

/** Start time of a span's first call. */
async function firstCall(trx: Transaction<Db>, from: number, to: number): Promise<number | undefined> {
  const { first } = await trx
    .selectFrom('upstream_call')
    .select(({ fn }) => fn.min('started_at').as('first'))
    .where('started_at', '>=', new Date(from))
    .where('started_at', '<', new Date(to))
    .executeTakeFirstOrThrow()
  return (first as Date | null)?.getTime()
}

/** Adds the calls of a span, within one hour, to the sums of its hour and day. */
async function addStep(trx: Transaction<Db>, from: number, to: number): Promise<void> {
  const [hour, day] = [new Date(floorToUsageHour(from)), new Date(floorToUsageDay(from))]
  const known = sql`${KNOWN_TRIGGERS}::text[]`
  await sql`
    insert into usage_call (period, starts_at, product, dimension, key, calls, failed, weight)
    with counted as (
      select product, d.dimension, d.key, count(*) as calls, count(*) filter (where outcome <> 'ok') as failed, sum(weight)::float8 as weight
      from upstream_call ${BY_DIMENSION}
      where started_at >= ${new Date(from)} and started_at < ${new Date(to)}
      group by product, d.dimension, d.key
    ), had as (
      select distinct key from usage_call
      where period = 'day' and starts_at = ${day} and dimension = 'trigger' and key <> all (${known}) and key <> ${OTHER}
    ), fresh as (
      select key, row_number() over (order by sum(calls) desc, key) as rank from counted
      where dimension = 'trigger' and key <> all (${known}) and key not in (select key from had)
      group by key
    ), named as (
      select key from had
      union all
      select key from fresh where rank <= ${MAX_OTHER_TRIGGERS} - (select count(*) from had)
    ), summed as (
      select product, dimension,
        case when dimension <> 'trigger' or key = any (${known}) or key in (select key from named) then key else ${OTHER} end as key,
        sum(calls) as calls, sum(failed) as failed, sum(weight) as weight
      from counted group by 1, 2, 3
    )
    select period, starts_at, product, dimension, key, calls, failed, weight
    from summed cross join (values ('hour', ${hour}::timestamptz), ('day', ${day}::timestamptz)) as p (period, starts_at)
    on conflict (period, starts_at, dimension, product, key) do update set
      calls = usage_call.calls + excluded.calls, failed = usage_call.failed + excluded.failed, weight = usage_call.weight + excluded.weight`.execute(
    trx,
  )
}
