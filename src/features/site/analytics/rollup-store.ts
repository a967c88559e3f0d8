import { type Kysely, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/queries.ts'
import { MINUTE_MS, computeAgeMs } from '../../../time.ts'
import { floorToPeriod } from './days.ts'
import type { AnalyticsTables, RollUpPeriod } from './tables.ts'
import { buildTimeBin, buildPageViewClause } from './view-store.ts'

/** Between a value and a path in the key of a dimension of both; in no path. Without a path: all pages of visits from a referrer. */
export const CROSSED = '\u001f'
/** After this long, all events of a period are certainly written. */
const SETTLING_MS = 5 * MINUTE_MS
/** Limit for the keys of one dimension, and the names of one type, within a period; anybody can invent more. */
const MAX_KEYS = 500
const MAX_NAMES = 50
/** A day with many events takes longer than a request may. */
const TIMEOUT_MS = 2 * MINUTE_MS

/**
 * Rolls up every hour or day that is not final. One node does it at a time. Idempotent, so a crash halfway is harmless. Returns false when
 * another node is doing it, or did less than `everyMs` ago.
 */
export async function rollUpAnalytics(db: Kysely<AnalyticsTables>, period: RollUpPeriod, nowMs: number, everyMs: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(trx)
    const progress = await takeProgress(trx, period, nowMs)
    if (progress === undefined || computeAgeMs(progress.rolledAt, nowMs) < everyMs) return false
    await sumUp(trx, period, new Date(progress.finalTo))
    const finalTo = Math.max(progress.finalTo, floorToPeriod(period, nowMs - SETTLING_MS))
    if (period === 'hour') await sumUpViews(trx, new Date(progress.finalTo), new Date(finalTo))
    await trx
      .updateTable('analytics_progress')
      .set({ final_to: new Date(finalTo), rolled_at: new Date(nowMs) })
      .where('period', '=', period)
      .execute()
    return true
  })
}

/** The period's progress row, locked; undefined while another node holds it. On the first run nothing is older than this day. */
async function takeProgress(trx: Transaction<AnalyticsTables>, period: RollUpPeriod, nowMs: number) {
  await trx
    .insertInto('analytics_progress')
    .values({ period, final_to: new Date(floorToPeriod('day', nowMs)), rolled_at: new Date(0) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await trx
    .selectFrom('analytics_progress')
    .select(['final_to', 'rolled_at'])
    .where('period', '=', period)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row === undefined ? undefined : { finalTo: row.final_to.getTime(), rolledAt: row.rolled_at.getTime() }
}

async function sumUp(trx: Transaction<AnalyticsTables>, period: RollUpPeriod, from: Date): Promise<void> {
  await trx.deleteFrom('analytics_rollup').where('period', '=', period).where('starts_at', '>=', from).execute()
  // What led a visitor here that day; the page it led to says so, the next ones do not.
  const source =
    period === 'day'
      ? sql`first_value(referrer) over (partition by date_trunc('day', at, 'UTC'), visitor order by referrer is null, at)`
      : sql`null`
  const pageOf = (column: string) =>
    sql`, (${sql.lit(`${column}_path`)}, case when e.type = 'pageview' then ${sql.ref(`e.${column}`)} || ${CROSSED} || e.path end)`
  // By hour they would be as many again, and nobody asks.
  const crossed =
    period === 'day'
      ? sql`, ('referrer_path', e.source || ${CROSSED} || e.path), ('referrer_path', e.source || ${CROSSED})${sql.join(['device', 'browser', 'country'].map(pageOf), sql``)}`
      : sql``
  await sql`
    insert into analytics_rollup (period, starts_at, type, name, dimension, key, events, visitors, value_sum, value_p75)
    with event as materialized (
      select date_trunc(${period}, at, 'UTC') as starts_at, type, coalesce(name, '') as name, visitor, value,
        path, referrer, slot_id, device, browser, country,
        case when type = 'pageview' then ${source} end as source
      from analytics_event where at >= ${from}
    ), name_rank as (
      select starts_at, type, name, row_number() over (partition by starts_at, type order by count(*) desc, name) as rank
      from event group by starts_at, type, name
    ), keyed as (
      select e.starts_at, e.type, case when n.rank <= ${MAX_NAMES} then e.name else '(other)' end as name,
        e.visitor, e.value, d.dimension, d.key
      from event e
      join name_rank n on (n.starts_at, n.type, n.name) = (e.starts_at, e.type, e.name)
      cross join lateral (values ('all', ''), ('path', e.path), ('referrer', e.referrer), ('slot', e.slot_id),
        ('device', e.device), ('browser', e.browser), ('country', e.country)${crossed}) as d (dimension, key)
      where d.key is not null
    ), key_rank as (
      select starts_at, dimension, key, row_number() over (partition by starts_at, dimension order by count(*) desc, key) as rank
      from keyed group by starts_at, dimension, key
    )
    select ${period}, k.starts_at, k.type, k.name, k.dimension, case when r.rank <= ${MAX_KEYS} then k.key else '(other)' end,
      count(*), count(distinct k.visitor), sum(k.value), percentile_cont(0.75) within group (order by k.value)
    from keyed k join key_rank r on (r.starts_at, r.dimension, r.key) = (k.starts_at, k.dimension, k.key)
    group by 2, 3, 4, 5, 6`.execute(trx)
}

/** The page views of finished hours, by all that is known of a view but its path. */
async function sumUpViews(trx: Transaction<AnalyticsTables>, from: Date, to: Date): Promise<void> {
  await trx.deleteFrom('analytics_view').where('starts_at', '>=', from).execute()
  await sql`
    insert into analytics_view (starts_at, referrer, device, browser, country, views)
    select ${buildTimeBin('hour')}, referrer, device, browser, country, count(*) ${buildPageViewClause(from.getTime(), to.getTime(), {})} group by 1, 2, 3, 4, 5`.execute(
    trx,
  )
}
