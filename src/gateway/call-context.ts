import type { Cell } from '../domain/cell.ts'
import type { CellScope } from '../domain/scope.ts'
import type { CallCause } from './tables.ts'

/** On whose behalf calls are made. */
export interface CallContext {
  readonly cause: CallCause
  readonly trigger: string | null
  /** What was asked for; left out where that is not one scope of a place's weather. */
  readonly scope?: CellScope
  readonly requestId: string | null
  readonly cellId: number | null
  /** Keyed hash of the client whose request causes the calls; null for the service's own. */
  readonly client: string | null
  /** True for work that nobody waits for, which stops at the soft block. */
  readonly background: boolean
  /** True for a crawler: the primary provider is never asked for it. */
  readonly crawler?: boolean
  /** True for calls that are worth making only while the request waits, and are not made once it has been answered. */
  readonly fallback?: boolean
  /** True for a call that tries something out, such as a key that is not in use: the breaker neither holds it back nor learns from it. */
  readonly probe?: boolean
  readonly spend: Spend
}

/** Counts the calls made for one request while it is being answered; once `closed`, what follows is nobody's wait any more. */
export interface Spend {
  calls: number
  closed: boolean
}

/**
 * Whether nobody waits for the answer on a screen: crawlers, jobs, prefetching, refreshes. What such a caller does or fails at never
 * decides what a person gets.
 */
export function isCheap({ background, crawler = false }: Pick<CallContext, 'background' | 'crawler'>): boolean {
  return background || crawler
}

/** Who or what made calls necessary. */
export type Instigator = Pick<CallContext, 'cause' | 'trigger' | 'requestId'> & Partial<Pick<CallContext, 'client'>>

/** Calls behind an answer, which nobody waits for, on the share of the client that caused them. What a job makes necessary stays the job's. */
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

/** Whether a call need not be made any more. */
export function isOver({ fallback = false, spend }: CallContext): boolean {
  return fallback && spend.closed
}
