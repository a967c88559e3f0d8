import type { Pace, ProviderFailureKind } from '@isobar/providers/port'
import { type Kysely, sql } from 'kysely'
import type { Transaction } from '../platform/db/queries.ts'
import { computeWindowStart } from './budget.ts'
import type { ClientShare } from './client-shares.ts'
import type { CallCause, GatewayTables } from './tables.ts'

/**
 * A claim on one holder (a product, its jobs or a client) in one window. `ceiling` is the limit for this caller, in calls or in weighted
 * calls.
 */
export interface Claim {
  readonly holder: string
  readonly windowSeconds: number
  readonly amount: number
  readonly ceiling: number
  /** The client's share that it draws on. */
  readonly share?: ClientShare
}

/** A call about to be made. Nothing is written unless every claim fits. */
export interface Reservation {
  readonly product: string
  readonly weight: number
  readonly cause: CallCause
  readonly trigger: string | null
  /** The requested scope, if it is one. */
  readonly scope: string | null
  readonly requestId: string | null
  readonly cellId: number | null
  readonly nowMs: number
  readonly claims: readonly Claim[]
}

/** `refused` is the claim with the longest window among those that did not fit. */
export type ReservationResult = { readonly callId: number } | { readonly refused: Claim }

export interface CallOutcome {
  readonly callId: number
  /** The final cause: a request may have been answered before its call was made. */
  readonly cause: CallCause
  readonly outcome: string
  readonly status: number | null
  readonly durationMs: number
}

/** A call and how it ended. */
export interface FinishedCall {
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly outcome: ProviderFailureKind | 'ok'
  /** Null if unknown. */
  readonly durationMs: number | null
}

export type GatewayStore = ReturnType<typeof createGatewayStore>

/** Budgets and the ledger of provider calls in PostgreSQL. Database errors are thrown. */
export function createGatewayStore(db: Kysely<GatewayTables>) {
  return {
    /** Claims and writes the ledger row in one transaction, so that concurrent callers and nodes cannot overshoot. */
    async reserve(reservation: Reservation): Promise<ReservationResult> {
      try {
        return await db.transaction().execute(async (trx) => {
          const callId = await insertCall(trx, reservation)
          // Every caller contends for the product's row: lock it last, and only until the commit.
          await claimAll(trx, reservation)
          return { callId }
        })
      } catch (error) {
        if (error instanceof Refused) return { refused: error.claim }
        throw error
      }
    },

    /** Reverts a reservation whose call never left the process: the upstream cannot have counted it. */
    async withdraw(callId: number, { claims, nowMs }: Reservation): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('upstream_call').where('id', '=', callId).execute()
        const { holders, seconds, starts, amounts } = columnsOf(claims, nowMs)
        // Lock in the order of the claims, for the same reason.
        await sql`
          with c as (
            select c.*
            from unnest(${holders}::text[], ${seconds}::int[], ${starts}::timestamptz[], ${amounts}::numeric[]) as c (holder, seconds, start, amount)
            join upstream_window held on held.holder = c.holder and held.window_seconds = c.seconds and held.window_start = c.start
            order by c.holder, c.seconds for update of held
          )
          update upstream_window held set used = held.used - c.amount from c where held.holder = c.holder and held.window_seconds = c.seconds`.execute(
          trx,
        )
      })
    },

    /** Completes ledger rows. */
    async updateOutcomes(outcomes: readonly CallOutcome[]): Promise<void> {
      const column = <T>(read: (outcome: CallOutcome) => T): T[] => outcomes.map(read)
      await sql`
        update upstream_call as call set cause = ended.cause, outcome = ended.outcome, status = ended.status, duration_ms = ended.duration_ms
        from unnest(
          ${column(({ callId }) => callId)}::bigint[], ${column(({ cause }) => cause)}::text[], ${column(({ outcome }) => outcome)}::text[],
          ${column(({ status }) => status)}::int[], ${column(({ durationMs }) => Math.round(durationMs))}::int[]
        ) as ended (id, cause, outcome, status, duration_ms)
        where call.id = ended.id
      `.execute(db)
    },

    /** A holder's usage of the window that contains `nowMs`. */
    async findUsed(holder: string, windowSeconds: number, nowMs: number): Promise<number> {
      const row = await db
        .selectFrom('upstream_window')
        .select('used')
        .where('holder', '=', holder)
        .where('window_seconds', '=', windowSeconds)
        .where('window_start', '>=', new Date(computeWindowStart(nowMs, windowSeconds)))
        .executeTakeFirst()
      return row === undefined ? 0 : Number(row.used)
    },

    /** The latest finished calls to a product since an instant (epoch milliseconds), newest first. */
    async listFinished(product: string, sinceMs: number, limit: number): Promise<FinishedCall[]> {
      const rows = await db
        .selectFrom('upstream_call')
        .select(['started_at', 'outcome', 'duration_ms'])
        .where('product', '=', product)
        .where('started_at', '>=', new Date(sinceMs))
        .where('outcome', 'is not', null)
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ started_at, outcome, duration_ms }) => ({
        startedAt: started_at.getTime(),
        outcome: outcome as FinishedCall['outcome'],
        durationMs: duration_ms,
      }))
    },

    /** The start of the latest call to a product that succeeded (all epoch milliseconds); null: none since that instant. */
    async findSuccess(product: string, sinceMs: number): Promise<number | null> {
      const row = await db
        .selectFrom('upstream_call')
        .select('started_at')
        .where('product', '=', product)
        .where('started_at', '>=', new Date(sinceMs))
        .where('outcome', '=', 'ok')
        .orderBy('started_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.started_at.getTime() ?? null
    },

    /**
     * Takes the next turn of a pace: `gapMs` after the one before it, on whichever node. Resolves to the milliseconds until then, by the database's
     * clock; null: it is more than `withinMs` away, and no turn was taken.
     */
    async takeTurn({ id, gapMs }: Pace, withinMs: number): Promise<number | null> {
      const gap = sql`${gapMs} * interval '1 millisecond'`
      const { rows } = await sql<{ waitMs: number }>`
        insert into upstream_window as held (holder, window_seconds, window_start, used, ceiling)
        values (${`pace:${id}`}, 1, clock_timestamp() + ${gap}, 0, 0)
        on conflict (holder, window_seconds) do update set window_start = greatest(held.window_start, clock_timestamp()) + ${gap}
        where held.window_start <= clock_timestamp() + ${withinMs} * interval '1 millisecond'
        returning extract(epoch from window_start - ${gap} - clock_timestamp())::float8 * 1000 as "waitMs"`.execute(db)
      return rows[0] === undefined ? null : Math.max(0, rows[0].waitMs)
    },

    /** Deletes windows that have passed. */
    async deletePassedWindows(nowMs: number): Promise<void> {
      await sql`delete from upstream_window where window_start + window_seconds * interval '1 second' < ${new Date(nowMs)}`.execute(db)
    },
  }
}

