import type { Kysely, Selectable } from 'kysely'
import { type AuditEntry, type AuditTables, recordAudit } from '../../accounts/audit/index.ts'
import { PROBLEMS, type Problem } from './failure.ts'
import type { EarningsReport } from './management-api.ts'
import type { AdProgramTables, ConnectionStatus } from './tables.ts'

/** The permission, and the progress of syncing. Times are epoch milliseconds. */
export interface AdConnectionRow {
  readonly status: ConnectionStatus
  /** Sealed. */
  readonly refreshToken: string | null
  readonly connectedAt: number
  readonly connectedBy: string
  readonly account: string | null
  readonly currency: string | null
  readonly simulated: boolean
  readonly syncedAt: number | null
  readonly problem: Problem | null
  readonly problemAt: number | null
  readonly failures: number
  readonly retryAt: number | null
  readonly leasedUntil: number | null
}

export interface SyncLease {
  readonly owner: string
  readonly now: number
  readonly until: number
  /** Take it only when the figures are older than this and no retry is pending; null: take it anyway. */
  readonly staleBefore: number | null
}

export interface SyncOutcome {
  readonly account: string
  readonly reports: readonly EarningsReport[]
  readonly now: number
  readonly audit: AuditEntry | null
}

export type AdConnectionStore = ReturnType<typeof createConnectionStore>

type Db = Kysely<AdProgramTables & AuditTables>
/** Well below PostgreSQL's limit on the parameters of a statement. */
const ROWS_AT_ONCE = 1_000

/** The permission and its sync lease, in PostgreSQL. */
export function createConnectionStore(db: Db) {
  return {
    async find(): Promise<AdConnectionRow | undefined> {
      const row = await db.selectFrom('ad_program').selectAll().executeTakeFirst()
      return row && rowOf(row)
    },

    /** Stores a new permission in place of the former one, and deletes the former's figures. */
    async connect(refreshToken: string, audit: AuditEntry): Promise<void> {
      const fresh = {
        status: 'connected' as const,
        refresh_token: refreshToken,
        connected_at: new Date(audit.at),
        connected_by: audit.actor.name,
        account: null,
        currency: null,
        simulated: false,
        synced_at: null,
        problem: null,
        problem_at: null,
        failures: 0,
        retry_at: null,
        leased_until: null,
        lease_owner: null,
      }
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('ad_program')
          .values(fresh)
          .onConflict((conflict) => conflict.column('one').doUpdateSet(fresh))
          .execute()
        await trx.deleteFrom('ad_earning').execute()
        await recordAudit(trx, audit)
      })
    },

    /** Deletes everything; resolves to the former row with its sealed refresh token, undefined when there was none. */
    async disconnect(audit: (former: AdConnectionRow) => AuditEntry): Promise<AdConnectionRow | undefined> {
      return db.transaction().execute(async (trx) => {
        const row = await trx.deleteFrom('ad_program').returningAll().executeTakeFirst()
        if (row === undefined) return undefined
        await trx.deleteFrom('ad_earning').execute()
        const former = rowOf(row)
        await recordAudit(trx, audit(former))
        return former
      })
    },

    /** Leases the permission for one sync; undefined while another node syncs, or without a permission. */
    async take({ owner, now, until, staleBefore }: SyncLease): Promise<AdConnectionRow | undefined> {
      let query = db
        .updateTable('ad_program')
        .set({ lease_owner: owner, leased_until: new Date(until) })
        .where('status', '=', 'connected')
        .where((each) => each.or([each('leased_until', 'is', null), each('leased_until', '<=', new Date(now))]))
      if (staleBefore !== null) {
        query = query
          .where((each) => each.or([each('synced_at', 'is', null), each('synced_at', '<=', new Date(staleBefore))]))
          .where((each) => each.or([each('retry_at', 'is', null), each('retry_at', '<=', new Date(now))]))
      }
      const row = await query.returningAll().executeTakeFirst()
      return row && rowOf(row)
    },

    /** Replaces the figures and releases the lease; false, with nothing written, when another owner holds it by now. */
    async succeed(owner: string, { account, reports, now, audit }: SyncOutcome): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const done = await trx
          .updateTable('ad_program')
          .set({
            ...GIVEN_BACK,
            account,
            currency: reports.find(({ currency }) => currency !== null)?.currency ?? null,
            simulated: reports.some(({ simulated }) => simulated),
            synced_at: new Date(now),
            problem: null,
            problem_at: null,
            failures: 0,
            retry_at: null,
          })
          .where('lease_owner', '=', owner)
          .executeTakeFirst()
        if (done.numUpdatedRows === 0n) return false
        await trx.deleteFrom('ad_earning').execute()
        const rows = reports.flatMap((report) => report.rows)
        for (let begin = 0; begin < rows.length; begin += ROWS_AT_ONCE) {
          const values = rows.slice(begin, begin + ROWS_AT_ONCE).map(({ pageViews, adRequests, ...same }) => ({
            ...same,
            page_views: pageViews,
            ad_requests: adRequests,
          }))
          await trx.insertInto('ad_earning').values(values).execute()
        }
        if (audit !== null) await recordAudit(trx, audit)
        return true
      })
    },

    /** Releases the lease without a result. */
    async giveBack(owner: string): Promise<void> {
      await db.updateTable('ad_program').set(GIVEN_BACK).where('lease_owner', '=', owner).execute()
    },

    /** Records a failure; `revoked` disconnects. */
    async fail(
      owner: string,
      { problem, now, retryAt }: { readonly problem: Problem; readonly now: number; readonly retryAt: number },
    ): Promise<boolean> {
      const revoked = problem === 'revoked' ? { status: 'disconnected' as const, refresh_token: null } : {}
      const done = await db
        .updateTable('ad_program')
        .set((each) => ({
          ...GIVEN_BACK,
          ...revoked,
          problem,
          problem_at: new Date(now),
          failures: each('failures', '+', 1),
          retry_at: new Date(retryAt),
        }))
        .where('lease_owner', '=', owner)
        .executeTakeFirst()
      return done.numUpdatedRows > 0n
    },
  }
}

const GIVEN_BACK = { lease_owner: null, leased_until: null }

function rowOf(row: Selectable<AdProgramTables['ad_program']>): AdConnectionRow {
  return {
    status: row.status,
    refreshToken: row.refresh_token,
    connectedAt: row.connected_at.getTime(),
    connectedBy: row.connected_by,
    account: row.account,
    currency: row.currency,
    simulated: row.simulated,
    syncedAt: row.synced_at?.getTime() ?? null,
    problem: PROBLEMS.find((each) => each === row.problem) ?? null,
    problemAt: row.problem_at?.getTime() ?? null,
    failures: row.failures,
    retryAt: row.retry_at?.getTime() ?? null,
    leasedUntil: row.leased_until?.getTime() ?? null,
  }
}
