import type { Connection, ConnectionChange } from './connections.ts'

export const SYSTEM_KINDS = ['weather_provider', 'alert_feed', 'mail_transport', 'mail_service', 'photo_service', 'ad_program'] as const
export type SystemKind = (typeof SYSTEM_KINDS)[number]

/** A system outside, as the back office shows, switches, sets and checks it. Whoever speaks to it describes it. */
export interface OutsideSystem {
  readonly id: string
  /** As people know it. */
  readonly name: string
  readonly kind: SystemKind
  /** Is there all it takes to use it, whether or not it is switched on? */
  configured(): boolean
  /** What else than an admin keeps it switched off; null: nothing. */
  switchedOffBy?(): string | null
  /** What can be seen of its settings: bounded, and never a secret. */
  settings(): Readonly<Record<string, unknown>>
  /** What is wrong with what is set, known without asking it; null: nothing. */
  fault?(): string | null
  /**
   * What is to be kept of settings that an admin sends; null takes them all back. Left out: there is nothing to set here.
   * @throws AppError `invalid_request`
   */
  form?(patch: Readonly<Record<string, unknown>> | null, former: Connection): ConnectionChange
  /**
   * What the calls that the service itself has made since an instant (epoch milliseconds) say of it; null: there was none. Left out:
   * only checks tell.
   */
  lastCalls?(sinceMs: number): Promise<CallsVerdict | null>
  /**
   * Asks it, live: costs at most one token. Gives up when the signal aborts. Resolves to what to tell; `not_configured` is not checked.
   * @throws CheckFailed, or whatever else, which is told in general words only
   */
  check(occasion: CheckOccasion): Promise<string>
}

/** How a system did in the calls of ordinary work. */
export interface CallsVerdict {
  readonly ok: boolean
  /** For people. */
  readonly message: string
  /** Of the last call, epoch milliseconds. */
  readonly at: number
  readonly latencyMs: number | null
}

export interface CheckOccasion {
  /** Aborts when the deadline has passed. */
  readonly signal: AbortSignal
  readonly requestId: string | null
}

/** A system answered, and not well. The message is for people: no key, no address, nothing quoted of what it sent. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed'
}

/** An address as the back office shows it. */
export function shownUrl(url: URL): string {
  return url.href.replace(/\/$/, '')
}