async function insertCall(trx: Transaction<GatewayTables>, reservation: Reservation): Promise<number> {
  const { product, weight, cause, trigger, scope, requestId, cellId, nowMs } = reservation
  const row = await trx
    .insertInto('upstream_call')
    .values({ product, weight, cause, trigger, scope, request_id: requestId, cell: cellId, started_at: new Date(nowMs) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/*
 * One statement takes all claims. A window that has passed restarts from zero; a node whose clock lags counts into the newer window, so
 * that two clocks cannot reset each other. A row that would exceed its ceiling is left unchanged and not returned, which refuses, and rolls
 * back, the whole reservation. Rows are locked in one order (clients before products), so that two reservations cannot deadlock.
 */
async function claimAll(trx: Transaction<GatewayTables>, { claims, nowMs }: Reservation): Promise<void> {
  const { holders, seconds, starts, amounts, ceilings } = columnsOf(claims, nowMs)
  const taken = await sql<{ holder: string; window_seconds: number }>`
    insert into upstream_window as held (holder, window_seconds, window_start, used, ceiling)
    select c.holder, c.seconds, c.start, c.amount, c.ceiling
    from unnest(${holders}::text[], ${seconds}::int[], ${starts}::timestamptz[], ${amounts}::numeric[], ${ceilings}::numeric[])
      as c (holder, seconds, start, amount, ceiling)
    where c.amount <= c.ceiling
    order by c.holder, c.seconds
    on conflict (holder, window_seconds) do update set
      used = case when excluded.window_start > held.window_start then 0 else held.used end + excluded.used,
      window_start = greatest(held.window_start, excluded.window_start),
      ceiling = excluded.ceiling
    where case when excluded.window_start > held.window_start then 0 else held.used end + excluded.used <= excluded.ceiling
    returning holder, window_seconds`.execute(trx)
  const granted = new Set(taken.rows.map((row) => `${row.window_seconds} ${row.holder}`))
  const refused = claims.filter((claim) => !granted.has(`${claim.windowSeconds} ${claim.holder}`))
  const longest = refused.sort((a, b) => b.windowSeconds - a.windowSeconds)[0]
  if (longest !== undefined) throw new Refused(longest)
}

/** The claims as arrays, one per column of the window table. */
function columnsOf(claims: readonly Claim[], nowMs: number) {
  return {
    holders: claims.map((claim) => claim.holder),
    seconds: claims.map((claim) => claim.windowSeconds),
    starts: claims.map((claim) => new Date(computeWindowStart(nowMs, claim.windowSeconds))),
    amounts: claims.map((claim) => claim.amount),
    ceilings: claims.map((claim) => claim.ceiling),
  }
}

/** Thrown to carry a refused claim out of the transaction and roll it back. */
class Refused extends Error {
  readonly claim: Claim
  constructor(claim: Claim) {
    super('budget spent')
    this.claim = claim
  }
}
