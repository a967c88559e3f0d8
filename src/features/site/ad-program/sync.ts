import { randomUUID } from 'node:crypto'
import { AppError, type ReportError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { SealedError, type Sealing } from '../../../platform/secrets/sealing.ts'
import type { Actor } from '../../accounts/access/index.ts'
import type { AdConnectionRow, AdConnectionStore } from './connection-store.ts'
import { AdProgramFailure, appErrorOf } from './failure.ts'
import { type EarningsReport, type ManagementApi, TokenRefused } from './management-api.ts'
import type { OAuth } from './oauth.ts'
import { dayOf, daysBefore } from './ranges.ts'
import type { ReportDimension } from './tables.ts'

/** Copies the ad program's figures into the tables; one node at a time. */
export type Sync = ReturnType<typeof createSync>

export interface SyncOptions {
  readonly store: AdConnectionStore
  readonly oauth: OAuth
  readonly api: ManagementApi
  readonly sealing: Sealing
  /** `accounts/pub-…` if the operator has configured the publisher. */
  readonly account: string | null
  readonly clock: Clock
  readonly onError: ReportError
}

export const TOKEN_PURPOSE = 'ad program refresh token'
export const FRESH_MS = 3_600_000
/** The longest month. */
export const DAYS_READ = 31
const LEASE_MS = 180_000
/** For a whole sync; the lease lasts longer. */
const DEADLINE_MS = 120_000
const FIRST_RETRY_MS = 5 * 60_000
const LAST_RETRY_MS = 6 * 3_600_000
/** An access token is renewed this long before it expires. */
const EXPIRY_MARGIN_SECONDS = 60

/** Syncs reports into the store, with one lease for all nodes. */
export function createSync({ store, oauth, api, sealing, account, clock, onError }: SyncOptions) {
  const closed = new AbortController()
  let running: Promise<void> | null = null
  let access: { readonly of: string; readonly token: string; readonly expiresAt: number } | null = null

  async function accessTokenFor(sealed: string): Promise<string> {
    if (access?.of === sealed && access.expiresAt > clock.now()) return access.token
    const { accessToken, expiresInSeconds } = await oauth.refresh(openSealed(sealing, sealed))
    access = { of: sealed, token: accessToken, expiresAt: clock.now() + (expiresInSeconds - EXPIRY_MARGIN_SECONDS) * 1_000 }
    return accessToken
  }

  /** Calls `work` with an access token, and once more with a new one if the first was refused. */
  async function withAccess<T>(sealed: string, work: (accessToken: string) => Promise<T>): Promise<T> {
    try {
      return await work(await accessTokenFor(sealed))
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error
      access = null
      return await work(await accessTokenFor(sealed))
    }
  }

  async function read(row: AdConnectionRow): Promise<{ account: string; reports: EarningsReport[] }> {
    const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(DEADLINE_MS)])
    const sealed = row.refreshToken ?? ''
    const to = dayOf(clock.now())
    return withAccess(sealed, async (accessToken) => {
      const name = account ?? row.account ?? (await api.findAccount(accessToken, signal))
      const reports: EarningsReport[] = []
      for (const dimension of ['slot', 'country'] as const satisfies readonly ReportDimension[]) {
        reports.push(await api.report(accessToken, { account: name, dimension, from: daysBefore(to, DAYS_READ - 1), to }, signal))
      }
      return { account: name, reports }
    })
  }

  async function run(owner: string, row: AdConnectionRow, actor: Actor | null): Promise<void> {
    try {
      const found = await read(row)
      const audit =
        actor === null
          ? null
          : {
              at: clock.now(),
              actor,
              action: 'adprogram.sync',
              object: { type: 'adprogram', id: found.account },
              after: summaryOf(found.reports),
            }
      await store.succeed(owner, { ...found, now: clock.now(), audit })
    } catch (error) {
      // Aborted by us: the ad program has not failed, and another node may go on at once.
      if (closed.signal.aborted) return store.giveBack(owner)
      const failure = asFailure(error)
      const pause = Math.min(FIRST_RETRY_MS * 2 ** Math.min(row.failures, 10), LAST_RETRY_MS)
      const retryAt = clock.now() + Math.max(pause, (failure?.retryAfterSeconds ?? 0) * 1_000)
      if (failure?.problem === 'revoked') access = null
      await store.fail(owner, { problem: failure?.problem ?? 'unavailable', now: clock.now(), retryAt })
      throw failure ?? error
    }
  }

  async function take(staleBefore: number | null): Promise<{ owner: string; row: AdConnectionRow } | undefined> {
    const now = clock.now()
    const owner = randomUUID()
    const row = await store.take({ owner, now, until: now + LEASE_MS, staleBefore })
    return row && { owner, row }
  }

  async function inBackground(): Promise<void> {
    const taken = await take(clock.now() - FRESH_MS)
    if (taken !== undefined) await run(taken.owner, taken.row, null)
  }

  return {
    /**
     * Syncs now. False: another sync is in flight.
     * @throws AppError `conflict` without a permission, and the error for the ad program's failure
     */
    async now(actor: Actor): Promise<boolean> {
      const taken = await take(null)
      if (taken === undefined) {
        if ((await store.find())?.status === 'connected') return false
        throw new AppError('conflict', 'No access to the reports. Please connect the ad program first.')
      }
      try {
        await run(taken.owner, taken.row, actor)
      } catch (error) {
        throw error instanceof AdProgramFailure ? appErrorOf(error) : error
      }
      return true
    },
    /** Syncs in the background if the figures are stale and no other node is doing so. Never throws. */
    refresh(): void {
      if (running !== null || closed.signal.aborted) return
      running = inBackground()
        .catch((error: unknown) => onError(error, "reading the ad program's report"))
        .finally(() => {
          running = null
        })
    },
    /** Requests only an access token; false without a permission. @throws AdProgramFailure */
    async check(): Promise<boolean> {
      const sealed = (await store.find())?.refreshToken ?? null
      if (sealed === null) return false
      try {
        await oauth.refresh(openSealed(sealing, sealed))
        return true
      } catch (error) {
        throw asFailure(error) ?? error
      }
    },
    /** Resolves when no background sync is running. */
    async drain(): Promise<void> {
      await running
    },
    /** Aborts a running sync. */
    async close(): Promise<void> {
      closed.abort()
      await running
    },
  }
}

/** Opens a sealed refresh token. @throws SealedError */
export function openSealed(sealing: Sealing, sealed: string): string {
  return sealing.open(TOKEN_PURPOSE, sealed)
}

function asFailure(error: unknown): AdProgramFailure | null {
  if (error instanceof AdProgramFailure) return error
  if (error instanceof SealedError) return new AdProgramFailure('unreadable', { cause: error })
  // Refused a second time, with a fresh token.
  return error instanceof TokenRefused ? new AdProgramFailure('forbidden', { cause: error }) : null
}

function summaryOf(reports: readonly EarningsReport[]): Record<string, unknown> {
  return { rows: reports.reduce((sum, { rows }) => sum + rows.length, 0) }
}
