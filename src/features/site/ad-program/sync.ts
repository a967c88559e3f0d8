import { computeBackoffMs } from '../../../platform/backoff.ts'
import type { Clock } from '../../../platform/clock.ts'
import { HOUR_MS, MINUTE_MS, toUtcDay } from '../../../time.ts'
import type { Job, Run } from '../../operations/jobs/index.ts'
import { AdProgramFailure, PROBLEMS, type Problem, describeAdProgramProblem } from './failure.ts'
import { type EarningsReport, type ManagementApi, TokenRefused } from './management-api.ts'
import type { OAuth } from './oauth.ts'
import { subtractUtcDays } from './ranges.ts'
import type { ReportDimension } from './report-rows.ts'
import type { AdProgramStore, Synced } from './store.ts'

/** The permission to read the reports, and what the syncs under it have brought. Times are epoch milliseconds. */
export interface Permission {
  readonly connectedAt: number
  readonly connectedBy: string | null
  /** Null: it cannot be read, or is gone. */
  readonly refreshToken: string | null
  /** False: access was revoked at the ad program; the figures stay. */
  readonly isConnected: boolean
  /** Null: there are no figures. */
  readonly synced: Synced | null
  readonly attempts: Attempts
}

export interface Attempts {
  readonly isRunning: boolean
  /** Why the last sync failed; null: it succeeded, or there was none. */
  readonly problem: { readonly code: Problem; readonly at: number; readonly retryAt: number } | null
  /** When the next automatic sync is due, in epoch milliseconds. */
  readonly dueAt: number
}

export interface SyncOptions {
  /** Null: nobody has connected the ad program. */
  readonly findPermission: () => Promise<Permission | null>
  readonly store: AdProgramStore
  readonly oauth: OAuth
  readonly api: ManagementApi
  /** `accounts/pub-…` if the operator has configured the publisher. */
  readonly account: () => string | null
  readonly clock: Clock
  /** Runs a reading, and reports what became of it, unless it is cut off by the signal. */
  readonly reported: <T>(reading: () => Promise<T>, signal: AbortSignal) => Promise<T>
}

/** The longest month. */
const DAYS_READ = 31
/** For a whole sync. */
const DEADLINE_MS = 2 * MINUTE_MS
/** The age from which figures are stale. */
export const STALE_MS = HOUR_MS
const FIRST_RETRY_MS = 5 * MINUTE_MS
const LAST_RETRY_MS = 6 * HOUR_MS
/** An access token is renewed this long before it expires. */
const EXPIRY_MARGIN_SECONDS = 60

/** What the runs of the job under one permission mean; newest first. A run that was cut off is no attempt: the ad program has not failed. */
export function summariseAttempts(runs: readonly Pick<Run, 'status' | 'finishedAt' | 'result'>[]): Attempts {
  const isRunning = runs[0]?.status === 'running'
  const ended = runs.filter(({ status }) => status === 'completed' || status === 'failed')
  const [last] = ended
  if (last === undefined) return { isRunning, problem: null, dueAt: 0 }
  const at = last.finishedAt ?? 0
  if (last.status === 'completed') return { isRunning, problem: null, dueAt: at + STALE_MS }
  const success = ended.findIndex(({ status }) => status === 'completed')
  const failures = success < 0 ? ended.length : success
  const retryAfterMs = Number(last.result?.['retryAfterSeconds'] ?? 0) * 1_000
  const retryAt = at + Math.max(computeBackoffMs(FIRST_RETRY_MS, LAST_RETRY_MS, failures - 1), retryAfterMs)
  const code = PROBLEMS.find((each) => each === last.result?.['problem']) ?? 'unavailable'
  return { isRunning, problem: { code, at, retryAt }, dueAt: retryAt }
}

/** The job that copies the ad program's figures into the tables, and the check of the permission. */
export function createSync({ findPermission, store, oauth, api, account, clock, reported }: SyncOptions) {
  let access: { readonly of: string; readonly token: string; readonly expiresAt: number } | null = null

  async function accessTokenFor(refreshToken: string): Promise<string> {
    if (access?.of === refreshToken && access.expiresAt > clock.now()) return access.token
    const { accessToken, expiresInSeconds } = await oauth.refresh(refreshToken)
    access = { of: refreshToken, token: accessToken, expiresAt: clock.now() + (expiresInSeconds - EXPIRY_MARGIN_SECONDS) * 1_000 }
    return accessToken
  }

  /** Calls `work` with an access token, and once more with a new one if the first was refused. */
  async function withAccess<T>(refreshToken: string, work: (accessToken: string) => Promise<T>): Promise<T> {
    try {
      return await work(await accessTokenFor(refreshToken))
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error
      access = null
      return await work(await accessTokenFor(refreshToken))
    }
  }

  async function read(permission: Permission, signal: AbortSignal): Promise<{ account: string; reports: EarningsReport[] }> {
    const to = toUtcDay(clock.now())
    return withAccess(tokenOf(permission), async (accessToken) => {
      const name = account() ?? permission.synced?.account ?? (await api.findAccount(accessToken, signal))
      const reports: EarningsReport[] = []
      for (const dimension of ['slot', 'country'] as const satisfies readonly ReportDimension[]) {
        reports.push(await api.report(accessToken, { account: name, dimension, from: subtractUtcDays(to, DAYS_READ - 1), to }, signal))
      }
      return { account: name, reports }
    })
  }

  const job: Job = {
    name: 'ad-program-sync',
    async run({ signal }) {
      const permission = await findPermission()
      if (permission === null || !permission.isConnected) return { status: 'completed', rows: 0 }
      try {
        const limited = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)])
        const reading = (): ReturnType<typeof read> =>
          read(permission, limited).catch((error: unknown) => {
            throw asFailure(error) ?? error
          })
        const found = await reported(reading, signal)
        const synced = {
          account: found.account,
          currency: found.reports.find(({ currency }) => currency !== null)?.currency ?? null,
          simulated: found.reports.some(({ simulated }) => simulated),
          syncedAt: clock.now(),
        }
        await store.replace(permission.connectedAt, synced, found.reports)
        return { status: 'completed', account: found.account, rows: found.reports.reduce((sum, { rows }) => sum + rows.length, 0) }
      } catch (error) {
        const failure = asFailure(error)
        if (failure === null || signal.aborted) throw error
        const { problem, retryAfterSeconds } = failure
        return { status: 'failed', problem, retryAfterSeconds, error: describeAdProgramProblem(problem) }
      }
    },
  }

  return {
    job,
    /** Requests only an access token; false without a permission. @throws AdProgramFailure */
    async check(): Promise<boolean> {
      const permission = await findPermission()
      if (!permission?.isConnected) return false
      await oauth.refresh(tokenOf(permission))
      return true
    },
  }
}

function tokenOf({ refreshToken }: Permission): string {
  if (refreshToken === null) throw new AdProgramFailure('unreadable')
  return refreshToken
}

function asFailure(error: unknown): AdProgramFailure | null {
  if (error instanceof AdProgramFailure) return error
  // Refused a second time, with a fresh token.
  return error instanceof TokenRefused ? new AdProgramFailure('forbidden', { cause: error }) : null
}
