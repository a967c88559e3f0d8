import { randomUUID } from 'node:crypto'
import { AppError, type ReportError } from '../../../errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import { emailKeyOf } from '../../../platform/mail/address.ts'
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
const LEASE_MS = 60_000
/** Overlap with the time before the last exchange began: clocks differ, and lists settle late. */
const OVERLAP_MS = 10 * 60_000
/** An exchange without progress for this long starts over. */
const STALE_MS = 7 * 86_400_000
const MAX_WAITS = 5

const STEPS: Readonly<Record<NonNullable<ExchangeState['phase']>, ExchangeStep>> = {
  suppressions: pullSuppressions,
  contacts: pullContacts,
  push: pushContacts,
}

/** Runs exchanges under a lease. `configured` says whether there is a key. */
export function createExchange(options: ExchangeOptions) {
  const { store, service, configured, addressHash, clock, onError, workMs = WORK_MS } = options
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()

  async function work(onlyUnfinished: boolean): Promise<ExchangeResult | undefined> {
    const owner = randomUUID()
    const known = await store.find()
    // A failed exchange waits until somebody has fixed the cause.
    if (onlyUnfinished && (known === undefined || known.phase === null || known.problem !== null)) return undefined
    const taken = await store.take(owner, clock.now(), clock.now() + LEASE_MS, (state) => nextOf(state))
    if (taken === undefined) return known && { ...known, status: 'already_running' }
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(workMs)])
    let state = taken
    let status: ExchangeResult['status'] = 'failed'
    try {
      ;({ state, status } = await advance(owner, taken, signal))
    } finally {
      await store.save(owner, state, null)
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

  async function advance(owner: string, begun: ExchangeState, signal: AbortSignal) {
    const phase: PhaseOptions = { store, service, hashOf: (email) => addressHash(emailKeyOf(email)), now: clock.now, signal }
    let state = begun
    let waits = 0
    while (state.phase !== null) {
      if (signal.aborted) return { state, status: 'partial' as const }
      try {
        state = await STEPS[state.phase](state, phase)
        if (!(await store.save(owner, state, clock.now() + LEASE_MS))) return { state, status: 'partial' as const }
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
      const result = await track(work(false))
      if (result === undefined) throw new AppError('conflict', 'A sync is already starting on another node')
      return result
    },
    /** Resumes an exchange that is unfinished and has not failed; does nothing without one or without a key. */
    async goOn(): Promise<void> {
      if (!configured() || stopping.signal.aborted) return
      const result = await track(work(true))
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
