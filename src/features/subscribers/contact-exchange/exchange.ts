import { takeLease } from '../../../platform/cache/lease.ts'
import { AppError, type ReportError } from '../../../errors.ts'
import type { SecondLevel } from '../../../platform/cache/second-level.ts'
import type { Clock } from '../../../platform/clock.ts'
import { emailKeyOf } from '../../../platform/mail/address.ts'
import { DAY_MS, MINUTE_MS } from '../../../time.ts'
import type { ExchangeState, ExchangeStore } from './exchange-store.ts'
import { type PhaseOptions, pullContacts, pullSuppressions, pushContacts, type ExchangeStep } from './phases.ts'
import { type MailService, MailServiceFailure } from './port.ts'

/** The result of one call. `partial`: continues within a minute, or with the next call. */
export interface ExchangeResult extends ExchangeState {
  readonly status: 'completed' | 'partial' | 'failed' | 'already_running'
}

/** Synchronizes contacts and suppressions with the mail service. One exchange at a time across nodes. */
export type Exchange = ReturnType<typeof createExchange>

export interface ExchangeOptions {
  readonly store: ExchangeStore
  readonly level: Pick<SecondLevel, 'lease'>
  readonly service: MailService
  readonly configured: () => boolean
  /** Keyed hash of an `email_key`. */
  readonly addressHash: (emailKey: string) => string
  readonly clock: Clock
  readonly onError: ReportError
  /** Time limit of one call, in milliseconds. */
  readonly workMs?: number
}

const WORK_MS = 10_000
const LEASE = 'mail exchange'
/** Longer than one call may take. */
const LEASE_MS = MINUTE_MS
/** Overlap with the time before the last exchange began: clocks differ, and lists settle late. */
const OVERLAP_MS = 10 * MINUTE_MS
/** An exchange without progress for this long starts over. */
const STALE_MS = 7 * DAY_MS
const MAX_WAITS = 5

const STEPS: Readonly<Record<NonNullable<ExchangeState['phase']>, ExchangeStep>> = {
  suppressions: pullSuppressions,
  contacts: pullContacts,
  push: pushContacts,
}

/** Runs exchanges under a lease. `configured` says whether there is a key. */
export function createExchange(options: ExchangeOptions) {
  const { store, level, service, configured, addressHash, clock, onError, workMs = WORK_MS } = options
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  async function work(isWanted: (state: ExchangeState | undefined) => boolean): Promise<ExchangeResult | undefined> {
    const lease = await takeLease(level, LEASE, LEASE_MS)
    try {
      // Looked up under the lease: its last holder may have just finished.
      const state = await store.find()
      if (lease === null) return state && { ...state, status: 'already_running' }
      return isWanted(state) ? await workOn(nextOf(state)) : undefined
    } finally {
      await lease?.release()
    }
  }

  async function workOn(begun: ExchangeState): Promise<ExchangeResult> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(workMs)])
    await store.put(begun)
    let state = begun
    let status: ExchangeResult['status'] = 'failed'
    try {
      ;({ state, status } = await advance(begun, signal))
    } finally {
      await store.put(state)
    }
    return { ...state, status }
  }

  function nextOf(state: ExchangeState | undefined): ExchangeState {
    const now = clock.now()
    if (state !== undefined && state.phase !== null && now - state.startedAt < STALE_MS) return { ...state, problem: null }
    return {
      phase: 'suppressions',
      cursor: null,
      counts: {
        suppressionsRead: 0,
        suppressionsAdded: 0,
        contactsRead: 0,
        unsubscribed: 0,
        addressesRead: 0,
        pushed: 0,
        removed: 0,
        failed: 0,
      },
      startedAt: now,
      finishedAt: null,
      suppressionsFrom: state?.suppressionsFrom ?? null,
      suppressionsNext: now - OVERLAP_MS,
      problem: null,
    }
  }

  async function advance(begun: ExchangeState, signal: AbortSignal) {
    const phase: PhaseOptions = { store, service, hashOf: (email) => addressHash(emailKeyOf(email)), now: clock.now, signal }
    let state = begun
    let waits = 0
    while (state.phase !== null) {
      if (signal.aborted) return { state, status: 'partial' as const }
      try {
        state = await STEPS[state.phase](state, phase)
        await store.put(state)
      } catch (error) {
        if (signal.aborted) return { state, status: 'partial' as const }
        if (!(error instanceof MailServiceFailure)) throw error
        // The pace has the required delay from the response.
        if (error.kind === 'rate_limited' && (waits += 1) <= MAX_WAITS) continue
        return { state: { ...state, problem: error.message }, status: 'failed' as const }
      }
    }
    return { state: { ...state, finishedAt: clock.now() }, status: 'completed' as const }
  }

  function track<T>(promise: Promise<T>): Promise<T> {
    const tracked = promise.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
    return tracked
  }

  return {
    /** Starts an exchange or resumes an unfinished one, for a bounded time. @throws AppError `service_unavailable` without a key */
    async run(): Promise<ExchangeResult> {
      if (!configured())
        throw new AppError(
          'service_unavailable',
          'The email service cannot be used: it has no key (see /api/admin/email-key), or ADMIN_SECRET is wrong',
        )
      const result = await track(work(() => true))
      if (result === undefined) throw new AppError('conflict', 'A sync is already starting on another node')
      return result
    },
    /** Resumes an exchange that is unfinished and has not failed; does nothing without one or without a key. */
    async goOn(): Promise<void> {
      if (!configured() || stopping.signal.aborted || !isUnfinished(await store.find())) return
      const result = await track(work(isUnfinished))
      if (result?.status === 'failed') onError(new Error(result.problem ?? ''), 'exchanging contacts with the mail service')
    },
    /** The current exchange or the last one. */
    find: (): Promise<ExchangeState | undefined> => store.find(),
    /** Stops the current call; the exchange resumes at the next start. */
    async close(): Promise<void> {
      stopping.abort()
      await Promise.allSettled(underWay)
    },
  }
}

/** A failed exchange waits until somebody has fixed the cause. */
function isUnfinished(state: ExchangeState | undefined): boolean {
  return state !== undefined && state.phase !== null && state.problem === null
}
