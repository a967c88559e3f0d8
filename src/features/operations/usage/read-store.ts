import { type Kysely, sql } from 'kysely'
import type { GatewayTables } from '../../../gateway/index.ts'
import type { Transaction } from '../../../platform/db/queries.ts'
import { BY_DIMENSION, SCOPE_OF_CALL } from './rollup-store.ts'
import type { UsageDimension, UsagePeriod, UsageTables } from './tables.ts'

/** A sum over calls with a common key. */
export interface CallSum {
  /** Start of the hour or day, epoch milliseconds; in a breakdown over several, of the first. */
  readonly startsAt: number
  readonly product: string
  readonly dimension: UsageDimension
  readonly key: string
  readonly calls: number
  readonly failed: number
  readonly weight: number
}

export interface AnswerSum {
  readonly startsAt: number
  readonly layer: string
  readonly answers: number
}

export interface UsageSpan {
  /** Epoch milliseconds. */
  readonly firstDay: number
  readonly firstHour: number
  readonly recentCalls: number
}

type Db = UsageTables & GatewayTables

/** A call of the ledger. */
export type LedgerCall = Awaited<ReturnType<typeof listRecent>>[number]

export type UsageReader = ReturnType<typeof createUsageReader>

/** Reads usage from the roll-ups, and from the ledger for calls not rolled up yet. */
export function createUsageReader(db: Kysely<Db>) {
  // One snapshot, so that a call that is being rolled up is counted once.
  const inSnapshot = <T>(read: (trx: Transaction<Db>) => Promise<T>): Promise<T> =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
  return {
    /** Totals by product: by day since the first requested day, and by hour since the first hour. */
    read: ({ firstDay, firstHour, recentCalls }: UsageSpan) =>
      inSnapshot(async (trx) => ({
        days: await listTotals(trx, 'day', firstDay),
        hours: await listTotals(trx, 'hour', firstHour),
        /** The days' calls, by purpose. */
        breakdown: await listBreakdown(trx, firstDay),
        /** Calls not rolled up yet, by hour and purpose. */
        tail: await listTail(trx, Math.min(firstDay, firstHour)),
        answersByDay: await listAnswers(trx, 'day', firstDay),
        answersByHour: await listAnswers(trx, 'hour', firstHour),
        answersByScope: await listAnswersByScope(trx, firstDay),
        /** Newest first. */
        recentCalls: await listRecent(trx, recentCalls),
      })),
    /** The weight of the calls to each product in the last seconds of each of these spans. */
    async readSpent(spans: readonly number[], now: number): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> {
      const [longest = 0] = spans.toSorted((a, b) => b - a)
      const { rows } = await sql<{ product: string; seconds: number; weight: number }>`
        select product, seconds, sum(weight)::float8 as weight
        from upstream_call join unnest(${spans}::int4[]) as seconds on started_at > ${new Date(now)}::timestamptz - seconds * interval '1 second'
        where started_at > ${new Date(now - longest * 1_000)} and started_at <= ${new Date(now)}
        group by product, seconds`.execute(db)
      return new Map(
        [...Map.groupBy(rows, ({ product }) => product)].map(([product, own]) => [
          product,
          new Map(own.map(({ seconds, weight }) => [seconds, weight])),
        ]),
      )
    },
    /** The calls since a day (its start, epoch milliseconds), by product and day: by `cause`, and by `duration`. Those of the tail by hour. */
    readDays: (firstDay: number): Promise<CallSum[]> =>
      inSnapshot(async (trx) => [
        ...(await listTotals(trx, 'day', firstDay)),
        ...(await listDurations(trx, firstDay)),
        ...(await listTail(trx, firstDay)).filter(({ dimension }) => dimension === 'cause' || dimension === 'duration'),
      ]),
  }
}

/** Every call is in each dimension once, so one dimension gives the totals. */
async function listTotals(trx: Transaction<Db>, period: UsagePeriod, from: number): Promise<CallSum[]> {
  const { rows } = await sql<SumRow>`
    select starts_at, product, 'cause' as dimension, '' as key, sum(calls)::int8 as calls, sum(failed)::int8 as failed, sum(weight) as weight
    from usage_call where period = ${period} and starts_at >= ${new Date(from)} and dimension = 'cause'
    group by starts_at, product`.execute(trx)
  return rows.map(sumOf)
}

async function listBreakdown(trx: Transaction<Db>, from: number): Promise<CallSum[]> {
  const { rows } = await sql<SumRow>`
    select ${new Date(from)}::timestamptz as starts_at, product, dimension, key,
      sum(calls)::int8 as calls, sum(failed)::int8 as failed, sum(weight) as weight
    from usage_call where period = 'day' and starts_at >= ${new Date(from)} and dimension <> 'duration'
    group by product, dimension, key`.execute(trx)
  return rows.map(sumOf)
}

/** Missing for days that a former release summed up. */
async function listDurations(trx: Transaction<Db>, from: number): Promise<CallSum[]> {
  const rows = await trx
    .selectFrom('usage_call')
    .select(['starts_at', 'product', 'dimension', 'key', 'calls', 'failed', 'weight'])
    .where('period', '=', 'day')
    .where('starts_at', '>=', new Date(from))
    .where('dimension', '=', 'duration')
    .execute()
  return rows.map(sumOf)
}

/** Calls since the last roll-up: some minutes. */
async function listTail(trx: Transaction<Db>, from: number): Promise<CallSum[]> {
  const progress = await trx.selectFrom('usage_progress').select('summed_to').executeTakeFirst()
  // As a parameter: the planner cannot estimate the result of a subquery, and would read the whole ledger.
  const since = new Date(Math.max(from, progress?.summed_to.getTime() ?? from))
  const { rows } = await sql<SumRow>`
    select date_trunc('hour', started_at, 'UTC') as starts_at, product, d.dimension, d.key,
      count(*) as calls, count(*) filter (where outcome <> 'ok') as failed, sum(weight)::float8 as weight
    from upstream_call ${BY_DIMENSION}
    where started_at >= ${since}
    group by 1, product, d.dimension, d.key`.execute(trx)
  return rows.map(sumOf)
}

async function listAnswers(trx: Transaction<Db>, period: UsagePeriod, from: number): Promise<AnswerSum[]> {
  const { rows } = await sql<{ starts_at: Date; layer: string; answers: number }>`
    select starts_at, layer, sum(answers)::int8 as answers from usage_answer
    where period = ${period} and starts_at >= ${new Date(from)} group by starts_at, layer`.execute(trx)
  return rows.map(({ starts_at: startsAt, ...row }) => ({ ...row, startsAt: startsAt.getTime() }))
}

async function listAnswersByScope(trx: Transaction<Db>, from: number) {
  const { rows } = await sql<Omit<AnswerSum, 'startsAt'> & { readonly scope: string }>`
    select scope, layer, sum(answers)::int8 as answers from usage_answer
    where period = 'day' and starts_at >= ${new Date(from)} group by scope, layer order by scope`.execute(trx)
  return rows
}

function listRecent(trx: Transaction<Db>, limit: number) {
  return trx
    .selectFrom('upstream_call')
    .select(['id', 'started_at as startedAt', 'product', 'weight', 'cause', 'trigger', 'cell as cellId', 'request_id as requestId'])
    .select(['outcome', 'status', 'duration_ms as durationMs', SCOPE_OF_CALL.as('scope')])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

type SumRow = Omit<CallSum, 'startsAt'> & { readonly starts_at: Date }

function sumOf({ starts_at: startsAt, ...row }: SumRow): CallSum {
  return { ...row, startsAt: startsAt.getTime() }
}
