import type { Kysely } from 'kysely'
import { type AuditEntry, type AuditTables, recordAudit } from '../../../admin/audit/index.ts'
import { type ConnectionTables, holdSecret } from '../../operations/connections/index.ts'
import { PROBLEMS, type Problem } from './failure.ts'
import type { EarningsReport } from './management-api.ts'
import { AD_PROGRAM } from './system.ts'
import type { AdProgramTables } from './tables.ts'

/** The progress of syncing under one permission. Times are epoch milliseconds. */
export interface SyncState {
  readonly account: string | null
  readonly currency: string | null
  readonly simulated: boolean
  /** Null: there are no figures. */
  readonly syncedAt: number | null
  readonly problem: Problem | null
  readonly problemAt: number | null
  readonly failures: number
  readonly retryAt: number | null
}

export const NEVER_SYNCED: SyncState = {
  account: null,
  currency: null,
  simulated: false,
  syncedAt: null,
  problem: null,
  problemAt: null,
  failures: 0,
  retryAt: null,
}

/** `connectedAt` names the permission: when it was given. */
export type SyncStore = ReturnType<typeof createSyncStore>

interface Synced {
  readonly reports: readonly EarningsReport[]
  readonly audit: AuditEntry | null
}

/** Well below PostgreSQL's limit on the parameters of a statement. */
const ROWS_AT_ONCE = 1_000

/** The progress of syncing and its figures, in PostgreSQL. */
export function createSyncStore(db: Kysely<AdProgramTables & AuditTables & ConnectionTables>) {
  return {
    async find(connectedAt: number): Promise<SyncState> {
      const row = await db.selectFrom('ad_program').selectAll().where('connected_at', '=', new Date(connectedAt)).executeTakeFirst()
      if (row === undefined) return NEVER_SYNCED
      return {
        account: row.account,
        currency: row.currency,
        simulated: row.simulated,
        syncedAt: row.synced_at?.getTime() ?? null,
        problem: PROBLEMS.find((each) => each === row.problem) ?? null,
        problemAt: row.problem_at?.getTime() ?? null,
        failures: row.failures,
        retryAt: row.retry_at?.getTime() ?? null,
      }
    },

    /** Stores the state and, with `done`, replaces the figures. Writes nothing if the permission has since been replaced or removed. */
    async put(connectedAt: number, { syncedAt, problemAt, retryAt, ...same }: SyncState, done?: Synced): Promise<void> {
      const columns = {
        ...same,
        connected_at: new Date(connectedAt),
        synced_at: dateOf(syncedAt),
        problem_at: dateOf(problemAt),
        retry_at: dateOf(retryAt),
      }
      await db.transaction().execute(async (trx) => {
        if (!(await holdSecret(trx, AD_PROGRAM, connectedAt))) return
        await trx
          .insertInto('ad_program')
          .values(columns)
          .onConflict((conflict) => conflict.column('one').doUpdateSet(columns))
          .execute()
        if (done === undefined) return
        await trx.deleteFrom('ad_earning').execute()
        const rows = done.reports.flatMap((report) => report.rows)
        for (let begin = 0; begin < rows.length; begin += ROWS_AT_ONCE) {
          const values = rows.slice(begin, begin + ROWS_AT_ONCE).map(({ pageViews, adRequests, ...figures }) => ({
            ...figures,
            page_views: pageViews,
            ad_requests: adRequests,
          }))
          await trx.insertInto('ad_earning').values(values).execute()
        }
        if (done.audit !== null) await recordAudit(trx, done.audit)
      })
    },

    /** Deletes state and figures. */
    async clear(): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('ad_program').execute()
        await trx.deleteFrom('ad_earning').execute()
      })
    },
  }
}

function dateOf(epochMs: number | null): Date | null {
  return epochMs === null ? null : new Date(epochMs)
}
