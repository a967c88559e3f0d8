import { type Kysely, sql } from 'kysely'
import { MINUTE_MS } from '../../../time.ts'
import type { AuthTables } from './tables.ts'

/** When failures start to cost time, and how much. */
export interface BackoffRule {
  /** The number of failures at which the first block begins. */
  readonly firstAfter: number
  readonly firstSeconds: number
  /** The block doubles with each further failure, up to this. */
  readonly mostSeconds: number
  /** Failures are forgotten after this long without a new one. */
  readonly forgetSeconds: number
}

/** `none`: not a guess. */
export type Verdict = 'right' | 'wrong' | 'none'

export type BackoffStore = ReturnType<typeof createBackoffStore>

/** After this long an attempt that was never settled is ignored: its process is gone. */
const ABANDONED_MS = MINUTE_MS
const WAIT_FOR_OTHERS_MS = 1_000
const DELETE_STEP = 1_000

/** Backoff counters in PostgreSQL, shared by all nodes. */
export function createBackoffStore(db: Kysely<AuthTables>) {
  return {
    /**
     * Begins an attempt, or returns until when to wait (epoch milliseconds). An attempt in flight counts as a failure: only as many may run
     * at once as failures are left before the first block, and one at a time after it, so guessing in parallel gains nothing. Exact across
     * all nodes.
     */
    async begin(key: string, rule: BackoffRule, now: number): Promise<{ readonly blockedUntil: number | null }> {
      const at = new Date(now)
      const failures = failuresAt(now, rule)
      const pending = sql`(case when b.attempted_at > ${new Date(now - ABANDONED_MS)} then b.pending else 0 end)`
      const { rows } = await sql`
        insert into login_backoff as b (key, failures, pending, attempted_at) values (${key}, 0, 1, ${at})
        on conflict (key) do update set failures = ${failures}, pending = ${pending} + 1, attempted_at = ${at}
        where (b.blocked_until is null or b.blocked_until <= ${at})
          and ${pending} < greatest(1, ${rule.firstAfter}::int - ${failures})
        returning 1`.execute(db)
      if (rows.length > 0) return { blockedUntil: null }
      const row = await db.selectFrom('login_backoff').select('blocked_until').where('key', '=', key).executeTakeFirst()
      return { blockedUntil: Math.max(row?.blocked_until?.getTime() ?? 0, now + WAIT_FOR_OTHERS_MS) }
    },

    /** Records the outcome of an attempt; `right` clears the failures. */
    async settle(key: string, verdict: Verdict, rule: BackoffRule, now: number): Promise<void> {
      const at = new Date(now)
      const pending = sql`greatest(b.pending - 1, 0)`
      if (verdict === 'none') await sql`update login_backoff b set pending = ${pending} where key = ${key}`.execute(db)
      if (verdict === 'right') {
        await sql`update login_backoff b set pending = ${pending}, failures = 0, failed_at = null, blocked_until = null where key = ${key}`.execute(
          db,
        )
      }
      if (verdict !== 'wrong') return
      const failures = sql`(${failuresAt(now, rule)} + 1)`
      const { firstAfter, firstSeconds, mostSeconds } = rule
      const seconds = sql`least(${mostSeconds}::float8, ${firstSeconds}::float8 * power(2, least(${failures} - ${firstAfter}::int, 30)))`
      await sql`
        update login_backoff b set
          pending = ${pending},
          failures = ${failures},
          failed_at = ${at},
          blocked_until = case when ${failures} >= ${firstAfter}::int then ${at}::timestamptz + make_interval(secs => ${seconds}) end
        where key = ${key}`.execute(db)
    },

    /** Clears a key, and all keys that start with it and a space. */
    async forget(key: string): Promise<void> {
      await sql`delete from login_backoff where key = ${key} or starts_with(key, ${`${key} `})`.execute(db)
    },

    /** Deletes some keys without an attempt since then; resolves to their number. */
    async deleteBefore(epochMs: number): Promise<number> {
      const { numAffectedRows = 0n } = await sql`
        delete from login_backoff where key = any(array(
          select key from login_backoff where attempted_at < ${new Date(epochMs)} order by attempted_at limit ${DELETE_STEP}
          for update skip locked))`.execute(db)
      return Number(numAffectedRows)
    },
  }
}

/** Failures of row `b` that still count. */
function failuresAt(now: number, { forgetSeconds }: BackoffRule) {
  return sql`(case when b.failed_at > ${new Date(now - forgetSeconds * 1_000)} then b.failures else 0 end)`
}
