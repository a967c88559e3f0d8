import { type Kysely, sql } from 'kysely'
import { AppError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { deleteInSteps } from '../../../platform/db/delete-in-steps.ts'
import { CLOCK_TOLERANCE_MS, DAY_MS, DAY_SECONDS, MINUTE_MS } from '../../../time.ts'
import type { AuthTables } from './tables.ts'

/** When failures start to cost time, and how much. */
interface BackoffRule {
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

/** What an attempt is counted against. */
export interface Guess {
  readonly account: string
  readonly client: string
  /**
   * A device that signed in to this account before, or is signed in. Its failures are counted separately, so that failing elsewhere
   * cannot lock it out. `own`: nobody shares the device, so the address is not counted either.
   */
  readonly known: { readonly name: string; readonly own: boolean } | null
}

export interface Attempt {
  /** Records the outcome. Success clears only the failures of this account on this known device: all others may be somebody else's. */
  settle(verdict: Verdict): Promise<void>
}

const ACCOUNT: BackoffRule = { firstAfter: 5, firstSeconds: 30, mostSeconds: 900, forgetSeconds: DAY_SECONDS }
/** Lenient: many people may share one address. */
const CLIENT: BackoffRule = { firstAfter: 30, firstSeconds: 30, mostSeconds: 900, forgetSeconds: 3_600 }

/** After this long an attempt that was never settled is ignored: its process is gone. */
const ABANDONED_MS = MINUTE_MS
const WAIT_FOR_OTHERS_MS = 1_000

export type Backoff = ReturnType<typeof createBackoff>

/**
 * Slows guessing down, with separate counters for accounts, known devices and client addresses, which all nodes share. Unknown accounts behave
 * the same.
 */
export function createBackoff(db: Kysely<AuthTables>, clock: Clock) {
  /**
   * Begins an attempt of a counter. An attempt in flight counts as a failure: only as many may run at once as failures are left before the first
   * block, and one at a time after it, so guessing in parallel gains nothing. Exact across all nodes.
   */
  async function begin(key: string, rule: BackoffRule): Promise<void> {
    const now = clock.now()
    const at = new Date(now)
    const failures = failuresAt(now, rule)
    const pending = sql`(case when ${isBetween('b.attempted_at', now - ABANDONED_MS, now)} then b.pending else 0 end)`
    const { rows } = await sql`
      insert into login_backoff as b (key, failures, pending, attempted_at) values (${key}, 0, 1, ${at})
      on conflict (key) do update set failures = ${failures}, pending = ${pending} + 1, attempted_at = ${at}
      where not coalesce(${isBetween('b.blocked_until', now, now + rule.mostSeconds * 1_000)}, false)
        and ${pending} < greatest(1, ${rule.firstAfter}::int - ${failures})
      returning 1`.execute(db)
    if (rows.length > 0) return
    const row = await db.selectFrom('login_backoff').select('blocked_until').where('key', '=', key).executeTakeFirst()
    const waitMs = Math.max((row?.blocked_until?.getTime() ?? 0) - now, WAIT_FOR_OTHERS_MS)
    const retryAfterSeconds = Math.ceil(waitMs / 1_000)
    throw new AppError('rate_limited', 'Too many failed attempts. Please wait before trying again.', { retryAfterSeconds })
  }

  /** Records the outcome of an attempt; `right` clears the failures. */
  async function settle(key: string, verdict: Verdict, rule: BackoffRule): Promise<void> {
    const now = clock.now()
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
  }

  return {
    /** Every attempt that begins must be settled. @throws AppError `rate_limited` while one of its counters is blocked */
    async begin({ account: accountKey, client: clientKey, known }: Guess): Promise<Attempt> {
      const account = known === null ? `account ${accountKey}` : `account ${accountKey} ${known.name}`
      const client = known?.own === true ? null : `client ${clientKey}`
      if (client !== null) await begin(client, CLIENT)
      await begin(account, ACCOUNT).catch(async (error: unknown) => {
        // This counter was not blocked, but another was: nothing was guessed.
        if (client !== null) await settle(client, 'none', CLIENT)
        throw error
      })
      return {
        async settle(verdict) {
          const elsewhere = verdict === 'right' ? 'none' : verdict
          await settle(account, known === null ? elsewhere : verdict, ACCOUNT)
          if (client !== null) await settle(client, elsewhere, CLIENT)
        },
      }
    },
    /** Clears an account's failures, those of its known devices included, after an authorised password change. */
    async forget(accountKey: string): Promise<void> {
      const key = `account ${accountKey}`
      await sql`delete from login_backoff where key = ${key} or starts_with(key, ${`${key} `})`.execute(db)
    },
    /** Deletes what has counted no attempt for a day. */
    sweep: (): Promise<number> =>
      deleteInSteps(
        db,
        'login_backoff',
        sql`(attempted_at < ${new Date(clock.now() - DAY_MS)} or attempted_at > ${new Date(clock.now() + CLOCK_TOLERANCE_MS)})`,
      ),
  }
}

/** Failures of row `b` that still count. */
function failuresAt(now: number, { forgetSeconds }: BackoffRule) {
  return sql`(case when ${isBetween('b.failed_at', now - forgetSeconds * 1_000, now)} then b.failures else 0 end)`
}

/** Whether a column is between two instants; what is later was written while a clock was ahead. */
function isBetween(column: string, after: number, until: number) {
  return sql`(${sql.ref(column)} > ${new Date(after)} and ${sql.ref(column)} <= ${new Date(until + CLOCK_TOLERANCE_MS)})`
}
