import type { ConnectionChange } from './connection-store.ts'
import type { Connection } from './connections.ts'

export const SYSTEM_KINDS = [
  'weather_provider',
  'alert_feed',
  'station_source',
  'mail_transport',
  'mail_service',
  'photo_service',
  'ad_program',
  'webhooks',
  'push_service',
  'cache',
] as const
export type SystemKind = (typeof SYSTEM_KINDS)[number]

/** What a provider may be used for. */
export const PART_IDS = ['weather', 'minutes', 'air', 'sea', 'places', 'tiles', 'radar', 'alerts', 'warnings', 'stations'] as const
export type PartId = (typeof PART_IDS)[number]

/** An external system as the back office shows, switches, configures and checks it. The module that uses a system describes it. */
export interface OutsideSystem {
  readonly id: string
  /** Display name. */
  readonly name: string
  readonly kind: SystemKind
  /** Of a provider of weather: its part in the order of asking. Absent or null: it delivers none. */
  weather?(): WeatherPart | null
  /** What it is used for, each with calls of its own. Absent: it is one thing, and whoever uses it reports how it does. */
  readonly parts?: SystemParts
  /** The members that are in use at present, such as receivers of webhooks; none: it is not configured. Absent: all that were used. */
  members?(): Promise<ReadonlySet<string>>
  /** Whether admins can switch it off. Absent: they can. */
  readonly isSwitchable?: boolean
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
   * Checks it live, or one of its parts, with few calls. Aborts with the signal. Resolves to the message to show; an unconfigured system is
   * not checked. Absent: it can only be used.
   * @throws CheckFailed; any other error is reported in general words only
   */
  check?(occasion: CheckOccasion, part?: PartId): Promise<string>
}

export interface SystemParts {
  readonly ids: readonly PartId[]
  /** The part whose calls and checks stand for the system: the first that is in use. */
  main(): PartId
  /** How each did since an instant (epoch milliseconds). */
  list(sinceMs: number): Promise<readonly SystemPart[]>
}

/** One of the things that a provider is used for. */
export interface SystemPart {
  readonly id: PartId
  /** Why it is not in use, as the end of a sentence; null: it is. */
  readonly reason: string | null
  /** By its latest calls; null: there were none. */
  readonly verdict: CallsVerdict | null
  /** Time of the last call that succeeded, epoch milliseconds; null: none that is known. */
  readonly succeededAt: number | null
}

/** A provider's part in the weather. */
export interface WeatherPart {
  /** Its place in the order in which providers are asked, from 1; null: it is not in use. */
  readonly position: number | null
  /** Where it is asked, as in WEATHER_PROVIDERS; null: everywhere. */
  readonly region: string | null
  /** Where it has weather: `global`, or a region. */
  readonly coverage: string
  /** Why it is not asked, as the end of a sentence; null: it is asked. */
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
  /** Whether nobody has asked for it: it then spends what background work may. */
  readonly isProbe?: boolean
}

/** A system answered with a failure. The message is for people: it has no secrets. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed'
}

/** A URL as the back office shows it. */
export function formatShownUrl(url: URL): string {
  return url.href.replace(/\/$/, '')
}
