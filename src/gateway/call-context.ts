import type { Cell, CellScope } from '@isobar/weather'
import { type Caller, toCallerBehind } from './policy.ts'
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
  readonly caller: Caller
  /**
   * `fallback`: only worth making while the request waits, skipped once it has been answered. `probe`: a trial, for example with a key that is
   * not in use, which bypasses the breaker and does not affect it.
   */
  readonly purpose?: 'fallback' | 'probe'
  readonly spend: Spend
}

/** Counts the calls made for one request until it is answered; calls after `closed` no longer delay anyone. */
export interface Spend {
  calls: number
  closed: boolean
}

/** Who or what caused the calls. */
export type Instigator = Pick<CallContext, 'cause' | 'trigger' | 'requestId'> & Partial<Pick<CallContext, 'client' | 'caller'>>

/**
 * Context for calls behind an answer, charged to the share of the client that caused them. Calls caused by a job stay the job's.
 */
export function refreshContext(cell: Cell, instigator: Instigator, scope?: CellScope): CallContext {
  const { cause, trigger, requestId, client = null, caller = cause === 'job' ? 'job' : 'prefetch' } = instigator
  return {
    cause: cause === 'job' ? 'job' : 'refresh',
    trigger,
    ...(scope === undefined ? {} : { scope }),
    requestId,
    cellId: cell.id,
    client,
    caller: toCallerBehind(caller),
    spend: { calls: 0, closed: false },
  }
}

/** Context for what is read by a schedule: it serves no particular place or person. */
export function buildReadingContext(trigger: string): CallContext {
  return { cause: 'refresh', trigger, requestId: null, cellId: null, client: null, caller: 'job', spend: { calls: 0, closed: false } }
}

/** Whether the call is no longer needed. */
export function isOver({ purpose, spend }: CallContext): boolean {
  return purpose === 'fallback' && spend.closed
}
