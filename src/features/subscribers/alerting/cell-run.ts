import type { ReportError } from '../../../errors.ts'
import type { PreviewedMail } from '../../operations/jobs/index.ts'
import type { SourceName } from './agreement.ts'
import type { CellStore } from './cell-store.ts'
import type { Channel, ChannelName } from './channel.ts'
import type { EventStore } from './event-store.ts'
import type { NotificationStore } from './notification-store.ts'
import type { CellReader } from './readings.ts'
import type { ReadPreferences } from './subscriber.ts'

export interface CellParts {
  readonly cells: CellStore
  readonly events: EventStore
  readonly notifications: NotificationStore
  /** How recipients other than addresses are notified. */
  readonly channels: readonly Channel[]
  readonly readPreferences: ReadPreferences
  readonly sourceOf: (id: string) => SourceName
  readonly newId: () => string
  /** Called after mails were written. */
  readonly wake: () => void
  readonly onError: ReportError
}

/** The result of one place. */
export interface CellOutcome extends Tally, Readonly<Record<ChannelName, number>> {
  readonly subscriptions: number
  /** Whether the first weather provider's data is fresh enough; in a dry run, also if a real run would request it. */
  readonly hadPrimary: boolean
  /** Whether the first weather provider that has anything for the place was called or had an answer: then other places have priority over it. */
  readonly hadTurn: boolean
}

/** Counts of the addresses to notify. */
export interface Tally {
  readonly matches: number
  readonly enqueued: number
  /** Mails held back until quiet hours or the subscriber's period (an hour or a day) end. */
  readonly held: number
  /** Matches held back by the cooldown of their hazard. */
  readonly cooling: number
  /** In a dry run: how many of the mails go to suppressed addresses. In a real run 0: suppression is checked on sending. */
  readonly suppressed: number
  /** Addresses whose notification failed. */
  readonly failed: number
  readonly preview: readonly PreviewedMail[]
}

export interface CellRun {
  readonly runId: string
  /** Nothing is written; at most `maxPreview` mails are shown. */
  readonly dryRun: boolean
  readonly maxPreview: number
  readonly signal: AbortSignal
  /** Epoch milliseconds. */
  readonly now: number
  readonly reader: CellReader
}

/** The names of the counts. */
export const TALLIED = ['matches', 'enqueued', 'held', 'cooling', 'suppressed', 'failed'] as const

export const NO_MAILS: Tally = { matches: 0, enqueued: 0, held: 0, cooling: 0, suppressed: 0, failed: 0, preview: [] }
