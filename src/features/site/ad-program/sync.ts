import { takeLease } from '../../../platform/cache/lease.ts'
import { AppError, type ReportError } from '../../../errors.ts'
import { backoffMs } from '../../../platform/backoff.ts'
import type { SecondLevel } from '../../../platform/cache/second-level.ts'
import type { Clock } from '../../../platform/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../../../time.ts'
import type { Actor } from '../../../admin/access/index.ts'
import type { Connections } from '../../operations/connections/index.ts'
import { AdProgramFailure, appErrorOf } from './failure.ts'
import { type EarningsReport, type ManagementApi, TokenRefused } from './management-api.ts'
import type { OAuth } from './oauth.ts'
import { findPermission, type Permission } from './permission.ts'
import { dayOf, daysBefore } from './ranges.ts'
import { NEVER_SYNCED, type SyncStore } from './sync-store.ts'
import type { ReportDimension } from './tables.ts'

/** Copies the ad program's figures into the tables; one node at a time. */
export type Sync = ReturnType<typeof createSync>

export interface SyncOptions {
  readonly connections: Connections
  readonly store: SyncStore
  readonly level: Pick<SecondLevel, 'lease'>
  readonly oauth: OAuth
  readonly api: ManagementApi
  /** `accounts/pub-…` if the operator has configured the publisher. */
  readonly account: string | null
  readonly clock: Clock
  readonly onError: ReportError
}

/** The longest month. */
const DAYS_READ = 31
export const SYNC_LEASE = 'ad program'
/** For a whole sync; the lease lasts longer. */
const DEADLINE_MS = 2 * MINUTE_MS
const LEASE_MS = 3 * MINUTE_MS
const FIRST_RETRY_MS = 5 * MINUTE_MS
const LAST_RETRY_MS = 6 * HOUR_MS
/** An access token is renewed this long before it expires. */
const EXPIRY_MARGIN_SECONDS = 60

/** Whether figures of that time are older than an hour, or missing. */
export function isStale(syncedAt: number | null, now: number): boolean {
  return syncedAt === null || now - syncedAt >= HOUR_MS
}

/** Whether the figures are stale, and may be read now. */
export function isDue({ isConnected, state }: Permission, now: number): boolean {
  return isConnected && isStale(state.syncedAt, now) && (state.retryAt ?? 0) <= now
}

/** Syncs reports into the store, with one lease for all nodes. */
export function createSync({ connections, store, level, oauth, api, account, clock, onError }: SyncOptions) {
  const closed = new AbortController()
  let isRunning = false
  let background: Promise<unknown> | null = null
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

  async function read(permission: Permission): Promise<{ account: string; reports: EarningsReport[] }> {
    const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(DEADLINE_MS)])
    const to = dayOf(clock.now())
    return withAccess(tokenOf(permission), async (accessToken) => {
      const name = account ?? permission.state.account ?? (await api.findAccount(accessToken, signal))
      const reports: EarningsReport[] = []
      for (const dimension of ['slot', 'country'] as const satisfies readonly ReportDimension[]) {
        reports.push(await api.report(accessToken, { account: name, dimension, from: daysBefore(to, DAYS_READ - 1), to }, signal))
      }
      return { account: name, reports }
    })
  }

  async function copy(permission: Permission, actor: Actor | null): Promise<void> {
    const { connectedAt, state } = permission
    try {
      const found = await read(permission)
      const now = clock.now()
      const synced = {
        ...NEVER_SYNCED,
        account: found.account,
        currency: found.reports.find(({ currency }) => currency !== null)?.currency ?? null,
        simulated: found.reports.some(({ simulated }) => simulated),
        syncedAt: now,
      }
      await store.put(connectedAt, synced, { reports: found.reports, audit: actor && auditOf(actor, found, now) })
    } catch (error) {
      // Aborted by us: the ad program has not failed, and another node may go on at once.
      if (closed.signal.aborted) return
      const failure = asFailure(error)
      const now = clock.now()
      const pauseMs = Math.max(backoffMs(FIRST_RETRY_MS, LAST_RETRY_MS, state.failures), (failure?.retryAfterSeconds ?? 0) * 1_000)
      const problem = failure?.problem ?? 'unavailable'
      await store.put(connectedAt, { ...state, problem, problemAt: now, failures: state.failures + 1, retryAt: now + pauseMs })
      throw failure ?? error
    }
  }

  /** By an admin, or in the background if it is due. False: another sync is in flight. */
  async function run(actor: Actor | null): Promise<boolean> {
    const lease = await takeLease(level, SYNC_LEASE, LEASE_MS)
    if (lease === null) return false
    isRunning = true
    try {
      // Looked up under the lease: its last holder may have just finished.
      const permission = await findPermission(connections, store)
      if (permission?.isConnected && (actor !== null || isDue(permission, clock.now()))) await copy(permission, actor)
      return true
    } finally {
      isRunning = false
      await lease.release()
    }
  }

  return {
    /**
     * Syncs now. False: another sync is in flight.
     * @throws AppError `conflict` without a permission, and the error for the ad program's failure
     */
    async now(actor: Actor): Promise<boolean> {
      if (!(await findPermission(connections, store))?.isConnected)
        throw new AppError('conflict', 'No access to the reports. Please connect the ad program first.')
      try {
        return await run(actor)
      } catch (error) {
        throw error instanceof AdProgramFailure ? appErrorOf(error) : error
      }
    },
    /** Syncs in the background if that is due and no other node is doing so. Never throws. */
    refresh(): void {
      if (background !== null || closed.signal.aborted) return
      background = run(null)
        .catch((error: unknown) => onError(error, "reading the ad program's report"))
        .finally(() => {
          background = null
        })
    },
    /** Whether this node is syncing. */
    isRunning: () => isRunning,
    /** Requests only an access token; false without a permission. @throws AdProgramFailure */
    async check(): Promise<boolean> {
      const permission = await findPermission(connections, store)
      if (!permission?.isConnected) return false
      await oauth.refresh(tokenOf(permission))
      return true
    },
    /** Resolves when no background sync is running. */
    async drain(): Promise<void> {
      await background
    },
    /** Aborts a running sync. */
    async close(): Promise<void> {
      closed.abort()
      await background
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

function auditOf(actor: Actor, { account, reports }: { account: string; reports: readonly EarningsReport[] }, at: number) {
  const rows = reports.reduce((sum, report) => sum + report.rows.length, 0)
  return { at, actor, action: 'adprogram.sync', object: { type: 'adprogram', id: account }, after: { rows } }
}
