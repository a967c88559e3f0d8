import type { Connection, ConnectionChange } from './connections.ts'

export const SYSTEM_KINDS = ['weather_provider', 'alert_feed', 'mail_transport', 'mail_service', 'photo_service', 'ad_program'] as const
export type SystemKind = (typeof SYSTEM_KINDS)[number]

/** An external system as the back office shows, switches, configures and checks it. The module that uses a system describes it. */
export interface OutsideSystem {
  readonly id: string
  /** Display name. */
  readonly name: string
  readonly kind: SystemKind
  /** Of a provider of weather: its part in the order of asking. Absent or null: it delivers none. */
  weather?(): WeatherPart | null
  /** Whether it has everything it needs, switched on or not. */
  configured(): boolean
  /** Why it is off, apart from an admin's switch; null: nothing else. */
  switchedOffBy?(): string | null
  /** Its settings for display: bounded, and without secrets. */
  settings(): Readonly<Record<string, unknown>>
  /** What an operator should know besides its status; null: nothing. */
  note?(): Promise<string | null>
  /** A fault in the configuration that is known without asking the system; null: none. */
  fault?(): string | null
  /**
   * What to store of an admin's settings; null removes them all. Absent: nothing can be set here.
   * @throws AppError `invalid_request`
   */
  form?(patch: Readonly<Record<string, unknown>> | null, former: Connection): ConnectionChange
  /**
   * The verdict of the service's own calls since an instant (epoch milliseconds); null: there were none. Absent: only checks can tell.
   */
  lastCalls?(sinceMs: number): Promise<CallsVerdict | null>
  /**
   * Checks it live, at the cost of one token at most. Aborts with the signal. Resolves to the message to show; an unconfigured system is
   * not checked.
   * @throws CheckFailed; any other error is reported in general words only
   */
  check(occasion: CheckOccasion): Promise<string>
}

/** A provider's part in the weather. */
export interface WeatherPart {
  /** Its place in the order in which providers are asked, from 1; null: it is not in use. */
  readonly position: number | null
  /** Where it is asked, as in WEATHER_PROVIDERS; null: everywhere. */
  readonly region: string | null
  /** Why it is not in use, though it is listed; null: it is in use, or not listed. */
  readonly reason: string | null
  /** Scopes and measurements that it never has. */
  readonly lacks: readonly string[]
}

/** How a system did in ordinary calls. */
export interface CallsVerdict {
  readonly ok: boolean
  /** For people. */
  readonly message: string
  /** Time of the last call, epoch milliseconds. */
  readonly at: number
  readonly latencyMs: number | null
}

export interface CheckOccasion {
  /** Aborts at the deadline. */
  readonly signal: AbortSignal
  readonly requestId: string | null
}

/** A system answered with a failure. The message is for people: no key, no address, no quotes from the response. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed'
}

/** A URL as the back office shows it. */
export function shownUrl(url: URL): string {
  return url.href.replace(/\/$/, '')
}
