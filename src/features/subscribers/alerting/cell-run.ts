import type { SourceName } from './agreement.ts'
import type { CellStore } from './cell-store.ts'
import type { EventStore } from './event-store.ts'
import type { CellReader } from './readings.ts'
import type { ReadPreferences } from './subscriber.ts'
import type { NotificationStore } from './notification-store.ts'
import type { ReportError } from '../../../errors.ts'

export interface CellParts {
  readonly cells: CellStore
  readonly events: EventStore
  readonly notifications: NotificationStore
  readonly readPreferences: ReadPreferences
  readonly sourceOf: (id: string) => SourceName
  readonly newId: () => string
  /** Told after mails were written. */
  readonly wake: () => void
  readonly onError: ReportError
}

/** What a place came to. */
export interface CellOutcome extends Tally {
  readonly subscriptions: number
  /** Whether the primary provider's data is young enough, or in a dry run would be, as a real run would ask for it. */
  readonly hadPrimary: boolean
  /** Whether the primary provider, or without one the second, was asked or had an answer: then others wait longer for it. */
  readonly hadTurn: boolean
}

/** What became of those who were to be told. */
export interface Tally {
  readonly matches: number
  readonly enqueued: number
  /** Mails that wait for the end of quiet hours, of an hour or a day. */
  readonly held: number
  /** Matches that wait for the cooldown of their hazard. */
  readonly cooling: number
  /** Of a dry run: how many of the mails go to suppressed addresses. Of a real run 0: that is known when they are sent. */
  readonly suppressed: number
  /** Addresses that could not be told. */
  readonly failed: number
  readonly preview: readonly object[]
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

export const NOTHING_TOLD: Tally = { matches: 0, enqueued: 0, held: 0, cooling: 0, suppressed: 0, failed: 0, preview: [] }
