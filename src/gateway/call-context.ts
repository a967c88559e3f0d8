import type { Cell } from '../domain/cell.ts'
import type { CellScope } from '../domain/scope.ts'
import type { CallCause } from './tables.ts'

/** On whose behalf calls are made. */
export interface CallContext {
  readonly cause: CallCause
  readonly trigger: string | null
  /** The requested scope; omitted if the call is not for one scope of a place's weather. */
  readonly scope?: CellScope
  readonly requestId: string | null
  readonly cellId: number | null
  /** Keyed hash of the client whose request causes the calls; null for the service itself. */
  readonly client: string | null
  /** True for work that no one waits for; stops at the soft block. */
  readonly background: boolean
  /** True for a crawler: never causes a call to the primary provider. */
  readonly crawler?: boolean
  /** True for calls that are only worth making while the request waits; they are skipped once it has been answered. */
  readonly fallback?: boolean
  /** True for a trial call, for example with a key that is not in use: it bypasses the breaker and does not affect it. */
  readonly probe?: boolean
  readonly spend: Spend
}

/** Counts the calls made for one request until it is answered; calls after `closed` no longer delay anyone. */
export interface Spend {
  calls: number
  closed: boolean
}

/**
 * Whether no person waits for the answer on a screen: crawlers, jobs, prefetching, refreshes. Calls of such callers, and their failures,
 * never decide what a person gets.
 */
export function isCheap({ background, crawler = false }: Pick<CallContext, 'background' | 'crawler'>): boolean {
  return background || crawler
}

/** Who or what caused the calls. */
export type Instigator = Pick<CallContext, 'cause' | 'trigger' | 'requestId'> & Partial<Pick<CallContext, 'client'>>

/**
 * Context for background calls behind an answer, charged to the share of the client that caused them. Calls caused by a job stay the job's.
 */
export function refreshContext(cell: Cell, { cause, trigger, requestId, client = null }: Instigator, scope?: CellScope): CallContext {
  return {
    cause: cause === 'job' ? 'job' : 'refresh',
    trigger,
    ...(scope === undefined ? {} : { scope }),
    requestId,
    cellId: cell.id,
    client,
    background: true,
    spend: { calls: 0, closed: false },
  }
}

/** Whether the call is no longer needed. */
export function isOver({ fallback = false, spend }: CallContext): boolean {
  return fallback && spend.closed
}
